#include "table/rule_table.hh"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "bindings.hh"
#include "building/rule_table_builder.hh"
#include "common/error.hh"

namespace nb = nanobind;

namespace simplifier {
namespace {

using FeatureRows = nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Weights = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using RuleNumbers = nb::ndarray<const std::uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

void AddColumns(TableBuilder& builder, const std::vector<std::string>& lhs, const std::vector<std::string>& sources,
                const std::vector<std::string>& targets, FeatureRows features,
                const std::optional<std::vector<std::string>>& alignments, std::uint32_t provenance) {
  const std::size_t count = sources.size();
  if (lhs.size() != count || targets.size() != count || features.shape(0) != count ||
      features.shape(1) != builder.feature_count() || (alignments && alignments->size() != count)) {
    throw InputError(Message("columns of different lengths: ", count, " sources, ", lhs.size(), " LHS, ",
                             targets.size(), " targets, features ", features.shape(0), " x ", features.shape(1)));
  }
  if (provenance >= 32) throw InputError(Message("provenance index ", provenance, "; a table has at most 32 sources"));
  const float* row = features.data();
  for (std::size_t i = 0; i < count; ++i, row += builder.feature_count()) {
    builder.Add(lhs[i], sources[i], targets[i], alignments ? std::string_view((*alignments)[i]) : std::string_view(),
                1u << provenance, row);
  }
}

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

nb::ndarray<nb::numpy, float, nb::ndim<1>> Features(const RuleTable& table, std::uint32_t rule) {
  CheckRule(table, rule);
  const std::size_t count = table.feature_names().size();
  float* values = new float[count];
  nb::capsule owner(values, [](void* p) noexcept { delete[] static_cast<float*>(p); });
  const std::uint8_t* codes = table.FeatureCodes(rule);
  for (std::size_t f = 0; f < count; ++f) values[f] = table.FeatureValue(f, codes[f]);
  return {values, {count}, owner};
}

nb::tuple RuleParts(const RuleTable& table, std::uint32_t rule) {
  CheckRule(table, rule);
  return nb::make_tuple(table.labels()[table.Lhs(rule)], table.SourceText(rule), table.TargetText(rule),
                        std::string(table.Alignment(rule)), table.ProvenanceBits(rule));
}

template <class T>
nb::ndarray<nb::numpy, T, nb::ndim<1>> Column(std::size_t count) {
  T* values = new T[count];
  nb::capsule owner(values, [](void* p) noexcept { delete[] static_cast<T*>(p); });
  return {values, {count}, owner};
}

nb::ndarray<nb::numpy, float, nb::ndim<1>> Scores(const RuleTable& table, Weights weights) {
  const std::size_t features = table.feature_names().size();
  if (weights.shape(0) != features) {
    throw InputError(Message(table.path(), ": ", features, " features but ", weights.shape(0), " weights"));
  }
  auto scores = Column<float>(table.size());
  for (std::uint32_t rule = 0; rule < table.size(); ++rule) {
    const std::uint8_t* codes = table.FeatureCodes(rule);
    double score = 0.0;
    for (std::size_t f = 0; f < features; ++f) score += weights(f) * table.FeatureValue(f, codes[f]);
    scores.data()[rule] = static_cast<float>(score);
  }
  return scores;
}

nb::ndarray<nb::numpy, std::uint32_t, nb::ndim<1>> SourceNumbers(const RuleTable& table) {
  auto numbers = Column<std::uint32_t>(table.size());
  for (std::uint32_t source = 0; source < table.source_count(); ++source) {
    const TrieNode& node = table.SourceNode(source);
    std::fill_n(numbers.data() + node.first_rule, node.rule_count, source);
  }
  return numbers;
}

nb::ndarray<nb::numpy, std::uint32_t, nb::ndim<1>> CountSources(const RuleTable& table,
                                                                const std::vector<std::string>& lines) {
  std::vector<std::uint32_t> counts(table.source_count(), 0);
  {
    const nb::gil_scoped_release release;
    for (const std::string& line : lines) table.CountSources(line, &counts);
  }
  auto column = Column<std::uint32_t>(counts.size());
  std::copy(counts.begin(), counts.end(), column.data());
  return column;
}

nb::ndarray<nb::numpy, bool, nb::ndim<1>> Copies(const RuleTable& table) {
  auto copies = Column<bool>(table.size());
  for (std::uint32_t rule = 0; rule < table.size(); ++rule) copies.data()[rule] = table.BothSidesEqual(rule);
  return copies;
}

void CopyRules(TableBuilder& builder, const RuleTable& table, RuleNumbers rules, bool keep_nonterminals) {
  for (std::size_t i = 0; i < rules.shape(0); ++i) CheckRule(table, rules(i));
  if (keep_nonterminals) builder.KeepNonterminals(table);
  builder.Copy(table, rules.data(), rules.shape(0));
}

void AddBlock(TableBuilder& builder, const GrammarBlock& block, std::uint32_t provenance,
              const std::optional<std::string>& lhs) {
  if (provenance >= 32) throw InputError(Message("provenance index ", provenance, "; a table has at most 32 sources"));
  builder.AddBlock(block, 1u << provenance, lhs.value_or(""));
}

std::uint64_t Finish(TableBuilder& builder) {
  const nb::gil_scoped_release release;
  return builder.Finish([] {
    const nb::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
  });
}

}  // namespace

void BindRuleTable(nb::module_& module) {
  nb::class_<TableBuilder>(module, "TableBuilder", "Builds a packed rule table from a stream of rules.")
      .def("__init__",
           [](TableBuilder* self, std::string path, std::vector<std::string> feature_names,
              std::vector<float> feature_defaults, std::vector<std::string> provenance, std::string metadata,
              std::string scratch_directory, std::size_t memory_limit_mb,
              const std::vector<std::string>& merges) {
             std::vector<MergePolicy> policies;
             for (const std::string& name : merges) policies.push_back(ParseMergePolicy(name));
             new (self) TableBuilder(TableOptions{std::move(path), std::move(feature_names),
                                                  std::move(feature_defaults), std::move(policies),
                                                  std::move(provenance), std::move(metadata),
                                                  std::move(scratch_directory), memory_limit_mb});
           },
           nb::arg("path"), nb::arg("feature_names"), nb::arg("feature_defaults"), nb::arg("provenance"),
           nb::arg("metadata"), nb::arg("scratch_directory"), nb::arg("memory_limit_mb") = 1024,
           nb::arg("merges") = std::vector<std::string>())
      .def("add", &AddColumns, nb::arg("lhs"), nb::arg("sources"), nb::arg("targets"), nb::arg("features"),
           nb::arg("alignments").none(), nb::arg("provenance"), nb::call_guard<nb::gil_scoped_release>())
      .def("copy", &CopyRules, nb::arg("table"), nb::arg("rules"), nb::arg("keep_nonterminals") = false,
           "Adds the rules with these numbers (uint32) of a table whose sources are among ours; features it does not "
           "have are missing. Its nonterminal labels can stay listed, which keeps the charts of a filtered table.")
      .def("add_block", &AddBlock, nb::arg("block"), nb::arg("provenance"), nb::arg("lhs") = nb::none(),
           nb::call_guard<nb::gil_scoped_release>(),
           "Adds the rules of a parsed block, its features by name; `lhs` takes the place of their labels.")
      .def("finish", &Finish, "Writes the table and returns the number of its rules; can be interrupted.");

  nb::class_<RuleTable>(module, "RuleTable", "A packed rule table, opened by memory map.")
      .def(nb::init<const std::string&>(), nb::arg("path"))
      .def_prop_ro("path", &RuleTable::path)
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
