#include "chart/gap_sequences.hh"

#include <algorithm>

#include "chart/joint.hh"

namespace simplifier {

GapSequences::GapSequences(int size, int widest, const DecoderModel& model, Arena* arena)
    : widest_(widest),
      chart_class_(model.glued_only()),
      join_(GlueApplication(Joint::kGlue, model.weights()[model.own().glue_penalty])),
      joins_{&join_, 1},
      arena_(arena) {
  if (!model.gaps_by_label()) return;
  const std::size_t spans = static_cast<std::size_t>(size) * static_cast<std::size_t>(widest);
  by_span_.assign(spans, nullptr);
  needed_.assign(spans, 0);
}

ForestNode* GapSequences::At(int start, int end) {
  ForestNode*& sequence = by_span_[Place(start, end)];
  if (!sequence) {
    sequences_.push_back({start, end, chart_class_});
    sequence = &sequences_.back();
  }
  return sequence;
}

void GapSequences::Need(ForestNode* sequence) {
  char& needed = needed_[Place(sequence->start, sequence->end)];
  if (needed) return;
  needed = 1;
  waiting_.push_back(sequence);
}

void GapSequences::Complete(const Nodes& nodes) {
  // Sequences are made of shorter ones, which thus become needed in turn.
  while (!waiting_.empty()) {
    ForestNode* sequence = waiting_.back();
    waiting_.pop_back();
    const int start = sequence->start, end = sequence->end;
    for (ForestNode* whole : nodes(start, end)) AddBundle(sequence, {whole});
    // A longer sequence is a shorter one and its last part, so that every sequence of parts has one derivation.
    for (int middle = start + 1; middle < end; ++middle) {
      const std::vector<ForestNode*>& last = nodes(middle, end);
      if (last.empty()) continue;
      ForestNode* before = At(start, middle);
      Need(before);
      for (ForestNode* part : last) AddBundle(sequence, {before, part});
    }
  }
}

ForestNode* GapSequences::Needed(int start, int end) const {
  if (needed_.empty()) return nullptr;
  const std::size_t place = Place(start, end);
  return needed_[place] ? by_span_[place] : nullptr;
}

void GapSequences::AddBundle(ForestNode* sequence, std::initializer_list<ForestNode*> antecedents) {
  Filling* filling = NewFilling(antecedents.size(), 0.0f, arena_);
  std::copy(antecedents.begin(), antecedents.end(), filling->nodes);
  sequence->bundles.PushBack({&joins_, filling}, arena_);
}

}  // namespace simplifier
