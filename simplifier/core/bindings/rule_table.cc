#include "table/rule_table.hh"

#include <algorithm>
#include <tuple>

#include "arrays.hh"
#include "bindings.hh"
#include "common/error.hh"

namespace nb = nanobind;

namespace simplifier {
namespace {

std::vector<std::uint32_t> Lookup(const RuleTable& table, const std::vector<std::string>& tokens) {
  std::uint32_t node = RuleTable::kRoot;
  for (const std::string& token : tokens) {
    std::uint32_t child = RuleTable::kNoNode;
    if (const auto nonterminal = ParseNonterminal(token)) {
      for (std::size_t label = 0; label < table.labels().size(); ++label) {
        if (table.labels()[label] == nonterminal->label) {
          child = table.Child(node, SourceNonterminal(static_cast<LabelId>(label)));
        }
      }
    } else if (const auto word = table.Word(token)) {
      child = table.Child(node, *word);
    }
    if (child == RuleTable::kNoNode) return {};
    node = child;
  }
  if (node == RuleTable::kRoot) return {};
  std::vector<std::uint32_t> rules(table.Node(node).rule_count);
  for (std::size_t i = 0; i < rules.size(); ++i) rules[i] = table.Node(node).first_rule + static_cast<std::uint32_t>(i);
  return rules;
}

void CheckRule(const RuleTable& table, std::uint32_t rule) {
  if (rule >= table.size()) throw nb::index_error(Message("rule ", rule, " of ", table.size()).c_str());
}

Array<float> Features(const RuleTable& table, std::uint32_t rule) {
  CheckRule(table, rule);
  const std::size_t count = table.feature_names().size();
  Array<float> values = NewArray<float>(count);
  const FeatureRow row = table.Features(rule);
  for (std::size_t f = 0; f < count; ++f) values.data()[f] = row[f];
  return values;
}

std::tuple<std::string, std::string, std::string, std::string, std::uint32_t> RuleParts(const RuleTable& table,
                                                                                        std::uint32_t rule) {
  CheckRule(table, rule);
  return {table.labels()[table.Lhs(rule)], table.SourceText(rule), table.TargetText(rule),
          std::string(table.Alignment(rule)), table.ProvenanceBits(rule)};
}

Array<float> Scores(const RuleTable& table, const GivenArray<double>& weights) {
  const std::size_t features = table.feature_names().size();
  if (weights.shape(0) != features) {
    throw InputError(Message(table.path(), ": ", features, " features but ", weights.shape(0), " weights"));
  }
  auto scores = NewArray<float>(table.size());
  for (std::uint32_t rule = 0; rule < table.size(); ++rule) {
    const FeatureRow row = table.Features(rule);
    double score = 0.0;
    for (std::size_t f = 0; f < features; ++f) score += weights(f) * static_cast<double>(row[f]);
    scores.data()[rule] = static_cast<float>(score);
  }
  return scores;
}

Array<std::uint32_t> SourceNumbers(const RuleTable& table) {
  auto numbers = NewArray<std::uint32_t>(table.size());
  for (std::uint32_t source = 0; source < table.source_count(); ++source) {
    const TrieNode& node = table.SourceNode(source);
    std::fill_n(numbers.data() + node.first_rule, node.rule_count, source);
  }
  return numbers;
}

Array<std::uint32_t> CountSources(const RuleTable& table, const std::vector<std::string>& lines) {
  std::vector<std::uint32_t> counts(table.source_count(), 0);
  {
    const nb::gil_scoped_release release;
    for (const std::string& line : lines) table.CountSources(line, &counts);
  }
  return ToArray(std::move(counts));
}

Array<bool> Copies(const RuleTable& table) {
  auto copies = NewArray<bool>(table.size());
  for (std::uint32_t rule = 0; rule < table.size(); ++rule) copies.data()[rule] = table.BothSidesEqual(rule);
  return copies;
}

}  // namespace

void BindRuleTable(nb::module_& module) {
  nb::class_<RuleTable>(module, "RuleTable", "A packed rule table, opened by memory map.")
      .def(nb::init<const std::string&, bool>(), nb::arg("path"), nb::arg("check") = true)
      .def_prop_ro("path", &RuleTable::path)
      .def_prop_ro("exact", &RuleTable::exact,
                   "Whether every value is the one that the table was built from, none the nearest of 256.")
      .def_prop_ro("value_features",
                   [](const RuleTable& table) {
                     std::vector<std::string> names;
                     for (std::uint32_t feature : table.value_features()) names.push_back(table.feature_names()[feature]);
                     return names;
                   },
                   "Features of an exact table that stand as 32-bit numbers: those of more than 256 values.")
      .def_prop_ro("feature_names", &RuleTable::feature_names)
      .def_prop_ro("labels", &RuleTable::labels)
      .def_prop_ro("provenance", &RuleTable::provenance)
      .def_prop_ro("metadata", [](const RuleTable& table) { return std::string(table.metadata()); })
      .def_prop_ro("source_count", &RuleTable::source_count)
      .def_prop_ro("word_count", &RuleTable::word_count)
      .def("__len__", &RuleTable::size)
      .def("lookup", &Lookup, nb::arg("source"), "Numbers of the rules whose source side is these symbols.")
      .def("rule", &RuleParts, nb::arg("rule"), "(LHS, source, target, alignment, provenance bits) of a rule.")
      .def("features", &Features, nb::arg("rule"), "float32 [features]: the stored values of a rule.")
      .def("scores", &Scores, nb::arg("weights"), "float32 [rules]: weights (float64 [features]) x features.")
      .def("source_numbers", &SourceNumbers, "uint32 [rules]: equal for rules with the same source side.")
      .def("count_sources", &CountSources, nb::arg("lines"),
           "uint32 [sources]: how often each source side without nonterminals stands in tokenised lines.")
      .def("copies", &Copies, "bool [rules]: both sides are equal.")
      .def("verify", &RuleTable::Verify, nb::call_guard<nb::gil_scoped_release>());
}

}  // namespace simplifier
