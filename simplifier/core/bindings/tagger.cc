#include "tagger/tagger.hh"

#include "arrays.hh"
#include "bindings.hh"
#include "tagger/alike_tagger.hh"
#include "tagger/tagger_trainer.hh"

namespace nb = nanobind;

namespace simplifier {
namespace {

using Strings = nb::typed<nb::list, nb::str>;

std::vector<std::uint8_t> Tagged(const Tagger& tagger, const WordBatch& batch, bool fragment) {
  const nb::gil_scoped_release release;
  std::vector<std::uint8_t> tags(batch.Words());
  std::uint8_t* at = tags.data();
  for (std::size_t i = 0; i < batch.Size(); ++i) {
    tagger.Tag(batch[i].words, batch[i].count, fragment, at);
    at += batch[i].count;
  }
  return tags;
}

nb::typed<nb::list, Strings> Names(const Tagger& tagger, const WordBatch& batch,
                                   const std::vector<std::uint8_t>& tags) {
  std::vector<nb::str> names;
  for (const std::string& name : tagger.Tags()) names.emplace_back(name.data(), name.size());
  nb::typed<nb::list, Strings> result;
  const std::uint8_t* at = tags.data();
  for (std::size_t i = 0; i < batch.Size(); ++i) {
    const std::size_t size = batch[i].count;
    Strings row = nb::steal<Strings>(PyList_New(static_cast<Py_ssize_t>(size)));
    for (std::size_t place = 0; place < size; ++place) {
      PyList_SET_ITEM(row.ptr(), static_cast<Py_ssize_t>(place), nb::object(names[*at++]).release().ptr());
    }
    result.append(std::move(row));
  }
  return result;
}

nb::typed<nb::list, Strings> TagBatch(const Tagger& tagger, const Sequences& sequences, bool fragment) {
  const WordBatch batch(sequences);
  return Names(tagger, batch, Tagged(tagger, batch, fragment));
}

nb::typed<nb::list, Strings> TagAlike(const Tagger& tagger, const Sequences& sentences) {
  const WordBatch batch(sentences);
  std::vector<std::uint8_t> tags(batch.Words());
  {
    const nb::gil_scoped_release release;
    AlikeTagger alike(tagger);
    std::uint8_t* at = tags.data();
    for (std::size_t i = 0; i < batch.Size(); ++i) {
      alike.Tag(batch[i].words, batch[i].count, at);
      at += batch[i].count;
    }
  }
  return Names(tagger, batch, tags);
}

std::pair<Array<std::uint8_t>, Array<std::int64_t>> TagText(const Tagger& tagger, const Strings& lines,
                                                            bool fragment) {
  WordBatch batch;
  for (nb::handle line : lines) {
    const std::string_view text = TextOf(line);
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find(' ', at), text.size());
      if (end > at) batch.AddWord(text.substr(at, end - at));
      at = end + 1;
    }
    batch.EndSequence();
  }
  batch.Seal();
  std::vector<std::uint8_t> tags = Tagged(tagger, batch, fragment);
  std::vector<std::int64_t> starts{0};
  for (std::size_t i = 0; i < batch.Size(); ++i) {
    starts.push_back(starts.back() + static_cast<std::int64_t>(batch[i].count));
  }
  return {ToArray(std::move(tags)), ToArray(std::move(starts))};
}

}  // namespace

void BindTagger(nb::module_& module) {
  nb::class_<Tagger>(module, "Tagger", "An averaged-perceptron part-of-speech tagger; see simplifier.languages.analysis.tagger.")
      .def(nb::new_([](const std::string& path) { return Tagger::Load(path); }), nb::arg("path"),
           nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("tags", &Tagger::Tags, "Names of the tags by index.")
      .def_prop_ro("word_count", &Tagger::WordCount, "Words whose P(tag | word) is known.")
      .def("tag_batch", &TagBatch, nb::arg("sequences"), nb::arg("fragment") = false,
           "Tags of every sequence of words.")
      .def("tag_alike", &TagAlike, nb::arg("sentences"),
           "Tags of sentences; fast where they are much alike, as the versions of one.")
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

  nb::class_<TaggerTrainer>(module, "TaggerTrainer", "Trains a tagger model; see simplifier/recipes/training/tagger.py.")
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
