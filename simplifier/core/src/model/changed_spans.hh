// The spans of a sentence that rules could change. The search reads the labels of no others.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/decoder_model.hh"

namespace simplifier {

// Half-open spans of up to `longest` tokens, ordered by start, then end: those whose tokens are the source side of a
// rule with another target side, and all single tokens. If a grammar has gaps, which labels may fill, or the model has
// a goal of its own, these are all spans of up to `longest` tokens.
std::vector<std::pair<int, int>> ChangedSpans(const DecoderModel& model, const std::vector<std::string>& tokens,
                                              int longest);

}  // namespace simplifier
