#include "model/sentence.hh"

#include <optional>
#include <tuple>

#include "arrays.hh"
#include "bindings.hh"

namespace nb = nanobind;

namespace simplifier {
namespace {

using Words = std::vector<std::string>;

std::vector<LatticeArc> Arcs(const std::vector<std::tuple<int, int, float>>& given) {
  std::vector<LatticeArc> arcs;
  for (const auto& [from, to, cost] : given) arcs.push_back({from, to, cost});
  return arcs;
}

void ConstructConstraints(TargetConstraints* self, std::vector<Words> include, std::vector<Words> exclude,
                          std::optional<Words> target, const std::vector<std::tuple<int, int, float>>& lattice) {
  new (self) TargetConstraints{std::move(include), std::move(exclude), target.has_value(),
                               std::move(target).value_or(Words{}), Arcs(lattice)};
}

// A Python object that C++ keeps alive and may release in any thread, with or without the GIL; null for None.
std::shared_ptr<void> Shared(nb::object object) {
  if (object.is_none()) return nullptr;
  return {object.release().ptr(), [](void* kept) {
            const nb::gil_scoped_acquire gil;
            Py_DECREF(static_cast<PyObject*>(kept));
          }};
}

void ConstructInput(SentenceInput* self, Words tokens, const std::vector<std::tuple<int, int, std::string>>& span_labels,
                    std::vector<bool> is_protected, const std::optional<GivenMatrix<float>>& token_features, Words tags,
                    nb::object origin,
                    const TargetConstraints* constraints, std::vector<std::tuple<int, int, Words>> replacements,
                    const std::vector<std::tuple<int, int, float>>& lattice, std::size_t fold) {
  new (self) SentenceInput{std::move(tokens), {}, std::move(tags), std::move(is_protected), {}};
  if (token_features) self->token_features.assign(token_features->data(), token_features->data() + token_features->size());
  self->fold = fold;
  self->origin = Shared(std::move(origin));
  for (auto& [start, end, words] : replacements) self->replacements.push_back({start, end, std::move(words)});
  self->lattice = Arcs(lattice);
  if (constraints) self->constraints = std::make_shared<TargetConstraints>(*constraints);
  for (const auto& [start, end, label] : span_labels) self->span_labels.push_back({start, end, label});
}

}  // namespace

void BindSentence(nb::module_& module) {
  nb::class_<TargetConstraints>(module, "TargetConstraints", "What the target side of a sentence must be.")
      .def("__init__", &ConstructConstraints, nb::arg("include"), nb::arg("exclude"), nb::arg("target").none(),
           nb::arg("lattice") = nb::list());

  nb::class_<SentenceInput>(module, "SentenceInput", "One sentence as the decoder takes it.")
      .def("__init__", &ConstructInput, nb::arg("tokens"), nb::arg("span_labels") = nb::list(),
           nb::arg("is_protected") = nb::list(), nb::arg("token_features").none() = nb::none(), nb::arg("tags") = nb::list(),
           nb::arg("origin") = nb::none(), nb::arg("constraints") = nb::none(), nb::arg("replacements") = nb::list(),
           nb::arg("lattice") = nb::list(), nb::arg("fold") = 0);

  module.def(
      "check_lattice",
      [](const std::vector<std::tuple<int, int, float>>& arcs, std::size_t words) {
        CheckLattice(Arcs(arcs), words, "tokens");
      },
      nb::arg("arcs"), nb::arg("words"), "Raises where (from, to, cost) a word are not the arcs of a lattice.");
}

}  // namespace simplifier
