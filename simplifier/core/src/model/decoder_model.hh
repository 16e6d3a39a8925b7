// All that a decoder knows before it sees a sentence: grammars, language models, features and their weights.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "language_model/language_model.hh"
#include "language_model/word_classes.hh"
#include "model/feature_table.hh"
#include "model/label_order.hh"
#include "model/parse_spec.hh"
#include "model/search_spec.hh"
#include "table/rule_table.hh"

namespace simplifier {

struct GrammarSpec {
  std::shared_ptr<const RuleTable> table;
  std::string owner;
  static constexpr int kNoLimit = 0, kAnchored = -1;
  // The longest source span that a rule may cover, in tokens. kNoLimit: any span; kAnchored: any that starts the
  // sentence.
  int span_limit;

  // True if a rule may cover the half-open span, whose length counts in tokens.
  bool Allows(int start, int end) const {
    if (span_limit > 0) return end - start <= span_limit;
    return span_limit == kNoLimit || start == 0;
  }
};

struct LanguageModelSpec {
  std::shared_ptr<const LanguageModel> model;
  std::string name;
  std::shared_ptr<const WordClasses> classes;  // null for a model of words as they are
};

// A grammar prepared for scoring under the current weights.
class Grammar {
 public:
  static constexpr Symbol kNoSymbol = 0xFFFFFFFFu;
  GrammarSpec spec;
  std::vector<std::size_t> feature_ids;      // table feature -> decoder feature
  std::vector<float> weighted;               // [coded features x kCodes]: weight x codebook value
  std::vector<double> value_weights;         // [value features]: weights of features that the table stores uncoded
  std::vector<std::uint16_t> label_ids;      // table label -> decoder label
  std::vector<WordIndex> lm_words;           // [words x language models]; for class models the most frequent class
  std::vector<std::uint32_t> class_entries;  // [words x class models]: entry in the word classes
  std::vector<std::uint64_t> word_keys;      // [words]: hash of the text, the same in every grammar
  Symbol begin = kNoSymbol, end = kNoSymbol;  // <s> and </s>, where the model has a goal of its own
  static constexpr int kNoTableLabel = -1;
  std::vector<int> table_labels;  // decoder label -> table label or kNoTableLabel; ends before labels of later grammars

  const RuleTable& table() const { return *spec.table; }
  int TableLabel(std::uint16_t label) const { return label < table_labels.size() ? table_labels[label] : kNoTableLabel; }
  bool IsMarker(Symbol word) const { return word == begin || word == end; }
  // Weights x features of a rule as the table stores it. Called for every rule on the chart, hence the prepared
  // products.
  double RuleScore(std::uint32_t rule) const {
    const std::uint8_t* codes = table().Codes(rule);
    double score = 0.0;
    const float* row = weighted.data();
    for (std::size_t f = 0, coded = weighted.size() / kCodes; f < coded; ++f, row += kCodes) score += row[codes[f]];
    const float* values = table().FeatureValues(rule);
    for (std::size_t f = 0; f < value_weights.size(); ++f) score += value_weights[f] * static_cast<double>(values[f]);
    return score;
  }
};

// Feature numbers of the decoder's own features.
struct OwnFeatures {
  std::size_t first_lm;       // lm_NAME, followed by lm_NAME_oov; one pair per language model
  std::size_t word_penalty;   // target words
  std::size_t oov_penalty;    // unknown-word rules
  std::size_t glue_penalty;   // glue rules that join two parts
  std::size_t label_match;    // changed spans whose label is the rule's LHS
  std::size_t label_clash;    // changed spans whose label is another
  std::size_t first_token_feature;
  std::size_t first_application_feature;
  std::size_t lattice_cost;  // a feature only if ParseSpec::lattice_cost says so
};

class ApplicationFeatures;
class Reranker;

// A feature that can stop changes, with its documentation.
struct Guard {
  std::size_t feature;
  const FeatureEntry* entry;
  const ApplicationFeatures* group;  // the group that computes it; null for a token or table feature
  std::size_t first;                 // number of the group's first feature
};

// Serves any number of threads. Only the setters change it, and they must not run beside a search.
class DecoderModel {
 public:
  // Throws InputError for two features of one name, too many labels, or a class language model beside a goal label. All
  // weights are 0 at first.
  DecoderModel(std::vector<GrammarSpec> grammars, std::vector<LanguageModelSpec> language_models,
               std::vector<std::string> token_features, ParseSpec parse,
               std::vector<std::shared_ptr<const ApplicationFeatures>> application_features = {});

  DecoderModel(const DecoderModel&) = delete;
  DecoderModel& operator=(const DecoderModel&) = delete;

  // From now on a gap is filled by any parts that cover a span to which the sentence gives the gap's label, or any span
  // if the gap has the default label. The left-hand sides of rules no longer matter, so labels cost the chart nothing.
  // Throws InputError if the model has a goal of its own.
  void FillGapsByLabel();
  bool gaps_by_label() const { return gaps_by_label_; }

  // Sets all weights; names left out get 0. Throws InputError naming a feature that does not exist or whose weight is
  // not finite.
  void SetWeights(const std::map<std::string, double>& weights);

  // Sets what chooses from a k-best list; null: the best score does.
  void SetReranker(std::shared_ptr<const Reranker> reranker) { reranker_ = std::move(reranker); }
  const Reranker* reranker() const { return reranker_.get(); }

  void SetSearch(const SearchSpec& search) { search_ = search; }
  const SearchSpec& search() const { return search_; }

