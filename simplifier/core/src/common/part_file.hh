// A file that appears under its name only when it is complete.
//
// Until then it is PATH.PROCESS.part, locked by the process that writes it; what killed processes left behind is found
// by its missing lock and removed by the next one.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

namespace simplifier {

class PartFile {
 public:
  explicit PartFile(std::string path);
  ~PartFile();  // removes what was not committed
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  // They throw InputError, with the name and the reason, when the disk is full or fails.
  void Write(const void* data, std::size_t bytes);
  void Rewind();
  // Brings everything to the disk and replaces the file of that name.
  void Commit();

 private:
  [[noreturn]] void Fail(const char* what) const;
  void RemoveAbandoned() const;
  void Open();

  std::string path_, part_;
  std::FILE* file_ = nullptr;
};

}  // namespace simplifier
