#include "tagger/tagger.hh"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "arrays.hh"
#include "bindings.hh"
#include "common/error.hh"
#include "tagger/tagger_trainer.hh"

namespace nb = nanobind;

namespace simplifier {
namespace {

// Words copied out of Python, so that tagging needs no Python object.
struct WordBatch {
  std::string text;
  std::vector<std::pair<std::size_t, std::size_t>> words;  // start, size in text
  std::vector<std::size_t> starts{0};                      // sequence i is words[starts[i] .. starts[i + 1])

  void AddWord(std::string_view word) {
    words.emplace_back(text.size(), word.size());
    text.append(word);
  }
  void EndSequence() { starts.push_back(words.size()); }

  std::vector<std::uint8_t> Tag(const Tagger& tagger, bool fragment) const {
    std::vector<std::uint8_t> tags(words.size());
    std::vector<std::string_view> views;
    for (const auto& [start, size] : words) views.emplace_back(text.data() + start, size);
    for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
      tagger.Tag(views.data() + starts[i], starts[i + 1] - starts[i], fragment, tags.data() + starts[i]);
    }
    return tags;
  }
};

std::string_view Utf8(nb::handle object) {
  Py_ssize_t size = 0;
  const char* data = PyUnicode_Check(object.ptr()) ? PyUnicode_AsUTF8AndSize(object.ptr(), &size) : nullptr;
  if (data == nullptr) {
    PyErr_Clear();
    throw InputError("a token to tag is not valid text; pass str without lone surrogates");
  }
  return {data, static_cast<std::size_t>(size)};
}

using Strings = nb::typed<nb::list, nb::str>;
using Sequences = nb::typed<nb::list, nb::typed<nb::sequence, nb::str>>;

nb::typed<nb::list, Strings> TagBatch(const Tagger& tagger, const Sequences& sequences, bool fragment) {
  WordBatch batch;
  for (nb::handle sequence : sequences) {
    for (nb::handle word : nb::cast<nb::sequence>(sequence)) batch.AddWord(Utf8(word));
    batch.EndSequence();
  }
  std::vector<std::uint8_t> tags;
  {
    nb::gil_scoped_release release;
    tags = batch.Tag(tagger, fragment);
  }
  std::vector<nb::str> names;
  for (const std::string& name : tagger.Tags()) names.emplace_back(name.data(), name.size());
  nb::typed<nb::list, Strings> result;
  for (std::size_t i = 0; i + 1 < batch.starts.size(); ++i) {
    Strings row;
    for (std::size_t at = batch.starts[i]; at < batch.starts[i + 1]; ++at) row.append(names[tags[at]]);
    result.append(std::move(row));
  }
  return result;
}

std::pair<Array<std::uint8_t>, Array<std::int64_t>> TagText(const Tagger& tagger, const Strings& lines,
                                                            bool fragment) {
  WordBatch batch;
  for (nb::handle line : lines) {
    const std::string_view text = Utf8(line);
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find(' ', at), text.size());
      if (end > at) batch.AddWord(text.substr(at, end - at));
      at = end + 1;
    }
    batch.EndSequence();
  }
  std::vector<std::uint8_t> tags;
  {
    nb::gil_scoped_release release;
    tags = batch.Tag(tagger, fragment);
  }
  std::vector<std::int64_t> starts(batch.starts.begin(), batch.starts.end());
  return {ToArray(std::move(tags)), ToArray(std::move(starts))};
}

}  // namespace

void BindTagger(nb::module_& module) {
  nb::class_<Tagger>(module, "Tagger", "An averaged-perceptron part-of-speech tagger; see languages.parts.tagger.")
      .def(nb::new_([](const std::string& path) { return Tagger::Load(path); }), nb::arg("path"),
           nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("tags", &Tagger::Tags, "Names of the tags by index.")
      .def_prop_ro("word_count", &Tagger::WordCount, "Words whose P(tag | word) is known.")
      .def("tag_batch", &TagBatch, nb::arg("sequences"), nb::arg("fragment") = false,
           "Tags of every sequence of words.")
      .def("tag_text", &TagText, nb::arg("lines"), nb::arg("fragment") = false,
           "Tag indices (uint8) of the space-separated words of all lines, and the start of every line in them.")
      .def(
          "word_tags",
          [](const Tagger& tagger, std::string_view word) {
            nb::typed<nb::dict, nb::str, double> shares;
            for (const auto& [tag, share] : tagger.WordTags(word)) shares[tagger.Tags()[tag].c_str()] = share;
            return shares;
          },
          nb::arg("word"), "P(tag | word), best first; empty when the word was seen less than twice.");

  nb::class_<TaggerTrainer>(module, "TaggerTrainer", "Trains a tagger model; see scripts/train_tagger.py.")
      .def(
          "__init__",
          [](TaggerTrainer* self, std::vector<std::string> tags, std::uint64_t seed, std::uint32_t min_feature_count,
             std::uint32_t min_word_count) {
            new (self) TaggerTrainer(std::move(tags), {seed, min_feature_count, min_word_count});
          },
          nb::arg("tags"), nb::arg("seed") = 1, nb::arg("min_feature_count") = 4, nb::arg("min_word_count") = 2)
      .def("add", &TaggerTrainer::Add, nb::arg("words"), nb::arg("tags"), nb::arg("fragment") = false,
           nb::arg("count_words") = true)
      .def("epoch", &TaggerTrainer::Epoch, nb::call_guard<nb::gil_scoped_release>(),
           "One pass over all sentences; returns the share of tokens guessed right on the way.")
      .def("prune", &TaggerTrainer::Prune, nb::arg("max_weights"), nb::call_guard<nb::gil_scoped_release>(),
           "Keep the weights that matter most and add no others; returns how many features are left.")
      .def("save", &TaggerTrainer::Save, nb::arg("path"), nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("feature_count", &TaggerTrainer::FeatureCount);
}

}  // namespace simplifier
