// Tagger models with the right hash.
#include "harness.hh"
#include "tagger/tagger.hh"

namespace simplifier::fuzz {
namespace {

void Use(const Tagger& tagger) {
  const std::vector<std::string_view>& words = Words();
  std::vector<std::uint8_t> tags(words.size());
  for (const bool fragment : {false, true}) {
    tagger.Tag(words.data(), words.size(), fragment, tags.data());
    for (const std::uint8_t tag : tags) Require(tag < tagger.Tags().size(), "a tag is one of the model's");
  }
  for (const std::string_view word : words) {
    for (const auto& [tag, share] : tagger.WordTags(word)) Require(tag < tagger.Tags().size(), "a tag has a name");
  }
}

}  // namespace
}  // namespace simplifier::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace simplifier;
  using namespace simplifier::fuzz;
  const MemoryFile file(Headed("SMPLTAG1", {reinterpret_cast<const char*>(data), size}));
  try {
    Use(*Tagger::Load(file.path()));
  } catch (const InputError&) {
  }
  return 0;
}
