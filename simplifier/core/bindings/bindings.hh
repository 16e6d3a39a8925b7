// What every file of this folder includes: nanobind with its casters of arguments, and one function per part of the
// core, which adds the Python types of this part to the module `simplifier.core._core`.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/unique_ptr.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

// nanobind's casters of the standard library, which convert arguments. Include them only here.
//
// The casters are noexcept but allocate memory, so a string for which there is no memory would end the process. Without
// noexcept it becomes a MemoryError: nanobind catches what a call throws, the conversion of arguments included.
#define noexcept
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unordered_map.h>
#include <nanobind/stl/vector.h>
#undef noexcept

namespace simplifier {

void BindApplicationFeatures(nanobind::module_& module);
void BindBoostedTrees(nanobind::module_& module);
void BindContextFeatures(nanobind::module_& module);
void BindDecoder(nanobind::module_& module);
void BindDecoderModel(nanobind::module_& module);
void BindFeatureCatalogue(nanobind::module_& module);
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
