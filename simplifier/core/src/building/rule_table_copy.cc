// Copies rules of a finished table into another one, for filtering, pruning and merging.
#include <algorithm>
#include <limits>

#include "building/rule_table_builder.hh"
#include "common/error.hh"

namespace simplifier {

TableBuilder::CopiedColumns TableBuilder::ColumnsOf(const RuleTable& table) const {
  CopiedColumns columns;
  for (const std::string& name : options_.feature_names) {
    const auto found = std::find(table.feature_names().begin(), table.feature_names().end(), name);
    columns.features.push_back(found == table.feature_names().end()
                                   ? CopiedColumns::kMissing
                                   : static_cast<std::size_t>(found - table.feature_names().begin()));
  }
  for (const std::string& name : table.provenance()) {
    const auto found = std::find(options_.provenance.begin(), options_.provenance.end(), name);
    if (found == options_.provenance.end()) {
      throw InputError(Message(table.path(), ": its source ", name, " is none of those of ", options_.path));
    }
    columns.provenance.push_back(static_cast<unsigned>(found - options_.provenance.begin()));
  }
  return columns;
}

// Interns words and labels in the order of the other table. Rules of equal score are ordered by their numbers, which
// follow from the numbers of words and labels; so the copied rules keep their order.
void TableBuilder::InternInOrder(const RuleTable& table, const std::uint32_t* rules, std::size_t count) {
  std::vector<bool> used(table.word_count(), false);
  const auto mark = [&used](Symbol symbol) {
    if (!IsNonterminal(symbol)) used[symbol] = true;
  };
  for (std::size_t i = 0; i < count; ++i) {
    for (Symbol symbol : table.SourceSymbols(rules[i])) mark(symbol);
    for (Symbol symbol : table.TargetSymbols(table.TargetNumber(rules[i]))) mark(symbol);
  }
  for (Symbol word = 0; word < used.size(); ++word) {
    if (used[word]) words_.Intern(table.WordText(word));
  }
  for (const std::string& label : table.labels()) Label(label);
}

void TableBuilder::Copy(const RuleTable& table, const std::uint32_t* rules, std::size_t count) {
  const CopiedColumns columns = ColumnsOf(table);
  InternInOrder(table, rules, count);
  std::vector<float> features(feature_count(), std::numeric_limits<float>::quiet_NaN());
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t rule = rules[i];
    const FeatureRow row = table.Features(rule);
    for (std::size_t f = 0; f < features.size(); ++f) {
      const std::size_t column = columns.features[f];
      if (column != CopiedColumns::kMissing) features[f] = row[column];
    }
    std::uint32_t provenance = 0;
    for (std::size_t bit = 0; bit < columns.provenance.size(); ++bit) {
      if (table.ProvenanceBits(rule) >> bit & 1) provenance |= 1u << columns.provenance[bit];
    }
    Add(table.labels()[table.Lhs(rule)], table.SourceText(rule), table.TargetText(rule), table.Alignment(rule),
        provenance, features.data());
  }
}

void TableBuilder::KeepNonterminals(const RuleTable& table) {
  for (LabelId label : table.nonterminals()) kept_nonterminals_.insert(Label(table.labels()[label]));
}

}  // namespace simplifier
