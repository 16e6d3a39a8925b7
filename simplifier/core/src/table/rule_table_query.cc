#include "table/rule_table_query.hh"

#include <algorithm>
#include <optional>
#include <unordered_set>
#include <utility>

namespace simplifier {
namespace {

constexpr Symbol kNoWord = 0xFFFFFFFFu;

std::vector<Symbol> Words(const RuleTable& table, std::string_view line) {
  std::vector<Symbol> words;
  for (std::size_t start = 0; start < line.size();) {
    const std::size_t end = std::min(line.find(' ', start), line.size());
    if (end > start) words.push_back(table.Word(line.substr(start, end - start)).value_or(kNoWord));
    start = end + 1;
  }
  return words;
}

// Walks the source trie along one line.
class Walk {
 public:
  Walk(const RuleTable& table, const std::vector<Symbol>& words, int span_limit, std::vector<char>* may_apply)
      : table_(table), words_(words), may_apply_(*may_apply), limit_(static_cast<std::size_t>(span_limit)) {}

  // Later starts come first. If a later start has reached a trie node at a position, its span is shorter, so it can go
  // on at least as far as an earlier start could. The earlier one need not go on from there (`seen_`).
  void Run() {
    for (std::size_t start = words_.size(); start-- > 0;) {
      const std::size_t end = limit_ > 0 ? std::min(words_.size(), start + limit_) : words_.size();
      Expand(RuleTable::kRoot, start, end);
      while (!waiting_.empty()) {
        const auto [node, position] = waiting_.back();
        waiting_.pop_back();
        Expand(node, position, end);
      }
    }
  }

 private:
  void Expand(std::uint32_t node, std::size_t position, std::size_t end) {
    if (position == end) return;
    if (words_[position] != kNoWord) Reach(table_.Child(node, words_[position]), position + 1);
    if (!table_.HasNonterminalChild(node)) return;
    for (std::uint32_t child = table_.ChildrenEnd(node); child-- > table_.Node(node).first_child;) {
      if (!IsNonterminal(table_.Node(child).symbol)) break;  // nonterminals have the top bit, so they come last
      for (std::size_t next = position + 1; next <= end; ++next) Reach(child, next);
    }
  }

  void Reach(std::uint32_t node, std::size_t position) {
    if (node == RuleTable::kNoNode || !seen_.insert(std::uint64_t{node} << 32 | position).second) return;
    const TrieNode& place = table_.Node(node);
    if (place.rule_count) may_apply_[table_.SourceOf(place.first_rule)] = 1;
    waiting_.emplace_back(node, position);
  }

  const RuleTable& table_;
  const std::vector<Symbol>& words_;
  std::vector<char>& may_apply_;
  std::size_t limit_;
  std::unordered_set<std::uint64_t> seen_;
  std::vector<std::pair<std::uint32_t, std::size_t>> waiting_;
};

// The phrase in the numbers of the table, or nothing if the table lacks one of its words.
std::optional<std::vector<Symbol>> Phrase(const RuleTable& table, const std::vector<std::string>& words) {
  std::vector<Symbol> symbols;
  for (const std::string& word : words) {
    const auto symbol = table.Word(word);
    if (!symbol) return std::nullopt;
    symbols.push_back(*symbol);
  }
  return symbols;
}

template <class Symbols>
std::size_t Count(const Symbols& side, const std::vector<Symbol>& phrase) {
  std::size_t count = 0;
  for (auto place = side.begin(); place != side.end(); ++place) {
    const auto left = static_cast<std::size_t>(side.end() - place);
    if (left >= phrase.size() && std::equal(phrase.begin(), phrase.end(), place)) ++count;
  }
  return count;
}

}  // namespace

void MarkApplicable(const RuleTable& table, std::string_view line, int span_limit, std::vector<char>* may_apply) {
  const std::vector<Symbol> words = Words(table, line);
  Walk(table, words, span_limit, may_apply).Run();
}

std::vector<std::uint32_t> RulesThatRewrite(const RuleTable& table, const std::vector<std::string>& source,
                                            const std::vector<std::string>& target) {
  std::vector<std::uint32_t> found;
  const auto from = Phrase(table, source), to = Phrase(table, target);
  if (!from || !to || from->empty() || to->empty()) return found;
  for (std::size_t number = 0; number < table.source_count(); ++number) {
    const TrieNode& node = table.SourceNode(number);
    const std::vector<Symbol> side = table.SourceSymbols(node.first_rule);
    if (Count(side, *from) == 0) continue;
    const std::size_t before = Count(side, *to);
    for (std::uint32_t rule = node.first_rule; rule < node.first_rule + node.rule_count; ++rule) {
      if (Count(table.TargetSymbols(table.TargetNumber(rule)), *to) > before) found.push_back(rule);
    }
  }
  return found;
}

}  // namespace simplifier
