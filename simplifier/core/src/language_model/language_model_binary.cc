#include "language_model/language_model_binary.hh"

#include <exception>
#include <new>

#include "common/error.hh"
#include "language_model/kenlm_reason.hh"
#include "language_model/language_model_check.hh"
#include "lm/binary_format.hh"
#include "lm/model.hh"
#include "util/usage.hh"

namespace simplifier {

void WriteBinary(const std::string& arpa, const std::string& binary, const BinaryOptions& options) {
  using namespace lm::ngram;
  CheckLanguageModel(arpa, false);
  try {
    ModelType already = PROBING;
    if (RecognizeBinary(arpa.c_str(), already)) {
      throw InputError(Message(arpa, ": already a KenLM binary; a binary is made from the ARPA file"));
    }
    Config config;
    config.show_progress = false;
    config.messages = nullptr;
    config.arpa_complain = Config::NONE;
    config.write_mmap = binary.c_str();
    config.write_method = Config::WRITE_AFTER;  // writing to a mapped file would end the process if the disk is full
    config.include_vocab = options.words;
    config.building_memory = util::ParseSize(options.memory);
    config.temporary_directory_prefix = options.scratch_prefix;
    config.prob_bits = static_cast<std::uint8_t>(options.probability_bits);
    config.backoff_bits = static_cast<std::uint8_t>(options.backoff_bits);
    config.pointer_bhiksha_bits = static_cast<std::uint8_t>(options.pointer_bits);
    // The constructor of a model writes the binary, to the file that write_mmap names.
    if (!options.trie) {
      ProbingModel(arpa.c_str(), config);
    } else if (options.probability_bits && options.pointer_bits) {
      QuantArrayTrieModel(arpa.c_str(), config);
    } else if (options.probability_bits) {
      QuantTrieModel(arpa.c_str(), config);
    } else if (options.pointer_bits) {
      ArrayTrieModel(arpa.c_str(), config);
    } else {
      TrieModel(arpa.c_str(), config);
    }
  } catch (const InputError&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    throw InputError(Message(arpa, ": cannot be made a binary: ", KenLmReason(error.what())));
  }
}

}  // namespace simplifier
