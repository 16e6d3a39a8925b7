// One function per part of the core; each adds its Python types to the module `native._core`.
#pragma once

#include <nanobind/nanobind.h>

namespace simplifier {

void BindApplicationFeatures(nanobind::module_& module);
void BindBoostedTrees(nanobind::module_& module);
void BindContextFeatures(nanobind::module_& module);
void BindDecoder(nanobind::module_& module);
void BindDecoderModel(nanobind::module_& module);
void BindGrammarParser(nanobind::module_& module);
void BindKBestLists(nanobind::module_& module);
void BindLanguageModel(nanobind::module_& module);
void BindMetricIndex(nanobind::module_& module);
void BindParser(nanobind::module_& module);
void BindReranker(nanobind::module_& module);
void BindRuleTable(nanobind::module_& module);
void BindRuleTableBuilder(nanobind::module_& module);
void BindRuleTableQuery(nanobind::module_& module);
void BindSelectionFeatures(nanobind::module_& module);
void BindSentence(nanobind::module_& module);
void BindTagger(nanobind::module_& module);
void BindUpperEnvelope(nanobind::module_& module);

}  // namespace simplifier
