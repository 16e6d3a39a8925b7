
#include <algorithm>
#include <optional>
#include <tuple>
#include <unordered_set>

#include "arrays.hh"
#include "bindings.hh"
#include "building/grammar_parser.hh"
#include "common/error.hh"
#include "common/white_space.hh"
#include "table/symbol.hh"

namespace nb = nanobind;

namespace simplifier {
namespace {

using Strings = nb::typed<nb::list, nb::str>;

Strings Texts(const GrammarBlock& block, GrammarBlock::Text part) {
  Strings texts;
  for (std::size_t row = 0; row < block.size(); ++row) {
    const std::string_view text = block.Part(row, part);
    texts.append(nb::str(text.data(), text.size()));
  }
  return texts;
}

Array<float> Feature(const GrammarBlock& block, const std::string& name) {
  const auto found = std::find(block.names().begin(), block.names().end(), name);
  if (found == block.names().end()) throw nb::key_error(name.c_str());
  const auto column = static_cast<std::size_t>(found - block.names().begin());
  Array<float> values = NewArray<float>(block.size());
  for (std::size_t row = 0; row < block.size(); ++row) values.data()[row] = block.Value(row, column);
  return values;
}

std::vector<std::string> CompleteFeatures(const GrammarBlock& block) {
  std::vector<std::string> names;
  for (std::size_t column = 0; column < block.names().size(); ++column) {
    if (block.Complete(column)) names.push_back(block.names()[column]);
  }
  return names;
}

Strings SourceWords(const GrammarBlock& block) {
  std::unordered_set<std::string_view> words;
  for (std::size_t row = 0; row < block.size(); ++row) {
    ForEachToken(block.Part(row, GrammarBlock::kSource), [&](std::string_view token) {
      if (!ParseNonterminal(token)) words.insert(token);
    });
  }
  Strings list;
  for (std::string_view word : words) list.append(nb::str(word.data(), word.size()));
  return list;
}

using Problem = std::tuple<std::size_t, std::string, std::string, std::string>;

std::vector<Problem> Problems(const GrammarBlock& block) {
  std::vector<Problem> rows;
  for (const GrammarProblem& p : block.problems) rows.emplace_back(p.line, p.kind, p.expected, p.found);
  return rows;
}

std::optional<Strings> Alignments(const GrammarBlock& block) {
  if (!block.has_alignments) return std::nullopt;
  return Texts(block, GrammarBlock::kAlignment);
}

void Construct(GrammarParser* self, std::pair<unsigned, unsigned> fields,
               std::unordered_map<std::string, std::string> renamed, std::string owner,
               std::vector<std::string> relations, bool may_leave_out) {
  GrammarFormat format;
  std::tie(format.least_fields, format.most_fields) = fields;
  format.renamed = std::move(renamed);
  format.owner = std::move(owner);
  format.relations = std::move(relations);
  format.may_leave_out = may_leave_out;
  const unsigned needed = format.relations.empty() ? 4 : 6;
  if (format.least_fields < needed) throw InputError(Message("a grammar has ", needed, " fields or more"));
  new (self) GrammarParser(std::move(format));
}

}  // namespace

void BindGrammarParser(nb::module_& module) {
  nb::class_<GrammarBlock>(module, "GrammarBlock", "Rules of a text grammar by the column.")
      .def("__len__", &GrammarBlock::size)
      .def_ro("lines", &GrammarBlock::lines, "Lines of the block, empty and broken ones included.")
      .def_ro("is_utf8", &GrammarBlock::is_utf8, "False: the block is not text and nothing was parsed.")
      .def_prop_ro("problems", &Problems, "(line from 0, kind, what was expected, offending text) of every broken line.")
      .def_prop_ro("lhs", [](const GrammarBlock& block) { return Texts(block, GrammarBlock::kLhs); })
      .def_prop_ro("sources", [](const GrammarBlock& block) { return Texts(block, GrammarBlock::kSource); })
      .def_prop_ro("targets", [](const GrammarBlock& block) { return Texts(block, GrammarBlock::kTarget); })
      .def_prop_ro("alignments", &Alignments)
      .def_prop_ro("feature_names", &GrammarBlock::names)
      .def_prop_ro("complete_features", &CompleteFeatures, "Names of the features that every rule has.")
      .def("feature", &Feature, nb::arg("name"), "float32 [rules]: one column, NaN where missing.")
      .def("source_words", &SourceWords, "The distinct words of the source sides.");

  nb::class_<GrammarParser>(module, "GrammarParser", "Parses blocks of lines of one text grammar format.")
      .def("__init__", &Construct, nb::arg("fields"),
           nb::arg("renamed") = std::unordered_map<std::string, std::string>(), nb::arg("owner") = "",
           nb::arg("relations") = std::vector<std::string>(), nb::arg("may_leave_out") = false)
      .def("parse",
           [](const GrammarParser& parser, nb::bytes text) {
             const std::string_view view(text.c_str(), text.size());
             const nb::gil_scoped_release release;
             return parser.Parse(view);
           },
           nb::arg("text"));
}

}  // namespace simplifier
