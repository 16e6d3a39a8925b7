// Parser models with the right hash.
#include "harness.hh"
#include "parser/parser.hh"
#include "tagger/tagger_features.hh"

namespace simplifier::fuzz {
namespace {

void Use(const Parser& parser) {
  const std::vector<std::string_view>& words = Words();
  std::vector<std::uint8_t> tags(words.size()), labels(words.size());
  for (std::size_t i = 0; i < tags.size(); ++i) {
    tags[i] = parser.Tags().empty() || i % 5 == 0 ? kUnknownTag : static_cast<std::uint8_t>(i % parser.Tags().size());
  }
  std::vector<std::int32_t> heads(words.size());
  parser.Parse(words.data(), tags.data(), words.size(), heads.data(), labels.data());
  std::size_t roots = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    Require(heads[i] >= -1 && heads[i] < static_cast<std::int32_t>(words.size()), "a head is a word or the root");
    Require(labels[i] < parser.Labels().size(), "a label has a name");
    roots += heads[i] == -1;
  }
  Require(roots == 1, "a sentence has one root");
}

}  // namespace
}  // namespace simplifier::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace simplifier;
  using namespace simplifier::fuzz;
  const MemoryFile file(Headed("SMPLPAR1", {reinterpret_cast<const char*>(data), size}));
  try {
    Use(*Parser::Load(file.path()));
  } catch (const InputError&) {
  }
  return 0;
}
