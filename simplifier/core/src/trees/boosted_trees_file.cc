// The file of boosted trees: a mark, the version, the size and hash of the rest, then the arrays of TreeArrays.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "common/compact_table.hh"
#include "common/error.hh"
#include "common/mapped_file.hh"
#include "common/part_file.hh"
#include "trees/boosted_trees.hh"
#include "util/murmur_hash.hh"

namespace simplifier {
namespace {

constexpr char kMagic[8] = {'S', 'M', 'P', 'L', 'T', 'R', 'E', 'E'};
constexpr std::uint64_t kVersion = 1;
constexpr std::size_t kHead = sizeof kMagic + 3 * sizeof(std::uint64_t);  // mark, version, size, hash

std::uint64_t Hash(std::string_view bytes) { return util::MurmurHash64A(bytes.data(), bytes.size()); }

std::vector<char> Joined(const std::vector<std::string>& names) {
  std::vector<char> text;
  for (const std::string& name : names) {
    text.insert(text.end(), name.begin(), name.end());
    text.push_back('\n');
  }
  return text;
}

std::vector<std::string> Parted(const std::vector<char>& text) {
  std::vector<std::string> names;
  for (auto start = text.begin(); start != text.end();) {
    const auto end = std::find(start, text.end(), '\n');
    names.emplace_back(start, end);
    start = end == text.end() ? end : end + 1;
  }
  return names;
}

class Checker {
 public:
  explicit Checker(const std::string& name) : name_(name) {}
  void Want(bool holds, const char* what) const {
    if (!holds) throw InputError(Message(name_, ": no whole file of trees (", what, "); train and write it again"));
  }
  void WantNames(const std::vector<std::string>& names, const char* what) const {
    std::vector<std::string> sorted = names;
    std::sort(sorted.begin(), sorted.end());
    Want(!names.empty() && std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end(), what);
    for (const std::string& name : names) Want(!name.empty() && name.find('\n') == std::string::npos, what);
  }
  void WantStarts(const std::vector<std::uint32_t>& starts, std::size_t end, const char* what) const {
    Want(!starts.empty() && starts.front() == 0 && starts.back() == end &&
             std::is_sorted(starts.begin(), starts.end()),
         what);
  }

