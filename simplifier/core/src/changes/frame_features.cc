// Features that say whether a list of plain words has a change, and whether the change stands in surroundings where it
// fits by that list.

#include "changes/context_features.hh"

namespace simplifier {
namespace {

enum Feature { kFrameMet, kFrameUnmet, kPlainMet, kFrameNever, kWidth };

// The two sides of a change: the words of its span, and the target side of its rule.
struct Sides {
  const Sentence& sentence;
  std::uint16_t grammar;
  Slice<Symbol> target;

  std::string_view Word(std::size_t place) const {
    return sentence.model().grammars()[grammar].table().WordText(target[place]);
  }
};

// A pair in its place: a span of the sentence, and the words [first, last) of a rule's target side.
struct PlacedPair {
  int start, end;
  std::size_t first, last;
};

class FrameFeatures final : public EditFeatures {
 public:
  FrameFeatures(std::shared_ptr<const FrameList> list, std::string exempt)
      : list_(std::move(list)), exempt_(std::move(exempt)) {}

  const FeatureTable* table() const override { return &FrameFeatureTable(); }
  const std::vector<std::string>& names() const override {
    static const std::vector<std::string> names = FrameFeatureTable().Names();
    return names;
  }

  void ScoreEdit(EditContext* context, const Edit& edit, std::uint64_t, float* values) const override {
    const int start = edit.place().start(), end = edit.place().end();
    const ListedSpans& listed = context->Listed(*list_);
    if (!listed.AnyWithin(start, end) || IsExempt(edit)) return;
    if (edit.place().own_tokens().size() != static_cast<std::size_t>(end - start)) return;  // a rule with gaps
    const Sides sides{edit.sentence(), edit.application().grammar, edit.target()};
    // A rule may hold a pair of the list together with words that it leaves as they are.
    const PlacedPair whole{start, end, 0, sides.target.size()};
    if (!Score(listed, sides, whole, values)) Score(listed, sides, Core(sides, whole), values);
  }

  std::string Reason(std::size_t, const Sentence& sentence, const ForestNode& node, const Application& application,
                     const double*) const override {
    const ListedSpans listed(*list_, sentence);
    const RuleTable& table = sentence.model().grammars()[application.grammar].table();
    const Sides sides{sentence, application.grammar, table.TargetSymbols(application.target_number)};
    PlacedPair pair{node.start, node.end, 0, sides.target.size()};
    std::vector<const FramedEntry*> found = Entries(listed, sides, pair);
    if (found.empty()) {
      pair = Core(sides, pair);
      found = Entries(listed, sides, pair);
    }
    std::string asked;
    for (const FramedEntry* entry : found) {
      if (entry->never) continue;
      asked += (asked.empty() ? "" : " or ") + list_->Unmet(*entry, sentence, pair.start, pair.end);
    }
    return asked.empty() ? "is never made, says the plain list" : "does not fit here; it asks for " + asked;
  }

 private:
  bool IsExempt(const Edit& edit) const {
    return !exempt_.empty() && edit.sentence().model().grammars()[edit.application().grammar].spec.owner == exempt_;
  }

  // The pair without the words that both sides begin or end with. At least one source word stays.
  static PlacedPair Core(const Sides& sides, PlacedPair pair) {
    const auto same = [&](int token, std::size_t place) {
      return sides.sentence.Word(sides.grammar, token) == sides.target[place];
    };
    for (; pair.end - pair.start > 1 && pair.first < pair.last && same(pair.start, pair.first); ++pair.first) ++pair.start;
    for (; pair.end - pair.start > 1 && pair.first < pair.last && same(pair.end - 1, pair.last - 1); --pair.last) --pair.end;
    return pair;
  }

  static bool IsTarget(const std::vector<std::string>& words, const Sides& sides, const PlacedPair& pair) {
    if (words.size() != pair.last - pair.first) return false;
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (words[i] != sides.Word(pair.first + i)) return false;
    }
    return true;
  }

  // The entries of the list for the pair.
  static std::vector<const FramedEntry*> Entries(const ListedSpans& listed, const Sides& sides, const PlacedPair& pair) {
    std::vector<const FramedEntry*> found;
    const FrameList::Entries* entries = listed.At(pair.start, pair.end);
    if (entries == nullptr) return found;
    for (const FramedEntry& entry : *entries) {
      if (IsTarget(entry.target, sides, pair)) found.push_back(&entry);
    }
    return found;
  }

  // Fills the values for a pair, and returns whether the list has it.
  bool Score(const ListedSpans& listed, const Sides& sides, const PlacedPair& pair, float* values) const {
    const std::vector<const FramedEntry*> entries = Entries(listed, sides, pair);
    bool has_frames = false, frame_met = false, met = false, never = !entries.empty();
    for (const FramedEntry* entry : entries) {
      const bool holds = list_->Holds(*entry, sides.sentence, pair.start, pair.end);
      has_frames = has_frames || !entry->written.empty();
      frame_met = frame_met || (holds && !entry->frame.empty());
      met = met || holds;
      never = never && entry->never;
    }
    values[kFrameMet] = frame_met ? 1.0f : 0.0f;
    values[kFrameUnmet] = has_frames && !met ? 1.0f : 0.0f;
    values[kPlainMet] = met ? 1.0f : 0.0f;
    values[kFrameNever] = never ? 1.0f : 0.0f;
    return !entries.empty();
  }

  std::shared_ptr<const FrameList> list_;
  std::string exempt_;
};

}  // namespace

// In the order of Feature.
const FeatureTable& FrameFeatureTable() {
  static const FeatureTable table{
      "frames",
      "span",
      {{"FrameMet", "1 if the pair has frames in the plain list, and one of them holds", "flag"},
       {"FrameUnmet", "1 if the pair has frames, and does not fit here", "flag", "frame",
        "does not fit in these surroundings"},
       {"PlainMet", "1 if the plain list has the pair as this part of speech, without a frame or with one that holds",
        "flag"},
       {"FrameNever", "1 if the plain list says that the pair is never made", "flag", "frame",
        "is never made, says the plain list"}}};
  return table;
}

std::unique_ptr<EditFeatures> MakeFrameFeatures(std::shared_ptr<const FrameList> list, std::string exempt) {
  return std::make_unique<FrameFeatures>(std::move(list), std::move(exempt));
}

}  // namespace simplifier
