// Scores many phrases with one language model, for features that a rule table stores.
//
// Usage: one phrase a line, symbols separated by single spaces; `scores` gets one value per line.
#pragma once

#include <string_view>
#include <vector>

#include "language_model/language_model.hh"

namespace simplifier {

// Natural-log probability of every line's words without sentence boundaries. A nonterminal (`[LABEL,i]`) scores
// nothing and hides the context: the words after it are scored as the beginning of a phrase.
std::vector<float> ScorePhrases(const LanguageModel& model, std::string_view lines);

}  // namespace simplifier
