// One function per room of the core; each adds its Python types to the module `native._core`.
#pragma once

#include <nanobind/nanobind.h>

namespace simplifier {

void BindLanguageModel(nanobind::module_& module);
void BindApplicationFeatures(nanobind::module_& module);
void BindBoostedTrees(nanobind::module_& module);
void BindDecoder(nanobind::module_& module);
void BindGrammar(nanobind::module_& module);
void BindKBestLists(nanobind::module_& module);
void BindMetrics(nanobind::module_& module);
void BindRuleTable(nanobind::module_& module);
void BindRuleTableQuery(nanobind::module_& module);
void BindSelection(nanobind::module_& module);
void BindTagger(nanobind::module_& module);
void BindUpperEnvelope(nanobind::module_& module);
void BindPhraseScores(nanobind::module_& module);

}  // namespace simplifier
