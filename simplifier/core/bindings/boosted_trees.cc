#include "trees/boosted_trees.hh"

#include <algorithm>
#include <utility>

#include "arrays.hh"
#include "bindings.hh"
#include "common/error.hh"

namespace nb = nanobind;

namespace simplifier {
namespace {

template <class T>
std::vector<T> Values(const GivenArray<T>& column) {
  return {column.data(), column.data() + column.size()};
}

const std::pair<const char*, Instructions> kInstructions[] = {
    {"plain", Instructions::kPlain}, {"avx2", Instructions::kAvx2}, {"avx512", Instructions::kAvx512}};

std::vector<std::string> KnownNames() {
  std::vector<std::string> names;
  for (const Instructions one : KnownInstructions()) {
    for (const auto& [name, value] : kInstructions) {
      if (value == one) names.emplace_back(name);
    }
  }
  return names;
}

Instructions InstructionsNamed(const std::string& wanted) {
  const std::vector<Instructions>& known = KnownInstructions();
  if (wanted.empty()) return known.back();
  for (const auto& [name, value] : kInstructions) {
    if (name == wanted && std::find(known.begin(), known.end(), value) != known.end()) return value;
  }
  throw InputError(Message("this machine has no instructions '", wanted, "'; TREE_INSTRUCTIONS has those it has"));
}

Matrix<float> Predict(const BoostedTrees& trees, const GivenMatrix<float>& matrix, std::size_t fold,
                      const std::string& instructions) {
  const Instructions with = InstructionsNamed(instructions);
  const std::size_t rows = matrix.shape(0), width = trees.input_names().size(), outputs = trees.output_names().size();
  if (matrix.shape(1) != width) {
    throw InputError(Message("a matrix of ", matrix.shape(1), " columns for trees of ", width, " inputs"));
  }
  Matrix<float> values = NewMatrix<float>(rows, outputs);
  {
    const nb::gil_scoped_release release;
    trees.Predict(matrix.data(), rows, fold, values.data(), with);
  }
  return values;
}

}  // namespace

void BindBoostedTrees(nb::module_& module) {
  nb::class_<BoostedTrees>(module, "BoostedTrees", "Regression forests of several outputs and folds.")
      .def(nb::new_([](const std::string& path) { return BoostedTrees::Load(path); }), nb::arg("path"),
           nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("input_names", &BoostedTrees::input_names)
      .def_prop_ro("output_names", &BoostedTrees::output_names)
      .def_prop_ro("folds", &BoostedTrees::folds, "Forests per output; fold 0 is trained on everything.")
      .def("__len__", &BoostedTrees::tree_count, "Trees of all forests together.")
      .def("predict", &Predict, nb::arg("matrix"), nb::arg("fold") = 0, nb::arg("instructions") = "",
           "float32 [rows, inputs] -> float32 [rows, outputs]. Instructions: one of TREE_INSTRUCTIONS, the best by "
           "default; the same bits with all.")
      .def("bounds",
           [](const BoostedTrees& trees, const GivenArray<float>& row, const GivenArray<std::uint8_t>& unknown,
              std::size_t output, std::size_t fold) {
             if (row.size() != trees.input_names().size() || unknown.size() != row.size()) {
               throw InputError("bounds of a row with another number of inputs than the trees have");
             }
             return trees.Bounds(row.data(), unknown.data(), output, fold);
           },
           nb::arg("row"), nb::arg("unknown"), nb::arg("output") = 0, nb::arg("fold") = 0,
           "Between what and what an output lies for a row of which some inputs are not known (1).")
      .def("range", &BoostedTrees::Range, nb::arg("output") = 0, nb::arg("fold") = 0,
           "The lowest and the highest value that an output can have.");
  module.attr("TREE_INSTRUCTIONS") = nb::tuple(nb::cast(KnownNames()));

  module.def("write_first_fold",
             [](const std::string& source, const std::string& path) { TreeArrays::Read(source).FirstFold().Save(path); },
             nb::arg("source"), nb::arg("path"), "Write a file of trees again without the forests of cross-fitting.");
  module.def(
      "write_boosted_trees",
      [](const std::string& path, std::vector<std::string> inputs, std::vector<std::string> outputs,
         const GivenArray<std::uint8_t>& logistic, std::uint32_t folds, const GivenArray<std::uint32_t>& forest_starts,
         const GivenArray<std::uint32_t>& node_starts, const GivenArray<std::uint32_t>& leaf_starts,
         const GivenArray<std::uint16_t>& split_inputs, const GivenArray<std::uint8_t>& missing_left,
         const GivenArray<float>& thresholds, const GivenArray<std::int16_t>& left, const GivenArray<std::int16_t>& right,
         const GivenArray<float>& leaves) {
        TreeArrays arrays{std::move(inputs), std::move(outputs),  Values(logistic),     folds,
                          Values(forest_starts), Values(node_starts), Values(leaf_starts), Values(split_inputs),
                          Values(thresholds),    Values(left),        Values(right),       Values(leaves)};
        if (missing_left.size() != arrays.split_inputs.size()) throw InputError("one mark of missing values a node");
        for (std::size_t n = 0; n < arrays.split_inputs.size(); ++n) {
          if (missing_left.data()[n]) arrays.split_inputs[n] |= TreeArrays::kMissingLeft;
        }
        arrays.Save(path);
      },
      nb::arg("path"), nb::arg("inputs"), nb::arg("outputs"), nb::arg("logistic"), nb::arg("folds"),
      nb::arg("forest_starts"), nb::arg("node_starts"), nb::arg("leaf_starts"), nb::arg("split_inputs"),
      nb::arg("missing_left"), nb::arg("thresholds"), nb::arg("left"), nb::arg("right"), nb::arg("leaves"),
      "Write a file of trees; see simplifier/core/src/trees/boosted_trees.hh for the arrays.");
}

}  // namespace simplifier
