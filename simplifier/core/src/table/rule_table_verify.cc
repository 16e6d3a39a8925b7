// Verification of a rule table: every byte is accounted for, and every number is in its range.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <vector>

#include "common/error.hh"
#include "common/utf8.hh"
#include "table/rule_table.hh"
#include "util/murmur_hash.hh"

namespace simplifier {
namespace {

// True if the offsets start at 0, never fall, and end at `size`.
bool AreOffsets(const Slice<std::uint32_t>& offsets, std::size_t size) {
  return offsets[0] == 0 && offsets[offsets.size() - 1] == size && std::is_sorted(offsets.begin(), offsets.end());
}

template <class T>
bool AllBelow(const Slice<T>& values, std::size_t limit) {
  return std::all_of(values.begin(), values.end(), [limit](T value) { return value < limit; });
}

}  // namespace

void RuleTable::Verify() const {
  VerifyBytes();
  VerifyPools();
  VerifyTrie();
  VerifyRules();
}

void RuleTable::VerifyBytes() const {
  std::vector<std::size_t> order(section_count());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) {
    return std::tie(sections_[a].offset, sections_[a].length) < std::tie(sections_[b].offset, sections_[b].length);
  });
  // In the order of the file, each section begins at the next multiple of 8, and the bytes before it are zeros.
  std::uint64_t position = sizeof(FileHeader) + section_count() * sizeof(SectionEntry);
  for (const std::size_t i : order) {
    const SectionEntry& entry = sections_[i];
    if (entry.offset < position || entry.offset - position >= 8 || entry.offset % 8 != 0) RefuseSection(i, "place");
    for (; position < entry.offset; ++position) {
      if (file_.data()[position] != 0) RefuseSection(i, "bytes before");
    }
    if (util::MurmurHash64A(file_.data() + entry.offset, entry.length) != entry.checksum) RefuseSection(i, "checksum");
    position += entry.length;
  }
  if (position != file_.size()) Refuse("damaged rule table (bytes behind the last section)");
}

void RuleTable::VerifyPools() const {
  const auto check = [this](bool sound, Section section) {
    if (!sound) RefuseSection(static_cast<std::size_t>(section), "range");
  };
  const std::size_t labels = labels_.size();
  const auto is_symbol = [&](Symbol symbol) {
    return IsNonterminal(symbol) ? LabelOf(symbol) < labels : symbol < word_count();
  };
  check(AllBelow(nonterminals_, labels), Section::kNonterminals);
  check(!provenance_.empty() && provenance_.size() <= 32, Section::kProvenance);
  check(AreOffsets(word_offsets_, words_.size()), Section::kWordOffsets);
  check(IsUtf8(Text(Section::kWordBytes)), Section::kWordBytes);
  check(AllBelow(word_index_, word_count() + 1) &&
            std::find(word_index_.begin(), word_index_.end(), 0u) != word_index_.end(),
        Section::kWordIndex);
  for (Symbol word = 0; word < word_count(); ++word) check(Word(WordText(word)) == word, Section::kWordIndex);
  const auto is_finite = [](float value) { return std::isfinite(value); };
  check(std::all_of(codebooks_.begin(), codebooks_.end(), is_finite), Section::kCodebooks);
  check(std::all_of(values_.begin(), values_.end(), is_finite), Section::kRuleValues);
  check(AreOffsets(target_offsets_, target_symbols_.size()), Section::kTargetOffsets);
  check(std::all_of(target_symbols_.begin(), target_symbols_.end(), is_symbol), Section::kTargetSymbols);
  check(AreOffsets(alignment_offsets_, alignment_bytes_.size()), Section::kAlignmentOffsets);
  for (std::size_t node = 1; node < node_count(); ++node) check(is_symbol(nodes_[node].symbol), Section::kTrieNodes);
}

void RuleTable::VerifyTrie() const {
  const auto check = [this](bool sound, Section section) {
    if (!sound) RefuseSection(static_cast<std::size_t>(section), "range");
  };
  // In breadth-first order the children of all nodes, one after another, are all nodes but the root. Every child comes
  // after its parent, so no walk down the trie can go in a circle.
  check(nodes_[0].first_child == 1 && nodes_[node_count()].first_child == node_count(), Section::kTrieNodes);
  for (std::uint32_t node = 0; node < node_count(); ++node) {
    const std::uint32_t begin = nodes_[node].first_child, end = nodes_[node + 1].first_child;
    check(node < begin && begin <= end && end <= node_count(), Section::kTrieNodes);
    for (std::uint32_t child = begin; child < end; ++child) {
      check(child == begin || nodes_[child - 1].symbol < nodes_[child].symbol, Section::kTrieNodes);
      check(parents_[child] == node, Section::kTrieParents);
    }
  }
  std::uint64_t next_rule = 0;
  for (const std::uint32_t node : sources_) {
    check(node > 0 && node < node_count() && nodes_[node].rule_count > 0, Section::kSources);
    check(nodes_[node].first_rule == next_rule, Section::kTrieNodes);
    next_rule += nodes_[node].rule_count;
  }
  check(next_rule == size(), Section::kTrieNodes);
  const auto holds_rules = [](const TrieNode& node) { return node.rule_count > 0; };
  const auto holders = std::count_if(nodes_.begin(), nodes_.begin() + node_count(), holds_rules);
  check(static_cast<std::size_t>(holders) == sources_.size(), Section::kSources);
}

void RuleTable::VerifyRules() const {
  const auto check = [this](bool sound, Section section) {
    if (!sound) RefuseSection(static_cast<std::size_t>(section), "range");
  };
  check(AllBelow(targets_, target_count()), Section::kRuleTarget);
  check(AllBelow(alignments_, alignment_offsets_.size() - 1), Section::kRuleAlignment);
  std::vector<LabelId> gaps;
  for (std::size_t source = 0; source < source_count(); ++source) {
    const TrieNode& node = SourceNode(source);
    gaps.clear();
    for (std::uint32_t at = sources_[source]; at != kRoot; at = parents_[at]) {
      if (IsNonterminal(nodes_[at].symbol)) gaps.push_back(LabelOf(nodes_[at].symbol));
    }
    std::reverse(gaps.begin(), gaps.end());
    for (std::uint32_t rule = node.first_rule; rule < node.first_rule + node.rule_count; ++rule) {
      check(Lhs(rule) < labels_.size(), Section::kRuleLhs);
      const std::uint64_t bits = provenance_bits_[rule];
      check(bits != 0 && bits >> provenance_.size() == 0, Section::kRuleProvenance);
      std::size_t filled = 0;
      for (Symbol symbol : TargetSymbols(targets_[rule])) {
        if (!IsNonterminal(symbol)) continue;
        check(IndexOf(symbol) < gaps.size() && gaps[IndexOf(symbol)] == LabelOf(symbol), Section::kTargetSymbols);
        ++filled;
      }
      check(filled == gaps.size(), Section::kRuleTarget);
    }
  }
}

}  // namespace simplifier
