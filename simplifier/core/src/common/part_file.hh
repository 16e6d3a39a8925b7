// A file that appears under its name only when it is complete.
//
// Until then its name is PATH.PROCESS.part, and the process that writes it holds a lock on it. A file that a killed
// process left behind has no lock; the next process that writes to PATH removes it.
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

  // All three throw InputError, with the path and the reason, when the disk is full or fails.
  void Write(const void* data, std::size_t bytes);
  void Rewind();
  // Brings everything to the disk, and replaces the file at the path in one step.
  void Commit();

 private:
  [[noreturn]] void Fail(const char* what) const;
  void RemoveAbandoned() const;
  void Open();

  std::string path_, part_;
  std::FILE* file_ = nullptr;
};

}  // namespace simplifier
