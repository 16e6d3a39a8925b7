#include "parser/parser.hh"

#include "arrays.hh"
#include "bindings.hh"
#include "parser/parser_trainer.hh"

namespace nb = nanobind;

namespace simplifier {
namespace {

using Heads = nb::typed<nb::tuple, int, nb::ellipsis>;
using Labels = nb::typed<nb::tuple, nb::str, nb::ellipsis>;
using Arcs = nb::typed<nb::tuple, Heads, Labels>;

nb::typed<nb::list, Arcs> ParseBatch(const Parser& parser, const Sequences& sequences, const Sequences& tags) {
  const WordBatch words(sequences), names(tags);
  std::vector<std::int32_t> heads(words.Words());
  std::vector<std::uint8_t> labels(words.Words());
  if (words.Size() != names.Size()) {
    throw InputError(Message(words.Size(), " sentences have tags for ", names.Size()));
  }
  for (std::size_t i = 0; i < words.Size(); ++i) {
    if (words[i].count != names[i].count) {
      throw InputError(Message("sentence ", i, " of ", words[i].count, " words has ", names[i].count, " tags"));
    }
  }
  {
    const nb::gil_scoped_release release;
    std::vector<std::uint8_t> tag_ids;
    std::size_t start = 0;
    for (std::size_t i = 0; i < words.Size(); ++i) {
      tag_ids.clear();
      for (const std::string_view name : names[i]) tag_ids.push_back(parser.TagIndex(name));
      parser.Parse(words[i].words, tag_ids.data(), words[i].count, heads.data() + start, labels.data() + start);
      start += words[i].count;
    }
  }
  std::vector<nb::str> label_names;
  for (const std::string& name : parser.Labels()) label_names.emplace_back(name.data(), name.size());
  nb::typed<nb::list, Arcs> result;
  std::size_t at = 0;
  for (std::size_t i = 0; i < words.Size(); ++i) {
    const auto count = static_cast<Py_ssize_t>(words[i].count);
    nb::object own_heads = nb::steal(PyTuple_New(count)), own_labels = nb::steal(PyTuple_New(count));
    for (Py_ssize_t place = 0; place < count; ++place, ++at) {
      PyTuple_SET_ITEM(own_heads.ptr(), place, PyLong_FromLong(heads[at]));
      PyTuple_SET_ITEM(own_labels.ptr(), place, nb::object(label_names[labels[at]]).release().ptr());
    }
    result.append(nb::make_tuple(own_heads, own_labels));
  }
  return result;
}

}  // namespace

void BindParser(nb::module_& module) {
  nb::class_<Parser>(module, "Parser", "A dependency parser; see simplifier.languages.analysis.parser.")
      .def(nb::new_([](const std::string& path) { return Parser::Load(path); }), nb::arg("path"),
           nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("tags", &Parser::Tags, "Names of the tags that it knows.")
      .def_prop_ro("labels", &Parser::Labels, "Names of the labels; the first is that of roots.")
      .def("parse", &ParseBatch, nb::arg("sequences"), nb::arg("tags"),
           "Heads (places, -1 for the root) and labels of the words of every sequence, given their tags.");

  nb::class_<ParserTrainer>(module, "ParserTrainer", "Trains a parser model; see simplifier/recipes/training/parser.py.")
      .def(
          "__init__",
          [](ParserTrainer* self, std::vector<std::string> tags, std::vector<std::string> labels,
             const std::vector<std::vector<std::string>>& landmarks, std::uint64_t seed,
             std::uint32_t min_feature_count, double margin, double exploration) {
            new (self) ParserTrainer(std::move(tags), std::move(labels), landmarks,
                                     {seed, min_feature_count, margin, exploration});
          },
          nb::arg("tags"), nb::arg("labels"), nb::arg("landmarks"), nb::arg("seed") = 1,
          nb::arg("min_feature_count") = 4, nb::arg("margin") = 0.0, nb::arg("exploration") = 0.9)
      .def("add_kind", &ParserTrainer::AddKind, nb::arg("word"), nb::arg("tag"), nb::arg("kind"),
           "A class of words that are used alike; of the word with any tag where the tag is empty.")
      .def("add", &ParserTrainer::Add, nb::arg("words"), nb::arg("tags"), nb::arg("heads"), nb::arg("labels"))
      .def("epoch", &ParserTrainer::Epoch, nb::call_guard<nb::gil_scoped_release>(),
           "One pass over all sentences; returns the share of words that got their head on the way.")
      .def("prune", &ParserTrainer::Prune, nb::arg("max_transition_features"), nb::arg("max_label_weights"),
           nb::call_guard<nb::gil_scoped_release>(),
           "Keep the features that matter most and add no others; returns how many are left.")
      .def("save", &ParserTrainer::Save, nb::arg("path"), nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("feature_count", &ParserTrainer::FeatureCount);
}

}  // namespace simplifier
