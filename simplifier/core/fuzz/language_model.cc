// Language models: ARPA text of any content, and binaries of every structure with some bytes changed. Files are checked
// before KenLM reads them.
#include <algorithm>
#include <cmath>

#include "harness.hh"
#include "language_model/language_model.hh"
#include "language_model/language_model_binary.hh"
#include "language_model/language_model_check.hh"

namespace simplifier::fuzz {
namespace {

constexpr char kArpa[] =
    "\\data\\\nngram 1=6\nngram 2=4\nngram 3=2\n\n\\1-grams:\n-1.0\t<unk>\t0\n0\t<s>\t-0.3\n-0.7\t</s>\t0\n"
    "-0.5\tthe\t-0.2\n-0.9\tcat\t-0.1\n-1.1\ta\t-0.4\n\n\\2-grams:\n-0.2\t<s> the\t-0.1\n-0.3\tthe cat\t-0.2\n"
    "-0.6\ta cat\t0\n-0.4\tcat </s>\n\n\\3-grams:\n-0.1\t<s> the cat\n-0.2\tthe cat </s>\n\n\\end\\\n";

std::string Content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

const std::vector<std::string>& Binaries() {
  static const std::vector<std::string> binaries = [] {
    const ScratchFolder folder;
    const std::string arpa = folder.Write("fuzz.arpa", kArpa);
    std::vector<std::string> contents;
    for (const BinaryOptions& options : {BinaryOptions{false}, BinaryOptions{true}, BinaryOptions{true, 8, 8},
                                         BinaryOptions{true, 0, 0, 16}, BinaryOptions{true, 8, 8, 16}}) {
      const std::string binary = folder.Path("fuzz.binary");
      WriteBinary(arpa, binary, options);
      contents.push_back(Content(binary));
    }
    return contents;
  }();
  return binaries;
}

void Use(const LanguageModel& model) {
  std::vector<WordIndex> words;
  for (const std::string_view word : Words()) words.push_back(model.Index(word));
  model.ScoreWords(words.data(), words.size(), true);
  ChartState inner, outer;
  const LmSegment parts[] = {{nullptr, words[0]}, {nullptr, words[2]}};
  model.ScoreRule(parts, 2, false, &inner);
  const LmSegment whole[] = {{&inner, 0}, {nullptr, model.EndSentence()}};
  model.ScoreRule(whole, 2, true, &outer);
}

}  // namespace
}  // namespace simplifier::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace simplifier;
  using namespace simplifier::fuzz;
  Bytes bytes(data, size);
  const std::size_t kind = bytes.Below(Binaries().size());
  const std::size_t place = kind > 0 ? bytes.Number<std::uint16_t>() : 0;
  std::string content(bytes.Rest());
  if (kind > 0) {
    // The input is XORed onto a binary from `place` on, so that most of the binary stays as it was.
    std::string changed = Binaries()[kind - 1];
    for (std::size_t i = 0; i < content.size(); ++i) {
      char& one = changed[(place + i) % changed.size()];
      one = static_cast<char>(one ^ content[i]);
    }
    content = std::move(changed);
  }
  const MemoryFile file(content);
  try {
    CheckLanguageModel(file.path(), true);
    Use(*LanguageModel::Load(file.path()));
  } catch (const InputError&) {
  }
  return 0;
}
