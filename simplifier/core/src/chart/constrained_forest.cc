#include "chart/constrained_forest.hh"

#include <algorithm>
#include <unordered_set>

#include "chart/joint.hh"

namespace simplifier {

ConstrainedForest::ConstrainedForest(const DecoderModel& model, const Sentence& sentence, TargetAutomaton* automaton,
                                     Arena* arena)
    : model_(model), sentence_(sentence), automaton_(automaton), arena_(arena), words_(model.grammars().size()) {}

std::vector<ForestNode*> ConstrainedForest::Constrain(const std::vector<ForestNode*>& nodes) {
  for (const ForestNode* node : nodes) Split(*node, node == nodes.back());
  const ForestNode& goal = *nodes.back();
  if (variants_[&goal].empty()) VariantOf(goal, TargetAutomaton::kEmpty);
  return Reachable();
}

void ConstrainedForest::Split(const ForestNode& node, bool goal) {
  variants_[&node];  // also a node without variants has its entry, which SplitBundle expects of every antecedent
  for (const Bundle& bundle : node.bundles) SplitBundle(bundle, node, goal);
}

void ConstrainedForest::SplitBundle(const Bundle& bundle, const ForestNode& node, bool goal) {
  std::vector<const std::vector<Variant>*> choices;
  for (std::uint32_t a = 0; a < bundle.arity(); ++a) {
    choices.push_back(&variants_.at(bundle.antecedent(a)));
    if (choices.back()->empty()) return;
  }
  std::vector<std::size_t> chosen(bundle.arity(), 0);
  std::vector<std::uint32_t> parts(bundle.arity());
  std::vector<std::pair<std::uint32_t, const Application*>> kept;
  // Goes through every choice of one variant per antecedent; their number is the product over the antecedents.
  for (;;) {
    for (std::uint32_t a = 0; a < bundle.arity(); ++a) parts[a] = (*choices[a])[chosen[a]].function;
    kept.clear();
    for (const Application& rule : *bundle.rules) {
      std::uint32_t function = FunctionOf(rule, bundle, parts);
      if (function == TargetAutomaton::kNothing) continue;
      if (goal) {  // nothing follows the goal, so all that is accepted belongs to one variant
        if (!automaton_->Accepts(function)) continue;
        function = TargetAutomaton::kEmpty;
      }
      kept.emplace_back(function, &rule);
    }
    // A stable sort keeps the rules of one function in their order, best first.
    std::stable_sort(kept.begin(), kept.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t begin = 0, end = 0; begin < kept.size(); begin = end) {
      while (end < kept.size() && kept[end].first == kept[begin].first) ++end;
      RuleList* rules = NewRuleList(end - begin, arena_);
      for (std::size_t i = begin; i < end; ++i) (*rules)[i - begin] = *kept[i].second;
      Filling* filling = NewFilling(bundle.arity(), bundle.filling->path_cost, arena_);
      for (std::uint32_t a = 0; a < bundle.arity(); ++a) filling->nodes[a] = (*choices[a])[chosen[a]].node;
      VariantOf(node, kept[begin].first)->bundles.PushBack({rules, filling}, arena_);
    }
    std::uint32_t place = 0;
    while (place < bundle.arity() && ++chosen[place] == choices[place]->size()) chosen[place++] = 0;
    if (place == bundle.arity()) return;
  }
}

std::uint32_t ConstrainedForest::FunctionOf(const Application& application, const Bundle& bundle,
                                            const std::vector<std::uint32_t>& parts) {
  std::uint32_t function = TargetAutomaton::kEmpty;
  if (JointOf(application) != Joint::kRule) {
    for (std::uint32_t a = 0; a < bundle.arity(); ++a) function = automaton_->Join(function, parts[a]);
    return function;
  }
  if (application.is_literal()) {
    for (std::size_t i = 0; i < sentence_.LiteralSize(application.target_number); ++i) {
      function = automaton_->Join(function, automaton_->Word(sentence_.LiteralWord(application.target_number, i)));
    }
    return function;
  }
  const RuleTable& table = model_.grammars()[application.grammar].table();
  for (Symbol symbol : table.TargetSymbols(application.target_number)) {
    if (IsNonterminal(symbol)) {
      function = automaton_->Join(function, parts[IndexOf(symbol)]);
    } else {
      const auto [place, added] = words_[application.grammar].emplace(symbol, 0);
      if (added) {
        const std::string_view word = table.WordText(symbol);
        place->second = model_.IsMarker(word) ? TargetAutomaton::kEmpty : automaton_->Word(word);
      }
      function = automaton_->Join(function, place->second);
    }
    if (function == TargetAutomaton::kNothing) return function;
  }
  return function;
}

ForestNode* ConstrainedForest::VariantOf(const ForestNode& node, std::uint32_t function) {
  std::vector<Variant>& variants = variants_[&node];
  for (const Variant& variant : variants) {
    if (variant.function == function) return variant.node;
  }
  nodes_.push_back({node.start, node.end, node.chart_class});
  variants.push_back({function, &nodes_.back()});
  return &nodes_.back();
}

std::vector<ForestNode*> ConstrainedForest::Reachable() {
  std::unordered_set<const ForestNode*> reached{&nodes_.back()};
  std::vector<ForestNode*> ordered;
  // nodes_ has antecedents before the nodes that use them, so one pass from the goal backwards reaches everything.
  for (auto node = nodes_.rbegin(); node != nodes_.rend(); ++node) {
    if (!reached.count(&*node)) continue;
    ordered.push_back(&*node);
    for (const Bundle& bundle : node->bundles) {
      reached.insert(bundle.filling->nodes, bundle.filling->nodes + bundle.arity());
    }
  }
  std::reverse(ordered.begin(), ordered.end());
  return ordered;
}

}  // namespace simplifier
