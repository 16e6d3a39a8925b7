#include "building/rule_table_writer.hh"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <set>

#include "common/error.hh"
#include "common/mapped_file.hh"
#include "util/murmur_hash.hh"

namespace simplifier {
namespace {

std::string Join(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : "\n") + name;
  return text;
}

}  // namespace

TableWriter::TableWriter(const std::string& path, const std::string& scratch_directory,
                         const std::vector<CodebookBuilder>& codebooks, std::vector<std::size_t> late, bool exact)
    : codebooks_(codebooks),
      exact_(exact),
      late_(std::move(late)),
      lhs_(scratch_directory),
      target_(scratch_directory),
      alignment_(scratch_directory),
      provenance_(scratch_directory),
      early_codes_(scratch_directory),
      late_values_(scratch_directory),
      codes_(scratch_directory),
      values_(scratch_directory),
      out_(path) {
  nodes_.push_back({0, 0, 0, 0});
  for (std::size_t f = 0; f < codebooks_.size(); ++f) {
    if (std::find(late_.begin(), late_.end(), f) == late_.end()) early_.push_back(f);
  }
  early_row_.resize(early_.size());
  late_row_.resize(late_.size());
}

// Source sides arrive sorted, so a prefix shared with any earlier one is shared with the last one, and each trie node
// is made once.
void TableWriter::EnterSource(const std::vector<Symbol>& source) {
  std::size_t shared = 0;
  while (shared < source.size() && shared < last_source_.size() && source[shared] == last_source_[shared]) ++shared;
  last_path_.resize(shared);
  for (std::size_t i = shared; i < source.size(); ++i) {
    const std::uint32_t parent = i ? last_path_[i - 1] : 0;
    nodes_.push_back({parent, source[i], 0, 0});
    last_path_.push_back(static_cast<std::uint32_t>(nodes_.size() - 1));
  }
  last_source_ = source;
}

void TableWriter::Add(const PendingRule& rule, bool both_sides_equal) {
  EnterSource(rule.source);
  PathNode& node = nodes_[last_path_.back()];
  // The rules of a source side arrive one after another, so their numbers are consecutive.
  if (node.rule_count++ == 0) node.first_rule = static_cast<std::uint32_t>(rule_count_);
  const std::uint16_t lhs = static_cast<std::uint16_t>(rule.lhs | (both_sides_equal ? 0x8000u : 0u));
  const std::uint32_t target = targets_.Number(rule.target);
  lhs_.Append(&lhs, sizeof lhs);
  target_.Append(&target, sizeof target);
  alignment_.Append(&rule.alignment, sizeof rule.alignment);
  provenance_.Append(&rule.provenance, sizeof rule.provenance);
  for (std::size_t i = 0; i < early_.size(); ++i) {
    early_row_[i] = codebooks_[early_[i]].Encode(rule.features[early_[i]]);
  }
  for (std::size_t i = 0; i < late_.size(); ++i) late_row_[i] = rule.features[late_[i]];
  early_codes_.Append(early_row_.data(), early_row_.size());
  late_values_.Append(late_row_.data(), late_row_.size() * sizeof(float));
  ++rule_count_;
}

void TableWriter::WriteSection(Section section, const void* data, std::size_t bytes) {
  static const char kZeros[8] = {};
  const std::size_t padding = (8 - position_ % 8) % 8;
  SectionEntry& entry = sections_[static_cast<std::size_t>(section)];
  entry.offset = position_ + padding;
  entry.length = bytes;
  entry.checksum = util::MurmurHash64A(data, bytes);
  out_.Write(kZeros, padding);
  out_.Write(data, bytes);
  position_ = entry.offset + bytes;
}

void TableWriter::WriteColumn(Section section, ScratchFile* column) {
  column->Flush();
  if (column->size() == 0) return WriteSection(section, "", 0);
  const MappedFile mapped(column->descriptor(), "temporary column");
  WriteSection(section, mapped.data(), mapped.size());
}

