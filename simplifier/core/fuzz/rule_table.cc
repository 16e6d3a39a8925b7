// Packed rule tables with the right checksums: a table that can be opened and passes verification can be used.
//
// The input is the bytes of a file or, if the first byte is odd, its sections one after another, each behind its
// length.
#include <cmath>

#include "harness.hh"
#include "table/rule_table.hh"
#include "table/rule_table_query.hh"
#include "util/murmur_hash.hh"

namespace simplifier::fuzz {
namespace {

std::string Assembled(Bytes bytes) {
  FileHeader header{};
  std::memcpy(header.magic, kTableMagic, sizeof header.magic);
  header.version = bytes.Chance() ? kExactVersion : kCodedVersion;
  header.feature_count = bytes.Number<std::uint8_t>();
  header.rule_count = bytes.Number<std::uint16_t>();
  const std::size_t count = SectionCount(header.version);
  std::vector<SectionEntry> entries(count);
  std::string body;
  const std::size_t start = sizeof header + count * sizeof(SectionEntry);
  for (SectionEntry& entry : entries) {
    body.resize((body.size() + 7) / 8 * 8, '\0');
    const std::string_view piece = bytes.Piece();
    entry = {start + body.size(), piece.size(), util::MurmurHash64A(piece.data(), piece.size())};
    body += piece;
  }
  header.file_size = start + body.size();
  header.sections_checksum = util::MurmurHash64A(entries.data(), count * sizeof(SectionEntry));
  std::string file;
  Append(&file, header);
  for (const SectionEntry& entry : entries) Append(&file, entry);
  return file + body;
}

// The same file with its checksums made right.
std::string Sealed(std::string file) {
  if (file.size() < sizeof(FileHeader)) return file;
  FileHeader header;
  std::memcpy(&header, file.data(), sizeof header);
  const std::size_t count = SectionCount(header.version), end = sizeof header + count * sizeof(SectionEntry);
  if (file.size() < end) return file;
  for (std::size_t i = 0; i < count; ++i) {
    char* place = file.data() + sizeof header + i * sizeof(SectionEntry);
    SectionEntry entry;
    std::memcpy(&entry, place, sizeof entry);
    if (entry.offset > file.size() || entry.length > file.size() - entry.offset) continue;
    entry.checksum = util::MurmurHash64A(file.data() + entry.offset, entry.length);
    std::memcpy(place, &entry, sizeof entry);
  }
  header.file_size = file.size();
  header.sections_checksum = util::MurmurHash64A(file.data() + sizeof header, end - sizeof header);
  std::memcpy(file.data(), &header, sizeof header);
  return file;
}

void Use(const RuleTable& table) {
  double sum = 0.0;
  std::string text;
  for (std::uint32_t rule = 0; rule < table.size(); ++rule) {
    table.SourceText(rule);
    text = table.TargetText(rule);
    Require(table.Lhs(rule) < table.labels().size(), "a rule has a label");
    table.Alignment(rule);
    const FeatureRow row = table.Features(rule);
    for (std::size_t f = 0; f < table.feature_names().size(); ++f) sum += std::abs(static_cast<double>(row[f]));
  }
  Require(std::isfinite(sum), "values are numbers");
  std::vector<std::uint32_t> counts(table.source_count(), 0);
  std::vector<char> may_apply(table.source_count(), 0);
  for (const char* line : {"", " ", "a b c", "the cat utilize the mat", "b a b a b a b"}) {
    table.CountSources(line, &counts);
    MarkApplicable(table, line, 5, &may_apply);
  }
  RulesThatRewrite(table, {"a"}, {"b"});
}

}  // namespace
}  // namespace simplifier::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace simplifier;
  using namespace simplifier::fuzz;
  Bytes bytes(data, size);
  const bool assembled = bytes.Chance();
  const MemoryFile file(assembled ? Assembled(bytes) : Sealed(std::string(bytes.Rest())));
  try {
    const RuleTable table(file.path());
    table.Verify();
    Use(table);
  } catch (const InputError&) {
  }
  return 0;
}
