#include "search/decoder.hh"

#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <tuple>

#include "bindings.hh"
#include "common/error.hh"
#include "model/application_features.hh"

namespace nb = nanobind;

namespace simplifier {
namespace {

using Grammars = std::vector<std::tuple<std::shared_ptr<RuleTable>, std::string, int>>;
using LanguageModels =
    std::vector<std::tuple<std::shared_ptr<LanguageModel>, std::string, std::shared_ptr<WordClasses>>>;

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

void SetReranker(DecoderModel& model, const std::shared_ptr<Reranker>& reranker) { model.SetReranker(reranker); }

// A Python object that C++ keeps alive and may release on any thread; null for None.
std::shared_ptr<void> Shared(nb::object object) {
  if (object.is_none()) return nullptr;
  return {object.release().ptr(), [](void* kept) {
            const nb::gil_scoped_acquire gil;
            Py_DECREF(static_cast<PyObject*>(kept));
          }};
}

nb::ndarray<nb::numpy, const double, nb::ndim<1>> Features(DecodedDerivation& derivation) {
  return {derivation.features.data(), {derivation.features.size()}, nb::find(derivation)};
}

}  // namespace

void BindDecoder(nb::module_& module) {
  nb::class_<TargetConstraints>(module, "TargetConstraints", "What the target side of a sentence must be.")
      .def("__init__",
           [](TargetConstraints* self, std::vector<std::vector<std::string>> include,
              std::vector<std::vector<std::string>> exclude, std::optional<std::vector<std::string>> target) {
             new (self) TargetConstraints{std::move(include), std::move(exclude), target.has_value(),
                                          std::move(target).value_or(std::vector<std::string>{})};
           },
           nb::arg("include"), nb::arg("exclude"), nb::arg("target").none());

  nb::class_<SentenceInput>(module, "SentenceInput", "One sentence as the decoder takes it.")
      .def("__init__",
           [](SentenceInput* self, std::vector<std::string> tokens,
              const std::vector<std::tuple<int, int, std::string>>& span_labels, std::vector<bool> is_protected,
              std::vector<float> token_features, std::vector<std::string> tags, nb::object origin,
              const TargetConstraints* constraints,
              std::vector<std::tuple<int, int, std::vector<std::string>>> replacements,
              const std::vector<std::tuple<int, int, float>>& lattice, std::size_t fold) {
             new (self) SentenceInput{std::move(tokens), {}, std::move(tags), std::move(is_protected),
                                      std::move(token_features)};
             self->fold = fold;
             self->origin = Shared(std::move(origin));
             for (auto& [start, end, words] : replacements) {
               self->replacements.push_back({start, end, std::move(words)});
             }
             for (const auto& [from, to, cost] : lattice) self->lattice.push_back({from, to, cost});
             if (constraints) self->constraints = std::make_shared<TargetConstraints>(*constraints);
             for (const auto& [start, end, label] : span_labels) self->span_labels.push_back({start, end, label});
           },
           nb::arg("tokens"), nb::arg("span_labels") = nb::list(), nb::arg("is_protected") = nb::list(),
           nb::arg("token_features") = nb::list(), nb::arg("tags") = nb::list(), nb::arg("origin") = nb::none(),
           nb::arg("constraints") = nb::none(), nb::arg("replacements") = nb::list(),
           nb::arg("lattice") = nb::list(), nb::arg("fold") = 0);

  nb::class_<ParseSpec>(module, "ParseSpec", "Labels, goal and unknown words of a decoder.")
      .def("__init__",
           [](ParseSpec* self, const std::string& default_label, const std::string& goal_label,
              const std::vector<std::pair<std::string, double>>& unknown_labels, const std::string& unknown_when,
              const std::string& unknown_suffix, bool lattice_cost) {
             UnknownWhen when = UnknownWhen::kNoCopy;
             if (unknown_when == "every") {
               when = UnknownWhen::kEvery;
             } else if (unknown_when == "no rule") {
               when = UnknownWhen::kNoRule;
             } else if (unknown_when != "no copy") {
               throw InputError(Message("unknown words when there is ", unknown_when,
                                        "? 'no copy', 'no rule' and 'every' are known"));
             }
             new (self) ParseSpec{default_label, goal_label, unknown_labels, when, unknown_suffix, lattice_cost};
           },
           nb::arg("default_label") = "X", nb::arg("goal_label") = "", nb::arg("unknown_labels") = nb::list(),
           nb::arg("unknown_when") = "no copy", nb::arg("unknown_suffix") = "",
           nb::arg("lattice_cost") = false);

  nb::class_<AppliedRule>(module, "AppliedRule")
      .def_ro("start", &AppliedRule::start)
      .def_ro("end", &AppliedRule::end)
      .def_ro("target_start", &AppliedRule::target_start)
      .def_ro("target_end", &AppliedRule::target_end)
      .def_ro("grammar", &AppliedRule::grammar)
      .def_ro("rule", &AppliedRule::rule)
      .def_ro("label", &AppliedRule::label)
      .def_ro("changed", &AppliedRule::changed)
      .def_ro("features", &AppliedRule::features);

  nb::class_<DecodedDerivation>(module, "DecodedDerivation")
      .def_ro("score", &DecodedDerivation::score)
      .def_ro("tokens", &DecodedDerivation::tokens)
      .def_prop_ro("features", &Features, "float64 [features of the model].")
      .def_ro("applications", &DecodedDerivation::applications)
      .def_ro("gain", &DecodedDerivation::gain, "As a reranker predicts it; 0 without one.");

  nb::class_<DecodeStatistics>(module, "DecodeStatistics")
      .def_ro("nodes", &DecodeStatistics::nodes)
      .def_ro("applications", &DecodeStatistics::applications)
      .def_ro("hypotheses", &DecodeStatistics::hypotheses)
      .def_ro("arena_bytes", &DecodeStatistics::arena_bytes)
      .def_ro("pops", &DecodeStatistics::pops)
      .def_ro("evaluations", &DecodeStatistics::evaluations);

  nb::class_<ForestHypothesis>(module, "ForestHypothesis")
      .def_ro("start", &ForestHypothesis::start)
      .def_ro("end", &ForestHypothesis::end)
      .def_ro("label", &ForestHypothesis::label)
      .def_ro("score", &ForestHypothesis::score);

  nb::class_<ForestEdge>(module, "ForestEdge")
      .def_ro("head", &ForestEdge::head)
      .def_ro("tails", &ForestEdge::tails)
      .def_ro("rule", &ForestEdge::rule)
      .def_ro("score", &ForestEdge::score);

  nb::class_<DecodedForest>(module, "DecodedForest")
      .def_ro("hypotheses", &DecodedForest::hypotheses)
      .def_ro("edges", &DecodedForest::edges);

  nb::class_<DecodedSentence>(module, "DecodedSentence")
      .def_ro("timed_out", &DecodedSentence::timed_out)
      .def_ro("forest", &DecodedSentence::forest)
      .def_ro("derivations", &DecodedSentence::derivations)
      .def_ro("statistics", &DecodedSentence::statistics);

  nb::class_<WordClasses>(module, "WordClasses", "What a class language model reads in place of words.")
      .def(nb::new_([](const std::string& path) { return WordClasses::Load(path); }), nb::arg("path"),
           nb::call_guard<nb::gil_scoped_release>())
      .def("__len__", &WordClasses::size, "Words listed.")
      .def(
          "word_class",
          [](const WordClasses& classes, const std::string& word, const std::string& tag) -> std::string {
            const std::uint32_t entry = classes.Entry(word);
            const auto *first = classes.begin(entry), *end = classes.end(entry);
            for (const auto* reading = first; reading != end; ++reading) {
              if (reading->tag == WordClasses::kNoTag || classes.classes()[classes.ClassOfTag(reading->tag)] == tag) {
                return classes.classes()[reading->word_class];
              }
            }
            return tag;
          },
          nb::arg("word"), nb::arg("tag"), "The class of a word that has this tag in its sentence.");

  nb::class_<DecoderModel>(module, "DecoderModel", "Grammars, language models and weights of a decoder.")
      .def("__init__", &Construct, nb::arg("grammars"), nb::arg("language_models"),
           nb::arg("token_features") = nb::list(), nb::arg("parse") = ParseSpec{},
           nb::arg("application_features") = nb::list())
      .def_prop_ro("feature_names", &DecoderModel::feature_names)
      .def_prop_ro("weights", &DecoderModel::weights)
      .def_prop_ro("cyclic_unary_rules", &DecoderModel::cyclic_unary_rules)
      .def("fill_gaps_by_label", &DecoderModel::FillGapsByLabel)
      .def("set_weights", &DecoderModel::SetWeights, nb::arg("weights"))
      .def("set_reranker", &SetReranker, nb::arg("reranker").none(), "Let trees choose among the k best; None: the score.")
      .def("decode",
           [](const DecoderModel& model, const std::vector<SentenceInput>& sentences, std::size_t k, bool unique,
              std::size_t pop_limit, bool trace, std::size_t threads, double timeout_seconds, bool forest) {
             const DecodeOptions options{k, unique, pop_limit, trace, timeout_seconds, forest};
             return DecodeAll(model, sentences, options, threads);
           },
           nb::arg("sentences"), nb::arg("k") = 1, nb::arg("unique") = true, nb::arg("pop_limit") = 100,
           nb::arg("trace") = false, nb::arg("threads") = 1, nb::arg("timeout_seconds") = 0.0, nb::arg("forest") = false,
           nb::call_guard<nb::gil_scoped_release>());
}

}  // namespace simplifier
