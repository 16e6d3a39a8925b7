// A packed rule table, opened by memory map (layout: rule_table_format.hh).
//
// Usage:
//   RuleTable table("en.table");
//   uint32_t node = table.Child(RuleTable::kRoot, *table.Word("utilize"));
//   const TrieNode& place = table.Node(node);
//   for (uint32_t i = 0; i < place.rule_count; ++i) ... table.TargetText(place.first_rule + i) ...
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/mapped_file.hh"
#include "table/rule_table_format.hh"
#include "table/symbol.hh"

namespace simplifier {

template <class T>
struct Slice {
  const T* first = nullptr;
  std::size_t count = 0;
  const T* begin() const { return first; }
  const T* end() const { return first + count; }
  std::size_t size() const { return count; }
  const T& operator[](std::size_t i) const { return first[i]; }
};

// The feature values of one rule, by number of the feature.
class FeatureRow {
 public:
  static constexpr std::uint32_t kValueBit = 0x80000000u;

  FeatureRow(const std::uint32_t* places, const float* codebooks, const std::uint8_t* codes, const float* values)
      : places_(places), codebooks_(codebooks), codes_(codes), values_(values) {}
  float operator[](std::size_t feature) const {
    const std::uint32_t place = places_[feature];
    return place & kValueBit ? values_[place & ~kValueBit] : codebooks_[place * kCodes + codes_[place]];
  }

 private:
  const std::uint32_t* places_;  // by feature: its column of codes or, with kValueBit, of values
  const float* codebooks_;
  const std::uint8_t* codes_;
  const float* values_;
};

class RuleTable {
 public:
  static constexpr std::uint32_t kRoot = 0;
  static constexpr std::uint32_t kNoNode = 0xFFFFFFFFu;

  // Throws InputError when the file is missing, foreign, truncated, damaged or of another format version. With `check`,
  // all bytes are read once and compared with the checksums of their sections; without it, only header, bounds and
  // counts are checked.
  explicit RuleTable(const std::string& path, bool check = true);

  const std::string& path() const { return path_; }
  // True if every feature value is stored as it was given; in other tables it may be the nearest of 256.
  bool exact() const { return header_->version == kExactVersion; }
  std::uint64_t size() const { return header_->rule_count; }
  const std::vector<std::string>& feature_names() const { return feature_names_; }
  const std::vector<std::string>& labels() const { return labels_; }
  // Labels that some source side uses as a nonterminal; empty for a grammar of words and phrases only.
  Slice<LabelId> nonterminals() const { return nonterminals_; }
  const std::vector<std::string>& provenance() const { return provenance_; }
  std::string_view metadata() const { return Text(Section::kMetadata); }

  std::size_t word_count() const { return word_offsets_.size() - 1; }
  std::string_view WordText(Symbol word) const {
    return {words_.first + word_offsets_[word], word_offsets_[word + 1] - word_offsets_[word]};
  }
  std::optional<Symbol> Word(std::string_view text) const;

  // The source trie. Child returns kNoNode when there is none.
  std::uint32_t Child(std::uint32_t node, Symbol symbol) const;
  bool HasNonterminalChild(std::uint32_t node) const {
    const std::uint32_t end = nodes_[node + 1].first_child;
    return end > nodes_[node].first_child && IsNonterminal(nodes_[end - 1].symbol);
  }
  const TrieNode& Node(std::uint32_t node) const { return nodes_[node]; }
  std::uint32_t ChildrenEnd(std::uint32_t node) const { return nodes_[node + 1].first_child; }
  std::size_t node_count() const { return nodes_.size() - 1; }

  // Rules by number, sorted by source side.
  LabelId Lhs(std::uint32_t rule) const { return lhs_[rule] & 0x7FFFu; }
  bool BothSidesEqual(std::uint32_t rule) const { return (lhs_[rule] & 0x8000u) != 0; }
  std::uint32_t TargetNumber(std::uint32_t rule) const { return targets_[rule]; }
  std::size_t target_count() const { return target_offsets_.size() - 1; }
  Slice<Symbol> TargetSymbols(std::uint32_t target_number) const {
    return {target_symbols_.first + target_offsets_[target_number],
            target_offsets_[target_number + 1] - target_offsets_[target_number]};
  }
  std::string_view Alignment(std::uint32_t rule) const;
  std::uint32_t ProvenanceBits(std::uint32_t rule) const { return provenance_bits_[rule]; }
  FeatureRow Features(std::uint32_t rule) const {
    return {places_.data(), codebooks_.first, Codes(rule), FeatureValues(rule)};
  }
  // Direct access for sums over all features: the feature of each column of codes, and of each column of values.
  const std::vector<std::uint32_t>& coded_features() const { return coded_features_; }
  const Slice<std::uint32_t>& value_features() const { return value_features_; }
  const std::uint8_t* Codes(std::uint32_t rule) const {
    return codes_.first + std::size_t{rule} * coded_features_.size();
  }
  const float* FeatureValues(std::uint32_t rule) const {
    return values_.first + std::size_t{rule} * value_features_.size();
  }
  float Decoded(std::size_t coded_column, std::uint8_t code) const { return codebooks_[coded_column * kCodes + code]; }

  // The symbols of a rule's source side.
  std::vector<Symbol> SourceSymbols(std::uint32_t rule) const;
  std::string SourceText(std::uint32_t rule) const;
  std::string TargetText(std::uint32_t rule) const;
  std::size_t source_count() const { return sources_.size(); }
  std::size_t SourceOf(std::uint32_t rule) const;  // the number of the rule's source side
  const TrieNode& SourceNode(std::size_t source) const { return nodes_[sources_[source]]; }

  // Adds to counts[i] how often the words of source side i stand in the line (tokens between spaces). Source sides with
  // nonterminals are not counted.
  void CountSources(std::string_view line, std::vector<std::uint32_t>* counts) const;

  // Checks everything: checksums, the bytes between sections, and that every number, offset and link is in its range
  // and order. Throws InputError with the name of the first bad section.
  void Verify() const;

 private:
  std::size_t section_count() const { return SectionCount(header_->version); }
  std::string_view Text(Section section) const;
  template <class T>
  Slice<T> Values(Section section) const;
  [[noreturn]] void Refuse(const std::string& why) const;
  [[noreturn]] void RefuseSection(std::size_t section, const char* what) const;
  void CheckHeader();
  void PlaceFeatures();
  void CheckCounts() const;
  void VerifyBytes() const;
  void VerifyPools() const;
  void VerifyTrie() const;
  void VerifyRules() const;

  std::string path_;
  MappedFile file_;
  const FileHeader* header_ = nullptr;
  const SectionEntry* sections_ = nullptr;
  std::vector<std::string> feature_names_, labels_, provenance_;
  std::vector<std::uint32_t> coded_features_, places_;
  Slice<std::uint32_t> word_offsets_, word_index_, sources_, parents_, targets_, alignments_, provenance_bits_,
      target_offsets_, alignment_offsets_, value_features_;
  Slice<char> words_, alignment_bytes_;
  Slice<TrieNode> nodes_;
  Slice<LabelId> nonterminals_;
  Slice<std::uint16_t> lhs_;
  Slice<std::uint8_t> codes_;
  Slice<float> codebooks_, values_;
  Slice<Symbol> target_symbols_;
};

}  // namespace simplifier
