// Whether every number stored in a rule table points into the table.
#include "error.hh"
#include "rule_table.hh"

namespace simplifier {
namespace {

bool Rising(const Slice<std::uint32_t>& offsets, std::size_t end) {
  if (offsets.size() == 0 || offsets[0] != 0 || offsets[offsets.size() - 1] > end) return false;
  for (std::size_t i = 1; i < offsets.size(); ++i) {
    if (offsets[i] < offsets[i - 1]) return false;
  }
  return true;
}

}  // namespace

bool RuleTable::InRange(Symbol symbol) const {
  return IsNonterminal(symbol) ? LabelOf(symbol) < labels_.size() : symbol < word_count();
}

void RuleTable::CheckRanges() const {
  const auto check = [this](bool sound, const char* what) {
    if (!sound) Refuse(Message("damaged rule table (", what, " out of range)"));
  };
  check(Rising(word_offsets_, words_.size()), "words");
  check(Rising(target_offsets_, target_symbols_.size()), "target sides");
  check(Rising(alignment_offsets_, alignment_bytes_.size()), "alignments");
  for (Symbol symbol : target_symbols_) check(InRange(symbol), "symbols of target sides");
  const std::size_t nodes = node_count(), rules = size();
  for (std::size_t i = 0; i < nodes; ++i) {
    const TrieNode& node = nodes_[i];
    check(i == kRoot || (InRange(node.symbol) && parents_[i] < i), "symbols of source sides");
    check(node.first_child <= nodes_[i + 1].first_child && nodes_[i + 1].first_child <= nodes, "source sides");
    check(node.rule_count <= rules && node.first_rule <= rules - node.rule_count, "rules of source sides");
  }
  for (std::uint32_t source : sources_) check(source < nodes && nodes_[source].rule_count > 0, "list of source sides");
  for (LabelId label : nonterminals_) check(label < labels_.size(), "nonterminals");
  const std::size_t alignments = alignment_offsets_.size() - 1;
  const std::uint64_t provenance = (std::uint64_t{1} << provenance_.size()) - 1;
  for (std::uint32_t rule = 0; rule < rules; ++rule) {
    check(Lhs(rule) < labels_.size(), "left-hand sides");
    check(targets_[rule] < target_count(), "target sides");
    check(alignments_[rule] < alignments, "alignments");
    check((provenance_bits_[rule] & ~provenance) == 0, "provenance");
  }
}

}  // namespace simplifier