 private:
  const std::string& name_;
};

}  // namespace

void TreeArrays::Check(const std::string& name) const {
  const Checker checker(name);
  checker.WantNames(inputs, "names of inputs");
  checker.WantNames(outputs, "names of outputs");
  checker.Want(inputs.size() < kMissingLeft, "more inputs than can be numbered");
  checker.Want(logistic.size() == outputs.size(), "links");
  checker.Want(folds >= 1 && forest_starts.size() == std::size_t{folds} * outputs.size() + 1, "folds");
  checker.WantStarts(node_starts, thresholds.size(), "nodes");
  checker.WantStarts(leaf_starts, leaves.size(), "leaves");
  checker.WantStarts(forest_starts, node_starts.size() - 1, "forests");
  checker.Want(leaf_starts.size() == node_starts.size(), "trees");
  const std::size_t count = thresholds.size();
  checker.Want(split_inputs.size() == count && left.size() == count && right.size() == count, "nodes");
  for (std::size_t tree = 0; tree + 1 < node_starts.size(); ++tree) {
    const std::size_t first = node_starts[tree], nodes = node_starts[tree + 1] - first;
    checker.Want(leaf_starts[tree + 1] - leaf_starts[tree] == nodes + 1 && nodes < kMissingLeft, "a tree");
    // n splits have 2n children, which must all differ. There are n + 1 leaves and n - 1 splits besides the root, so
    // each of these is the child of exactly one split: the arrays are a tree.
    std::vector<bool> is_child(2 * nodes + 1, false);  // splits, then leaves
    for (std::size_t n = 0; n < nodes; ++n) {
      checker.Want((split_inputs[first + n] & ~kMissingLeft) < static_cast<int>(inputs.size()), "a split");
      checker.Want(!std::isnan(thresholds[first + n]), "a threshold");
      for (const std::int16_t child : {left[first + n], right[first + n]}) {
        // A child comes after its parent, so every walk down the tree ends.
        const bool inner = child >= 0;
        const auto place = static_cast<std::size_t>(inner ? child : ~child);
        checker.Want(inner ? place > n && place < nodes : place <= nodes, "a child");
        const std::size_t number = inner ? place : nodes + place;
        checker.Want(!is_child[number], "a child of two nodes");
        is_child[number] = true;
      }
    }
  }
  checker.Want(std::all_of(leaves.begin(), leaves.end(), [](float leaf) { return std::isfinite(leaf); }), "a leaf");
}

void TreeArrays::Save(const std::string& path) const {
  Check(path);
  ByteWriter body;
  body.Array(Joined(inputs));
  body.Array(Joined(outputs));
  body.Array(logistic);
  body.Number(folds);
  body.Array(forest_starts);
  body.Array(node_starts);
  body.Array(leaf_starts);
  body.Array(split_inputs);
  body.Array(thresholds);
  body.Array(left);
  body.Array(right);
  body.Array(leaves);
  ByteWriter head;
  head.Bytes().append(kMagic, sizeof kMagic);
  head.Number(kVersion);
  head.Number(body.Bytes().size());
  head.Number(Hash(body.Bytes()));
  PartFile file(path);
  file.Write(head.Bytes().data(), head.Bytes().size());
  file.Write(body.Bytes().data(), body.Bytes().size());
  file.Commit();
}

TreeArrays TreeArrays::Read(const std::string& path) {
  const MappedFile file(path);
  const std::string_view bytes(file.data(), file.size());
  if (bytes.size() < kHead || std::memcmp(bytes.data(), kMagic, sizeof kMagic) != 0) {
    throw InputError(Message(path, ": not a file of trees; name one that training wrote"));
  }
  ByteReader reader(bytes, sizeof kMagic, path, "file of trees");
  if (const std::uint64_t version = reader.Number(); version != kVersion) {
    throw InputError(Message(path, ": trees of format version ", version, ", not ", kVersion, "; train them again"));
  }
  const std::uint64_t size = reader.Number(), hash = reader.Number();
  if (bytes.size() - kHead != size || Hash(bytes.substr(kHead)) != hash) reader.Fail();
  TreeArrays arrays;
  arrays.inputs = Parted(reader.Array<char>());
  arrays.outputs = Parted(reader.Array<char>());
  arrays.logistic = reader.Array<std::uint8_t>();
  arrays.folds = static_cast<std::uint32_t>(reader.Number());
  arrays.forest_starts = reader.Array<std::uint32_t>();
  arrays.node_starts = reader.Array<std::uint32_t>();
  arrays.leaf_starts = reader.Array<std::uint32_t>();
  arrays.split_inputs = reader.Array<std::uint16_t>();
  arrays.thresholds = reader.Array<float>();
  arrays.left = reader.Array<std::int16_t>();
  arrays.right = reader.Array<std::int16_t>();
  arrays.leaves = reader.Array<float>();
  arrays.Check(path);
  return arrays;
}

// The forests of fold 0 come first, so all arrays are cut off behind them.
TreeArrays TreeArrays::FirstFold() const {
  TreeArrays first = *this;
  first.folds = 1;
  first.forest_starts.resize(outputs.size() + 1);
  const std::size_t trees = first.forest_starts.back();
  first.node_starts.resize(trees + 1);
  first.leaf_starts.resize(trees + 1);
  const std::size_t nodes = first.node_starts.back();
  first.split_inputs.resize(nodes);
  first.thresholds.resize(nodes);
  first.left.resize(nodes);
  first.right.resize(nodes);
  first.leaves.resize(first.leaf_starts.back());
  return first;
}

std::unique_ptr<BoostedTrees> BoostedTrees::Load(const std::string& path) {
  return std::unique_ptr<BoostedTrees>(new BoostedTrees(TreeArrays::Read(path)));
}

}  // namespace simplifier
