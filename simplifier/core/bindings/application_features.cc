// Application features written in Python, called once a sentence with all its applications.
#include "chart/application_values.hh"

#include <algorithm>

#include "arrays.hh"
#include "bindings.hh"
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
    const nb::gil_scoped_acquire gil;  // decoding runs without the GIL
    const Matrix<std::int32_t> columns = NewMatrix<std::int32_t>(count, kColumns);
    for (std::size_t i = 0; i < count; ++i) {
      const Application& application = *applications[i].application;
      const bool unknown = application.grammar == Application::kUnknownWord;
      const std::int32_t row[kColumns] = {sentence.WithoutMarkers(applications[i].node->start),
                                          sentence.WithoutMarkers(applications[i].node->end),
                                          unknown ? -1 : std::int32_t{application.grammar},
                                          unknown ? -1 : static_cast<std::int32_t>(application.rule),
                                          application.label,
                                          application.changed};
      std::copy_n(row, kColumns, columns.data() + i * kColumns);
    }
    const auto* origin = static_cast<PyObject*>(sentence.input().origin.get());
    const nb::object result =
        score_(origin ? nb::borrow(const_cast<PyObject*>(origin)) : nb::none(), nb::cast(columns));
    const auto matrix = nb::cast<GivenMatrix<float>>(result);
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
           nb::arg("names"), nb::arg("score"), nb::arg("copies") = false,
           nb::sig("def __init__(self, names: collections.abc.Sequence[str], "
                   "score: collections.abc.Callable[[typing.Any, numpy.typing.NDArray[numpy.int32]], "
                   "numpy.typing.NDArray[numpy.float32]], copies: bool = False) -> None"));
}

}  // namespace simplifier
