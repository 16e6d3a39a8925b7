#include "search/candidate_reader.hh"

#include <algorithm>

#include "chart/joint.hh"

namespace simplifier {
namespace {

// Whether glue put something behind a beginning.
bool IsJoined(const Derivation& derivation) {
  return JointOf(*derivation.edge->rule) == Joint::kGlue && derivation.edge->bundle->arity == 2;
}

// The derivations that the target side of one is made of, from left to right.
template <class Take>
void VisitParts(const DecoderModel& model, const Derivation& derivation, const Take& take) {
  const Edge& edge = *derivation.edge;
  if (edge.bundle->arity == 0) return;
  const Application& rule = *edge.rule;
  if (JointOf(rule) != Joint::kRule) {
    for (std::uint32_t a = 0; a < edge.bundle->arity; ++a) take(*derivation.parts[a]);
    return;
  }
  for (Symbol symbol : model.grammars()[rule.grammar].table().TargetSymbols(rule.target_number)) {
    if (IsNonterminal(symbol)) take(*derivation.parts[IndexOf(symbol)]);
  }
}

}  // namespace

CandidateReader::CandidateReader(const DecoderModel& model, const CandidateInputs& inputs, DerivationReader* reader,
                                 Arena* arena)
    : model_(model),
      inputs_(inputs),
      reader_(reader),
      arena_(arena),
      total_of_(model.feature_names().size(), kNone),
      range_of_(model.feature_names().size(), kNone),
      values_(inputs.followed().size()) {
  for (std::size_t i = 0; i < inputs.totals().size(); ++i) total_of_[inputs.totals()[i]] = static_cast<int>(i);
  for (std::size_t i = 0; i < inputs.followed().size(); ++i) range_of_[inputs.followed()[i]] = static_cast<int>(i);
  for (std::size_t m = 0; m < model.language_models().size(); ++m) {
    const int place = total_of_[model.own().first_lm + 2 * m];
    if (place != kNone) lm_totals_.emplace_back(m, place);
  }
  // What a word copied for want of a rule can have: its own features, and those of groups that ask for copies.
  const OwnFeatures& own = model.own();
  std::vector<std::size_t> of_unknown_words = {own.word_penalty, own.oov_penalty};
  for (std::size_t m = 0; m < model.language_models().size(); ++m) of_unknown_words.push_back(own.first_lm + 2 * m + 1);
  if (model.parse().lattice_cost) of_unknown_words.push_back(own.lattice_cost);
  std::size_t feature = own.first_application_feature;
  for (const auto& group : model.application_features()) {
    for (std::size_t i = 0; i < group->names().size(); ++i, ++feature) {
      if (group->wants_copies()) of_unknown_words.push_back(feature);
    }
  }
  reads_unknown_words_ = std::any_of(of_unknown_words.begin(), of_unknown_words.end(),
                                     [&](std::size_t one) { return total_of_[one] != kNone; });
}

CandidateInputs::Candidate CandidateReader::Read(const Derivation& derivation) {
  const DerivationSums* sums = SumsOf(derivation);
  const double* totals = sums->totals;
  if (!lm_totals_.empty()) {
    double* own = arena_->Allocate<double>(inputs_.totals().size());
    std::copy_n(sums->totals, inputs_.totals().size(), own);
    AddLanguageModels(derivation, own);
    totals = own;
  }
  return {derivation.score, totals, sums->ranges, sums->edits};
}

DerivationSums* CandidateReader::NewSums() const {
  DerivationSums* sums = arena_->New<DerivationSums>();
  sums->totals = arena_->Allocate<double>(inputs_.totals().size());
  sums->ranges = arena_->Allocate<EditRange>(inputs_.followed().size());
  return sums;
}

DerivationSums* CandidateReader::CopyOf(const DerivationSums& sums) const {
  DerivationSums* copy = NewSums();
  std::copy_n(sums.totals, inputs_.totals().size(), copy->totals);
  std::copy_n(sums.ranges, inputs_.followed().size(), copy->ranges);
  copy->edits = sums.edits;
  return copy;
}

const DerivationSums* CandidateReader::SumsOf(const Derivation& derivation) {
  if (derivation.sums) return derivation.sums;
  if (JointOf(*derivation.edge->rule) == Joint::kLast) {
    derivation.sums = SumsOf(*derivation.parts[0]);
  } else if (IsJoined(derivation)) {
    const DerivationSums* beginning = SumsOf(*derivation.parts[0]);
    derivation.sums = beginning;
    if (total_of_[model_.own().glue_penalty] != kNone || !AddsNothing(*derivation.parts[1])) {
      DerivationSums* sums = CopyOf(*beginning);
      AddEdge(*derivation.edge, sums);
      Add(*derivation.parts[1], sums);
      derivation.sums = sums;
    }
  } else {
    DerivationSums* sums = NewSums();
    std::fill_n(sums->totals, inputs_.totals().size(), 0.0);
    std::fill_n(sums->ranges, inputs_.followed().size(), EditRange{});
    Add(derivation, sums);
    derivation.sums = sums;
  }
  return derivation.sums;
}

// Most words of most sentences are copied, and what copies add is seldom asked for.
bool CandidateReader::AddsNothing(const Derivation& derivation) {
  const Edge& edge = *derivation.edge;
  if (JointOf(*edge.rule) != Joint::kRule || edge.rule->changed || edge.bundle->arity > 0) return false;
  if (edge.rule->grammar == Application::kUnknownWord && !reads_unknown_words_) return true;
  const Slice<FeatureValue> row = reader_->Row(edge);
  return std::none_of(row.begin(), row.end(), [&](const FeatureValue& one) { return total_of_[one.feature] != kNone; });
}

void CandidateReader::Add(const Derivation& derivation, DerivationSums* sums) {
  AddEdge(*derivation.edge, sums);
  VisitParts(model_, derivation, [&](const Derivation& part) { Add(part, sums); });
}

void CandidateReader::AddEdge(const Edge& edge, DerivationSums* sums) {
  const Joint joint = JointOf(*edge.rule);
  if (joint == Joint::kGlue) {
    // A count, and so the same in whatever order.
    const int place = total_of_[model_.own().glue_penalty];
    if (place != kNone) sums->totals[place] += 1.0;
  }
  if (joint != Joint::kRule) return;
  const bool changed = edge.rule->changed;
  const Slice<FeatureValue> row = reader_->Row(edge);
  if (changed) std::fill(values_.begin(), values_.end(), 0.0);  // features left out of a row are 0
  for (const FeatureValue& one : row) {
    if (total_of_[one.feature] != kNone) sums->totals[total_of_[one.feature]] += one.value;
    if (changed && range_of_[one.feature] != kNone) values_[static_cast<std::size_t>(range_of_[one.feature])] = one.value;
  }
  if (!changed) return;
  const bool first = sums->edits++ == 0;
  for (std::size_t f = 0; f < values_.size(); ++f) {
    EditRange& range = sums->ranges[f];
    range.least = first ? values_[f] : std::min(range.least, values_[f]);
    range.most = first ? values_[f] : std::max(range.most, values_[f]);
    range.sum += values_[f];
  }
}

void CandidateReader::AddLanguageModels(const Derivation& derivation, double* totals) {
  const auto add = [&](const Derivation& one) {
    for (const auto& [m, place] : lm_totals_) totals[place] += static_cast<double>(one.edge->lm_scores[m]);
  };
  // Joints from the last to the first, then what they join from the first to the last.
  const std::size_t before = joined_.size();
  const Derivation* beginning = &derivation;
  for (; IsJoined(*beginning); beginning = beginning->parts[0]) {
    add(*beginning);
    joined_.push_back(beginning->parts[1]);
  }
  add(*beginning);
  VisitParts(model_, *beginning, [&](const Derivation& part) { AddLanguageModels(part, totals); });
  while (joined_.size() > before) {
    const Derivation& part = *joined_.back();
    joined_.pop_back();
    if (part.edge->bundle->arity == 0) {
      add(part);
    } else {
      AddLanguageModels(part, totals);
    }
  }
}

}  // namespace simplifier