// Called when every codebook is finished: the late features get codes too, or become columns of values.
void TableWriter::SettleLate() {
  for (std::size_t f = 0; f < codebooks_.size(); ++f) {
    if (exact_ && !codebooks_[f].exact()) {
      stored_.push_back(static_cast<std::uint32_t>(f));
    } else {
      coded_.push_back(f);
    }
  }
  if (late_.empty()) return;
  constexpr std::size_t kRows = 1 << 14;
  std::vector<std::uint8_t> early(kRows * early_.size()), codes(kRows * coded_.size());
  std::vector<float> late(kRows * late_.size()), values(kRows * stored_.size());
  std::vector<std::uint8_t> code_of(codebooks_.size());
  std::vector<float> value_of(codebooks_.size());
  early_codes_.Flush();
  late_values_.Flush();
  for (std::uint64_t done = 0; done < rule_count_; done += kRows) {
    const std::size_t rows = static_cast<std::size_t>(std::min<std::uint64_t>(kRows, rule_count_ - done));
    early_codes_.Read(done * early_.size(), early.data(), rows * early_.size());
    late_values_.Read(done * late_.size() * sizeof(float), late.data(), rows * late_.size() * sizeof(float));
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t i = 0; i < early_.size(); ++i) code_of[early_[i]] = early[row * early_.size() + i];
      for (std::size_t i = 0; i < late_.size(); ++i) {
        const CodebookBuilder& codebook = codebooks_[late_[i]];
        const float value = late[row * late_.size() + i];
        if (exact_ && !codebook.exact()) {
          value_of[late_[i]] = std::isnan(value) ? codebook.default_value() : value + 0.0f;  // one zero
        } else {
          code_of[late_[i]] = codebook.Encode(value);
        }
      }
      for (std::size_t i = 0; i < coded_.size(); ++i) codes[row * coded_.size() + i] = code_of[coded_[i]];
      for (std::size_t i = 0; i < stored_.size(); ++i) values[row * stored_.size() + i] = value_of[stored_[i]];
    }
    codes_.Append(codes.data(), rows * coded_.size());
    values_.Append(values.data(), rows * stored_.size() * sizeof(float));
  }
}

void TableWriter::WriteTrie(std::set<LabelId> labels) {
  const std::size_t count = nodes_.size();
  // Groups the children by parent. Rules arrive sorted, so the children of a parent are already in the order of
  // symbols.
  std::vector<std::uint32_t> child_start(count + 1, 0);
  for (std::size_t i = 1; i < count; ++i) ++child_start[nodes_[i].parent + 1];
  std::partial_sum(child_start.begin(), child_start.end(), child_start.begin());
  std::vector<std::uint32_t> children(count), fill(child_start.begin(), child_start.end() - 1);
  for (std::size_t i = 1; i < count; ++i) children[fill[nodes_[i].parent]++] = static_cast<std::uint32_t>(i);

  // From depth first to breadth first: a node's children then stand in a row, and end where those of the next begin.
  std::vector<std::uint32_t> order{0}, parents{0};
  order.reserve(count);
  std::vector<TrieNode> packed;
  packed.reserve(count + 1);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const PathNode& node = nodes_[order[i]];
    packed.push_back({node.symbol, static_cast<std::uint32_t>(order.size()), node.first_rule, node.rule_count});
    for (std::uint32_t c = child_start[order[i]]; c < child_start[order[i] + 1]; ++c) {
      order.push_back(children[c]);
      parents.push_back(static_cast<std::uint32_t>(i));
    }
  }
  packed.push_back({0, static_cast<std::uint32_t>(count), 0, 0});
  std::vector<std::uint32_t> sources;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (packed[i].rule_count) sources.push_back(i);
  }
  std::sort(sources.begin(), sources.end(),
            [&](std::uint32_t a, std::uint32_t b) { return packed[a].first_rule < packed[b].first_rule; });
  for (const TrieNode& node : packed) {
    if (IsNonterminal(node.symbol)) labels.insert(LabelOf(node.symbol));
  }
  const std::vector<LabelId> nonterminals(labels.begin(), labels.end());
  WriteSection(Section::kNonterminals, nonterminals.data(), nonterminals.size() * sizeof(LabelId));
  WriteSection(Section::kTrieNodes, packed.data(), packed.size() * sizeof(TrieNode));
  WriteSection(Section::kTrieParents, parents.data(), parents.size() * sizeof(std::uint32_t));
  WriteSection(Section::kSources, sources.data(), sources.size() * sizeof(std::uint32_t));
}

