// Selection features and their training data.
#include "changes/selection_features.hh"

#include <tuple>

#include "arrays.hh"
#include "bindings.hh"
#include "changes/frame_list.hh"
#include "changes/selection_rows.hh"

namespace nb = nanobind;

namespace simplifier {
namespace {

using References = std::vector<std::vector<std::vector<std::string>>>;

void Construct(SelectionInputs* self, std::vector<std::string> names,
               const std::vector<std::shared_ptr<RuleTable>>& tables, std::vector<std::string> language_models,
               std::vector<std::string> token_features, std::shared_ptr<WordClasses> classes,
               std::vector<std::string> tags, std::shared_ptr<ChangeWords> words,
               std::shared_ptr<FrameList> frames) {
  new (self) SelectionInputs(std::move(names), {{tables.begin(), tables.end()},
                                                std::move(language_models),
                                                std::move(token_features),
                                                std::move(classes),
                                                std::move(tags),
                                                std::move(words),
                                                std::move(frames)});
}

std::shared_ptr<ApplicationFeatures> Features(std::shared_ptr<BoostedTrees> trees,
                                              std::shared_ptr<SelectionInputs> inputs, double risk, double gain) {
  return MakeSelectionFeatures(std::move(trees), std::move(inputs), {risk, gain});
}

std::tuple<Matrix<float>, Matrix<float>, Matrix<std::int32_t>> Rows(
    const DecoderModel& model, const SelectionInputs& inputs, const std::vector<SentenceInput>& sentences,
    const References& references, std::size_t most, double margin, std::size_t threads) {
  SelectionRows rows;
  {
    const nb::gil_scoped_release release;
    rows = CollectSelectionRows(model, inputs, sentences, references, {most, margin}, threads);
  }
  const std::size_t count = rows.places.size() / SelectionRows::kPlace;
  return {ToMatrix(std::move(rows.inputs), count, inputs.names().size()),
          ToMatrix(std::move(rows.labels), count, SelectionOutputs().size()),
          ToMatrix(std::move(rows.places), count, SelectionRows::kPlace)};
}

}  // namespace

void BindSelectionFeatures(nb::module_& module) {
  nb::class_<SelectionInputs>(module, "SelectionInputs", "What selection trees read of a change in its sentence.")
      .def("__init__", &Construct, nb::arg("names"), nb::arg("tables"), nb::arg("language_models"),
           nb::arg("token_features"), nb::arg("classes").none(), nb::arg("tags"), nb::arg("words"),
           nb::arg("frames").none() = nb::none())
      .def_prop_ro("names", &SelectionInputs::names);
  module.attr("SELECTION_OUTPUTS") = nb::tuple(nb::cast(SelectionOutputs()));
  module.attr("JUDGED_OUTPUTS") = nb::tuple(nb::cast(JudgedOutputs()));
  module.def("selection_features", &Features, nb::arg("trees"), nb::arg("inputs"), nb::arg("risk") = 1.0,
             nb::arg("gain") = 0.0, "How likely readers are to make a change.");
  module.def("selection_rows", &Rows, nb::arg("model"), nb::arg("inputs"), nb::arg("sentences"), nb::arg("references"),
             nb::arg("most"), nb::arg("margin"), nb::arg("threads"),
             "Inputs float32 [n, inputs], labels float32 [n, outputs] (NaN: none) and places int32 [n, 5] (sentence, "
             "start, end, grammar, rule) of the changes that the charts offer.");
}

}  // namespace simplifier
