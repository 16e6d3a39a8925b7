#include "language_model/language_model.hh"

#include <exception>
#include <filesystem>
#include <new>

#include "common/error.hh"
#include "language_model/kenlm_reason.hh"
#include "language_model/language_model_check.hh"
#include "lm/binary_format.hh"
#include "lm/model.hh"
#include "util/exception.hh"

namespace simplifier {
namespace {

template <class Model>
class KenLm final : public LanguageModel {
 public:
  KenLm(const std::string& path, const lm::ngram::Config& config) : model_(path.c_str(), config) {}

  double ScoreRule(const LmSegment* segments, std::size_t count, bool begins_sentence,
                   ChartState* state) const override {
    lm::ngram::RuleScore<Model> scorer(model_, *state);
    std::size_t next = 0;
    if (begins_sentence) {
      scorer.BeginSentence();
    } else if (count > 0 && segments[0].state) {
      // A part that comes first keeps its left state, since nothing stands before it yet.
      scorer.BeginNonTerminal(*segments[0].state);
      next = 1;
    }
    for (; next < count; ++next) {
      if (segments[next].state) {
        scorer.NonTerminal(*segments[next].state);
      } else {
        scorer.Terminal(segments[next].word);
      }
    }
    return kLn10 * scorer.Finish();
  }

  double ScoreWords(const WordIndex* words, std::size_t count, bool begins_sentence) const override {
    lm::ngram::State state = begins_sentence ? model_.BeginSentenceState() : model_.NullContextState();
    lm::ngram::State next;
    double score = 0.0;
    for (std::size_t i = 0; i < count; ++i) {
      score += model_.Score(state, words[i], next);
      state = next;
    }
    return kLn10 * score;
  }

  const LmState& BeginState() const override { return model_.BeginSentenceState(); }
  float ExtendLog10(const LmState& state, WordIndex word, LmState* next) const override {
    return model_.Score(state, word, *next);
  }

  WordIndex Index(std::string_view word) const override {
    return model_.GetVocabulary().Index(StringPiece(word.data(), word.size()));
  }
  WordIndex BeginSentence() const override { return model_.GetVocabulary().BeginSentence(); }
  WordIndex EndSentence() const override { return model_.GetVocabulary().EndSentence(); }
  unsigned Order() const override { return model_.Order(); }

 private:
  Model model_;
};

std::unique_ptr<LanguageModel> Open(const std::string& path) {
  using namespace lm::ngram;
  Config config;
  config.show_progress = false;
  config.messages = nullptr;
  config.load_method = util::LAZY;
  ModelType type = PROBING;  // stays for an ARPA file, which becomes a probing model in memory
  RecognizeBinary(path.c_str(), type);
  switch (type) {
    case PROBING: return std::make_unique<KenLm<ProbingModel>>(path, config);
    case REST_PROBING: return std::make_unique<KenLm<RestProbingModel>>(path, config);
    case TRIE: return std::make_unique<KenLm<TrieModel>>(path, config);
    case QUANT_TRIE: return std::make_unique<KenLm<QuantTrieModel>>(path, config);
    case ARRAY_TRIE: return std::make_unique<KenLm<ArrayTrieModel>>(path, config);
    case QUANT_ARRAY_TRIE: return std::make_unique<KenLm<QuantArrayTrieModel>>(path, config);
  }
  throw InputError(Message(path, ": a KenLM binary of unknown type ", static_cast<int>(type)));
}

}  // namespace

std::unique_ptr<LanguageModel> LanguageModel::Load(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) {
    throw InputError(Message(path, ": no such language model file"));
  }
  if (std::filesystem::is_directory(path, ignored)) {
    throw InputError(Message(path, ": a directory, not a language model file"));
  }
  CheckLanguageModel(path, false);
  try {
    return Open(path);
  } catch (const InputError&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    throw InputError(Message(path, ": not a usable KenLM model (ARPA or binary): ", KenLmReason(error.what())));
  }
}

}  // namespace simplifier
