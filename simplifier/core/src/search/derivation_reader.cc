#include "search/derivation_reader.hh"

#include <algorithm>

#include "chart/joint.hh"
#include "chart/target_classes.hh"

namespace simplifier {

DecodedDerivation DerivationReader::Read(const Derivation& derivation, bool trace) {
  out_ = {};
  trace_ = trace;
  out_.score = derivation.score;
  out_.features.assign(model_.feature_names().size(), 0.0);
  out_.tokens.reserve(static_cast<std::size_t>(sentence_.size()) + 4);
  Visit(derivation);
  return std::move(out_);
}

void DerivationReader::Visit(const Derivation& derivation) {
  const Edge& edge = *derivation.edge;
  for (std::size_t m = 0; m < model_.language_models().size(); ++m) {
    out_.features[model_.own().first_lm + 2 * m] += edge.lm_scores[m];
  }
  const Joint joint = JointOf(*edge.rule);
  if (joint == Joint::kRule) return VisitRule(derivation);
  if (joint == Joint::kGlue) out_.features[model_.own().glue_penalty] += 1.0;
  for (std::uint32_t a = 0; a < edge.arity; ++a) Visit(*derivation.parts[a]);
}

void DerivationReader::VisitRule(const Derivation& derivation) {
  const Edge& edge = *derivation.edge;
  for (const FeatureValue& one : Row(edge)) out_.features[one.feature] += one.value;
  if (!trace_) return VisitTarget(derivation);
  // A rule takes its place before its parts are visited, so outer rules come before inner ones.
  const std::size_t place = out_.rules.size();
  const bool changed = edge.rule->changed || edge.rule->grammar == Application::kMarkup;
  out_.rules.push_back({NumberOf(edge), static_cast<int>(out_.tokens.size()), 0, changed});
  VisitTarget(derivation);
  out_.rules[place].target_end = static_cast<int>(out_.tokens.size());
}

void DerivationReader::VisitTarget(const Derivation& derivation) {
  const Application& rule = *derivation.edge->rule;
  if (rule.is_literal()) {
    for (std::size_t i = 0; i < sentence_.LiteralSize(rule.target_number); ++i) {
      out_.tokens.push_back(sentence_.LiteralWord(rule.target_number, i));
    }
    return;
  }
  const Grammar& grammar = model_.grammars()[rule.grammar];
  const RuleTable& table = grammar.table();
  for (Symbol symbol : table.TargetSymbols(rule.target_number)) {
    if (IsNonterminal(symbol)) {
      out_.nested = true;
      Visit(*derivation.parts[IndexOf(symbol)]);
    } else if (!grammar.IsMarker(symbol)) {  // markers are no part of the output
      out_.tokens.emplace_back(table.WordText(symbol));
    }
  }
}

// All derivations of a k-best list are made of the same few edges, so each edge keeps its row.
Slice<FeatureValue> DerivationReader::Row(const Edge& edge) {
  if (!edge.features) {
    row_.assign(model_.feature_names().size(), 0.0);
    AddFeatures(edge, &row_);
    const auto count = static_cast<std::size_t>(
        std::count_if(row_.begin(), row_.end(), [](double value) { return value != 0.0; }));
    FeatureValue* kept = arena_->Allocate<FeatureValue>(count);
    edge.features = kept;
    edge.feature_count = static_cast<std::uint32_t>(count);
    for (std::size_t f = 0; f < row_.size(); ++f) {
      if (row_[f] != 0.0) *kept++ = {row_[f], static_cast<std::uint32_t>(f)};
    }
  }
  return {edge.features, edge.feature_count};
}

void DerivationReader::AddFeatures(const Edge& edge, std::vector<double>* row) const {
  const Application& rule = *edge.rule;
  const OwnFeatures& own = model_.own();
  const std::size_t lms = model_.language_models().size();
  values_.Add(rule, row);
  if (model_.parse().lattice_cost) (*row)[own.lattice_cost] += static_cast<double>(edge.path_cost);
  if (rule.is_literal()) {
    const std::size_t words = sentence_.LiteralSize(rule.target_number);
    if (rule.grammar == Application::kUnknownWord) {
      (*row)[own.oov_penalty] += model_.unknown_labels()[rule.rule].second;
    }
    (*row)[own.word_penalty] += static_cast<double>(words);
    for (std::size_t m = 0; m < lms; ++m) {
      for (std::size_t i = 0; i < words; ++i) {
        if (sentence_.LiteralLmWord(m, rule.target_number, i) == 0) (*row)[own.first_lm + 2 * m + 1] += 1.0;
      }
    }
    return;
  }
  const Grammar& grammar = model_.grammars()[rule.grammar];
  const FeatureRow values = grammar.table().Features(rule.rule);
  for (std::size_t f = 0; f < grammar.feature_ids.size(); ++f) {
    (*row)[grammar.feature_ids[f]] += static_cast<double>(values[f]);
  }
  const Slice<Symbol> target = grammar.table().TargetSymbols(rule.target_number);
  for (std::size_t i = 0; i < target.size(); ++i) {
    if (IsNonterminal(target[i])) continue;
    (*row)[own.word_penalty] += 1.0;
    for (std::size_t m = 0; m < lms; ++m) {
      if (TargetWord(model_, rule, target, i, m) == 0) (*row)[own.first_lm + 2 * m + 1] += 1.0;
    }
  }
  if (rule.changed) AddContext(edge, row);
}

void DerivationReader::AddContext(const Edge& edge, std::vector<double>* row) const {
  const ForestNode& node = *edge.node;
  const int label = sentence_.Label(node.start, node.end);
  if (label != Sentence::kNoLabel) {
    (*row)[label == edge.rule->label ? model_.own().label_match : model_.own().label_clash] += 1.0;
  }
  if (!sentence_.has_token_features()) return;
  for (std::size_t f = 0; f < model_.token_feature_count(); ++f) {
    // Tokens in a gap count for the rule that reads them, not for this one.
    double value = sentence_.TokenFeature(f, node.start, node.end);
    for (std::uint32_t a = 0; a < edge.arity; ++a) {
      const ForestNode& part = *edge.antecedents[a]->node;
      value -= sentence_.TokenFeature(f, part.start, part.end);
    }
    (*row)[model_.own().first_token_feature + f] += value;
  }
}

int DerivationReader::GrammarOf(const Application& rule) {
  if (rule.grammar == Application::kUnknownWord) return AppliedRule::kUnknownWord;
  return rule.grammar == Application::kMarkup ? AppliedRule::kMarkup : int{rule.grammar};
}

std::uint32_t DerivationReader::NumberOf(const Edge& edge) {
  const auto number = static_cast<std::uint32_t>(rules_.size());
  // Nodes will do for the parts: no feature of a rule depends on which hypothesis fills a gap.
  std::vector<const void*> place{edge.rule, edge.node};
  for (std::uint32_t a = 0; a < edge.arity; ++a) place.push_back(edge.antecedents[a]->node);
  const auto [found, is_new] = numbers_.emplace(std::move(place), number);
  if (is_new) {
    std::vector<double> row(model_.feature_names().size(), 0.0);
    AddFeatures(edge, &row);
    rules_.push_back(Described(edge, row));
  }
  return found->second;
}

AppliedRule DerivationReader::ReadEdge(const Edge& edge) const {
  std::vector<double> row(model_.feature_names().size(), 0.0);
  const Joint joint = JointOf(*edge.rule);
  if (joint == Joint::kRule) AddFeatures(edge, &row);
  if (joint == Joint::kGlue) row[model_.own().glue_penalty] += 1.0;
  for (std::size_t m = 0; m < model_.language_models().size(); ++m) {
    row[model_.own().first_lm + 2 * m] += static_cast<double>(edge.lm_scores[m]);
  }
  return Described(edge, row);
}

std::vector<Objection> DerivationReader::ObjectionsTo(const Edge& edge, const std::vector<double>& row) const {
  std::vector<Objection> objections;
  for (const Guard& guard : model_.guards()) {
    const double price = model_.weights()[guard.feature] * row[guard.feature];
    if (price >= 0.0) continue;
    std::string reason;
    if (guard.group) {
      const std::size_t number = guard.feature - guard.first;
      reason = guard.group->Reason(number, sentence_, *edge.node, *edge.rule, row.data() + guard.first);
    }
    objections.push_back({guard.feature, price, guard.entry->stops, reason.empty() ? guard.entry->reason : reason});
  }
  return objections;
}

AppliedRule DerivationReader::Described(const Edge& edge, const std::vector<double>& row) const {
  const Application& rule = *edge.rule;
  const bool glue = rule.grammar == Application::kGlue;
  AppliedRule applied{sentence_.WithoutMarkers(edge.node->start),
                      sentence_.WithoutMarkers(edge.node->end),
                      glue ? AppliedRule::kGlue : GrammarOf(rule),
                      rule.is_literal() ? rule.target_number : rule.rule,
                      glue ? "" : model_.labels()[rule.label],
                      rule.changed || rule.grammar == Application::kMarkup,
                      {},
                      {}};
  for (std::size_t f = 0; f < row.size(); ++f) {
    if (row[f] != 0.0) applied.features.emplace_back(f, row[f]);
  }
  if (objections_ && applied.changed && !rule.is_literal()) applied.objections = ObjectionsTo(edge, row);
  return applied;
}

}  // namespace simplifier
