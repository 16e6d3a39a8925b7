#include "building/rule_table_builder.hh"

#include <optional>

#include "arrays.hh"
#include "bindings.hh"
#include "common/error.hh"

namespace nb = nanobind;

namespace simplifier {
namespace {

void Construct(TableBuilder* self, std::string path, std::vector<std::string> feature_names,
               std::vector<float> feature_defaults, std::vector<std::string> provenance, std::string metadata,
               std::string scratch_directory, std::size_t memory_limit_mb, const std::vector<std::string>& merges,
               bool exact) {
  std::vector<MergePolicy> policies;
  for (const std::string& name : merges) policies.push_back(ParseMergePolicy(name));
  new (self) TableBuilder(TableOptions{std::move(path), std::move(feature_names), std::move(feature_defaults),
                                       std::move(policies), std::move(provenance), std::move(metadata),
                                       std::move(scratch_directory), memory_limit_mb, exact});
}

void AddColumns(TableBuilder& builder, const std::vector<std::string>& lhs, const std::vector<std::string>& sources,
                const std::vector<std::string>& targets, const GivenMatrix<float>& features,
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

void CopyRules(TableBuilder& builder, const RuleTable& table, const GivenArray<std::uint32_t>& rules,
               bool keep_nonterminals) {
  for (std::size_t i = 0; i < rules.shape(0); ++i) {
    if (rules(i) >= table.size()) throw nb::index_error(Message("rule ", rules(i), " of ", table.size()).c_str());
  }
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

void BindRuleTableBuilder(nb::module_& module) {
  nb::class_<TableBuilder>(module, "TableBuilder", "Builds a packed rule table from a stream of rules.")
      .def("__init__", &Construct, nb::arg("path"), nb::arg("feature_names"), nb::arg("feature_defaults"),
           nb::arg("provenance"), nb::arg("metadata"), nb::arg("scratch_directory"), nb::arg("memory_limit_mb") = 1024,
           nb::arg("merges") = std::vector<std::string>(), nb::arg("exact") = false,
           "One byte a value, the nearest of 256 a feature where there are more; `exact` keeps every float32.")
      .def("add", &AddColumns, nb::arg("lhs"), nb::arg("sources"), nb::arg("targets"), nb::arg("features"),
           nb::arg("alignments").none(), nb::arg("provenance"), nb::call_guard<nb::gil_scoped_release>())
      .def("copy", &CopyRules, nb::arg("table"), nb::arg("rules"), nb::arg("keep_nonterminals") = false,
           "Adds the rules with these numbers (uint32) of a table whose sources are among ours; features it does not "
           "have are missing. Its nonterminal labels can stay listed, which keeps the charts of a filtered table.")
      .def("add_block", &AddBlock, nb::arg("block"), nb::arg("provenance"), nb::arg("lhs") = nb::none(),
           nb::call_guard<nb::gil_scoped_release>(),
           "Adds the rules of a parsed block, its features by name; `lhs` takes the place of their labels.")
      .def("finish", &Finish, "Writes the table and returns the number of its rules; can be interrupted.");
}

}  // namespace simplifier
