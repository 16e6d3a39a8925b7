// One sentence as the decoder sees it: words in the numbering of every grammar and language model, and its context.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "model/decoder_model.hh"
#include "model/lattice.hh"
#include "model/target_automaton.hh"

namespace simplifier {

struct SpanLabel {
  int start, end;
  std::string label;
};

// A span whose words are given: no rule reads it, and these words stand for it.
struct Replacement {
  int start, end;
  std::vector<std::string> words;
};

struct SentenceInput {
  std::vector<std::string> tokens;
  std::vector<SpanLabel> span_labels;
  std::vector<std::string> tags;      // empty or one a token; what class language models go by
  std::vector<bool> is_protected;     // empty or one a token
  std::vector<float> token_features;  // empty or [tokens x token features]
  std::vector<Replacement> replacements = {};  // spans of tokens that do not overlap
  std::vector<LatticeArc> lattice = {};  // one a token; empty for tokens that stand one after the other
  std::shared_ptr<const TargetConstraints> constraints = nullptr;  // null: none
  std::size_t fold = 0;  // of cross-fitted trees: which forest scores it
  std::shared_ptr<void> origin = nullptr;  // what the caller made it from, for features of its own
};

// The same sentence between <s> and </s>; all that is given by token or span moves along.
SentenceInput WithMarkers(const SentenceInput& input, std::size_t token_feature_count);

class Sentence {
 public:
  static constexpr Symbol kNoWord = 0xFFFFFFFFu;
  static constexpr int kNoLabel = -1;

  // The input of a model with a goal of its own stands between markers (WithMarkers).
  // Throws InputError for spans out of range or arrays of the wrong length.
  Sentence(const SentenceInput& input, const DecoderModel& model);

  // Spans are between positions 0 and size(): places between tokens, or the nodes of a lattice.
  int size() const { return size_; }
  int token_count() const { return static_cast<int>(input_->tokens.size()); }
  bool is_lattice() const { return !input_->lattice.empty(); }
  int Start(int token) const { return is_lattice() ? Arc(token).from : token; }
  int End(int token) const { return is_lattice() ? Arc(token).to : token + 1; }
  float Cost(int token) const { return is_lattice() ? Arc(token).cost : 0.0f; }
  // The tokens that end at a position.
  Slice<int> Arrivals(int end) const {
    const std::size_t first = first_arrival_[static_cast<std::size_t>(end)];
    return {arrivals_.data() + first, first_arrival_[static_cast<std::size_t>(end) + 1] - first};
  }
  // Tokens from one position to another, by the shortest way.
  int Distance(int start, int end) const {
    if (!is_lattice()) return end - start;
    return distances_[static_cast<std::size_t>(start * (size_ + 1) + end)];
  }

  // Words that no grammar gives: an unknown word is the literal of its token's number, replacements follow.
  std::size_t LiteralSize(std::uint32_t literal) const {
    return IsToken(literal) ? 1 : input_->replacements[literal - input_->tokens.size()].words.size();
  }
  std::string LiteralWord(std::uint32_t literal, std::size_t i) const {
    if (IsToken(literal)) return input_->tokens[literal] + *unknown_suffix_;
    return input_->replacements[literal - input_->tokens.size()].words[i];
  }
  WordIndex LiteralLmWord(std::size_t lm, std::uint32_t literal, std::size_t i) const {
    if (IsToken(literal)) return LmWord(lm, static_cast<int>(literal));
    return replacement_lm_words_[literal - input_->tokens.size()][lm * LiteralSize(literal) + i];
  }
  bool IsReplaced(int token) const { return !replaced_.empty() && replaced_[static_cast<std::size_t>(token)]; }
  // A position between tokens as the caller counts them, who knows of no markers.
  int WithoutMarkers(int position) const {
    return has_markers_ ? std::clamp(position - 1, 0, size() - 2) : position;
  }
  // <s> or </s>, where the model has a goal of its own.
  bool IsMarker(int i) const { return has_markers_ && (i == 0 || i == size() - 1); }
  const SentenceInput& input() const { return *input_; }
  const DecoderModel& model() const { return *model_; }
  const std::string& token(int i) const { return input_->tokens[static_cast<std::size_t>(i)]; }
  Symbol Word(std::size_t grammar, int i) const {
    return words_[grammar * input_->tokens.size() + static_cast<std::size_t>(i)];
  }
  WordIndex LmWord(std::size_t lm, int i) const {
    // Of a token as an unknown word.
    return lm_words_[lm * input_->tokens.size() + static_cast<std::size_t>(i)];
  }
  int Label(int start, int end) const;
  bool Touches(int start, int end) const { return protected_before_[end] > protected_before_[start]; }
  int ProtectedIn(int start, int end) const { return protected_before_[end] - protected_before_[start]; }
  // Sum of a token feature over a span.
  float TokenFeature(std::size_t feature, int start, int end) const {
    return features_before_[feature * (input_->tokens.size() + 1) + static_cast<std::size_t>(end)] -
           features_before_[feature * (input_->tokens.size() + 1) + static_cast<std::size_t>(start)];
  }
  bool has_token_features() const { return !input_->token_features.empty(); }
  // Weights x token features of the span.
  double TokenFeatureScore(int start, int end) const {
    return weighted_before_[static_cast<std::size_t>(end)] - weighted_before_[static_cast<std::size_t>(start)];
  }

 private:
  const LatticeArc& Arc(int token) const { return input_->lattice[static_cast<std::size_t>(token)]; }
  bool IsToken(std::uint32_t literal) const { return literal < input_->tokens.size(); }
  void CheckSizes(const DecoderModel& model) const;
  void CheckLattice(const DecoderModel& model) const;
  void FindWays();
  void TakeReplacements(const DecoderModel& model);
  void NumberWords(const DecoderModel& model);
  void TakeLabels(const DecoderModel& model);
  void SumFeatures(const DecoderModel& model);

  const SentenceInput* input_;
  const DecoderModel* model_;
  bool has_markers_;
  int size_;
  const std::string* unknown_suffix_;
  std::vector<int> arrivals_;                // tokens by end
  std::vector<std::size_t> first_arrival_;   // [size_ + 2]
  std::vector<int> distances_;               // [size_ + 1, size_ + 1], of a lattice
  std::vector<bool> replaced_;               // empty or one a token
  std::vector<std::vector<WordIndex>> replacement_lm_words_;  // each [language models x words]
  std::vector<Symbol> words_;        // [grammars x tokens]
  std::vector<WordIndex> lm_words_;  // [language models x tokens]
  int longest_label_ = 0;
  std::vector<int> labels_;          // [tokens x longest_label_]
  std::vector<int> protected_before_;
  std::vector<float> features_before_;
  std::vector<double> weighted_before_;
};

}  // namespace simplifier
