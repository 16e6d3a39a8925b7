// Training data of selection trees: the changes that the chart of each sentence offers, as inputs and labels.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "changes/selection_inputs.hh"
#include "model/decoder_model.hh"
#include "model/sentence.hh"

namespace simplifier {

struct SelectionRows {
  static constexpr std::size_t kPlace = 5;  // sentence, start, end, grammar, rule

  std::vector<float> inputs;         // [rows x inputs]
  std::vector<float> labels;         // [rows x EditShares::kShares]
  std::vector<std::int32_t> places;  // [rows x kPlace]
};

// Which rules of a bundle (chart/forest.hh) are taken.
struct SelectionLimits {
  std::size_t most = 25;  // at most so many, the best by their score without context
  double margin = 8.0;    // only those whose score is at most this much below the best
};

// `references` is [sentence][reference][token]. The result does not depend on the number of threads. Throws InputError
// where references are missing, and for a model with a goal of its own.
SelectionRows CollectSelectionRows(const DecoderModel& model, const SelectionInputs& inputs,
                                   const std::vector<SentenceInput>& sentences,
                                   const std::vector<std::vector<std::vector<std::string>>>& references,
                                   const SelectionLimits& limits, std::size_t threads);

}  // namespace simplifier
