// A temporary file without a name. It disappears with the process, however the process ends.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace simplifier {

class ScratchFile {
 public:
  explicit ScratchFile(const std::string& directory);
  ~ScratchFile();
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;

  // All three throw InputError, with the directory and the reason, when the disk is full or fails.
  void Append(const void* data, std::size_t bytes);
  void Flush();
  // Reads bytes that were appended and flushed.
  void Read(std::uint64_t offset, void* into, std::size_t bytes) const;

  std::uint64_t size() const { return size_; }
  int descriptor() const { return descriptor_; }

 private:
  void Write(std::uint64_t offset, const void* data, std::size_t bytes);
  [[noreturn]] void Fail(const char* what) const;

  std::string directory_;
  int descriptor_ = -1;
  std::vector<char> buffer_;
  std::uint64_t size_ = 0;
};

}  // namespace simplifier
