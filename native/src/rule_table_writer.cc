#include "rule_table_writer.hh"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <numeric>
#include <set>

#include "error.hh"
#include "mapped_file.hh"
#include "util/murmur_hash.hh"

namespace simplifier {
namespace {

std::string Join(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : "\n") + name;
  return text;
}

std::FILE* Create(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "w+b");
  if (!file) throw InputError(Message(path, ": cannot create: ", std::strerror(errno)));
  return file;
}

}  // namespace

TableWriter::TableWriter(std::string path, const std::vector<CodebookBuilder>& codebooks,
                         std::vector<std::size_t> late)
    : path_(std::move(path)),
      temporary_(Message(path_, ".", ::getpid(), ".part")),
      codebooks_(codebooks),
      late_(std::move(late)) {
  nodes_.push_back({0, 0, 0, 0});
  codes_.resize(codebooks_.size());
  Column* columns[] = {&lhs_, &target_, &alignment_, &provenance_, &features_, &late_values_};
  const char* names[] = {"lhs", "target", "alignment", "provenance", "features", "late"};
  for (int i = 0; i < 6; ++i) {
    columns[i]->path = temporary_ + "." + names[i];
    columns[i]->file = Create(columns[i]->path);
  }
  out_ = Create(temporary_);
}

TableWriter::~TableWriter() {
  for (Column* column : {&lhs_, &target_, &alignment_, &provenance_, &features_, &late_values_}) {
    if (column->file) std::fclose(column->file);
    std::remove(column->path.c_str());
  }
  if (out_) {
    std::fclose(out_);
    std::remove(temporary_.c_str());
  }
}

void TableWriter::Append(Column* column, const void* data, std::size_t bytes) {
  if (bytes && std::fwrite(data, 1, bytes, column->file) != bytes) {
    throw InputError(Message(column->path, ": cannot write (", std::strerror(errno), "); free disk space"));
  }
  column->bytes += bytes;
}

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

std::uint32_t TableWriter::TargetNumber(const std::vector<Symbol>& target) {
  const std::uint64_t hash = util::MurmurHash64A(target.data(), target.size() * sizeof(Symbol));
  const auto range = target_numbers_.equal_range(hash);
  for (auto found = range.first; found != range.second; ++found) {
    const std::uint32_t begin = target_offsets_[found->second], end = target_offsets_[found->second + 1];
    if (std::equal(target.begin(), target.end(), target_symbols_.begin() + begin, target_symbols_.begin() + end)) {
      return found->second;
    }
  }
  const auto number = static_cast<std::uint32_t>(target_offsets_.size() - 1);
  target_symbols_.insert(target_symbols_.end(), target.begin(), target.end());
  target_offsets_.push_back(static_cast<std::uint32_t>(target_symbols_.size()));
  target_numbers_.emplace(hash, number);
  return number;
}

void TableWriter::Add(const PendingRule& rule, bool both_sides_equal) {
  EnterSource(rule.source);
  PathNode& node = nodes_[last_path_.back()];
  if (node.rule_count++ == 0) node.first_rule = static_cast<std::uint32_t>(rule_count_);
  const std::uint16_t lhs = static_cast<std::uint16_t>(rule.lhs | (both_sides_equal ? 0x8000u : 0u));
  const std::uint32_t target = TargetNumber(rule.target);
  Append(&lhs_, &lhs, sizeof lhs);
  Append(&target_, &target, sizeof target);
  Append(&alignment_, &rule.alignment, sizeof rule.alignment);
  Append(&provenance_, &rule.provenance, sizeof rule.provenance);
  for (std::size_t f = 0; f < codes_.size(); ++f) codes_[f] = codebooks_[f].Encode(rule.features[f]);
  for (std::size_t f : late_) Append(&late_values_, &rule.features[f], sizeof(float));
  Append(&features_, codes_.data(), codes_.size());
  ++rule_count_;
}

void TableWriter::WriteSection(Section section, const void* data, std::size_t bytes) {
  static const char kZeros[8] = {};
  const std::size_t padding = (8 - position_ % 8) % 8;
  SectionEntry& entry = sections_[static_cast<std::size_t>(section)];
  entry.offset = position_ + padding;
  entry.length = bytes;
  entry.checksum = util::MurmurHash64A(data, bytes);
  if (std::fwrite(kZeros, 1, padding, out_) != padding || (bytes && std::fwrite(data, 1, bytes, out_) != bytes)) {
    throw InputError(Message(temporary_, ": cannot write (", std::strerror(errno), "); free disk space"));
  }
  position_ = entry.offset + bytes;
}

