// Features of rule applications in their sentence, computed when the chart is built: what the language models say of
// one change alone among the words of the source, and what it does to parts of speech and to the words at its edges.
// Copies have none.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "changes/change_words.hh"
#include "changes/frame_list.hh"
#include "chart/application_values.hh"
#include "chart/rule_place.hh"
#include "chart/source_scores.hh"
#include "model/feature_table.hh"

namespace simplifier {

// True if a change has context features: a rule of a grammar made it, and the words around it are known, as they are
// not in a lattice.
bool IsScored(const Sentence& sentence, const PlacedApplication& placed);

// A change: what it takes away from the source and what it puts there.
class Edit {
 public:
  // Makes this the edit of a rule application; the sentence and the application must outlive it.
  void Set(const Sentence& sentence, const PlacedApplication& placed);

  const Sentence& sentence() const { return *sentence_; }
  const Application& application() const { return *application_; }
  const RulePlace& place() const { return place_; }
  Slice<Symbol> target() const { return target_; }
  const std::vector<int>& taken_from() const { return taken_from_; }  // RulePlace::TakeOver of the target side
  const std::vector<int>& lost() const { return lost_; }        // own tokens that are not taken over
  const std::vector<std::size_t>& added() const { return added_; }  // places of new words in the target side
  std::string_view Word(std::size_t target_place) const;
  // The word that language model m reads at a place of the target side, which must not be a nonterminal.
  WordIndex LmWord(std::size_t target_place, std::size_t m) const;

 private:
  const Sentence* sentence_ = nullptr;
  const Application* application_ = nullptr;
  RulePlace place_;
  Slice<Symbol> target_;
  std::vector<int> taken_from_, lost_;
  std::vector<std::size_t> added_;
};

// The target side as words; its gaps hold the words of the source.
std::vector<std::string> NewWords(const Edit& edit);
// How many different words the change adds that the sentence has nowhere.
std::size_t AddedWords(const Edit& edit);
// How many different words the change leaves fewer times than it found them.
std::size_t DeletedWords(const Edit& edit);

// What several changes of a sentence need, computed when the first one asks for it.
class EditContext {
 public:
  explicit EditContext(const Sentence& sentence)
      : sentence_(sentence), sources_(sentence.model().language_models().size()) {}

  const Sentence& sentence() const { return sentence_; }
  // What language model m says of the source.
  const SourceScores& Source(std::size_t m) {
    if (!sources_[m]) sources_[m] = ScoreSource(sentence_, m);
    return *sources_[m];
  }
  // Where the source sides of a list stand. Pass the same list in every call.
  const ListedSpans& Listed(const FrameList& list) {
    if (!listed_) listed_.emplace(list, sentence_);
    return *listed_;
  }

 private:
  const Sentence& sentence_;
  std::vector<std::optional<SourceScores>> sources_;
  std::optional<ListedSpans> listed_;
};

// Features of a change that do not depend on other changes of the sentence.
class EditFeatures : public ApplicationFeatures {
 public:
  static constexpr std::uint64_t kAll = ~std::uint64_t{0};

  // Fills values[names]; they are zero before. Bit i of `wanted` stands for feature i: a feature whose bit is not set
  // may stay zero. Features beyond the 64 bits are always wanted.
  virtual void ScoreEdit(EditContext* context, const Edit& edit, std::uint64_t wanted, float* values) const = 0;

  void Score(const Sentence& sentence, const PlacedApplication* applications, std::size_t count,
             float* values) const final;
};

// The tables of the groups, each in the file of its group.
const FeatureTable& WindowFeatureTable();
const FeatureTable& TagFeatureTable();
const FeatureTable& EdgeFeatureTable();
const FeatureTable& FrameFeatureTable();

// The names of the window features of one language model.
std::vector<std::string> WindowNames(std::string language_model);

// `language_models` has the name of each and its number in the decoder.
std::unique_ptr<EditFeatures> MakeWindowFeatures(
    const std::vector<std::pair<std::string, std::size_t>>& language_models);
std::unique_ptr<EditFeatures> MakeTagFeatures(std::shared_ptr<const WordClasses> classes,
                                                     std::shared_ptr<const ChangeWords> words);
std::unique_ptr<EditFeatures> MakeEdgeFeatures(std::shared_ptr<const ChangeWords> words);
// FrameMet, FrameUnmet, PlainMet, FrameNever. `exempt` is the owner of a grammar whose rules do not get these features; if it is
// empty, all rules get them.
std::unique_ptr<EditFeatures> MakeFrameFeatures(std::shared_ptr<const FrameList> list, std::string exempt);

// All features that a decoder can have besides those of its rule tables, for documentation, explanations and
// configurations.
const std::vector<const FeatureTable*>& FeatureCatalogue();

}  // namespace simplifier
