#include "table/rule_table.hh"

#include <algorithm>
#include <cstring>

#include "common/error.hh"
#include "util/murmur_hash.hh"

namespace simplifier {
namespace {

const char* const kSectionNames[kMostSections] = {
    "metadata",       "feature names",     "labels",         "nonterminals",  "provenance",
    "word offsets",   "word bytes",        "word index",     "trie nodes",    "trie parents",
    "sources",        "rule LHS",          "rule targets",   "rule alignments", "rule provenance",
    "rule features",  "codebooks",         "target offsets", "target symbols", "alignment offsets",
    "alignment bytes", "value features",   "rule values"};

std::vector<std::string> Split(std::string_view text) {
  std::vector<std::string> names;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    names.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return names;
}

}  // namespace

RuleTable::RuleTable(const std::string& path, bool check) : path_(path), file_(path) {
  CheckHeader();
  feature_names_ = Split(Text(Section::kFeatureNames));
  labels_ = Split(Text(Section::kLabels));
  provenance_ = Split(Text(Section::kProvenance));
  nonterminals_ = Values<LabelId>(Section::kNonterminals);
  word_offsets_ = Values<std::uint32_t>(Section::kWordOffsets);
  words_ = Values<char>(Section::kWordBytes);
  word_index_ = Values<std::uint32_t>(Section::kWordIndex);
  nodes_ = Values<TrieNode>(Section::kTrieNodes);
  parents_ = Values<std::uint32_t>(Section::kTrieParents);
  sources_ = Values<std::uint32_t>(Section::kSources);
  lhs_ = Values<std::uint16_t>(Section::kRuleLhs);
  targets_ = Values<std::uint32_t>(Section::kRuleTarget);
  alignments_ = Values<std::uint32_t>(Section::kRuleAlignment);
  provenance_bits_ = Values<std::uint32_t>(Section::kRuleProvenance);
  codes_ = Values<std::uint8_t>(Section::kRuleFeatures);
  codebooks_ = Values<float>(Section::kCodebooks);
  target_offsets_ = Values<std::uint32_t>(Section::kTargetOffsets);
  target_symbols_ = Values<Symbol>(Section::kTargetSymbols);
  alignment_offsets_ = Values<std::uint32_t>(Section::kAlignmentOffsets);
  alignment_bytes_ = Values<char>(Section::kAlignmentBytes);
  if (exact()) {
    value_features_ = Values<std::uint32_t>(Section::kValueFeatures);
    values_ = Values<float>(Section::kRuleValues);
  }
  PlaceFeatures();
  CheckCounts();
  if (check) VerifyBytes();
}

void RuleTable::Refuse(const std::string& why) const {
  throw InputError(Message(path_, ": ", why, "; build the table again"));
}

void RuleTable::CheckHeader() {
  if (file_.size() < sizeof(FileHeader) || std::memcmp(file_.data(), kTableMagic, sizeof kTableMagic) != 0) {
    Refuse("not a packed rule table");
  }
  header_ = reinterpret_cast<const FileHeader*>(file_.data());
  if (header_->version != kCodedVersion && header_->version != kExactVersion) {
    Refuse(Message("packed rule table of format version ", header_->version, ", this program reads versions ",
                   kCodedVersion, " and ", kExactVersion));
  }
  const std::size_t list_bytes = section_count() * sizeof(SectionEntry);
  if (file_.size() < sizeof(FileHeader) + list_bytes || header_->file_size != file_.size()) {
    Refuse(Message("truncated rule table (", file_.size(), " of ", header_->file_size, " bytes)"));
  }
  sections_ = reinterpret_cast<const SectionEntry*>(file_.data() + sizeof(FileHeader));
  if (util::MurmurHash64A(sections_, list_bytes) != header_->sections_checksum) {
    Refuse("damaged rule table (section list)");
  }
  for (std::size_t i = 0; i < section_count(); ++i) {
    const SectionEntry& entry = sections_[i];
    if (entry.offset > file_.size() || entry.length > file_.size() - entry.offset || entry.offset % 8 != 0) {
      Refuse(Message("damaged rule table (section ", kSectionNames[i], ")"));
    }
  }
}

// The features stored as values must be listed in ascending order; otherwise some are left over at the end.
void RuleTable::PlaceFeatures() {
  const auto features = static_cast<std::uint32_t>(feature_names_.size());
  std::uint32_t value = 0;
  for (std::uint32_t feature = 0; feature < features; ++feature) {
    if (value < value_features_.size() && value_features_[value] == feature) {
      places_.push_back(FeatureRow::kValueBit | value++);
    } else {
      places_.push_back(static_cast<std::uint32_t>(coded_features_.size()));
      coded_features_.push_back(feature);
    }
  }
  if (value != value_features_.size()) Refuse("damaged rule table (features of exact values)");
}

void RuleTable::CheckCounts() const {
  const std::size_t rules = header_->rule_count, features = header_->feature_count, coded = coded_features_.size();
  // The word index has more slots than words, so that a search for an unknown word meets a free one.
  const bool sound = feature_names_.size() == features && word_offsets_.size() > 0 && nodes_.size() > 1 &&
                     parents_.size() + 1 == nodes_.size() && lhs_.size() == rules && targets_.size() == rules &&
                     alignments_.size() == rules && provenance_bits_.size() == rules &&
                     codes_.size() == rules * coded && codebooks_.size() == coded * kCodes &&
                     values_.size() == rules * value_features_.size() &&
                     target_offsets_.size() > 0 && alignment_offsets_.size() > 0 &&
                     (word_index_.size() & (word_index_.size() - 1)) == 0 && word_index_.size() > word_count();
  if (!sound) Refuse("damaged rule table (counts do not agree)");
}

std::string_view RuleTable::Text(Section section) const {
  const SectionEntry& entry = sections_[static_cast<std::size_t>(section)];
  return {file_.data() + entry.offset, entry.length};
}

template <class T>
Slice<T> RuleTable::Values(Section section) const {
  const std::string_view text = Text(section);
  return {reinterpret_cast<const T*>(text.data()), text.size() / sizeof(T)};
}

std::optional<Symbol> RuleTable::Word(std::string_view text) const {
  const std::size_t mask = word_index_.size() - 1;
  std::size_t slot = util::MurmurHash64A(text.data(), text.size()) & mask;
  while (const std::uint32_t entry = word_index_[slot]) {
    if (WordText(entry - 1) == text) return entry - 1;
    slot = (slot + 1) & mask;
  }
  return std::nullopt;
}

std::uint32_t RuleTable::Child(std::uint32_t node, Symbol symbol) const {
  const TrieNode* begin = nodes_.first + nodes_[node].first_child;
  const TrieNode* end = nodes_.first + nodes_[node + 1].first_child;
  const TrieNode* found =
      std::lower_bound(begin, end, symbol, [](const TrieNode& child, Symbol wanted) { return child.symbol < wanted; });
  return found != end && found->symbol == symbol ? static_cast<std::uint32_t>(found - nodes_.first) : kNoNode;
}

std::string_view RuleTable::Alignment(std::uint32_t rule) const {
  const std::uint32_t number = alignments_[rule];
  return {alignment_bytes_.first + alignment_offsets_[number],
          alignment_offsets_[number + 1] - alignment_offsets_[number]};
}

std::vector<Symbol> RuleTable::SourceSymbols(std::uint32_t rule) const {
  std::vector<Symbol> symbols;
  for (std::uint32_t node = sources_[SourceOf(rule)]; node != kRoot; node = parents_[node]) symbols.push_back(nodes_[node].symbol);
  std::reverse(symbols.begin(), symbols.end());
  return symbols;
}

std::string RuleTable::SourceText(std::uint32_t rule) const {
  std::string text;
  int nonterminals = 0;
  for (Symbol symbol : SourceSymbols(rule)) {
    if (!text.empty()) text += ' ';
    if (IsNonterminal(symbol)) {
      text += Message('[', labels_[LabelOf(symbol)], ',', ++nonterminals, ']');
    } else {
      text += WordText(symbol);
    }
  }
  return text;
}

std::string RuleTable::TargetText(std::uint32_t rule) const {
  std::string text;
  for (Symbol symbol : TargetSymbols(targets_[rule])) {
    if (!text.empty()) text += ' ';
    if (IsNonterminal(symbol)) {
      text += Message('[', labels_[LabelOf(symbol)], ',', IndexOf(symbol) + 1, ']');
    } else {
      text += WordText(symbol);
    }
  }
  return text;
}

void RuleTable::CountSources(std::string_view line, std::vector<std::uint32_t>* counts) const {
  constexpr Symbol kNoWord = 0xFFFFFFFFu;
  std::vector<Symbol> words;
  for (std::size_t start = 0; start < line.size();) {
    const std::size_t end = std::min(line.find(' ', start), line.size());
    if (end > start) words.push_back(Word(line.substr(start, end - start)).value_or(kNoWord));
    start = end + 1;
  }
  for (std::size_t start = 0; start < words.size(); ++start) {
    std::uint32_t node = kRoot;
    for (std::size_t i = start; i < words.size() && words[i] != kNoWord; ++i) {
      node = Child(node, words[i]);
      if (node == kNoNode) break;
      if (nodes_[node].rule_count) ++(*counts)[SourceOf(nodes_[node].first_rule)];
    }
  }
}

std::size_t RuleTable::SourceOf(std::uint32_t rule) const {
  const std::uint32_t* after =
      std::upper_bound(sources_.begin(), sources_.end(), rule,
                       [this](std::uint32_t wanted, std::uint32_t node) { return wanted < nodes_[node].first_rule; });
  return static_cast<std::size_t>(after - sources_.begin()) - 1;
}

void RuleTable::RefuseSection(std::size_t section, const char* what) const {
  Refuse(Message("damaged rule table (", what, " of section ", kSectionNames[section], ")"));
}

}  // namespace simplifier
