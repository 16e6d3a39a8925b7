// Application features written in Python: one call a sentence with all its applications.
#include "chart/application_values.hh"

#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "bindings.hh"
#include "changes/context_features.hh"
#include "common/error.hh"

namespace nb = nanobind;

namespace simplifier {
namespace {

constexpr std::size_t kColumns = 6;  // start, end, grammar, rule, label, changed

class PythonFeatures : public ApplicationFeatures {
 public:
  PythonFeatures(std::vector<std::string> names, nb::callable score, bool copies)
      : names_(std::move(names)), score_(std::move(score)), copies_(copies) {}

  const std::vector<std::string>& names() const override { return names_; }
  bool wants_copies() const override { return copies_; }

  void Score(const Sentence& sentence, const PlacedApplication* applications, std::size_t count,
             float* values) const override {
    const nb::gil_scoped_acquire gil;  // decoding runs without
    auto* table = new std::int32_t[count * kColumns];
    const nb::capsule owner(table, [](void* memory) noexcept { delete[] static_cast<std::int32_t*>(memory); });
    for (std::size_t i = 0; i < count; ++i) {
      const Application& application = *applications[i].application;
      const bool unknown = application.grammar == Application::kUnknownWord;
      const std::int32_t row[kColumns] = {sentence.WithoutMarkers(applications[i].node->start),
                                          sentence.WithoutMarkers(applications[i].node->end),
                                          unknown ? -1 : std::int32_t{application.grammar},
                                          unknown ? -1 : static_cast<std::int32_t>(application.rule),
                                          application.label,
                                          application.changed};
      std::copy_n(row, kColumns, table + i * kColumns);
    }
    const nb::ndarray<nb::numpy, std::int32_t, nb::ndim<2>> columns(table, {count, kColumns}, owner);
    const auto* origin = static_cast<PyObject*>(sentence.input().origin.get());
    const nb::object result =
        score_(origin ? nb::borrow(const_cast<PyObject*>(origin)) : nb::none(), nb::cast(columns));
    const auto matrix = nb::cast<nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>>(result);
    if (matrix.shape(0) != count || matrix.shape(1) != names_.size()) {
      throw InputError(Message("feature ", names_.front(), ": values of shape [", matrix.shape(0), ", ",
                               matrix.shape(1), "], not [", count, ", ", names_.size(), "]"));
    }
    std::copy_n(matrix.data(), count * names_.size(), values);
  }

 private:
  std::vector<std::string> names_;
  nb::callable score_;
  bool copies_;
};

}  // namespace

void BindApplicationFeatures(nb::module_& module) {
  nb::class_<ApplicationFeatures>(module, "ApplicationFeatures", "A group of features of rule applications.")
      .def_prop_ro("names", &ApplicationFeatures::names);
  nb::class_<PythonFeatures, ApplicationFeatures>(
      module, "PythonFeatures",
      "Features by a callable (origin, int32 [n, 6]) -> float32 [n, names]; columns start, end, grammar, rule, label, "
      "changed.")
      .def("__init__",
           [](PythonFeatures* self, std::vector<std::string> names, nb::callable score, bool copies) {
             if (names.empty()) throw InputError("a feature group needs at least one name");
             new (self) PythonFeatures(std::move(names), std::move(score), copies);
           },
           nb::arg("names"), nb::arg("score"), nb::arg("copies") = false);
  module.def("window_features",
             [](const std::vector<std::string>& models) -> std::shared_ptr<ApplicationFeatures> {
               std::vector<std::pair<std::string, std::size_t>> numbered;
               for (const std::string& name : models) numbered.emplace_back(name, numbered.size());
               return MakeWindowFeatures(numbered);
             },
             nb::arg("language_models"), "What each language model says of one change in the source.");
  module.def("tag_features",
             [](std::shared_ptr<WordClasses> classes) -> std::shared_ptr<ApplicationFeatures> {
               return MakeTagFeatures(std::move(classes));
             },
             nb::arg("classes"), "Whether the new words can be what the replaced ones are.");
  module.def("edge_features", []() -> std::shared_ptr<ApplicationFeatures> { return MakeEdgeFeatures(); },
             "Duplicates, prepositions and articles at the edges of a change.");
}

}  // namespace simplifier
