// Features of rule applications in their sentence, computed when the chart is built: what the language models say of
// this one change among the words of the source, and what it does to parts of speech and to the words at its edges.
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

// Whether a change has context features: it is a rule's, and the words around it are known (not so in a lattice).
bool IsScored(const Sentence& sentence, const PlacedApplication& placed);

// A change: what it leaves out of the source and what it puts there.
class Edit {
 public:
  void Set(const Sentence& sentence, const PlacedApplication& placed);

  const Sentence& sentence() const { return *sentence_; }
  const Application& application() const { return *application_; }
  const RulePlace& place() const { return place_; }
  Slice<Symbol> target() const { return target_; }
  const std::vector<int>& taken_from() const { return taken_from_; }
  const std::vector<int>& lost() const { return lost_; }        // own tokens that are not taken over
  const std::vector<std::size_t>& added() const { return added_; }  // places of new words in the target side
  std::string_view Word(std::size_t target_place) const;
  // What language model m reads at a place of the target side (not of a nonterminal).
  WordIndex LmWord(std::size_t target_place, std::size_t m) const;

 private:
  const Sentence* sentence_ = nullptr;
  const Application* application_ = nullptr;
  RulePlace place_;
  Slice<Symbol> target_;
  std::vector<int> taken_from_, lost_;
  std::vector<std::size_t> added_;
};

// Different words that the change brings and the sentence has nowhere, and that it leaves less often than they stood.
std::size_t AddedWords(const Edit& edit);
std::size_t DeletedWords(const Edit& edit);

// What several changes of a sentence ask for, worked out when the first one does.
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
  // Where the pairs of a list stand; always the same list.
  const ListedSpans& Listed(const FrameList& list) {
    if (!listed_) listed_.emplace(list, sentence_);
    return *listed_;
  }

 private:
  const Sentence& sentence_;
  std::vector<std::optional<SourceScores>> sources_;
  std::optional<ListedSpans> listed_;
};

// Features of a change, whatever other changes there are.
class EditFeatures : public ApplicationFeatures {
 public:
  static constexpr std::uint64_t kAll = ~std::uint64_t{0};

  // Fills values[names]; they are zero before. A feature whose bit is not in `wanted` may stay
  // so; those beyond the bits are always wanted.
  virtual void ScoreEdit(EditContext* context, const Edit& edit, std::uint64_t wanted, float* values) const = 0;

  void Score(const Sentence& sentence, const PlacedApplication* applications, std::size_t count,
             float* values) const final;
};

// One file each, with what is told of its features.
const FeatureTable& WindowFeatureTable();
const FeatureTable& TagFeatureTable();
const FeatureTable& EdgeFeatureTable();
const FeatureTable& FrameFeatureTable();

// Those of the windows of one language model.
std::vector<std::string> WindowNames(std::string language_model);

// `language_models`: names of the decoder's, with their numbers.
std::unique_ptr<EditFeatures> MakeWindowFeatures(
    const std::vector<std::pair<std::string, std::size_t>>& language_models);
std::unique_ptr<EditFeatures> MakeTagFeatures(std::shared_ptr<const WordClasses> classes,
                                                     std::shared_ptr<const ChangeWords> words);
std::unique_ptr<EditFeatures> MakeEdgeFeatures(std::shared_ptr<const ChangeWords> words);
// FrameMet, FrameUnmet, PlainMet. `exempt`: owner of a grammar whose rules have none; empty: all have them.
std::unique_ptr<EditFeatures> MakeFrameFeatures(std::shared_ptr<const FrameList> list, std::string exempt);

// Every feature that a decoder can have beside those of its rule tables, each told once: what documentation,
// explanations and configurations read.
const std::vector<const FeatureTable*>& FeatureCatalogue();

}  // namespace simplifier
