// N-gram language models behind one interface, scored by KenLM's own query code.
//
// Usage:
//   auto model = LanguageModel::Load("simple.binary");
//   ChartState state;
//   double log_prob = model->ScoreRule(segments, n, /*begins_sentence=*/false, &state);
//
// Any file that KenLM can open works: ARPA text, or a binary of any type (probing, trie or array trie, quantised or
// not). The type is read from the file. Binaries are memory-mapped and shared between processes.
#pragma once

#include <cmath>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "lm/left.hh"
#include "lm/state.hh"
#include "lm/word_index.hh"

namespace simplifier {

using lm::WordIndex;
using lm::ngram::ChartState;
using LmState = lm::ngram::State;  // the context that the words before a place are for the next word

inline const double kLn10 = std::log(10.0);

// One piece of a rule's target side: a word of the language model, or a part that is scored already.
struct LmSegment {
  const ChartState* state;  // null for a word
  WordIndex word;
};

// Does not change once it is loaded, so any number of threads may ask it.
class LanguageModel {
 public:
  // Throws InputError naming the file if it is missing, truncated or of no known type.
  static std::unique_ptr<LanguageModel> Load(const std::string& path);

  virtual ~LanguageModel() = default;

  // Natural-log probability that combining the segments adds to the sum of the scores of the parts among them. `state`
  // gets the left and right state of the result. `begins_sentence` puts <s> before the first segment.
  virtual double ScoreRule(const LmSegment* segments, std::size_t count, bool begins_sentence,
                           ChartState* state) const = 0;

  // Natural-log probability of words without a context, or behind `<s>` if begins_sentence. No `</s>` is added.
  virtual double ScoreWords(const WordIndex* words, std::size_t count, bool begins_sentence) const = 0;

  // The state behind <s>.
  virtual const LmState& BeginState() const = 0;
  // Natural-log probability of one more word after a state. `next` gets the state behind it and must not be `state`.
  double Extend(const LmState& state, WordIndex word, LmState* next) const {
    return kLn10 * ExtendLog10(state, word, next);
  }
  // The same to base 10, as the model stores it. A sum of these in double precision, times kLn10, is what ScoreWords
  // returns.
  virtual float ExtendLog10(const LmState& state, WordIndex word, LmState* next) const = 0;

  virtual WordIndex Index(std::string_view word) const = 0;  // 0 for an unknown word
  virtual WordIndex BeginSentence() const = 0;
  virtual WordIndex EndSentence() const = 0;
  virtual unsigned Order() const = 0;
};

}  // namespace simplifier
