#include "search/candidate_reader.hh"

#include <algorithm>

#include "chart/joint.hh"

namespace simplifier {
namespace {

// True if the derivation is a beginning and a part that glue put behind it.
bool IsJoined(const Derivation& derivation) {
  return JointOf(*derivation.edge->rule) == Joint::kGlue && derivation.edge->arity == 2;
}

// Calls take(part) for the derivations in the gaps of the derivation's target side, from left to right.
template <class Take>
void VisitParts(const DecoderModel& model, const Derivation& derivation, const Take& take) {
  const Edge& edge = *derivation.edge;
  if (edge.arity == 0) return;
  const Application& rule = *edge.rule;
  if (JointOf(rule) != Joint::kRule) {
    for (std::uint32_t a = 0; a < edge.arity; ++a) take(*derivation.parts[a]);
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
      range_of_(model.feature_names().size(), kNone) {
  for (std::size_t i = 0; i < inputs.totals().size(); ++i) total_of_[inputs.totals()[i]] = static_cast<int>(i);
  for (std::size_t i = 0; i < inputs.followed().size(); ++i) range_of_[inputs.followed()[i]] = static_cast<int>(i);
  for (std::size_t m = 0; m < model.language_models().size(); ++m) {
    const int place = total_of_[model.own().first_lm + 2 * m];
    if (place != kNone) lm_totals_.emplace_back(m, place);
  }
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
    const DerivationAddends& addends = AddendsOf(*derivation.parts[1]);
    const int glue = total_of_[model_.own().glue_penalty];
    derivation.sums = beginning;
    // Most words of most sentences are copied, and what copies add is seldom asked for: mostly the beginning's sums
    // serve.
    if (glue != kNone || addends.totals.size() > 0 || addends.edits > 0) {
      DerivationSums* sums = CopyOf(*beginning);
      if (glue != kNone) sums->totals[glue] += 1.0;  // a count, which is exact in any order
      Add(addends, sums);
      derivation.sums = sums;
    }
  } else {
    DerivationSums* sums = NewSums();
    std::fill_n(sums->totals, inputs_.totals().size(), 0.0);
    std::fill_n(sums->ranges, inputs_.followed().size(), EditRange{});
    Add(AddendsOf(derivation), sums);
    derivation.sums = sums;
  }
  return derivation.sums;
}

const DerivationAddends& CandidateReader::AddendsOf(const Derivation& derivation) {
  if (!derivation.addends) {
    totals_.clear();
    followed_.clear();
    edits_ = 0;
    Collect(derivation);
    auto* totals = arena_->Allocate<DerivationAddends::Total>(totals_.size());
    auto* followed = arena_->Allocate<double>(followed_.size());
    std::copy(totals_.begin(), totals_.end(), totals);
    std::copy(followed_.begin(), followed_.end(), followed);
    DerivationAddends* addends = arena_->New<DerivationAddends>();
    *addends = {{totals, totals_.size()}, {followed, followed_.size()}, edits_};
    derivation.addends = addends;
  }
  return *derivation.addends;
}

void CandidateReader::Collect(const Derivation& derivation) {
  const Joint joint = JointOf(*derivation.edge->rule);
  if (joint == Joint::kRule) CollectRow(*derivation.edge);
  if (joint == Joint::kGlue) {
    const int place = total_of_[model_.own().glue_penalty];
    if (place != kNone) totals_.push_back({1.0, static_cast<std::size_t>(place)});
  }
  VisitParts(model_, derivation, [&](const Derivation& part) { Collect(part); });
}

void CandidateReader::CollectRow(const Edge& edge) {
  const std::size_t first = followed_.size();
  if (edge.rule->changed) {
    ++edits_;
    followed_.resize(first + inputs_.followed().size(), 0.0);  // a row leaves out features that are 0
  }
  for (const FeatureValue& one : reader_->Row(edge)) {
    const int total = total_of_[one.feature], range = range_of_[one.feature];
    if (total != kNone) totals_.push_back({one.value, static_cast<std::size_t>(total)});
    if (edge.rule->changed && range != kNone) followed_[first + static_cast<std::size_t>(range)] = one.value;
  }
}

void CandidateReader::Add(const DerivationAddends& addends, DerivationSums* sums) const {
  for (const DerivationAddends::Total& one : addends.totals) sums->totals[one.place] += one.value;
  const double* value = addends.followed.begin();
  for (std::size_t edit = 0; edit < addends.edits; ++edit) {
    const bool first = sums->edits++ == 0;
    for (std::size_t f = 0; f < inputs_.followed().size(); ++f, ++value) {
      EditRange& range = sums->ranges[f];
      range.least = first ? *value : std::min(range.least, *value);
      range.most = first ? *value : std::max(range.most, *value);
      range.sum += *value;
    }
  }
}

void CandidateReader::AddLanguageModels(const Derivation& derivation, double* totals) {
  const auto add = [&](const Derivation& one) {
    for (const auto& [m, place] : lm_totals_) totals[place] += static_cast<double>(one.edge->lm_scores[m]);
  };
  // The order is that of DerivationReader::Visit: the joints from the last to the first, then what they join from the
  // first to the last. The loop over the joints keeps the recursion from getting deeper with every joint.
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
    if (part.edge->arity == 0) {
      add(part);
    } else {
      AddLanguageModels(part, totals);
    }
  }
}

}  // namespace simplifier
