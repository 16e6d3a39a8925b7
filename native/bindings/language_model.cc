#include "language_model.hh"

#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "bindings.hh"

namespace nb = nanobind;

namespace simplifier {

void BindLanguageModel(nb::module_& module) {
  nb::class_<LanguageModel>(module, "LanguageModel",
                            "A KenLM model as the decoder uses it (ARPA or any binary type), memory-mapped.")
      .def(nb::new_([](const std::string& path) { return LanguageModel::Load(path); }), nb::arg("path"),
           nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("order", &LanguageModel::Order)
      .def(
          "score_words",
          [](const LanguageModel& model, const std::vector<std::string>& words, bool begins_sentence) {
            std::vector<WordIndex> ids;
            for (const std::string& word : words) ids.push_back(model.Index(word));
            return model.ScoreWords(ids.data(), ids.size(), begins_sentence);
          },
          nb::arg("words"), nb::arg("begins_sentence") = false,
          "Natural-log probability of the words, without </s>.")
      .def("knows", [](const LanguageModel& model, const std::string& word) { return model.Index(word) != 0; },
           nb::arg("word"));
}

}  // namespace simplifier
