#include "model/changed_spans.hh"

#include <algorithm>

namespace simplifier {
namespace {

bool HasGaps(const DecoderModel& model) {
  const std::vector<Grammar>& grammars = model.grammars();
  return std::any_of(grammars.begin(), grammars.end(),
                     [](const Grammar& one) { return one.table().nonterminals().size() > 0; });
}

bool ChangesSomething(const RuleTable& table, std::uint32_t trie_node) {
  const TrieNode& node = table.Node(trie_node);
  for (std::uint32_t rule = node.first_rule; rule < node.first_rule + node.rule_count; ++rule) {
    if (!table.BothSidesEqual(rule)) return true;
  }
  return false;
}

// Marks the ends of the spans from `start` that a rule of the grammar could change.
void MarkEnds(const Grammar& grammar, const std::vector<std::string>& tokens, int start, int longest,
              std::vector<bool>* ends) {
  const RuleTable& table = grammar.table();
  std::uint32_t node = RuleTable::kRoot;
  for (int end = start + 1; end <= start + longest && grammar.spec.Allows(start, end); ++end) {
    const std::optional<Symbol> word = table.Word(tokens[static_cast<std::size_t>(end - 1)]);
    node = word ? table.Child(node, *word) : RuleTable::kNoNode;
    if (node == RuleTable::kNoNode) return;
    if (ChangesSomething(table, node)) (*ends)[static_cast<std::size_t>(end)] = true;
  }
}

}  // namespace

std::vector<std::pair<int, int>> ChangedSpans(const DecoderModel& model, const std::vector<std::string>& tokens,
                                              int longest) {
  const int size = static_cast<int>(tokens.size());
  const bool all = model.has_goal() || HasGaps(model);
  std::vector<std::pair<int, int>> spans;
  std::vector<bool> ends;
  for (int start = 0; start < size; ++start) {
    const int length = std::min(longest, size - start);
    ends.assign(tokens.size() + 1, all);
    if (length > 0) ends[static_cast<std::size_t>(start) + 1] = true;
    for (std::size_t g = 0; !all && g < model.grammars().size(); ++g) {
      MarkEnds(model.grammars()[g], tokens, start, length, &ends);
    }
    for (int end = start + 1; end <= start + length; ++end) {
      if (ends[static_cast<std::size_t>(end)]) spans.emplace_back(start, end);
    }
  }
  return spans;
}

}  // namespace simplifier
