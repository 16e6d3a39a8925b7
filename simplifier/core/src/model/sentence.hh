// One sentence as the decoder sees it: words in the numbering of every grammar and language model, labels, marks and
// lattice.
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

// Spans are half-open, in tokens.
struct SpanLabel {
  int start, end;
  std::string label;
};

// A span whose target words are given: no rule reads its tokens.
struct Replacement {
  int start, end;
  std::vector<std::string> words;
};

struct SentenceInput {
  std::vector<std::string> tokens;
  std::vector<SpanLabel> span_labels;
  std::vector<std::string> tags;      // empty or one per token: by them class language models choose classes
  std::vector<bool> is_protected;     // empty or one per token: rules that read it must copy
  std::vector<float> token_features;  // empty or [tokens x token features]
  std::vector<Replacement> replacements = {};  // must not overlap
  std::vector<LatticeArc> lattice = {};  // one per token; empty for tokens that stand one after the other
  std::shared_ptr<const TargetConstraints> constraints = nullptr;  // null: none
  std::size_t fold = 0;  // number of the fold whose trees score it, where trees are cross-fitted
  std::shared_ptr<void> origin = nullptr;  // the caller's own object, for feature groups of the caller
};

// The same sentence between <s> and </s>. All that is given by token or span moves along.
SentenceInput WithMarkers(const SentenceInput& input, std::size_t token_feature_count);

class Sentence {
 public:
  static constexpr Symbol kNoWord = 0xFFFFFFFFu;
  static constexpr int kNoLabel = -1;

  // If the model has a goal of its own, the input must stand between markers (WithMarkers). Input and model must
  // outlive the sentence. Throws InputError for spans out of range, overlapping replacements, arrays of the wrong
  // length, a bad lattice, or one that has more than words and costs.
  Sentence(const SentenceInput& input, const DecoderModel& model);

  // Spans lead from one position to another, from 0 to size(). Positions are places between tokens, or nodes of a
  // lattice.
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
  // The number of tokens from one position to another, by the shortest way; more than all tokens if there is no way.
  int Distance(int start, int end) const {
    if (!is_lattice()) return end - start;
    return distances_[static_cast<std::size_t>(start * (size_ + 1) + end)];
  }

  // Literals are words that no grammar gives. The literal of an unknown word has its token's number; those of
  // replacements follow.
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
  // The position as the caller counts, who knows of no markers.
  int WithoutMarkers(int position) const {
    return has_markers_ ? std::clamp(position - 1, 0, size() - 2) : position;
  }
  // True for the markers <s> and </s> of a model with a goal of its own.
  bool IsMarker(int i) const { return has_markers_ && (i == 0 || i == size() - 1); }
  const SentenceInput& input() const { return *input_; }
  const DecoderModel& model() const { return *model_; }
  const std::string& token(int i) const { return input_->tokens[static_cast<std::size_t>(i)]; }
  Symbol Word(std::size_t grammar, int i) const {
    return words_[grammar * input_->tokens.size() + static_cast<std::size_t>(i)];
  }
  WordIndex LmWord(std::size_t lm, int i) const {
    // The word for the token as it would be copied as an unknown word.
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
  std::vector<int> arrivals_;                // tokens, sorted by their end
  std::vector<std::size_t> first_arrival_;   // [size_ + 2]: by end, the place of its first token in arrivals_
  std::vector<int> distances_;               // [size_ + 1, size_ + 1] for a lattice, else empty
  std::vector<bool> replaced_;               // empty or one per token
  std::vector<std::vector<WordIndex>> replacement_lm_words_;  // by replacement: [language models x words]
  std::vector<Symbol> words_;        // [grammars x tokens]
  std::vector<WordIndex> lm_words_;  // [language models x tokens]
  int longest_label_ = 0;
  std::vector<int> labels_;          // [tokens x longest_label_]: by start, and length less 1
  // Sums over all tokens before a position, so that the sum over a span is a difference of two.
  std::vector<int> protected_before_;
  std::vector<float> features_before_;
  std::vector<double> weighted_before_;
};

}  // namespace simplifier
