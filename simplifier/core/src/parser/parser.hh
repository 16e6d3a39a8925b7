// A greedy dependency parser. One linear model over the features of parser_features.hh chooses each arc-hybrid
// transition; a second one chooses the label of an arc when the arc is made. The model is one file. Its weights are
// 8-bit whole numbers, so the same words and tags give the same tree everywhere. Parsing is const and thread-safe.
//
// Usage:
//   auto parser = Parser::Load("parser.bin");
//   parser->Parse(words.data(), tags.data(), words.size(), heads.data(), labels.data());
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "common/compact_table.hh"
#include "parser/parser_features.hh"

namespace simplifier {

// A trained parser, as its file holds it.
struct ParserModel {
  using TransitionWeights = std::array<std::int8_t, kTransitions>;

  std::vector<std::string> tags;
  std::vector<std::string> labels;      // the first is the root's
  std::vector<std::uint8_t> landmarks;  // of every tag: 0 for none, else 1 + the kind of landmark
  WordKinds kinds;
  CompactTable<std::uint16_t, TransitionWeights> transitions;
  // Feature -> start of its weights in the pool: a count n, then n pairs of label and weight.
  CompactTable<std::uint16_t, std::uint32_t> label_features;
  std::vector<std::int8_t> label_weights;

  void Save(const std::string& path) const;           // throws InputError when the file cannot be written
  static ParserModel Read(const std::string& path);   // throws InputError when the file is no complete model
};

// Maps each name to its index.
std::unordered_map<std::string, std::uint8_t> Numbered(const std::vector<std::string>& names);
LandmarkOfTag LandmarksOf(const std::vector<std::uint8_t>& landmarks);

class Parser {
 public:
  explicit Parser(ParserModel model);
  static std::unique_ptr<Parser> Load(const std::string& path);

  // The index of a tag, or kUnknownTag for a tag that the model does not know.
  std::uint8_t TagIndex(std::string_view tag) const;

  // Fills `heads` with the place of each word's head, and `labels` with indices into Labels(). The head of the
  // sentence's root is -1; a sentence that is not empty has exactly one root.
  void Parse(const std::string_view* words, const std::uint8_t* tags, std::size_t size, std::int32_t* heads,
             std::uint8_t* labels) const;

  const std::vector<std::string>& Tags() const { return model_.tags; }
  const std::vector<std::string>& Labels() const { return model_.labels; }

 private:
  Transition Best(const TransitionKeys& keys, const ParserState& state) const;
  std::uint8_t BestLabel(const LabelKeys& keys) const;

  ParserModel model_;
  std::unordered_map<std::string, std::uint8_t> tag_ids_;
  LandmarkOfTag landmarks_;
};

}  // namespace simplifier
