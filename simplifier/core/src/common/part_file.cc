#include "common/part_file.hh"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <memory>
#include <thread>

#include "common/error.hh"

namespace simplifier {
namespace {

constexpr char kEnding[] = ".part";
constexpr int kAttempts = 50;

// True if the name is BASE.PROCESS.part.
bool IsPartOf(const std::string& base, const std::string& name) {
  const std::size_t ending = sizeof kEnding - 1;
  if (name.size() < base.size() + 2 + ending || name.compare(0, base.size() + 1, base + ".") != 0) return false;
  if (name.compare(name.size() - ending, ending, kEnding) != 0) return false;
  return std::all_of(name.begin() + static_cast<std::ptrdiff_t>(base.size()) + 1,
                     name.end() - static_cast<std::ptrdiff_t>(ending), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

PartFile::PartFile(std::string path)
    : path_(std::move(path)), part_(Message(path_, ".", ::getpid(), kEnding)) {
  RemoveAbandoned();
  Open();
}

PartFile::~PartFile() {
  if (!file_) return;
  ::unlink(part_.c_str());
  std::fclose(file_);
}

void PartFile::Fail(const char* what) const {
  throw InputError(Message(path_, ": ", what, " (", std::strerror(errno), "); free disk space and run again"));
}

void PartFile::RemoveAbandoned() const {
  const std::filesystem::path target(path_);
  const std::filesystem::path folder = target.has_parent_path() ? target.parent_path() : ".";
  const std::string base = target.filename().string();
  // Not the iterator of std::filesystem: its operations are noexcept, so that the process would end when memory runs
  // out.
  const std::unique_ptr<DIR, int (*)(DIR*)> entries(::opendir(folder.c_str()), &::closedir);
  for (const dirent* entry; entries && (entry = ::readdir(entries.get()));) {
    if (!IsPartOf(base, entry->d_name)) continue;
    const std::string abandoned = (folder / entry->d_name).string();
    const int descriptor = ::open(abandoned.c_str(), O_RDWR | O_CLOEXEC);
    if (descriptor < 0) continue;
    if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) ::unlink(abandoned.c_str());
    ::close(descriptor);
  }
}

void PartFile::Open() {
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const int descriptor = ::open(part_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor < 0) Fail("cannot create");
    struct stat status;
    const bool locked = ::flock(descriptor, LOCK_EX | LOCK_NB) == 0;
    // Between open and lock another process may have taken the file for abandoned and removed it: then try again.
    if (locked && ::fstat(descriptor, &status) == 0 && status.st_nlink > 0) {
      file_ = ::fdopen(descriptor, "r+b");
      if (file_ && ::ftruncate(descriptor, 0) == 0) return;
      const int reason = errno;
      ::unlink(part_.c_str());
      file_ ? static_cast<void>(std::fclose(file_)) : static_cast<void>(::close(descriptor));
      errno = reason;
      Fail("cannot create");
    }
    ::close(descriptor);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  throw InputError(Message(path_, ": this process writes it already; wait until it is done"));
}

void PartFile::Write(const void* data, std::size_t bytes) {
  if (bytes && std::fwrite(data, 1, bytes, file_) != bytes) Fail("cannot write");
}

void PartFile::Rewind() {
  if (std::fflush(file_) != 0 || std::fseek(file_, 0, SEEK_SET) != 0) Fail("cannot write");
}

void PartFile::Commit() {
  if (std::fflush(file_) != 0 || ::fsync(::fileno(file_)) != 0) Fail("cannot write");
  ::unlink((path_ + ".sums").c_str());  // the checksums of the old file
  if (std::rename(part_.c_str(), path_.c_str()) != 0) Fail("cannot rename the finished file");
  std::fclose(file_);
  file_ = nullptr;
}

}  // namespace simplifier
