#include "rule_table.hh"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.hh"
#include "error.hh"
#include "rule_table_builder.hh"

namespace nb = nanobind;

namespace simplifier {
namespace {

using FeatureRows = nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// The number of the entry (for an error that names it) goes before the builder's message.
void AddColumns(TableBuilder& builder, const std::vector<std::string>& lhs, const std::vector<std::string>& sources,
                const std::vector<std::string>& targets, FeatureRows features,
                const std::optional<std::vector<std::string>>& alignments, std::uint32_t provenance) {
  const std::size_t count = sources.size();
  if (lhs.size() != count || targets.size() != count || features.shape(0) != count ||
      features.shape(1) != builder.feature_count() || (alignments && alignments->size() != count)) {
    throw InputError(Message("columns of different lengths: ", count, " sources, ", lhs.size(), " LHS, ",
                             targets.size(), " targets, features ", features.shape(0), " x ", features.shape(1)));
  }
  const float* row = features.data();
  for (std::size_t i = 0; i < count; ++i, row += builder.feature_count()) {
    builder.Add(lhs[i], sources[i], targets[i], alignments ? std::string_view((*alignments)[i]) : std::string_view(),
                provenance, row);
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

}  // namespace

void BindRuleTable(nb::module_& module) {
  nb::class_<TableBuilder>(module, "TableBuilder", "Builds a packed rule table from a stream of rules.")
      .def("__init__",
           [](TableBuilder* self, std::string path, std::vector<std::string> feature_names,
              std::vector<float> feature_defaults, std::vector<std::string> provenance, std::string metadata,
              std::string scratch_directory, std::size_t memory_limit_mb) {
             new (self) TableBuilder(TableOptions{std::move(path), std::move(feature_names),
                                                  std::move(feature_defaults), std::move(provenance),
                                                  std::move(metadata), std::move(scratch_directory),
                                                  memory_limit_mb});
           },
           nb::arg("path"), nb::arg("feature_names"), nb::arg("feature_defaults"), nb::arg("provenance"),
           nb::arg("metadata"), nb::arg("scratch_directory"), nb::arg("memory_limit_mb") = 1024)
      .def("add", &AddColumns, nb::arg("lhs"), nb::arg("sources"), nb::arg("targets"), nb::arg("features"),
           nb::arg("alignments").none(), nb::arg("provenance"), nb::call_guard<nb::gil_scoped_release>())
      .def("finish", &TableBuilder::Finish, nb::call_guard<nb::gil_scoped_release>());

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
      .def("verify", &RuleTable::Verify, nb::call_guard<nb::gil_scoped_release>());
}

}  // namespace simplifier
