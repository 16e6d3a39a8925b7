// Scores many phrases with one language model, for features that a rule table stores.
#pragma once

#include <string_view>
#include <vector>

#include "language_model/language_model.hh"

namespace simplifier {

// The natural-log probability of every line, as a phrase without sentence boundaries. A line holds one phrase, its
// symbols separated by spaces. A nonterminal (`[LABEL,i]`) scores nothing and hides the context: the words after it are
// scored as the beginning of a phrase.
std::vector<float> ScorePhrases(const LanguageModel& model, std::string_view lines);

}  // namespace simplifier
