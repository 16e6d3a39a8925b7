#include "language_model/phrase_scores.hh"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string_view.h>

#include "bindings.hh"

namespace nb = nanobind;

namespace simplifier {

void BindPhraseScores(nb::module_& module) {
  module.def(
      "score_phrases",
      [](const LanguageModel& model, std::string_view lines) {
        std::vector<float>* scores = nullptr;
        {
          nb::gil_scoped_release release;
          scores = new std::vector<float>(ScorePhrases(model, lines));
        }
        nb::capsule owner(scores, [](void* pointer) noexcept { delete static_cast<std::vector<float>*>(pointer); });
        return nb::ndarray<nb::numpy, float, nb::ndim<1>>(scores->data(), {scores->size()}, owner);
      },
      nb::arg("model"), nb::arg("lines"),
      "Natural-log probability of each line (a phrase) without sentence boundaries, float32 [lines].");
}

}  // namespace simplifier
