#include "search/reranker.hh"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "common/error.hh"

namespace simplifier {
namespace {

std::size_t NumberOf(const std::string& name, const std::vector<std::string>& features, const std::string& input) {
  const auto found = std::find(features.begin(), features.end(), name);
  if (found == features.end()) {
    throw InputError(Message("input '", input, "' of the trees that choose: the decoder has no feature '", name, "'"));
  }
  return static_cast<std::size_t>(found - features.begin());
}

double Mean(double sum, std::size_t count) { return count ? sum / static_cast<double>(count) : 0.0; }

}  // namespace

CandidateInputs::CandidateInputs(const std::vector<std::string>& names, const std::vector<std::string>& features,
                                 const std::string& also) {
  static const std::pair<const char*, Kind> kOfFeature[] = {
      {"total", Kind::kTotal}, {"share", Kind::kShare}, {"least", Kind::kLeast},        {"most", Kind::kMost},         {"mean", Kind::kMean},
      {"ratio", Kind::kRatio}, {"list-most", Kind::kListMost}, {"list-mean", Kind::kListMean}};
  static const std::pair<const char*, Kind> kOfCandidate[] = {
      {"gap", Kind::kGap}, {"edits", Kind::kEdits}, {"length", Kind::kLength}, {"candidates", Kind::kCandidates}};
  for (const std::string& name : names) {
    const std::size_t colon = name.find(':');
    const std::string kind = name.substr(0, colon), rest = colon == std::string::npos ? "" : name.substr(colon + 1);
    const std::size_t before = inputs_.size();
    for (const auto& [text, value] : kOfCandidate) {
      if (name == text) inputs_.push_back({value, 0, 0});
    }
    for (const auto& [text, value] : kOfFeature) {
      if (kind != text || rest.empty()) continue;
      const std::size_t slash = value == Kind::kRatio ? rest.find('/') : std::string::npos;
      const std::size_t feature = NumberOf(rest.substr(0, slash), features, name);
      const std::size_t other =
          value == Kind::kRatio ? NumberOf(slash == std::string::npos ? "" : rest.substr(slash + 1), features, name) : feature;
      inputs_.push_back({value, feature, other});
      std::vector<std::size_t>& needed = IsTotal(value) ? totals_ : followed_;
      needed.insert(needed.end(), {feature, other});
    }
    if (inputs_.size() == before) throw InputError(Message("input '", name, "' of the trees that choose is not known"));
  }
  // Up to here inputs hold numbers of features; below they become places among the features that are needed.
  if (!also.empty()) totals_.push_back(also_ = NumberOf(also, features, also));
  for (std::vector<std::size_t>* needed : {&totals_, &followed_}) {
    std::sort(needed->begin(), needed->end());
    needed->erase(std::unique(needed->begin(), needed->end()), needed->end());
  }
  const auto place = [](const std::vector<std::size_t>& needed, std::size_t feature) {
    return static_cast<std::size_t>(std::lower_bound(needed.begin(), needed.end(), feature) - needed.begin());
  };
  also_ = place(totals_, also_);
  for (Input& input : inputs_) {
    if (input.kind >= Kind::kGap) continue;
    const std::vector<std::size_t>& needed = IsTotal(input.kind) ? totals_ : followed_;
    for (std::size_t* feature : {&input.feature, &input.other}) {
      *feature = place(needed, *feature);
    }
  }
}

std::vector<float> CandidateInputs::Rows(std::size_t source_length, const std::vector<Candidate>& list) const {
  std::vector<std::uint32_t> all(list.size());
  std::iota(all.begin(), all.end(), 0u);
  return Rows(source_length, list, all);
}

std::vector<float> CandidateInputs::Rows(std::size_t source_length, const std::vector<Candidate>& list,
                                         const std::vector<std::uint32_t>& chosen) const {
  std::vector<float> rows(chosen.size() * inputs_.size());
  const auto length = static_cast<double>(source_length);
  for (std::size_t i = 0; i < inputs_.size() && !chosen.empty(); ++i) {
    const Input& input = inputs_[i];
    const double whole = OfList(input, length, list);
    for (std::size_t row = 0; row < chosen.size(); ++row) {
      const Candidate& candidate = list[chosen[row]];
      double value = whole;
      if (input.kind == Kind::kGap) {
        value = candidate.score - whole;
      } else if (input.kind < Kind::kListMost || input.kind == Kind::kEdits) {
        value = Value(input, candidate, length);
      }
      rows[row * inputs_.size() + i] = static_cast<float>(value);
    }
  }
  return rows;
}

std::vector<std::uint8_t> CandidateInputs::OfWholeList() const {
  std::vector<std::uint8_t> found;
  for (const Input& input : inputs_) {
    found.push_back(input.kind == Kind::kListMost || input.kind == Kind::kListMean || input.kind == Kind::kCandidates);
  }
  return found;
}

// The value of an input that is the same for all candidates of a list. For kGap, the best score, from which it counts.
double CandidateInputs::OfList(const Input& input, double length, const std::vector<Candidate>& list) const {
  double whole = 0.0;
  switch (input.kind) {
    case Kind::kListMost:
      whole = list[0].ranges[input.feature].most;
      for (const Candidate& one : list) whole = std::max(whole, one.ranges[input.feature].most);
      return whole;
    case Kind::kListMean:
      for (const Candidate& one : list) whole += Mean(one.ranges[input.feature].sum, one.edits);
      return whole / static_cast<double>(list.size());
    case Kind::kGap:
      whole = list[0].score;
      for (const Candidate& one : list) whole = std::max(whole, one.score);
      return whole;
    case Kind::kLength:
      return length;
    case Kind::kCandidates:
      return static_cast<double>(list.size());
    default:
      return 0.0;
  }
}

double CandidateInputs::Value(const Input& input, const Candidate& candidate, double length) const {
  const double* totals = candidate.totals;
  switch (input.kind) {
    case Kind::kTotal:
      return totals[input.feature];
    case Kind::kShare:
      return length == 0.0 ? 0.0 : totals[input.feature] / length;
    case Kind::kRatio:
      return totals[input.other] == 0.0 ? 0.0 : totals[input.feature] / totals[input.other];
    case Kind::kLeast:
      return candidate.ranges[input.feature].least;
    case Kind::kMost:
      return candidate.ranges[input.feature].most;
    case Kind::kMean:
      return Mean(candidate.ranges[input.feature].sum, candidate.edits);
    default:
      return static_cast<double>(candidate.edits);
  }
}

Reranker::Reranker(const std::string& path, const std::vector<std::string>& features, std::size_t depth,
                   double score_weight, double edit_cost, SumLimit limit)
    : trees_(BoostedTrees::Load(path)),
      inputs_(trees_->input_names(), features, limit.feature),
      depth_(depth),
      score_weight_(score_weight),
      edit_cost_(edit_cost),
      limit_(std::move(limit)) {}

// The places of the candidates within the limit, or that of the candidate with the least total if none is.
std::vector<std::uint32_t> Reranker::Allowed(const std::vector<CandidateInputs::Candidate>& list) const {
  std::vector<std::uint32_t> allowed;
  std::uint32_t least = 0;
  for (std::uint32_t i = 0; i < list.size(); ++i) {
    if (Allows(list[i])) {
      allowed.push_back(i);
    } else if (inputs_.Also(list[i]) < inputs_.Also(list[least])) {
      least = i;
    }
  }
  if (allowed.empty()) allowed.push_back(least);
  return allowed;
}

// The places of the candidates that may be among the k best. A candidate is not if even with the highest gain that the
// trees can give it comes behind k others with the lowest. Finding the k-th value is linear in the length of the list.
std::vector<std::uint32_t> Reranker::MayBeAmong(const std::vector<CandidateInputs::Candidate>& list,
                                                const std::vector<std::uint32_t>& allowed, std::size_t k) const {
  const auto [least, most] = trees_->Range(/*output=*/0, /*fold=*/0);
  double needed = -std::numeric_limits<double>::infinity();
  if (k < allowed.size()) {
    std::vector<double> lowest;
    for (const std::uint32_t i : allowed) lowest.push_back(Value(static_cast<double>(least), list[i]));
    const auto place = lowest.begin() + static_cast<std::ptrdiff_t>(k - 1);
    std::nth_element(lowest.begin(), place, lowest.end(), std::greater<>());
    needed = *place;
  }
  std::vector<std::uint32_t> chosen;
  for (const std::uint32_t i : allowed) {
    if (Value(static_cast<double>(most), list[i]) >= needed) chosen.push_back(i);
  }
  return chosen;
}

double Reranker::Reach() const {
  if (score_weight_ <= 0.0 || edit_cost_ != 0.0) return std::numeric_limits<double>::infinity();
  const auto [least, most] = trees_->Range(/*output=*/0, /*fold=*/0);
  // A little more than the bound, since scores and values are rounded.
  return 1e-6 + (static_cast<double>(most) - static_cast<double>(least)) / score_weight_;
}

std::optional<std::size_t> Reranker::SureChoice(std::size_t source_length,
                                                const std::vector<CandidateInputs::Candidate>& beginning) const {
  const std::vector<std::uint32_t> allowed = Allowed(beginning);
  if (allowed.size() == 1) return allowed[0];
  const std::vector<float> rows = inputs_.Rows(source_length, beginning, allowed);
  const std::vector<std::uint8_t> unknown = inputs_.OfWholeList();
  const std::size_t width = unknown.size();
  // Bounds of every value, whatever the inputs are that depend on the rest of the list. The choice is sure if the lower
  // bound of one candidate is above the upper bounds of all others.
  std::vector<std::pair<double, double>> values;
  std::size_t best = 0;
  for (std::size_t row = 0; row < allowed.size(); ++row) {
    const CandidateInputs::Candidate& one = beginning[allowed[row]];
    const auto [least, most] = trees_->Bounds(rows.data() + row * width, unknown.data(), /*output=*/0, /*fold=*/0);
    values.emplace_back(Value(static_cast<double>(least), one), Value(static_cast<double>(most), one));
    if (values[row].first > values[best].first) best = row;
  }
  for (std::size_t row = 0; row < values.size(); ++row) {
    if (row != best && values[row].second >= values[best].first) return std::nullopt;
  }
  return allowed[best];
}

std::vector<Reranker::Choice> Reranker::Choose(std::size_t source_length,
                                               const std::vector<CandidateInputs::Candidate>& list,
                                               std::size_t k) const {
  if (list.empty() || k == 0) return {};
  const std::vector<std::uint32_t> chosen = MayBeAmong(list, Allowed(list), k);
  const std::vector<float> rows = inputs_.Rows(source_length, list, chosen);
  const std::size_t outputs = trees_->output_names().size();
  std::vector<float> predicted(chosen.size() * outputs);
  trees_->Predict(rows.data(), chosen.size(), /*fold=*/0, predicted.data());
  std::vector<std::pair<double, Choice>> valued;
  for (std::size_t row = 0; row < chosen.size(); ++row) {
    const auto gain = static_cast<double>(predicted[row * outputs]);
    valued.push_back({Value(gain, list[chosen[row]]), {chosen[row], gain}});
  }
  // `chosen` ascends, so a stable sort puts the earlier of two equal candidates first.
  std::stable_sort(valued.begin(), valued.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<Choice> best;
  for (std::size_t i = 0; i < std::min(k, valued.size()); ++i) best.push_back(valued[i].second);
  return best;
}

}  // namespace simplifier