void TableWriter::WriteColumn(Section section, Column* column) {
  if (std::fflush(column->file) != 0) {
    throw InputError(Message(column->path, ": cannot write (", std::strerror(errno), "); free disk space"));
  }
  if (column->bytes == 0) return WriteSection(section, "", 0);
  const MappedFile mapped(column->path);
  WriteSection(section, mapped.data(), mapped.size());
}

void TableWriter::EncodeLate() {
  if (late_.empty()) return;
  constexpr std::size_t kRows = 1 << 16;
  std::vector<float> values(kRows * late_.size());
  std::vector<std::uint8_t> codes(kRows * codes_.size());
  std::rewind(late_values_.file);
  for (std::uint64_t done = 0; done < rule_count_; done += kRows) {
    const std::size_t rows = static_cast<std::size_t>(std::min<std::uint64_t>(kRows, rule_count_ - done));
    const std::size_t bytes = rows * codes_.size();
    const off_t place = static_cast<off_t>(done * codes_.size());
    bool moved = std::fread(values.data(), late_.size() * sizeof(float), rows, late_values_.file) == rows &&
                 ::fseeko(features_.file, place, SEEK_SET) == 0 &&
                 std::fread(codes.data(), 1, bytes, features_.file) == bytes;
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t i = 0; i < late_.size(); ++i) {
        codes[row * codes_.size() + late_[i]] = codebooks_[late_[i]].Encode(values[row * late_.size() + i]);
      }
    }
    moved = moved && ::fseeko(features_.file, place, SEEK_SET) == 0 &&
            std::fwrite(codes.data(), 1, bytes, features_.file) == bytes;
    if (!moved) throw InputError(Message(features_.path, ": cannot rewrite (", std::strerror(errno), ")"));
  }
}

void TableWriter::WriteTrie(std::set<LabelId> labels) {
  const std::size_t count = nodes_.size();
  // Children by parent: arrival order within a parent is already the order of symbols.
  std::vector<std::uint32_t> child_start(count + 1, 0);
  for (std::size_t i = 1; i < count; ++i) ++child_start[nodes_[i].parent + 1];
  std::partial_sum(child_start.begin(), child_start.end(), child_start.begin());
  std::vector<std::uint32_t> children(count), fill(child_start.begin(), child_start.end() - 1);
  for (std::size_t i = 1; i < count; ++i) children[fill[nodes_[i].parent]++] = static_cast<std::uint32_t>(i);

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
  header.version = kTableVersion;
  header.feature_count = static_cast<std::uint32_t>(codebooks_.size());
  header.file_size = position_;
  header.rule_count = rule_count_;
  header.sections_checksum = util::MurmurHash64A(sections_, sizeof sections_);
  const bool written = std::fseek(out_, 0, SEEK_SET) == 0 && std::fwrite(&header, sizeof header, 1, out_) == 1 &&
                       std::fwrite(sections_, sizeof sections_, 1, out_) == 1 && std::fflush(out_) == 0 &&
                       ::fsync(::fileno(out_)) == 0;
  if (!written) throw InputError(Message(temporary_, ": cannot write (", std::strerror(errno), ")"));
}

std::uint64_t TableWriter::Finish(const std::string& metadata, const std::vector<std::string>& feature_names,
                                  const std::vector<std::string>& provenance, const std::deque<std::string>& words,
                                  const std::deque<std::string>& labels, const std::deque<std::string>& alignments,
                                  const std::set<LabelId>& nonterminals) {
  const std::vector<char> space_for_header(sizeof(FileHeader) + sizeof sections_, 0);
  if (std::fwrite(space_for_header.data(), 1, space_for_header.size(), out_) != space_for_header.size()) {
    throw InputError(Message(temporary_, ": cannot write (", std::strerror(errno), ")"));
  }
  position_ = space_for_header.size();
  EncodeLate();
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
  WriteColumn(Section::kRuleFeatures, &features_);
  std::vector<float> books;
  for (const CodebookBuilder& codebook : codebooks_) {
    books.insert(books.end(), codebook.values().begin(), codebook.values().end());
  }
  WriteSection(Section::kCodebooks, books.data(), books.size() * sizeof(float));
  WriteSection(Section::kTargetOffsets, target_offsets_.data(), target_offsets_.size() * sizeof(std::uint32_t));
  WriteSection(Section::kTargetSymbols, target_symbols_.data(), target_symbols_.size() * sizeof(Symbol));
  WritePool(Section::kAlignmentOffsets, Section::kAlignmentBytes, alignments);
  WriteHeader();
  std::fclose(out_);
  out_ = nullptr;
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) {
    const int reason = errno;
    std::remove(temporary_.c_str());
    throw InputError(Message(path_, ": cannot rename the finished table: ", std::strerror(reason)));
  }
  return rule_count_;
}

}  // namespace simplifier
