#include "common/scratch_file.hh"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "common/error.hh"

namespace simplifier {
namespace {

constexpr std::size_t kBuffer = 1 << 20;

// Opens a file without a name. Where the file system cannot make one, the file loses its name right after it is made.
int OpenNameless(const std::string& directory) {
#ifdef O_TMPFILE
  const int descriptor = ::open(directory.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (descriptor >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL)) return descriptor;
#endif
  std::string name = directory + "/.rules-XXXXXX";
  const int named = ::mkstemp(name.data());
  if (named >= 0) ::unlink(name.c_str());
  return named;
}

}  // namespace

ScratchFile::ScratchFile(const std::string& directory)
    : directory_(directory.empty() ? "." : directory), descriptor_(OpenNameless(directory_)) {
  if (descriptor_ < 0) Fail("cannot create a temporary file");
  buffer_.reserve(kBuffer);
}

ScratchFile::~ScratchFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void ScratchFile::Fail(const char* what) const {
  throw InputError(Message(directory_, ": ", what, " (", std::strerror(errno), "); free disk space and run again"));
}

void ScratchFile::Append(const void* data, std::size_t bytes) {
  if (buffer_.size() + bytes > kBuffer) Flush();
  if (bytes > kBuffer) {
    size_ += bytes;
    Write(size_ - bytes, data, bytes);
    return;
  }
  const char* begin = static_cast<const char*>(data);
  buffer_.insert(buffer_.end(), begin, begin + bytes);
  size_ += bytes;
}

void ScratchFile::Flush() {
  if (buffer_.empty()) return;
  Write(size_ - buffer_.size(), buffer_.data(), buffer_.size());
  buffer_.clear();
}

void ScratchFile::Write(std::uint64_t offset, const void* data, std::size_t bytes) {
  const char* at = static_cast<const char*>(data);
  while (bytes > 0) {
    const ssize_t written = ::pwrite(descriptor_, at, bytes, static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) Fail("cannot write");
    at += written;
    offset += static_cast<std::uint64_t>(written);
    bytes -= static_cast<std::size_t>(written);
  }
}

void ScratchFile::Read(std::uint64_t offset, void* into, std::size_t bytes) const {
  char* at = static_cast<char*>(into);
  while (bytes > 0) {
    const ssize_t got = ::pread(descriptor_, at, bytes, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) Fail("cannot read back");
    at += got;
    offset += static_cast<std::uint64_t>(got);
    bytes -= static_cast<std::size_t>(got);
  }
}

}  // namespace simplifier
