#include "common/checksums.hh"

#include <sys/stat.h>

#include <algorithm>
#include <charconv>
#include <cstring>

#include "common/error.hh"
#include "common/mapped_file.hh"
#include "common/part_file.hh"
#include "util/murmur_hash.hh"

namespace simplifier {
namespace {

constexpr std::string_view kTitle = "simplifier checksums ";
constexpr std::uint64_t kVersion = 1;
constexpr std::size_t kBlock = 1 << 16;
// Blocks that are hashed together, so that their multiplications overlap: within a block each waits for the one before.
constexpr std::size_t kLanes = 4;
constexpr std::size_t kDigits = 16;

// MurmurHash64A (Appleby, public domain) with seed 0 of kLanes blocks; `block` is their length, a multiple of 8 bytes.
// The hashes are the same as those of util::MurmurHash64A.
void HashLanes(const char* begin, std::size_t block, std::uint64_t* hashes) {
  constexpr std::uint64_t kFactor = 0xc6a4a7935bd1e995u;
  constexpr int kShift = 47;
  std::uint64_t lanes[kLanes];
  std::fill_n(lanes, kLanes, block * kFactor);
  for (std::size_t at = 0; at < block; at += sizeof(std::uint64_t)) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      std::uint64_t word;
      std::memcpy(&word, begin + lane * block + at, sizeof word);
      word *= kFactor;
      word ^= word >> kShift;
      lanes[lane] = (lanes[lane] ^ word * kFactor) * kFactor;
    }
  }
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    std::uint64_t hash = (lanes[lane] ^ lanes[lane] >> kShift) * kFactor;
    hashes[lane] = hash ^ hash >> kShift;
  }
}

std::uint64_t Hash(std::string_view bytes) { return util::MurmurHash64A(bytes.data(), bytes.size()); }

std::string Hexadecimal(std::uint64_t hash) {
  std::string text(kDigits, '0');
  for (std::size_t place = kDigits; place-- > 0; hash >>= 4) text[place] = "0123456789abcdef"[hash & 15];
  return text;
}

// The content of FILE.sums.
struct Checksums {
  std::uint64_t bytes = 0, block = 0;
  std::vector<std::uint64_t> hashes;
};

class Reader {
 public:
  Reader(std::string_view text, const std::string& path) : text_(text), whole_(text), path_(path) {}

  Checksums Read() {
    Skip(kTitle);
    if (const std::uint64_t version = Number(10); version != kVersion) {
      throw InputError(Message(path_, ": checksums of format version ", version, ", this program reads version ",
                               kVersion, "; use a newer program, or write them again with simplifier seal"));
    }
    Checksums sums;
    Skip("bytes ");
    sums.bytes = Number(10);
    Skip("block ");
    sums.block = Number(10);
    if (sums.block < 64 || sums.block % 64 != 0) Fail();
    const std::uint64_t count = sums.bytes / sums.block + (sums.bytes % sums.block != 0);
    if (count > text_.size() / (kDigits + 1)) Fail();
    for (std::uint64_t i = 0; i < count; ++i) sums.hashes.push_back(Number(16));
    const std::string_view above = whole_.substr(0, whole_.size() - text_.size());
    Skip("check ");
    if (Number(16) != Hash(above) || !text_.empty()) Fail();
    return sums;
  }

 private:
  [[noreturn]] void Fail() const {
    throw InputError(Message(path_, ": damaged checksums; install or copy the file and its checksums again"));
  }
  void Skip(std::string_view start) {
    if (text_.substr(0, start.size()) != start) Fail();
    text_.remove_prefix(start.size());
  }
  // Reads the number that is the rest of the line.
  std::uint64_t Number(int base) {
    const std::size_t end = text_.find('\n');
    if (end == std::string_view::npos || (base == 16 && end != kDigits)) Fail();
    std::uint64_t value = 0;
    const auto result = std::from_chars(text_.data(), text_.data() + end, value, base);
    if (result.ec != std::errc() || result.ptr != text_.data() + end) Fail();
    text_.remove_prefix(end + 1);
    return value;
  }

  std::string_view text_, whole_;
  const std::string& path_;
};

constexpr char kAdvice[] = "; install or copy it again (simplifier seal, if you changed it yourself)";

void Compare(const std::string& path, const MappedFile& file, const Checksums& sums) {
  if (file.size() != sums.bytes) {
    throw InputError(Message(path, ": ", file.size(), " bytes, by its checksums ", sums.bytes, kAdvice));
  }
  const std::vector<std::uint64_t> found = BlockHashes({file.data(), file.size()}, sums.block);
  const auto [own, wanted] = std::mismatch(found.begin(), found.end(), sums.hashes.begin());
  if (own == found.end()) return;
  const auto number = static_cast<std::uint64_t>(own - found.begin());
  throw InputError(Message(path, ": damaged in block ", number, " (from byte ", number * sums.block, ")", kAdvice));
}

}  // namespace

std::vector<std::uint64_t> BlockHashes(std::string_view bytes, std::size_t block) {
  std::vector<std::uint64_t> hashes(bytes.size() / block + (bytes.size() % block != 0));
  std::size_t next = 0;
  for (; (next + kLanes) * block <= bytes.size(); next += kLanes) {
    HashLanes(bytes.data() + next * block, block, hashes.data() + next);
  }
  for (; next < hashes.size(); ++next) hashes[next] = Hash(bytes.substr(next * block, block));
  return hashes;
}

void WriteChecksums(const std::string& path) {
  const MappedFile file(path);
  std::string text = Message(kTitle, kVersion, "\nbytes ", file.size(), "\nblock ", kBlock, "\n");
  for (const std::uint64_t hash : BlockHashes({file.data(), file.size()}, kBlock)) text += Hexadecimal(hash) + "\n";
  text += "check " + Hexadecimal(Hash(text)) + "\n";
  PartFile out(path + kChecksumsEnding);
  out.Write(text.data(), text.size());
  out.Commit();
}

bool CheckChecksums(const std::string& path, bool required) {
  const std::string beside = path + kChecksumsEnding;
  struct stat status;
  if (::stat(beside.c_str(), &status) != 0) {
    if (!required) return false;
    throw InputError(Message(path, ": has no checksums, and model.verify asks for them; simplifier seal writes them"));
  }
  // The file is opened first: whoever replaces it removes the old checksums before, and writes the new ones after that
  // (PartFile::Commit).
  const MappedFile file(path);
  const MappedFile text(beside);
  Compare(path, file, Reader({text.data(), text.size()}, beside).Read());
  return true;
}

}  // namespace simplifier
