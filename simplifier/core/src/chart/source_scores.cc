#include "chart/source_scores.hh"

namespace simplifier {

SourceScores ScoreSource(const Sentence& sentence, std::size_t m) {
  const LanguageModel& lm = *sentence.model().language_models()[m].model;
  SourceScores scores{{lm.BeginState()}, {0.0}, {}, {}};
  for (int i = 0; i <= sentence.size(); ++i) {
    // Markers are not scored: the first state is that behind <s> already, and </s> is scored at the end.
    if (i < sentence.size() && sentence.IsMarker(i)) {
      scores.words.push_back(lm.EndSentence());
      scores.before.push_back(scores.before.back());
      scores.sum.push_back(scores.sum.back());
      scores.score.push_back(0.0);
      continue;
    }
    scores.words.push_back(i < sentence.size() ? sentence.LmWord(m, i) : lm.EndSentence());
    LmState next;
    const double score = lm.Extend(scores.before.back(), scores.words.back(), &next);
    scores.before.push_back(next);
    scores.sum.push_back(scores.sum.back() + score);
    scores.score.push_back(score);
  }
  return scores;
}

}  // namespace simplifier