void TableWriter::WritePool(Section offsets, Section bytes, const std::deque<std::string>& strings) {
  std::vector<std::uint32_t> starts{0};
  std::string text;
  for (const std::string& string : strings) {
    text += string;
    starts.push_back(static_cast<std::uint32_t>(text.size()));
  }
  WriteSection(offsets, starts.data(), starts.size() * sizeof(std::uint32_t));
  WriteSection(bytes, text.data(), text.size());
}

void TableWriter::WriteWords(const std::deque<std::string>& words) {
  WritePool(Section::kWordOffsets, Section::kWordBytes, words);
  std::size_t slots = 16;
  while (slots < 2 * words.size()) slots *= 2;
  std::vector<std::uint32_t> index(slots, 0);
  for (std::size_t id = 0; id < words.size(); ++id) {
    std::size_t slot = util::MurmurHash64A(words[id].data(), words[id].size()) & (slots - 1);
    while (index[slot]) slot = (slot + 1) & (slots - 1);
    index[slot] = static_cast<std::uint32_t>(id + 1);
  }
  WriteSection(Section::kWordIndex, index.data(), index.size() * sizeof(std::uint32_t));
}

void TableWriter::WriteHeader() {
  FileHeader header = {};
  std::memcpy(header.magic, kTableMagic, sizeof header.magic);
  header.version = exact_ ? kExactVersion : kCodedVersion;
  header.feature_count = static_cast<std::uint32_t>(codebooks_.size());
  header.file_size = position_;
  header.rule_count = rule_count_;
  const std::size_t list_bytes = SectionCount(header.version) * sizeof(SectionEntry);
  header.sections_checksum = util::MurmurHash64A(sections_, list_bytes);
  out_.Rewind();
  out_.Write(&header, sizeof header);
  out_.Write(sections_, list_bytes);
}

std::uint64_t TableWriter::Finish(const std::string& metadata, const std::vector<std::string>& feature_names,
                                  const std::vector<std::string>& provenance, const std::deque<std::string>& words,
                                  const std::deque<std::string>& labels, const std::deque<std::string>& alignments,
                                  const std::set<LabelId>& nonterminals) {
  const std::size_t section_count = SectionCount(exact_ ? kExactVersion : kCodedVersion);
  const std::vector<char> space_for_header(sizeof(FileHeader) + section_count * sizeof(SectionEntry), 0);
  out_.Write(space_for_header.data(), space_for_header.size());
  position_ = space_for_header.size();
  targets_.ForgetIndex();
  SettleLate();
  const auto write_text = [this](Section section, const std::string& text) {
    WriteSection(section, text.data(), text.size());
  };
  write_text(Section::kMetadata, metadata);
  write_text(Section::kFeatureNames, Join(feature_names));
  write_text(Section::kLabels, Join({labels.begin(), labels.end()}));
  write_text(Section::kProvenance, Join(provenance));
  WriteWords(words);
  WriteTrie(nonterminals);
  WriteColumn(Section::kRuleLhs, &lhs_);
  WriteColumn(Section::kRuleTarget, &target_);
  WriteColumn(Section::kRuleAlignment, &alignment_);
  WriteColumn(Section::kRuleProvenance, &provenance_);
  WriteColumn(Section::kRuleFeatures, late_.empty() ? &early_codes_ : &codes_);
  std::vector<float> books;
  for (std::size_t f : coded_) {
    books.insert(books.end(), codebooks_[f].values().begin(), codebooks_[f].values().end());
  }
  WriteSection(Section::kCodebooks, books.data(), books.size() * sizeof(float));
  WriteSection(Section::kTargetOffsets, targets_.offsets().data(), targets_.offsets().size() * sizeof(std::uint32_t));
  WriteSection(Section::kTargetSymbols, targets_.symbols().data(), targets_.symbols().size() * sizeof(Symbol));
  WritePool(Section::kAlignmentOffsets, Section::kAlignmentBytes, alignments);
  if (exact_) {
    WriteSection(Section::kValueFeatures, stored_.data(), stored_.size() * sizeof(std::uint32_t));
    WriteColumn(Section::kRuleValues, &values_);
  }
  WriteHeader();
  out_.Commit();
  return rule_count_;
}

}  // namespace simplifier