  const std::vector<std::string>& feature_names() const { return feature_names_; }
  const std::vector<double>& weights() const { return weights_; }
  const std::vector<Grammar>& grammars() const { return grammars_; }
  const std::vector<LanguageModelSpec>& language_models() const { return language_models_; }
  const OwnFeatures& own() const { return own_; }
  // How language model m reads words.
  const ClassView& view(std::size_t m) const { return views_[m]; }
  // Numbers of the language models that read classes.
  const std::vector<std::size_t>& class_models() const { return class_models_; }
  std::size_t token_feature_count() const { return token_feature_count_; }
  const std::vector<std::shared_ptr<const ApplicationFeatures>>& application_features() const {
    return application_features_;
  }
  std::size_t application_feature_count() const { return application_feature_count_; }
  const std::vector<Guard>& guards() const { return guards_; }
  double lattice_cost_weight() const { return parse_.lattice_cost ? weights_[own_.lattice_cost] : 0.0; }
  double lm_weight(std::size_t m) const { return weights_[own_.first_lm + 2 * m]; }
  double lm_oov_weight(std::size_t m) const { return weights_[own_.first_lm + 2 * m + 1]; }

  const std::vector<std::string>& labels() const { return labels_; }
  int LabelNumber(const std::string& label) const;  // -1 if neither a grammar nor the ParseSpec has it
  const ParseSpec& parse() const { return parse_; }
  bool has_goal() const { return !parse_.goal_label.empty(); }
  // True for <s> and </s> in a model with a goal of its own. They are part of its derivations, but of no output.
  bool IsMarker(std::string_view word) const { return has_goal() && (word == "<s>" || word == "</s>"); }
  std::uint16_t goal_label() const { return goal_label_; }
  std::uint16_t default_label() const { return default_label_; }
  // Labels of unknown words, each with what such a word adds to OOVPenalty.
  const std::vector<std::pair<std::uint16_t, double>>& unknown_labels() const { return unknown_labels_; }

  // Chart classes. A label that some rule has in a gap has a class of its own; all others share glued_only(), since
  // only glue takes them up. Classes are numbered so that a unary rule always leads to a higher number; glued_only() is
  // the highest. Labels in a cycle of unary rules have a class for each layer (label_order.hh), of which ClassOf is the
  // last.
  std::uint16_t ClassOf(std::uint16_t label) const { return class_of_[label]; }
  std::uint16_t LabelOfClass(std::uint16_t chart_class) const { return places_of_class_[chart_class].label; }
  std::uint16_t glued_only() const { return static_cast<std::uint16_t>(places_of_class_.size()); }
  // How many unary rules of its cycle a derivation of this label may chain. The layers are numbered from 0 to this
  // number.
  unsigned UnarySteps(std::uint16_t label) const { return steps_of_[label]; }
  // The class of a layer, and the layer of a class. The classes of a component lie layer after layer, so those of one
  // label are as far apart as the component has labels.
  std::uint16_t LayerClass(std::uint16_t label, unsigned layer) const {
    if (steps_of_[label] == 0) return class_of_[label];
    return static_cast<std::uint16_t>(class_of_[label] - (steps_of_[label] - layer) * size_of_[label]);
  }
  unsigned LayerOf(std::uint16_t chart_class) const {
    const LabelPlace& place = places_of_class_[chart_class];
    return place.steps - (class_of_[place.label] - chart_class) / place.size;
  }
  // True if the class is a layer below the last, which serves only to make the next layer.
  bool IsInnerLayer(std::uint16_t chart_class) const {
    return chart_class != glued_only() && class_of_[places_of_class_[chart_class].label] != chart_class;
  }
  // True if a unary rule from the class to the label is part of a cycle.
  bool InCycle(std::uint16_t chart_class, std::uint16_t label) const {
    const std::uint16_t to = class_of_[label];
    return steps_of_[label] > 0 && places_of_class_[to].component == places_of_class_[chart_class].component;
  }
  bool has_nonterminals() const { return glued_only() > 0; }
  std::size_t cyclic_unary_rules() const { return cyclic_unary_rules_; }

  // An estimate of the weighted language-model score of a target side by itself, for ordering rules only.
  float TargetEstimate(std::size_t grammar, std::uint32_t target_number) const;

 private:
  std::size_t Feature(const std::string& name);
  std::uint16_t Label(const std::string& label);
  void AddGrammar(GrammarSpec spec);
  void FindGuards();
  void OrderClasses();
  void PlaceClasses(const std::vector<LabelPlace>& order);
  double EstimateTarget(const Grammar& grammar, std::uint32_t target_number) const;

  std::vector<std::string> feature_names_;
  std::unordered_map<std::string, std::size_t> feature_numbers_;
  std::vector<double> weights_;
  std::vector<LanguageModelSpec> language_models_;
  std::vector<ClassView> views_;  // one per language model
  std::vector<std::size_t> class_models_;
  std::vector<Grammar> grammars_;
  OwnFeatures own_{};
  std::size_t token_feature_count_;
  std::vector<std::shared_ptr<const ApplicationFeatures>> application_features_;
  std::size_t application_feature_count_ = 0;
  std::vector<Guard> guards_;
  std::shared_ptr<const Reranker> reranker_;
  std::vector<std::string> labels_;
  std::unordered_map<std::string, std::uint16_t> label_numbers_;
  ParseSpec parse_;
  SearchSpec search_;
  std::uint16_t default_label_, goal_label_ = 0;
  std::vector<std::pair<std::uint16_t, double>> unknown_labels_;
  std::vector<std::uint16_t> class_of_, steps_of_, size_of_;  // by label
  std::vector<LabelPlace> places_of_class_;
  std::size_t cyclic_unary_rules_ = 0;
  bool gaps_by_label_ = false;
  // [grammars][target sides]: TargetEstimate, NaN until it is asked for. Threads may compute one at the same time; they
  // all write the same value, so no lock is needed.
  mutable std::vector<std::vector<std::atomic<float>>> estimates_;
};

}  // namespace simplifier
