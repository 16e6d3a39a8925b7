// Trains the parser: averaged perceptrons for transitions and labels. With a dynamic oracle (Goldberg and Nivre 2013)
// the parser learns what to do after its own mistakes. Single-threaded and deterministic: the same sentences in the
// same order with the same seed give the same bytes.
//
// Usage:
//   ParserTrainer trainer(tags, labels, landmarks, {});
//   trainer.Add(words, tags, heads, labels);           // every sentence
//   trainer.Epoch(); trainer.Epoch();                  // share of words that got their head
//   trainer.Prune(1000000, 400000); trainer.Epoch();   // to the size wanted, then settle
//   trainer.Save("parser.bin");
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "common/feature_index.hh"
#include "parser/parser.hh"

namespace simplifier {

struct ParserTrainerOptions {
  std::uint64_t seed = 1;
  std::uint32_t min_feature_count = 4;  // rarer features are ignored
  double margin = 0;                    // weights change unless the right choice leads by more than this
  double exploration = 0.9;             // probability of following its own choice, from the second epoch on
};

class ParserTrainer {
 public:
  // `labels[0]` is the label of roots. `landmarks` lists the tags of each kind of landmark, at most kLandmarks kinds.
  // Throws InputError for too few or too many of any, and for an unknown tag among the landmarks.
  ParserTrainer(std::vector<std::string> tags, std::vector<std::string> labels,
                const std::vector<std::vector<std::string>>& landmarks, ParserTrainerOptions options);

  // Puts a word with a tag into a class of words that are used alike. An empty `tag` stands for every tag for which the
  // word has no class of its own.
  void AddKind(std::string_view word, std::string_view tag, const std::string& kind);

  // Adds a sentence. `heads` has -1 for the one root. Arcs that cross are lifted towards the root until none cross.
  // Throws InputError for lists of unequal length, heads that make no tree, and unknown labels.
  void Add(const std::vector<std::string_view>& words, const std::vector<std::string_view>& tags,
           std::vector<std::int32_t> heads, const std::vector<std::string_view>& labels);

  double Epoch();  // learns from every sentence once; returns the share of words that got their head
  // Keeps the features that matter most; returns how many are left.
  std::size_t Prune(std::size_t max_transition_features, std::size_t max_label_weights);
  void Save(const std::string& path);

  std::size_t FeatureCount() const { return transition_rows_.size() + label_rows_.size(); }

 private:
  struct Sentence {
    std::size_t start;
    std::uint32_t size;
  };
  // The average of a weight over all steps is value - total / step: `total` adds up each change times its step.
  struct TransitionRow {
    std::array<float, kTransitions> value{};
    std::uint32_t count = 0;
    std::array<double, kTransitions> total{};
  };
  struct LabelWeight {
    std::uint8_t label;
    float value;
    double total;
  };
  struct LabelRow {
    std::vector<LabelWeight> weights;
    std::uint32_t count = 0;
  };

  void Prepare();
  void CountFeatures();
  void Describe(const Sentence& sentence);
  int Cost(Transition transition) const;
  template <class Label>
  void Follow(Transition transition, Label label);
  double ParseSentence(const Sentence& sentence);
  Transition Learn();
  std::uint8_t LearnLabel(Transition arc, int gold);
  void ChangeLabel(std::uint32_t row, std::uint8_t label, float change);
  double Average(const TransitionRow& row, std::size_t at) const;
  double Average(const LabelWeight& weight) const;
  std::uint8_t LabelId(std::string_view label) const;

  std::vector<std::string> tags_, labels_;
  std::vector<std::uint8_t> landmark_of_tag_;
  LandmarkOfTag landmarks_;
  std::map<std::uint64_t, std::uint16_t> kind_entries_;
  std::map<std::string, std::uint16_t> kind_ids_;
  WordKinds kinds_;
  ParserTrainerOptions options_;
  std::unordered_map<std::string, std::uint8_t> tag_ids_, label_ids_;

  std::unordered_map<std::string, std::uint32_t> word_ids_;
  std::vector<ParserWord> words_;  // by the number in word_ids_, without tags
  std::vector<std::uint32_t> text_;
  std::vector<std::uint8_t> text_tags_, text_labels_;
  std::vector<std::int32_t> text_heads_;
  std::vector<Sentence> sentences_;
  std::vector<std::uint32_t> order_;

  FeatureIndex transition_index_, label_index_;
  std::vector<TransitionRow> transition_rows_;
  std::vector<LabelRow> label_rows_;
  std::uint64_t random_state_;
  std::uint32_t epochs_ = 0;
  std::uint32_t step_ = 1, label_step_ = 1;
  bool prepared_ = false;
  bool frozen_ = false;  // pruned: no weight may be added

  // About the current sentence.
  std::vector<ParserWord> described_;
  ParserState state_;
  std::vector<std::int32_t> heads_;                  // gold heads; the root is `size`
  std::vector<std::vector<std::int32_t>> children_;  // gold dependents of every word and of the root
  std::vector<bool> stacked_;                        // whether a word is on the stack
};

}  // namespace simplifier
