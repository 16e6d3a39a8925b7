// Whether a change stands in a list of plain words, and in surroundings where the list says that it fits.
#include <array>

#include "changes/context_features.hh"

namespace simplifier {
namespace {

enum Feature { kFrameMet, kFrameUnmet, kPlainMet, kWidth };

// A pair in its place: a span of the sentence, and words of a rule's target side.
struct PlacedPair {
  int start, end;
  std::size_t first, last;  // half-open, of the target side
};

class FrameFeatures final : public EditFeatures {
 public:
  FrameFeatures(std::shared_ptr<const FrameList> list, std::string exempt)
      : list_(std::move(list)), exempt_(std::move(exempt)) {}

  const std::vector<std::string>& names() const override {
    static const std::vector<std::string> names = {"FrameMet", "FrameUnmet", "PlainMet"};
    return names;
  }

  void ScoreEdit(EditContext* context, const Edit& edit, std::uint64_t, float* values) const override {
    const int start = edit.place().start(), end = edit.place().end();
    const ListedSpans& listed = context->Listed(*list_);
    if (!listed.AnyWithin(start, end) || IsExempt(edit)) return;
    if (edit.place().own_tokens().size() != static_cast<std::size_t>(end - start)) return;  // a rule with gaps
    const PlacedPair whole{start, end, 0, edit.target().size()};
    if (!Score(listed, edit, whole, values)) Score(listed, edit, Core(edit, whole), values);
  }

 private:
  bool IsExempt(const Edit& edit) const {
    return !exempt_.empty() && edit.sentence().model().grammars()[edit.application().grammar].spec.owner == exempt_;
  }

  // Without the words that both sides begin or end with; some source word is left.
  static PlacedPair Core(const Edit& edit, PlacedPair pair) {
    const auto same = [&](int token, std::size_t place) {
      return edit.sentence().Word(edit.application().grammar, token) == edit.target()[place];
    };
    for (; pair.end - pair.start > 1 && pair.first < pair.last && same(pair.start, pair.first); ++pair.first) ++pair.start;
    for (; pair.end - pair.start > 1 && pair.first < pair.last && same(pair.end - 1, pair.last - 1); --pair.last) --pair.end;
    return pair;
  }

  static bool IsTarget(const std::vector<std::string>& words, const Edit& edit, const PlacedPair& pair) {
    if (words.size() != pair.last - pair.first) return false;
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (words[i] != edit.Word(pair.first + i)) return false;
    }
    return true;
  }

  // Whether the list has the pair.
  bool Score(const ListedSpans& listed, const Edit& edit, const PlacedPair& pair, float* values) const {
    const FrameList::Entries* entries = listed.At(pair.start, pair.end);
    if (entries == nullptr) return false;
    bool found = false, has_frames = false, frame_met = false, met = false;
    for (const FramedEntry& entry : *entries) {
      if (!IsTarget(entry.target, edit, pair)) continue;
      found = true;
      const bool holds = list_->Holds(entry, edit.sentence(), pair.start, pair.end);
      has_frames = has_frames || entry.never || !entry.frame.empty();
      frame_met = frame_met || (holds && !entry.frame.empty());
      met = met || holds;
    }
    values[kFrameMet] = frame_met ? 1.0f : 0.0f;
    values[kFrameUnmet] = has_frames && !met ? 1.0f : 0.0f;
    values[kPlainMet] = met ? 1.0f : 0.0f;
    return found;
  }

  std::shared_ptr<const FrameList> list_;
  std::string exempt_;
};

}  // namespace

std::unique_ptr<EditFeatures> MakeFrameFeatures(std::shared_ptr<const FrameList> list, std::string exempt) {
  return std::make_unique<FrameFeatures>(std::move(list), std::move(exempt));
}

}  // namespace simplifier
