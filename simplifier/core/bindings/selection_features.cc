// Selection features and their training data.
#include "changes/selection_features.hh"

#include <tuple>

#include "arrays.hh"
#include "bindings.hh"
#include "changes/frame_list.hh"
#include "changes/selection_rows.hh"
#include "model/sentence.hh"

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

// A reader in Python. Its callable gets the tokens of the sentence, the spans int32 [n, 2], the new words of each change
// and the probabilities float32 [n, 2], and returns new probabilities of the same shape.
class PythonReader final : public ChangeReader {
 public:
  PythonReader(nb::callable read, double least_stands, double least_fits)
      : read_(std::move(read)), least_stands_(least_stands), least_fits_(least_fits) {}

  double least_stands() const override { return least_stands_; }
  double least_fits() const override { return least_fits_; }

  void Read(const Sentence& sentence, std::vector<Change>* changes) const override {
    const nb::gil_scoped_acquire gil;  // decoding runs without the GIL
    const Matrix<std::int32_t> spans = NewMatrix<std::int32_t>(changes->size(), 2);
    const Matrix<float> chances = NewMatrix<float>(changes->size(), 2);
    nb::list words;
    for (std::size_t i = 0; i < changes->size(); ++i) {
      const Change& one = (*changes)[i];
      spans.data()[2 * i] = sentence.WithoutMarkers(one.start);
      spans.data()[2 * i + 1] = sentence.WithoutMarkers(one.end);
      chances.data()[2 * i] = one.stands;
      chances.data()[2 * i + 1] = one.fits;
      words.append(nb::cast(one.words));
    }
    const nb::object result = read_(nb::cast(sentence.input().tokens), nb::cast(spans), words, nb::cast(chances));
    const auto matrix = nb::cast<GivenMatrix<float>>(result);
    if (matrix.shape(0) != changes->size() || matrix.shape(1) != 2) {
      throw InputError(Message("a reader of ", changes->size(), " changes returned values of shape [", matrix.shape(0),
                               ", ", matrix.shape(1), "]"));
    }
    for (std::size_t i = 0; i < changes->size(); ++i) {
      (*changes)[i].stands = matrix(i, 0);
      (*changes)[i].fits = matrix(i, 1);
    }
  }

 private:
  nb::callable read_;
  double least_stands_, least_fits_;
};

std::shared_ptr<ApplicationFeatures> Features(std::shared_ptr<BoostedTrees> trees,
                                              std::shared_ptr<SelectionInputs> inputs, double risk, double gain,
                                              std::shared_ptr<ChangeReader> reader) {
  return MakeSelectionFeatures(std::move(trees), std::move(inputs), {risk, gain}, std::move(reader));
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
  nb::class_<ChangeReader>(module, "ChangeReader", "Reads the changes that selection trees think possible.")
      .def_static(
          "make",
          [](nb::callable read, double least_stands, double least_fits) -> std::shared_ptr<ChangeReader> {
            return std::make_shared<PythonReader>(std::move(read), least_stands, least_fits);
          },
          nb::arg("read"), nb::arg("least_stands"), nb::arg("least_fits"),
          nb::sig("def make(read: collections.abc.Callable[[list[str], numpy.typing.NDArray[numpy.int32], "
                  "list[list[str]], numpy.typing.NDArray[numpy.float32]], numpy.typing.NDArray[numpy.float32]], "
                  "least_stands: float, least_fits: float) -> ChangeReader"),
          "A reader by a callable (tokens, spans int32 [n, 2], new words, probabilities float32 [n, 2]) -> float32 "
          "[n, 2].");
  module.attr("SELECTION_OUTPUTS") = nb::tuple(nb::cast(SelectionOutputs()));
  module.attr("JUDGED_OUTPUTS") = nb::tuple(nb::cast(JudgedOutputs()));
  module.def("selection_features", &Features, nb::arg("trees"), nb::arg("inputs"), nb::arg("risk") = 1.0,
             nb::arg("gain") = 0.0, nb::arg("reader").none() = nb::none(), "How likely readers are to make a change.");
  module.def("selection_rows", &Rows, nb::arg("model"), nb::arg("inputs"), nb::arg("sentences"), nb::arg("references"),
             nb::arg("most"), nb::arg("margin"), nb::arg("threads"),
             "Inputs float32 [n, inputs], labels float32 [n, outputs] (NaN: none) and places int32 [n, 5] (sentence, "
             "start, end, grammar, rule) of the changes that the charts offer.");
}

}  // namespace simplifier
