#include "model/decoder_model.hh"

#include <algorithm>
#include <cmath>
#include <set>

#include "common/error.hh"
#include "model/application_features.hh"
#include "model/feature_table.hh"
#include "util/murmur_hash.hh"

namespace simplifier {
namespace {

constexpr float kUnknownEstimate = std::numeric_limits<float>::quiet_NaN();

enum ChartFeature { kLabelMatch, kLabelClash, kOovPenalty, kGluePenalty };
enum OutputFeature { kWordPenalty, kLmOov, kLm, kLatticeCost };

}  // namespace

const FeatureTable& ChartFeatureTable() {
  static const FeatureTable table{
      "chart",
      "span",
      {{"LabelMatch", "1 if a changing rule's LHS is the label the tagger gives its span", "flag"},
       {"LabelClash", "1 if a changing rule's LHS is not the label of its span", "flag"},
       {"OOVPenalty", "1 for each token no rule covers", "words"},
       {"GluePenalty", "1 for each use of the glue rule", "rules"}}};
  return table;
}

const FeatureTable& OutputFeatureTable() {
  static const FeatureTable table{
      "output",
      "hypothesis",
      {{"WordPenalty", "words of the output", "words"},
       {"lm_NAME_oov", "words of the output the model NAME does not know", "words"},
       {"lm_NAME", "ln p of the whole output under the language model NAME", "nats"},
       {"LatticeCost", "cost of the way that was taken through a lattice", "cost"}}};
  return table;
}

DecoderModel::DecoderModel(std::vector<GrammarSpec> grammars, std::vector<LanguageModelSpec> language_models,
                           std::vector<std::string> token_features, ParseSpec parse,
                           std::vector<std::shared_ptr<const ApplicationFeatures>> application_features)
    : language_models_(std::move(language_models)),
      token_feature_count_(token_features.size()),
      application_features_(std::move(application_features)),
      parse_(std::move(parse)) {
  default_label_ = Label(parse_.default_label);
  if (has_goal()) goal_label_ = Label(parse_.goal_label);
  for (const auto& [label, value] : parse_.unknown_labels) unknown_labels_.emplace_back(Label(label), value);
  if (unknown_labels_.empty()) unknown_labels_.emplace_back(default_label_, 1.0);
  for (std::size_t m = 0; m < language_models_.size(); ++m) {
    const LanguageModelSpec& lm = language_models_[m];
    views_.push_back(lm.classes ? ClassView(lm.classes, *lm.model, class_models_.size()) : ClassView());
    if (lm.classes) class_models_.push_back(m);
    if (lm.classes && has_goal()) {
      throw InputError("a class language model needs the built-in glue; leave the goal label out");
    }
  }
  for (GrammarSpec& spec : grammars) AddGrammar(std::move(spec));
  own_.first_lm = feature_names_.size();
  for (const LanguageModelSpec& lm : language_models_) {
    Feature("lm_" + lm.name);
    Feature("lm_" + lm.name + "_oov");
  }
  const std::vector<FeatureEntry>& chart = ChartFeatureTable().entries;
  const std::vector<FeatureEntry>& output = OutputFeatureTable().entries;
  own_.word_penalty = Feature(output[kWordPenalty].name);
  own_.oov_penalty = Feature(chart[kOovPenalty].name);
  own_.glue_penalty = Feature(chart[kGluePenalty].name);
  own_.label_match = Feature(chart[kLabelMatch].name);
  own_.label_clash = Feature(chart[kLabelClash].name);
  own_.first_token_feature = feature_names_.size();
  for (const std::string& name : token_features) Feature(name);
  own_.first_application_feature = feature_names_.size();
  for (const auto& group : application_features_) {
    for (const std::string& name : group->names()) Feature(name);
    application_feature_count_ += group->names().size();
  }
  own_.lattice_cost = feature_names_.size();
  if (parse_.lattice_cost) Feature(output[kLatticeCost].name);
  // Feature() gives a name that is there already its old number, so names that clash leave too few features.
  if (own_.first_token_feature + token_feature_count_ + application_feature_count_ +
          std::size_t{parse_.lattice_cost} !=
      feature_names_.size()) {
    throw InputError("two features have the same name: a table feature or language model shares one with the decoder's own");
  }
  FindGuards();
  OrderClasses();
  SetWeights({});
}

// Objections are told in this order: first features of changes in their sentence, then token and table features.
void DecoderModel::FindGuards() {
  std::size_t column = own_.first_application_feature;
  for (const auto& group : application_features_) {
    const FeatureTable* table = group->table();
    for (std::size_t i = 0; table && i < group->names().size(); ++i) {
      const FeatureEntry* entry = table->Find(group->names()[i]);
      if (entry && !entry->stops.empty()) guards_.push_back({column + i, entry, group.get(), column});
    }
    column += group->names().size();
  }
  for (const FeatureTable* table : {&TokenFeatureTable(), &ReviewFeatureTable(), &UserVetoTable()}) {
    for (const FeatureEntry& entry : table->entries) {
      const auto found = feature_numbers_.find(entry.name);
      if (!entry.stops.empty() && found != feature_numbers_.end()) guards_.push_back({found->second, &entry, nullptr, 0});
    }
  }
}

std::size_t DecoderModel::Feature(const std::string& name) {
  const auto [found, added] = feature_numbers_.emplace(name, feature_names_.size());
  if (added) feature_names_.push_back(name);
  return found->second;
}

std::uint16_t DecoderModel::Label(const std::string& label) {
  const auto [found, added] = label_numbers_.emplace(label, static_cast<std::uint16_t>(labels_.size()));
  if (added) {
    if (labels_.size() >= kMaxLabels) throw InputError("too many different labels in all grammars together");
    labels_.push_back(label);
  }
  return found->second;
}

int DecoderModel::LabelNumber(const std::string& label) const {
  const auto found = label_numbers_.find(label);
  return found == label_numbers_.end() ? -1 : found->second;
}

void DecoderModel::AddGrammar(GrammarSpec spec) {
  Grammar grammar;
  grammar.spec = std::move(spec);
  const RuleTable& table = grammar.table();
  for (const std::string& name : table.feature_names()) grammar.feature_ids.push_back(Feature(name));
  for (std::size_t i = 0; i < table.labels().size(); ++i) {
    const std::uint16_t label = Label(table.labels()[i]);
    grammar.label_ids.push_back(label);
    grammar.table_labels.resize(labels_.size(), Grammar::kNoTableLabel);
    grammar.table_labels[label] = static_cast<int>(i);
  }
  if (has_goal()) {
    grammar.begin = table.Word("<s>").value_or(Grammar::kNoSymbol);
    grammar.end = table.Word("</s>").value_or(Grammar::kNoSymbol);
  }
  const std::size_t words = table.word_count();
  grammar.word_keys.reserve(words);
  grammar.lm_words.reserve(words * language_models_.size());
  for (Symbol word = 0; word < words; ++word) {
    const std::string_view text = table.WordText(word);
    grammar.word_keys.push_back(util::MurmurHash64A(text.data(), text.size()));
    for (std::size_t m = 0; m < language_models_.size(); ++m) {
      if (!views_[m].has_classes()) {
        grammar.lm_words.push_back(language_models_[m].model->Index(text));
        continue;
      }
      const std::uint32_t entry = views_[m].classes().Entry(text);
      grammar.class_entries.push_back(entry);
      grammar.lm_words.push_back(views_[m].Word(entry, WordClasses::kNoTag));
    }
  }
  estimates_.emplace_back(table.target_count());
  grammars_.push_back(std::move(grammar));
}

void DecoderModel::OrderClasses() {
  std::set<std::uint16_t> used;
  std::map<std::uint16_t, std::set<std::uint16_t>> leads_to;  // unary rules: from the label in the gap to the LHS
  for (const Grammar& grammar : grammars_) {
    const RuleTable& table = grammar.table();
    for (LabelId label : table.nonterminals()) used.insert(grammar.label_ids[label]);
    // The rules right behind a gap at the root are those whose source side is this gap alone.
    for (LabelId label : table.nonterminals()) {
      const std::uint32_t node = table.Child(RuleTable::kRoot, SourceNonterminal(label));
      if (node == RuleTable::kNoNode) continue;
      for (std::uint32_t i = 0; i < table.Node(node).rule_count; ++i) {
        const std::uint32_t rule = table.Node(node).first_rule + i;
        leads_to[grammar.label_ids[label]].insert(grammar.label_ids[table.Lhs(rule)]);
      }
    }
  }
  if (has_goal()) used.insert(goal_label_);
  PlaceClasses(OrderLabels(used, leads_to));
  for (const auto& [from, targets] : leads_to) {
    for (std::uint16_t to : targets) {
      if (InCycle(class_of_[from], to)) ++cyclic_unary_rules_;
    }
  }
}

void DecoderModel::FillGapsByLabel() {
  if (has_goal()) throw InputError("gaps cannot be filled by label where the grammar has a goal of its own");
  gaps_by_label_ = true;
  // Without classes of their own all labels share glued_only(), so that each span has one node.
  places_of_class_.clear();
  PlaceClasses({});
}

void DecoderModel::PlaceClasses(const std::vector<LabelPlace>& order) {
  class_of_.assign(labels_.size(), 0);
  steps_of_.assign(labels_.size(), 0);
  size_of_.assign(labels_.size(), 1);
  std::set<std::uint16_t> placed;
  // The classes of a component lie layer after layer, since its unary rules lead from each layer to the next and every
  // unary rule must lead to a higher class.
  for (std::size_t first = 0; first < order.size(); first += order[first].size) {
    for (unsigned layer = 0; layer <= order[first].steps; ++layer) {
      for (std::size_t i = first; i < first + order[first].size; ++i) {
        const LabelPlace& place = order[i];
        if (places_of_class_.size() >= kMaxLabels) throw InputError("too many labels in cycles of unary rules");
        class_of_[place.label] = static_cast<std::uint16_t>(places_of_class_.size());  // the last layer stays
        steps_of_[place.label] = place.steps;
        size_of_[place.label] = place.size;
        places_of_class_.push_back(place);
        placed.insert(place.label);
      }
    }
  }
  for (std::uint16_t label = 0; label < labels_.size(); ++label) {
    if (!placed.count(label)) class_of_[label] = glued_only();
  }
}

void DecoderModel::SetWeights(const std::map<std::string, double>& weights) {
  std::vector<double> values(feature_names_.size(), 0.0);
  for (const auto& [name, value] : weights) {
    const auto found = feature_numbers_.find(name);
    if (found == feature_numbers_.end()) throw InputError(Message("weight for an unknown feature: ", name));
    if (!std::isfinite(value)) throw InputError(Message("the weight of ", name, " is not a finite number"));
    values[found->second] = value;
  }
  weights_ = std::move(values);
  for (std::size_t g = 0; g < grammars_.size(); ++g) {
    Grammar& grammar = grammars_[g];
    const RuleTable& table = grammar.table();
    grammar.weighted.clear();
    for (std::size_t column = 0; column < table.coded_features().size(); ++column) {
      const double weight = weights_[grammar.feature_ids[table.coded_features()[column]]];
      for (std::size_t code = 0; code < kCodes; ++code) {
        const float value = table.Decoded(column, static_cast<std::uint8_t>(code));
        grammar.weighted.push_back(static_cast<float>(weight * static_cast<double>(value)));
      }
    }
    grammar.value_weights.clear();
    for (std::uint32_t feature : table.value_features()) {
      grammar.value_weights.push_back(weights_[grammar.feature_ids[feature]]);
    }
    // Estimates depend on the weights, so they are forgotten.
    for (std::atomic<float>& estimate : estimates_[g]) estimate.store(kUnknownEstimate, std::memory_order_relaxed);
  }
}

double DecoderModel::EstimateTarget(const Grammar& grammar, std::uint32_t target_number) const {
  const Slice<Symbol> target = grammar.table().TargetSymbols(target_number);
  std::vector<WordIndex> words;
  double estimate = 0.0;
  for (std::size_t m = 0; m < language_models_.size(); ++m) {
    if (lm_weight(m) == 0.0) continue;
    words.clear();
    double score = 0.0;
    for (Symbol symbol : target) {
      if (!IsNonterminal(symbol)) {
        words.push_back(grammar.lm_words[symbol * language_models_.size() + m]);
      } else if (!words.empty()) {
        score += language_models_[m].model->ScoreWords(words.data(), words.size(), false);
        words.clear();
      }
    }
    if (!words.empty()) score += language_models_[m].model->ScoreWords(words.data(), words.size(), false);
    estimate += lm_weight(m) * score;
  }
  return estimate;
}

float DecoderModel::TargetEstimate(std::size_t grammar, std::uint32_t target_number) const {
  std::atomic<float>& cached = estimates_[grammar][target_number];
  float estimate = cached.load(std::memory_order_relaxed);
  if (std::isnan(estimate)) {
    estimate = static_cast<float>(EstimateTarget(grammars_[grammar], target_number));
    cached.store(estimate, std::memory_order_relaxed);
  }
  return estimate;
}

}  // namespace simplifier
