// One sentence as the decoder sees it: words in the numbering of every grammar and language model, and its context.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "decoder_model.hh"
#include "target_automaton.hh"

namespace simplifier {

struct SpanLabel {
  int start, end;
  std::string label;
};

struct SentenceInput {
  std::vector<std::string> tokens;
  std::vector<SpanLabel> span_labels;
  std::vector<std::string> tags;      // empty or one a token; what class language models go by
  std::vector<bool> is_protected;     // empty or one a token
  std::vector<float> token_features;  // empty or [tokens x token features]
  std::shared_ptr<const TargetConstraints> constraints = nullptr;  // null: none
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

  int size() const { return static_cast<int>(input_->tokens.size()); }
  // A position between tokens as the caller counts them, who knows of no markers.
  int WithoutMarkers(int position) const {
    return has_markers_ ? std::clamp(position - 1, 0, size() - 2) : position;
  }
  // <s> or </s>, where the model has a goal of its own.
  bool IsMarker(int i) const { return has_markers_ && (i == 0 || i == size() - 1); }
  const SentenceInput& input() const { return *input_; }
  const std::string& token(int i) const { return input_->tokens[static_cast<std::size_t>(i)]; }
  Symbol Word(std::size_t grammar, int i) const {
    return words_[grammar * static_cast<std::size_t>(size()) + static_cast<std::size_t>(i)];
  }
  WordIndex LmWord(std::size_t lm, int i) const {
    // Of a token as an unknown word.
    return lm_words_[lm * static_cast<std::size_t>(size()) + static_cast<std::size_t>(i)];
  }
  int Label(int start, int end) const;
  bool Touches(int start, int end) const { return protected_before_[end] > protected_before_[start]; }
  int ProtectedIn(int start, int end) const { return protected_before_[end] - protected_before_[start]; }
  // Sum of a token feature over a span.
  float TokenFeature(std::size_t feature, int start, int end) const {
    return features_before_[feature * (static_cast<std::size_t>(size()) + 1) + static_cast<std::size_t>(end)] -
           features_before_[feature * (static_cast<std::size_t>(size()) + 1) + static_cast<std::size_t>(start)];
  }
  bool has_token_features() const { return !input_->token_features.empty(); }
  // Weights x token features of the span.
  double TokenFeatureScore(int start, int end) const {
    return weighted_before_[static_cast<std::size_t>(end)] - weighted_before_[static_cast<std::size_t>(start)];
  }

 private:
  const SentenceInput* input_;
  bool has_markers_;
  std::vector<Symbol> words_;        // [grammars x tokens]
  std::vector<WordIndex> lm_words_;  // [language models x tokens]
  int longest_label_ = 0;
  std::vector<int> labels_;          // [tokens x longest_label_]
  std::vector<int> protected_before_;
  std::vector<float> features_before_;
  std::vector<double> weighted_before_;
};

}  // namespace simplifier
