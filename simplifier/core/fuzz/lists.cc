// Text files of models: word classes, frames, and the checksums beside a file.
#include <string>

#include "changes/frame_list.hh"
#include "common/checksums.hh"
#include "harness.hh"
#include "language_model/word_classes.hh"

namespace simplifier::fuzz {
namespace {

void ReadClasses(const std::string& path) {
  const auto classes = WordClasses::Load(path);
  for (const std::string_view word : Words()) {
    const std::uint32_t entry = classes->Entry(word);
    Require(entry <= classes->size(), "an entry is in the list");
    for (const auto* reading = classes->begin(entry); reading != classes->end(entry); ++reading) {
      Require(reading->word_class < classes->classes().size(), "a class has a name");
      Require(reading->log_share <= 0.0f, "a share is a share");
      if (reading->tag != WordClasses::kNoTag) {
        Require(classes->ClassOfTag(reading->tag) < classes->classes().size(), "a tag has a class");
      }
    }
  }
}

void ReadFrames(const std::string& path) {
  const auto frames = FrameList::Load(path);
  for (const std::string_view word : Words()) {
    const FrameList::Entries* entries = frames->Find(std::string(word));
    if (entries == nullptr) continue;
    Require(!entries->empty() && frames->LongestFrom(std::string(word)) >= 1, "what is found can be looked for");
  }
}

// Puts checksums of any content beside a file, which they may not match.
void ReadChecksums(const ScratchFolder& folder, std::string_view text) {
  static const std::string content(150000, 'x');
  const std::string path = folder.Write("file", content);
  WriteChecksums(path);
  Require(CheckChecksums(path, true), "what was written can be checked");
  folder.Write("file.sums", text);
  CheckChecksums(path);
}

}  // namespace
}  // namespace simplifier::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace simplifier;
  using namespace simplifier::fuzz;
  static const ScratchFolder folder;
  Bytes bytes(data, size);
  const std::size_t kind = bytes.Below(2);
  try {
    if (kind == 2) {
      ReadChecksums(folder, bytes.Rest());
    } else {
      const MemoryFile file(bytes.Rest());
      kind == 0 ? ReadClasses(file.path()) : ReadFrames(file.path());
    }
  } catch (const InputError&) {
  }
  return 0;
}
