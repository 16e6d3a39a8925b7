// A read-only memory-mapped file. The operating system shares its memory between processes.
#pragma once

#include <cstddef>
#include <string>

namespace simplifier {

class MappedFile {
 public:
  // Throws InputError, with the path, when the file cannot be opened or mapped.
  explicit MappedFile(const std::string& path);
  // Maps an open file, which stays open; `name` is for messages.
  MappedFile(int descriptor, const std::string& name);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  const char* data() const { return data_; }
  std::size_t size() const { return size_; }

 private:
  void Map(int descriptor, const std::string& name);

  const char* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace simplifier
