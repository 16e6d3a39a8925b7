// Trains the tagger: an averaged perceptron with the model's own guesses as history. Single-threaded and deterministic:
// the same sentences in the same order with the same seed give the same bytes.
//
// Usage:
//   TaggerTrainer trainer(tag_names, {});
//   trainer.Add(words, tags, /*fragment=*/false, /*count_words=*/true);    // every sentence
//   trainer.Epoch(); trainer.Epoch();                                      // share of tokens guessed right
//   trainer.Prune(800000); trainer.Epoch();                                // to the size wanted, then settle
//   trainer.Save("tagger.bin");
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "common/feature_index.hh"
#include "tagger/tagger.hh"

namespace simplifier {

struct TaggerTrainerOptions {
  std::uint64_t seed = 1;
  std::uint32_t min_feature_count = 4;  // rarer features are ignored
  std::uint32_t min_word_count = 2;     // rarer words are left out of the lexicon
};

class TaggerTrainer {
 public:
  TaggerTrainer(std::vector<std::string> tags, TaggerTrainerOptions options);

  // Adds a sentence or, with `fragment`, a piece of one. With `count_words` the words count for P(tag | word); pass
  // false for copies of a sentence. Throws InputError for lists of unequal length, no words and an unknown tag.
  void Add(const std::vector<std::string_view>& words, const std::vector<std::string_view>& tags, bool fragment,
           bool count_words);

  double Epoch();                                // learns from every sentence once; returns the share of right guesses
  std::size_t Prune(std::size_t max_weights);    // keeps the best weights; returns how many features are left
  void Save(const std::string& path);

  std::size_t FeatureCount() const { return rows_.size(); }

 private:
  struct Sentence {
    std::size_t start;  // into form_ids_ and gold_
    std::uint32_t size;
    bool fragment;
    bool caseless;
  };
  struct Weight {
    std::uint8_t tag;
    std::uint32_t since;  // step from which `value` holds
    float value;
    double total;         // sum of the value over the steps before `since`
  };
  using Row = std::vector<Weight>;

  void Prepare();
  void CountFeatures();
  SequenceView View(const Sentence& sentence);
  double TagSentence(const Sentence& sentence);
  void Update(const std::uint32_t* rows, std::uint8_t tag, float change);
  double Average(const Weight& weight) const;
  std::uint32_t FormId(std::string_view word);

  std::vector<std::string> tags_;
  TaggerTrainerOptions options_;
  std::unordered_map<std::string, std::uint8_t> tag_ids_;
  std::unordered_map<std::string, std::uint32_t> form_ids_by_text_;
  std::vector<WordForm> forms_;
  std::vector<std::int8_t> certain_;  // the only tag of a form, or -1
  std::vector<std::uint32_t> form_ids_;
  std::vector<std::uint8_t> gold_;
  std::vector<Sentence> sentences_;
  std::vector<std::uint32_t> order_;
  TaggerLexicon::Counts word_counts_;
  TaggerLexicon lexicon_;
  FeatureIndex index_;
  std::vector<Row> rows_;
  std::vector<std::uint32_t> counts_;
  std::vector<const WordForm*> pointers_;
  std::uint64_t random_state_;
  std::uint32_t step_ = 1;
  bool prepared_ = false;
  bool frozen_ = false;  // pruned: no weight may be added
};

}  // namespace simplifier
