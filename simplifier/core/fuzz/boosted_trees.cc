// Files of trees with the right hash: trees that can be read predict the same with all instructions, within their
// bounds.
#include <cmath>
#include <limits>

#include "harness.hh"
#include "trees/boosted_trees.hh"
#include "util/murmur_hash.hh"

namespace simplifier::fuzz {
namespace {

std::string Headed(std::string_view body) {
  std::string file = "SMPLTREE";
  Append(&file, std::uint64_t{1});
  Append(&file, std::uint64_t{body.size()});
  Append(&file, util::MurmurHash64A(body.data(), body.size()));
  return file.append(body);
}

bool Same(const std::vector<float>& one, const std::vector<float>& other) {
  return std::memcmp(one.data(), other.data(), one.size() * sizeof(float)) == 0;
}

void Use(const BoostedTrees& trees, std::size_t seed) {
  constexpr std::size_t kRows = 19;  // a full group of rows and a part of one
  const float values[] = {0.0f, -1.0f, 1.0f, 0.5f, 1e30f, std::numeric_limits<float>::quiet_NaN(),
                          -std::numeric_limits<float>::infinity(), std::numeric_limits<float>::infinity()};
  const std::size_t width = trees.input_names().size(), outputs = trees.output_names().size();
  if (width > 512 || outputs > 64) return;
  std::vector<float> rows(kRows * width), plain(kRows * outputs), other(plain);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = values[(seed + i * i + i / width) % 8];
  for (std::size_t fold = 0; fold < trees.folds() && fold < 3; ++fold) {
    trees.Predict(rows.data(), kRows, fold, plain.data(), Instructions::kPlain);
    for (const Instructions with : KnownInstructions()) {
      trees.Predict(rows.data(), kRows, fold, other.data(), with);
      Require(Same(plain, other), "all instructions predict the same");
    }
    const std::vector<std::uint8_t> unknown(width, 1);
    for (std::size_t output = 0; output < outputs; ++output) {
      const auto [low, high] = trees.Range(output, fold);
      const auto [least, most] = trees.Bounds(rows.data(), unknown.data(), output, fold);
      for (std::size_t row = 0; row < kRows; ++row) {
        const float value = plain[row * outputs + output];
        Require(std::isnan(value) || (low <= value && value <= high), "a prediction is within its range");
      }
      Require(std::isnan(least) || (low <= least && most <= high), "bounds are within the range");
    }
  }
}

}  // namespace
}  // namespace simplifier::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace simplifier;
  using namespace simplifier::fuzz;
  const std::string_view body(reinterpret_cast<const char*>(data), size);
  const MemoryFile file(Headed(body));
  try {
    const auto trees = BoostedTrees::Load(file.path());
    Use(*trees, size);
    TreeArrays::Read(file.path()).FirstFold().Check("the first fold");
  } catch (const InputError&) {
  }
  return 0;
}
