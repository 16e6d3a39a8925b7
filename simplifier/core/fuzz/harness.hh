// What the fuzz targets share: files in memory, scratch folders, and properties that must hold.
//
// A target may refuse its input with an InputError. Every other exception, every failed Require and every report of a
// sanitizer is a fault.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/error.hh"

namespace simplifier::fuzz {

inline void Require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

// A file in memory only; path() opens it as long as the object lives.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view bytes) : descriptor_(::memfd_create("fuzz", MFD_CLOEXEC)) {
    Require(descriptor_ >= 0, "a file in memory can be made");
    while (!bytes.empty()) {
      const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
      Require(written > 0, "a file in memory can be written");
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    path_ = "/proc/self/fd/" + std::to_string(descriptor_);
  }
  ~MemoryFile() { ::close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  const std::string& path() const { return path_; }

 private:
  int descriptor_;
  std::string path_;
};

// A folder in memory for targets that write files. It is removed when the object is destroyed, so not after a crash.
class ScratchFolder {
 public:
  ScratchFolder() : path_("/dev/shm/simplifier-fuzz-XXXXXX") {
    Require(::mkdtemp(path_.data()) != nullptr, "a scratch folder can be made");
  }
  ~ScratchFolder() { std::filesystem::remove_all(path_); }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  std::string Path(const std::string& name) const { return path_ + "/" + name; }
  std::string Write(const std::string& name, std::string_view bytes) const {
    std::ofstream(Path(name), std::ios::binary | std::ios::trunc) << bytes;
    return Path(name);
  }

 private:
  std::string path_;
};

// Takes the input as numbers and pieces. Behind its end, numbers are 0 and pieces are empty.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : rest_(reinterpret_cast<const char*>(data), size) {}

  template <class T>
  T Number() {
    T value{};
    const std::size_t size = rest_.size() < sizeof value ? rest_.size() : sizeof value;
    if (size > 0) std::memcpy(&value, rest_.data(), size);
    rest_.remove_prefix(size);
    return value;
  }
  // A number from 0 to `most`.
  std::size_t Below(std::size_t most) { return Number<std::uint8_t>() % (most + 1); }
  bool Chance() { return (Number<std::uint8_t>() & 1) != 0; }
  // A piece; the 16-bit number before it is its length.
  std::string_view Piece() {
    const std::size_t wanted = Number<std::uint16_t>(), size = wanted < rest_.size() ? wanted : rest_.size();
    const std::string_view piece = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return piece;
  }
  std::string_view Rest() { return std::exchange(rest_, {}); }
  bool empty() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

template <class T>
void Append(std::string* bytes, const T& value) {
  bytes->append(reinterpret_cast<const char*>(&value), sizeof value);
}

// A model file around `body` whose length and hash are right, so that the body itself is read.
inline std::string Headed(std::string file, std::string_view body) {
  Append(&file, std::uint64_t{body.size()});
  Append(&file, HashBytes(body));
  return file.append(body);
}

// A few words of every kind, to use what was loaded with.
inline const std::vector<std::string_view>& Words() {
  static const std::vector<std::string_view> words = {
      "the", "a", "cat", "Runs", "utilize", "12,000", "3.5", ",", ".", "\"", "NASA", "co-operate", "", "x",
      "\xC3\xA9t\xC3\xA9", "\xE2\x80\x9C", "\xFF\xFE", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"};
  return words;
}

}  // namespace simplifier::fuzz
