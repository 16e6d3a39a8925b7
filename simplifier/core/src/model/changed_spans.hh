// Which spans of a sentence rules could change: the only ones whose labels the search reads.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/decoder_model.hh"

namespace simplifier {

// Half-open spans of up to `longest` tokens, by start, then end: those on which some rule has two different sides, and
// single tokens. All of them where a grammar has gaps, which labels may fill, or a goal of its own.
std::vector<std::pair<int, int>> ChangedSpans(const DecoderModel& model, const std::vector<std::string>& tokens,
                                              int longest);

}  // namespace simplifier
