#include "language_model/phrase_scores.hh"

namespace simplifier {
namespace {

bool LooksLikeNonterminal(std::string_view token) {
  if (token.size() < 5 || token.front() != '[' || token.back() != ']') return false;
  const std::size_t comma = token.rfind(',');
  if (comma == std::string_view::npos || comma < 2 || comma + 2 >= token.size()) return false;
  for (char c : token.substr(comma + 1, token.size() - comma - 2)) {
    if (c < '0' || c > '9') return false;
  }
  return true;
}

}  // namespace

std::vector<float> ScorePhrases(const LanguageModel& model, std::string_view lines) {
  std::vector<float> scores;
  std::vector<WordIndex> words;
  // A source side stands on one line after another, one for each of its target sides, so the last score is kept.
  std::string_view previous;
  bool has_previous = false;
  while (!lines.empty()) {
    const std::size_t end = lines.find('\n');
    std::string_view line = lines.substr(0, end);
    lines = end == std::string_view::npos ? std::string_view() : lines.substr(end + 1);
    if (has_previous && line == previous) {
      scores.push_back(scores.back());
      continue;
    }
    previous = line;
    has_previous = true;
    double score = 0.0;
    words.clear();
    while (!line.empty()) {
      const std::size_t space = line.find(' ');
      const std::string_view token = line.substr(0, space);
      line = space == std::string_view::npos ? std::string_view() : line.substr(space + 1);
      if (token.empty()) continue;
      if (LooksLikeNonterminal(token)) {
        score += model.ScoreWords(words.data(), words.size(), false);
        words.clear();
      } else {
        words.push_back(model.Index(token));
      }
    }
    score += model.ScoreWords(words.data(), words.size(), false);
    scores.push_back(static_cast<float>(score));
  }
  return scores;
}

}  // namespace simplifier
