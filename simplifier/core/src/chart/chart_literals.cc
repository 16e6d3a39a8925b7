// The part of the chart parser that puts words on the chart which no grammar gives: unknown words and replacements.
#include <algorithm>

#include "chart/chart_parser.hh"

namespace simplifier {

void ChartParser::AddLiterals(int start, int end) {
  for (int token : sentence_.Arrivals(end)) {
    if (sentence_.Start(token) == start && IsUnknown(token)) AddUnknownWord(token);
  }
  const std::vector<Replacement>& replacements = sentence_.input().replacements;
  for (std::size_t i = 0; i < replacements.size(); ++i) {
    if (replacements[i].start == start && replacements[i].end == end) AddReplacement(i);
  }
}

bool ChartParser::IsUnknown(int token) const {
  if (sentence_.IsMarker(sentence_.Start(token)) || sentence_.IsReplaced(token)) return false;
  const UnknownWhen when = model_.parse().unknown_when;
  if (when == UnknownWhen::kEvery) return true;
  if (sentence_.is_lattice()) return IsUnknownArc(token);
  for (const ForestNode* node : Cell(token, token + 1).nodes) {
    for (const Bundle& bundle : node->bundles) {
      for (const Application& rule : *bundle.rules) {
        if (bundle.arity() == 0 && (when == UnknownWhen::kNoRule || !rule.changed)) return false;
      }
    }
  }
  return true;
}

// Several arcs may lead over the same span, so a rule in its cell may belong to another arc's word. What counts here
// are the rules of this arc's word in the tables.
bool ChartParser::IsUnknownArc(int token) const {
  for (std::size_t g = 0; g < model_.grammars().size(); ++g) {
    const RuleTable& table = model_.grammars()[g].table();
    const Symbol word = sentence_.Word(g, token);
    if (word == Sentence::kNoWord || !Allows(g, sentence_.Start(token), sentence_.End(token))) continue;
    const std::uint32_t node = table.Child(RuleTable::kRoot, word);
    if (node == RuleTable::kNoNode) continue;
    for (std::uint32_t i = 0; i < table.Node(node).rule_count; ++i) {
      if (model_.parse().unknown_when == UnknownWhen::kNoRule) return false;
      if (table.BothSidesEqual(table.Node(node).first_rule + i)) return false;
    }
  }
  return true;
}

void ChartParser::AddUnknownWord(int token) {
  Application application{};
  application.target_number = static_cast<std::uint32_t>(token);
  application.grammar = Application::kUnknownWord;
  ScoreLiteral(&application);
  application.score += model_.lattice_cost_weight() * static_cast<double>(sentence_.Cost(token));
  AddLiteral(sentence_.Start(token), sentence_.End(token), application);
}

void ChartParser::AddReplacement(std::size_t number) {
  const Replacement& replacement = sentence_.input().replacements[number];
  Application application{};
  application.target_number = static_cast<std::uint32_t>(sentence_.token_count()) + static_cast<std::uint32_t>(number);
  application.grammar = Application::kMarkup;
  application.changed = replacement.words.size() != static_cast<std::size_t>(replacement.end - replacement.start) ||
                        !std::equal(replacement.words.begin(), replacement.words.end(),
                                    sentence_.input().tokens.begin() + replacement.start);
  ScoreLiteral(&application);
  AddLiteral(replacement.start, replacement.end, application);
}

void ChartParser::ScoreLiteral(Application* application) const {
  const std::uint32_t literal = application->target_number;
  const std::size_t words = sentence_.LiteralSize(literal);
  application->score = model_.weights()[model_.own().word_penalty] * static_cast<double>(words);
  application->estimate = 0.0f;
  std::vector<WordIndex> indices(words);
  for (std::size_t m = 0; m < model_.language_models().size(); ++m) {
    for (std::size_t i = 0; i < words; ++i) {
      indices[i] = sentence_.LiteralLmWord(m, literal, i);
      if (indices[i] == 0) application->score += model_.lm_oov_weight(m);
    }
    if (words == 0) continue;  // a replacement may be empty
    application->estimate += static_cast<float>(
        model_.lm_weight(m) * model_.language_models()[m].model->ScoreWords(indices.data(), words, false));
  }
}

void ChartParser::AddLiteral(int start, int end, Application application) {
  const bool unknown = application.grammar == Application::kUnknownWord;
  const float cost = unknown ? sentence_.Cost(static_cast<int>(application.target_number)) : 0.0f;
  const Filling* filling = NewFilling(0, cost, passing_);
  const auto add = [&](std::uint16_t label, std::size_t number) {
    if (model_.has_goal() && model_.ClassOf(label) == model_.glued_only()) return;
    // No unary rule is at the top of a literal, so it belongs to every layer (label_order.hh).
    for (unsigned layer = 0; layer <= model_.UnarySteps(label); ++layer) {
      RuleList* rules = NewRuleList(1, arena_);
      Application& rule = (*rules)[0] = application;
      rule.label = label;
      rule.rule = static_cast<std::uint32_t>(number);
      if (unknown) rule.score += model_.weights()[model_.own().oov_penalty] * model_.unknown_labels()[number].second;
      ++application_count_;
      Node(start, end, model_.LayerClass(label, layer))->bundles.PushBack({rules, filling}, passing_);
    }
  };
  for (std::size_t i = 0; i < model_.unknown_labels().size(); ++i) add(model_.unknown_labels()[i].first, i);
  if (!model_.parse().unknown_labels.empty()) return;
  const int tag = sentence_.Label(start, end);
  if (tag < 0 || tag >= static_cast<int>(model_.labels().size())) return;
  const auto label = static_cast<std::uint16_t>(tag);
  // In the class of the default label it would be there twice.
  if (model_.ClassOf(label) != model_.ClassOf(model_.default_label())) add(label, 0);
}

}  // namespace simplifier
