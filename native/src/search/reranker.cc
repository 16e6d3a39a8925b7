#include "search/reranker.hh"

#include <algorithm>

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

CandidateInputs::CandidateInputs(const std::vector<std::string>& names, const std::vector<std::string>& features) {
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
          value == Kind::kRatio ? NumberOf(slash == std::string::npos ? "" : rest.substr(slash + 1), features, name) : 0;
      inputs_.push_back({value, feature, other});
      if (!IsTotal(value)) followed_.push_back(feature);
    }
    if (inputs_.size() == before) throw InputError(Message("input '", name, "' of the trees that choose is not known"));
  }
  std::sort(followed_.begin(), followed_.end());
  followed_.erase(std::unique(followed_.begin(), followed_.end()), followed_.end());
  for (Input& input : inputs_) {
    if (IsTotal(input.kind) || input.kind >= Kind::kGap) continue;
    const auto place = std::lower_bound(followed_.begin(), followed_.end(), input.feature);
    input.feature = static_cast<std::size_t>(place - followed_.begin());
  }
}

void CandidateInputs::Fill(std::size_t source_length, const std::vector<Candidate>& candidates, float* rows) const {
  if (candidates.empty()) return;
  const double best = std::max_element(candidates.begin(), candidates.end(), [](const auto& a, const auto& b) {
                        return a.score < b.score;
                      })->score;
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    const Input& input = inputs_[i];
    double whole = 0.0;  // of the list
    if (input.kind == Kind::kListMost) {
      whole = (*candidates[0].ranges)[input.feature].most;
      for (const Candidate& one : candidates) whole = std::max(whole, (*one.ranges)[input.feature].most);
    } else if (input.kind == Kind::kListMean) {
      for (const Candidate& one : candidates) whole += Mean((*one.ranges)[input.feature].sum, one.edits);
      whole /= static_cast<double>(candidates.size());
    } else if (input.kind == Kind::kLength) {
      whole = static_cast<double>(source_length);
    } else if (input.kind == Kind::kCandidates) {
      whole = static_cast<double>(candidates.size());
    }
    for (std::size_t row = 0; row < candidates.size(); ++row) {
      double value = whole;
      if (input.kind == Kind::kGap) {
        value = candidates[row].score - best;
      } else if (input.kind < Kind::kListMost || input.kind == Kind::kEdits) {
        value = Value(input, candidates[row], static_cast<double>(source_length));
      }
      rows[row * inputs_.size() + i] = static_cast<float>(value);
    }
  }
}

double CandidateInputs::Value(const Input& input, const Candidate& candidate, double length) const {
  const std::vector<double>& totals = *candidate.features;
  switch (input.kind) {
    case Kind::kTotal:
      return totals[input.feature];
    case Kind::kShare:
      return length == 0.0 ? 0.0 : totals[input.feature] / length;
    case Kind::kRatio:
      return totals[input.other] == 0.0 ? 0.0 : totals[input.feature] / totals[input.other];
    case Kind::kLeast:
      return (*candidate.ranges)[input.feature].least;
    case Kind::kMost:
      return (*candidate.ranges)[input.feature].most;
    case Kind::kMean:
      return Mean((*candidate.ranges)[input.feature].sum, candidate.edits);
    default:
      return static_cast<double>(candidate.edits);
  }
}

Reranker::Reranker(const std::string& path, const std::vector<std::string>& features, std::size_t depth,
                   double score_weight, double edit_cost)
    : trees_(BoostedTrees::Load(path)),
      inputs_(trees_->input_names(), features),
      depth_(depth),
      score_weight_(score_weight),
      edit_cost_(edit_cost) {}

std::vector<double> Reranker::Gains(const std::vector<float>& rows) const {
  const std::size_t count = rows.size() / inputs_.size(), outputs = trees_->output_names().size();
  std::vector<float> predicted(count * outputs);
  trees_->Predict(rows.data(), count, /*fold=*/0, predicted.data());
  std::vector<double> gains(count);
  for (std::size_t row = 0; row < count; ++row) gains[row] = static_cast<double>(predicted[row * outputs]);
  return gains;
}

}  // namespace simplifier
