// Whole-table questions and columns of rules.
#include "table/rule_table_query.hh"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "bindings.hh"

namespace nb = nanobind;

namespace simplifier {
namespace {

template <class T, class... Sizes>
nb::ndarray<nb::numpy, T> Array(std::size_t count, Sizes... sizes) {
  T* values = new T[count];
  nb::capsule owner(values, [](void* p) noexcept { delete[] static_cast<T*>(p); });
  return {values, {static_cast<std::size_t>(sizes)...}, owner};
}

nb::str Text(std::string_view text) { return nb::str(text.data(), text.size()); }

// Rules start to stop - 1 by the column, as a reader yields them.
nb::tuple Columns(const RuleTable& table, std::size_t start, std::size_t stop) {
  stop = std::min<std::size_t>(stop, table.size());
  start = std::min(start, stop);
  const std::size_t count = stop - start, width = table.feature_names().size();
  nb::list lhs, sources, targets, alignments;
  auto bits = Array<std::uint32_t>(count, count);
  auto features = Array<float>(count * width, count, width);
  std::vector<nb::str> labels;
  for (const std::string& label : table.labels()) labels.push_back(Text(label));
  nb::str source;
  std::size_t source_end = 0;
  for (std::size_t i = start; i < stop; ++i) {
    const auto rule = static_cast<std::uint32_t>(i);
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
    const std::uint8_t* codes = table.FeatureCodes(rule);
    float* row = features.data() + (i - start) * width;
    for (std::size_t f = 0; f < width; ++f) row[f] = table.FeatureValue(f, codes[f]);
  }
  return nb::make_tuple(lhs, sources, targets, alignments, bits, features);
}

nb::ndarray<nb::numpy, bool> ApplicableSources(const RuleTable& table, const std::vector<std::string>& lines,
                                               int span_limit) {
  std::vector<char> marks(table.source_count(), 0);
  {
    const nb::gil_scoped_release release;
    for (const std::string& line : lines) MarkApplicable(table, line, span_limit, &marks);
  }
  auto column = Array<bool>(marks.size(), marks.size());
  std::copy(marks.begin(), marks.end(), column.data());
  return column;
}

nb::ndarray<nb::numpy, std::uint32_t> Rewriting(const RuleTable& table, const std::vector<std::string>& source,
                                                const std::vector<std::string>& target) {
  std::vector<std::uint32_t> rules;
  {
    const nb::gil_scoped_release release;
    rules = RulesThatRewrite(table, source, target);
  }
  auto column = Array<std::uint32_t>(rules.size(), rules.size());
  std::copy(rules.begin(), rules.end(), column.data());
  return column;
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
