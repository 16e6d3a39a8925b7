#include "search/kbest_lists.hh"

#include "util/murmur_hash.hh"

namespace simplifier {
namespace {

std::string Join(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) {
    if (!line.empty()) line += ' ';
    line += word;
  }
  return line;
}

}  // namespace

KBestLists DecodeLists(const DecoderModel& model, const std::vector<SentenceInput>& inputs,
                       const DecodeOptions& options, std::size_t threads) {
  DecodeOptions without_trace = options;
  without_trace.trace = false;
  without_trace.rerank = false;
  const std::vector<DecodedSentence> decoded = DecodeAll(model, inputs, without_trace, threads);
  const std::size_t width = model.feature_names().size();
  KBestLists lists;
  lists.starts.push_back(0);
  for (const DecodedSentence& sentence : decoded) {
    lists.inputs.insert(lists.inputs.end(), sentence.inputs.begin(), sentence.inputs.end());
    for (const DecodedDerivation& derivation : sentence.derivations) {
      lists.outputs.push_back(Join(derivation.tokens));
      lists.scores.push_back(derivation.score);
      const std::size_t row = lists.features.size();
      lists.features.insert(lists.features.end(), derivation.features.begin(), derivation.features.end());
      const std::string& output = lists.outputs.back();
      const std::uint64_t text_key = util::MurmurHash64A(output.data(), output.size());
      lists.keys.push_back(util::MurmurHash64A(lists.features.data() + row, width * sizeof(float), text_key));
    }
    lists.starts.push_back(static_cast<std::int64_t>(lists.outputs.size()));
  }
  return lists;
}

}  // namespace simplifier
