#include "search/forest_reader.hh"

#include <algorithm>

#include "chart/joint.hh"

namespace simplifier {

DecodedForest ForestReader::Read(const Hypothesis* goal) {
  out_ = {};
  numbers_.clear();
  if (goal) Visit(*goal);
  return std::move(out_);
}

// The recursion is as deep as the deepest derivation, which has at most a few steps per token.
std::uint32_t ForestReader::Visit(const Hypothesis& hypothesis) {
  const auto found = numbers_.find(&hypothesis);
  if (found != numbers_.end()) return found->second;
  std::vector<const Edge*> edges;
  for (const Edge* edge = hypothesis.edges; edge; edge = edge->next) edges.push_back(edge);
  std::stable_sort(edges.begin(), edges.end(), [](const Edge* a, const Edge* b) { return a->total > b->total; });
  std::vector<ForestEdge> read;
  for (const Edge* edge : edges) {
    ForestEdge one;
    for (std::uint32_t a = 0; a < edge->arity; ++a) one.tails.push_back(Visit(*edge->antecedents[a]));
    one.rule = reader_.ReadEdge(*edge);
    one.score = edge->score;
    read.push_back(std::move(one));
  }
  const auto number = static_cast<std::uint32_t>(out_.hypotheses.size());
  numbers_.emplace(&hypothesis, number);
  out_.hypotheses.push_back({sentence_.WithoutMarkers(hypothesis.node->start),
                             sentence_.WithoutMarkers(hypothesis.node->end), LabelOf(hypothesis), hypothesis.score});
  for (ForestEdge& edge : read) {
    edge.head = number;
    out_.edges.push_back(std::move(edge));
  }
  return number;
}

std::string ForestReader::LabelOf(const Hypothesis& hypothesis) const {
  switch (JointOf(*hypothesis.edges->rule)) {
    case Joint::kFirst:
    case Joint::kGlue:
      return "glue";
    case Joint::kLast:
    case Joint::kRoot:
      return "goal";
    case Joint::kRule:
      break;
  }
  const std::uint16_t chart_class = hypothesis.node->chart_class;
  // Labels that no rule asks for share their nodes, so such a node has no label of its own.
  return chart_class == model_.glued_only() ? "" : model_.labels()[model_.LabelOfClass(chart_class)];
}

}  // namespace simplifier
