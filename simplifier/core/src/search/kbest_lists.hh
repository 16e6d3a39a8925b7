// k-best lists in the form that tuning reads: one feature matrix for a batch of sentences, and no rules.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "search/decoder.hh"

namespace simplifier {

struct KBestLists {
  std::vector<std::int64_t> starts;   // [sentences + 1]: sentence i has the rows from starts[i] up to starts[i + 1]
  std::vector<std::string> outputs;   // [rows]: target words, separated by spaces
  std::vector<double> scores;         // [rows]
  std::vector<float> features;        // [rows x features of the model]
  std::vector<std::uint64_t> keys;    // [rows]: hash of output and features, equal whenever both are
  std::vector<float> inputs;          // [rows x inputs of options.inputs], if it is set
};

// Decodes a batch on `threads` threads; the result does not depend on their number. `options.trace`, `options.rerank`
// and with it the model's reranker are ignored: tuning is to see the k best by score.
KBestLists DecodeLists(const DecoderModel& model, const std::vector<SentenceInput>& inputs,
                       const DecodeOptions& options, std::size_t threads);

}  // namespace simplifier
