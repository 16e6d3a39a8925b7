#include "model/decoder_model.hh"

#include <charconv>
#include <cmath>
#include <tuple>

#include "bindings.hh"
#include "common/error.hh"
#include "model/application_features.hh"
#include "model/changed_spans.hh"
#include "search/decoder.hh"

namespace nb = nanobind;

namespace simplifier {
namespace {

using Grammars = std::vector<std::tuple<std::shared_ptr<RuleTable>, std::string, int>>;
using LanguageModels =
    std::vector<std::tuple<std::shared_ptr<LanguageModel>, std::string, std::shared_ptr<WordClasses>>>;

UnknownWhen ReadUnknownWhen(const std::string& name) {
  if (name == "no copy") return UnknownWhen::kNoCopy;
  if (name == "no rule") return UnknownWhen::kNoRule;
  if (name == "every") return UnknownWhen::kEvery;
  throw InputError(Message("unknown words when there is ", name, "? 'no copy', 'no rule' and 'every' are known"));
}

void ConstructSpec(ParseSpec* self, const std::string& default_label, const std::string& goal_label,
                   const std::vector<std::pair<std::string, double>>& unknown_labels, const std::string& unknown_when,
                   const std::string& unknown_suffix, bool lattice_cost) {
  const UnknownWhen when = ReadUnknownWhen(unknown_when);
  new (self) ParseSpec{default_label, goal_label, unknown_labels, when, unknown_suffix, lattice_cost};
}

void Construct(DecoderModel* self, const Grammars& grammars, const LanguageModels& language_models,
               std::vector<std::string> token_features, const ParseSpec& parse,
               const std::vector<std::shared_ptr<ApplicationFeatures>>& application_features) {
  std::vector<GrammarSpec> grammar_specs;
  for (const auto& [table, owner, span_limit] : grammars) grammar_specs.push_back({table, owner, span_limit});
  std::vector<LanguageModelSpec> lm_specs;
  for (const auto& [model, name, classes] : language_models) lm_specs.push_back({model, name, classes});
  new (self) DecoderModel(std::move(grammar_specs), std::move(lm_specs), std::move(token_features), parse,
                          {application_features.begin(), application_features.end()});
}

void SetSearch(DecoderModel& model, bool outside, bool limit_per_span, std::size_t free_lexical) {
  model.SetSearch({outside, limit_per_span, free_lexical});
}

void SetReranker(DecoderModel& model, const std::shared_ptr<Reranker>& reranker) { model.SetReranker(reranker); }

std::vector<DecodedSentence> DecodeBatch(const DecoderModel& model, const std::vector<SentenceInput>& sentences,
                                         std::size_t k, bool unique, std::size_t pop_limit, bool trace,
                                         std::size_t threads, double timeout_seconds, bool forest, bool objections) {
  const DecodeOptions options{k, unique, pop_limit, trace, objections, timeout_seconds, forest};
  return DecodeAll(model, sentences, options, threads);
}

using Spans = std::vector<std::pair<int, int>>;

std::vector<Spans> ChangedSpansOf(const DecoderModel& model, const std::vector<std::vector<std::string>>& sentences,
                                  int longest) {
  std::vector<Spans> spans;
  for (const std::vector<std::string>& tokens : sentences) spans.push_back(ChangedSpans(model, tokens, longest));
  return spans;
}

// The features that are not 0, as `name=value` with six significant digits.
std::string FeatureText(const DecoderModel& model, const DecodedDerivation& derivation) {
  std::string text;
  char digits[32];
  for (std::size_t f = 0; f < derivation.features.size(); ++f) {
    const double value = derivation.features[f];
    if (value == 0.0) continue;
    if (!text.empty()) text += ' ';
    text.append(model.feature_names()[f]) += '=';
    // Most values are counts, and whole numbers are faster to write.
    const auto end = std::abs(value) < 1e5 && value == std::trunc(value)
                         ? std::to_chars(digits, digits + sizeof digits, static_cast<int>(value))
                         : std::to_chars(digits, digits + sizeof digits, value, std::chars_format::general, 6);
    text.append(digits, end.ptr);
  }
  return text;
}

}  // namespace

void BindDecoderModel(nb::module_& module) {
  nb::class_<ParseSpec>(module, "ParseSpec", "Labels, goal and unknown words of a decoder.")
      .def("__init__", &ConstructSpec, nb::arg("default_label") = "X", nb::arg("goal_label") = "",
           nb::arg("unknown_labels") = nb::list(), nb::arg("unknown_when") = "no copy", nb::arg("unknown_suffix") = "",
           nb::arg("lattice_cost") = false);

  nb::class_<DecoderModel>(module, "DecoderModel", "Grammars, language models and weights of a decoder.")
      .def("__init__", &Construct, nb::arg("grammars"), nb::arg("language_models"),
           nb::arg("token_features") = nb::list(), nb::arg("parse") = ParseSpec{},
           nb::arg("application_features") = nb::list(),
           nb::sig("def __init__(self, grammars: collections.abc.Sequence[tuple[RuleTable, str, int]], "
                   "language_models: collections.abc.Sequence[tuple[LanguageModel, str, WordClasses | None]], "
                   "token_features: collections.abc.Sequence[str] = [], parse: ParseSpec = ..., "
                   "application_features: collections.abc.Sequence[ApplicationFeatures] = []) -> None"))
      .def_prop_ro("feature_names", &DecoderModel::feature_names)
      .def_prop_ro("weights", &DecoderModel::weights)
      .def_prop_ro("cyclic_unary_rules", &DecoderModel::cyclic_unary_rules)
      .def("fill_gaps_by_label", &DecoderModel::FillGapsByLabel)
      .def("set_search", &SetSearch, nb::arg("outside"), nb::arg("limit_per_span"), nb::arg("free_lexical"),
           "How to search: docs/understand/search.md.")
      .def("set_weights", &DecoderModel::SetWeights, nb::arg("weights"))
      .def("set_reranker", &SetReranker, nb::arg("reranker").none(), "Let trees choose among the k best; None: the score.")
      .def("changed_spans", &ChangedSpansOf, nb::arg("sentences"), nb::arg("longest"),
           nb::call_guard<nb::gil_scoped_release>(), "Of each sentence: those whose labels the search reads.")
      .def("feature_text", &FeatureText, nb::arg("derivation"), "`name=value` of what is not 0, with six digits each.")
      .def("decode", &DecodeBatch, nb::arg("sentences"), nb::arg("k") = 1, nb::arg("unique") = true,
           nb::arg("pop_limit") = 100, nb::arg("trace") = false, nb::arg("threads") = 1,
           nb::arg("timeout_seconds") = 0.0, nb::arg("forest") = false, nb::arg("objections") = false,
           nb::call_guard<nb::gil_scoped_release>());
}

}  // namespace simplifier
