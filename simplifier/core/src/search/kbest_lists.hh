// k-best lists in the form tuning takes them: no derivations, one matrix of features for a batch of sentences.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "search/decoder.hh"

namespace simplifier {

struct KBestLists {
  std::vector<std::int64_t> starts;   // [sentences + 1]: the rows of each sentence
  std::vector<std::string> outputs;   // [rows]: target words parted by spaces
  std::vector<double> scores;         // [rows]
  std::vector<float> features;        // [rows x features of the model]
  std::vector<std::uint64_t> keys;    // [rows]: hash of output and features, the same whenever both are
  std::vector<float> inputs;          // [rows x inputs of options.inputs], where they were asked for
};

// Decodes a batch on `threads` threads; the result does not depend on their number. `options.trace` and the model's
// reranker are ignored.
KBestLists DecodeLists(const DecoderModel& model, const std::vector<SentenceInput>& inputs,
                       const DecodeOptions& options, std::size_t threads);

}  // namespace simplifier
