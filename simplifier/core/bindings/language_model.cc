// Language models, the word classes that class language models read, and the checksums beside such files.
#include "language_model/language_model.hh"

#include <unordered_map>

#include "arrays.hh"
#include "bindings.hh"
#include "common/checksums.hh"
#include "language_model/language_model_binary.hh"
#include "language_model/language_model_check.hh"
#include "language_model/phrase_scores.hh"
#include "language_model/sentence_scores.hh"
#include "language_model/timed_language_model.hh"
#include "language_model/word_classes.hh"

namespace nb = nanobind;

namespace simplifier {
namespace {

// Scores words in the order in which a chart would combine them. Each list is a rule: its strings are words, its lists
// are parts, which are scored first.
double ScoreTree(const LanguageModel& model, const nb::list& tree, bool begins_sentence, ChartState* state) {
  std::vector<ChartState> parts(tree.size());  // sized once: segments point into it
  std::vector<LmSegment> segments;
  double score = 0.0;
  for (std::size_t i = 0; i < tree.size(); ++i) {
    nb::object item = tree[i];
    if (nb::isinstance<nb::list>(item)) {
      score += ScoreTree(model, nb::borrow<nb::list>(item), false, &parts[i]);
      segments.push_back({&parts[i], 0});
    } else {
      segments.push_back({nullptr, model.Index(nb::cast<std::string>(item))});
    }
  }
  return score + model.ScoreRule(segments.data(), segments.size(), begins_sentence, state);
}

double ScoreWords(const LanguageModel& model, const std::vector<std::string>& words, bool begins_sentence) {
  std::vector<WordIndex> ids;
  for (const std::string& word : words) ids.push_back(model.Index(word));
  return model.ScoreWords(ids.data(), ids.size(), begins_sentence);
}

std::vector<double> ScoreSentences(const LanguageModel& model, const Sequences& sentences) {
  const WordBatch batch(sentences);
  const nb::gil_scoped_release release;
  std::unordered_map<std::string_view, WordIndex> known;
  const WordIndex end = model.EndSentence();
  SentenceScores scores(model);
  std::vector<double> result;
  std::vector<WordIndex> ids;
  for (std::size_t i = 0; i < batch.Size(); ++i) {
    ids.clear();
    for (const std::string_view word : batch[i]) {
      const auto [at, is_new] = known.try_emplace(word);
      if (is_new) at->second = model.Index(word);
      ids.push_back(at->second);
    }
    ids.push_back(end);
    result.push_back(scores.Score(ids.data(), ids.size()));
  }
  return result;
}

Array<float> PhraseScores(const LanguageModel& model, std::string_view lines) {
  std::vector<float> scores;
  {
    const nb::gil_scoped_release release;
    scores = ScorePhrases(model, lines);
  }
  return ToArray(std::move(scores));
}

void WriteModel(const std::string& arpa, const std::string& binary, bool trie, unsigned probability_bits,
                unsigned backoff_bits, unsigned pointer_bits, bool words, const std::string& memory,
                const std::string& scratch_prefix) {
  WriteBinary(arpa, binary, {trie, probability_bits, backoff_bits, pointer_bits, words, memory, scratch_prefix});
}

// The class of the first reading that has the tag or fits any tag; the tag itself if there is no such reading.
std::string WordClass(const WordClasses& classes, const std::string& word, const std::string& tag) {
  const std::uint32_t entry = classes.Entry(word);
  const auto *first = classes.begin(entry), *end = classes.end(entry);
  for (const auto* reading = first; reading != end; ++reading) {
    if (reading->tag == WordClasses::kNoTag || classes.classes()[classes.ClassOfTag(reading->tag)] == tag) {
      return classes.classes()[reading->word_class];
    }
  }
  return tag;
}

void BindTimedLanguageModel(nb::module_& module) {
  nb::class_<TimedLanguageModel, LanguageModel>(
      module, "TimedLanguageModel", "The same model with a clock and counters around it: for measuring.")
      .def(nb::init<std::shared_ptr<LanguageModel>>(), nb::arg("model"))
      .def_prop_ro("calls", [](const TimedLanguageModel& model) { return model.usage().calls; })
      .def_prop_ro("words", [](const TimedLanguageModel& model) { return model.usage().words; },
                   "Words scored after what stands before them.")
      .def_prop_ro("joined", [](const TimedLanguageModel& model) { return model.usage().joined; },
                   "Words at the left of joined parts that waited for their context: at most so many look-ups.")
      .def_prop_ro("seconds", [](const TimedLanguageModel& model) { return model.usage().seconds; },
                   "Wall-clock time inside the model; the clock's own is taken off.")
      .def_prop_ro("clock_seconds", [](const TimedLanguageModel& model) { return model.usage().clock_seconds; },
                   "What was taken off; reading the clock costs the caller about as much again.")
      .def("reset", &TimedLanguageModel::Reset);
}

}  // namespace

void BindLanguageModel(nb::module_& module) {
  nb::class_<LanguageModel>(module, "LanguageModel",
                            "A KenLM model as the decoder uses it (ARPA or any binary type), memory-mapped.")
      .def(nb::new_([](const std::string& path) { return LanguageModel::Load(path); }), nb::arg("path"),
           nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("order", &LanguageModel::Order)
      .def("score_words", &ScoreWords, nb::arg("words"), nb::arg("begins_sentence") = false,
           "Natural-log probability of the words, without </s>.")
      .def("score_sentences", &ScoreSentences, nb::arg("sentences"),
           "Natural-log probability of each sentence with its </s>; fast where they are much alike.")
      .def("score_tree",
           [](const LanguageModel& model, const nb::list& tree, bool begins_sentence) {
             ChartState state;
             return ScoreTree(model, tree, begins_sentence, &state);
           },
           nb::arg("tree"), nb::arg("begins_sentence") = false,
           nb::sig("def score_tree(self, tree: list[typing.Any], begins_sentence: bool = False) -> float"),
           "Natural-log probability of the words of a nested list, combined bottom up as in a chart.")
      .def("knows", [](const LanguageModel& model, const std::string& word) { return model.Index(word) != 0; },
           nb::arg("word"));
  BindTimedLanguageModel(module);
  module.def("write_checksums", &WriteChecksums, nb::arg("path"), nb::call_guard<nb::gil_scoped_release>(),
             "Write PATH.sums: hashes of the file by block, for formats that hold none.");
  module.def("check_checksums", &CheckChecksums, nb::arg("path"), nb::arg("required") = false,
             nb::call_guard<nb::gil_scoped_release>(),
             "Compare a file with PATH.sums; say whether there is one. Differing bytes are refused.");
  module.def("check_language_model", &CheckLanguageModel, nb::arg("path"), nb::arg("body"),
             nb::call_guard<nb::gil_scoped_release>(),
             "Refuse a damaged KenLM binary: its header, with `body` every entry too. Other files pass.");
  module.def("score_phrases", &PhraseScores, nb::arg("model"), nb::arg("lines"),
             "Natural-log probability of each line (a phrase) without sentence boundaries, float32 [lines].");
  module.def("write_language_model_binary", &WriteModel, nb::arg("arpa"), nb::arg("binary"), nb::arg("trie"),
             nb::arg("probability_bits"), nb::arg("backoff_bits"), nb::arg("pointer_bits"), nb::arg("words"),
             nb::arg("memory"), nb::arg("scratch_prefix"), nb::call_guard<nb::gil_scoped_release>(),
             "Make a KenLM binary of an uncompressed ARPA file; 0 bits: do not.");
  nb::class_<WordClasses>(module, "WordClasses", "What a class language model reads in place of words.")
      .def(nb::new_([](const std::string& path) { return WordClasses::Load(path); }), nb::arg("path"),
           nb::call_guard<nb::gil_scoped_release>())
      .def("__len__", &WordClasses::size, "Words listed.")
      .def("word_class", &WordClass, nb::arg("word"), nb::arg("tag"),
           "The class of a word that has this tag in its sentence.");
}

}  // namespace simplifier
