// Questions about whole tables, and columns of rules.
#include "table/rule_table_query.hh"

#include <algorithm>
#include <tuple>

#include "arrays.hh"
#include "bindings.hh"

namespace nb = nanobind;

namespace simplifier {
namespace {

nb::str Text(std::string_view text) { return nb::str(text.data(), text.size()); }

using Strings = nb::typed<nb::list, nb::str>;

// The rules from `start` to `stop` - 1, column by column.
std::tuple<Strings, Strings, Strings, Strings, Array<std::uint32_t>, Matrix<float>> Columns(
    const RuleTable& table, std::size_t start, std::size_t stop) {
  stop = std::min<std::size_t>(stop, table.size());
  start = std::min(start, stop);
  const std::size_t count = stop - start, width = table.feature_names().size();
  Strings lhs, sources, targets, alignments;
  auto bits = NewArray<std::uint32_t>(count);
  auto features = NewMatrix<float>(count, width);
  std::vector<nb::str> labels;
  for (const std::string& label : table.labels()) labels.push_back(Text(label));
  nb::str source;
  std::size_t source_end = 0;
  for (std::size_t i = start; i < stop; ++i) {
    const auto rule = static_cast<std::uint32_t>(i);
    // Rules of one source side follow each other, so its text is made once and shared.
    if (i >= source_end) {
      const TrieNode& node = table.SourceNode(table.SourceOf(rule));
      source_end = std::size_t{node.first_rule} + node.rule_count;
      source = Text(table.SourceText(rule));
    }
    lhs.append(labels[table.Lhs(rule)]);
    sources.append(source);
    targets.append(Text(table.TargetText(rule)));
    alignments.append(Text(table.Alignment(rule)));
    bits.data()[i - start] = table.ProvenanceBits(rule);
    const FeatureRow values = table.Features(rule);
    float* row = features.data() + (i - start) * width;
    for (std::size_t f = 0; f < width; ++f) row[f] = values[f];
  }
  return {lhs, sources, targets, alignments, bits, features};
}

Array<bool> ApplicableSources(const RuleTable& table, const std::vector<std::string>& lines, int span_limit) {
  std::vector<char> marks(table.source_count(), 0);
  {
    const nb::gil_scoped_release release;
    for (const std::string& line : lines) MarkApplicable(table, line, span_limit, &marks);
  }
  auto column = NewArray<bool>(marks.size());
  std::copy(marks.begin(), marks.end(), column.data());
  return column;
}

Array<std::uint32_t> Rewriting(const RuleTable& table, const std::vector<std::string>& source,
                               const std::vector<std::string>& target) {
  std::vector<std::uint32_t> rules;
  {
    const nb::gil_scoped_release release;
    rules = RulesThatRewrite(table, source, target);
  }
  return ToArray(std::move(rules));
}

}  // namespace

void BindRuleTableQuery(nb::module_& module) {
  module.def("rule_columns", &Columns, nb::arg("table"), nb::arg("start"), nb::arg("stop"),
             "(LHS, sources, targets, alignments, provenance bits [n], features [n, F]) of a range of rules.");
  module.def("applicable_sources", &ApplicableSources, nb::arg("table"), nb::arg("lines"), nb::arg("span_limit") = 0,
             "bool [sources]: whether the words of a source side stand in a tokenised line as its rules need them.");
  module.def("rewriting_rules", &Rewriting, nb::arg("table"), nb::arg("source"), nb::arg("target"),
             "uint32: rules whose source side holds one phrase and whose target side has more of the other.");
}

}  // namespace simplifier
