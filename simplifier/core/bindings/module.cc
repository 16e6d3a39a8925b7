// The extension module `simplifier.core._core`: the list of its parts. A part comes after those whose types it uses.
#include "bindings.hh"
#include "common/error.hh"

namespace nb = nanobind;

NB_MODULE(_core, module) {
  module.doc() = "The C++ core; import its names from the package `simplifier.core`.";
  nb::exception<simplifier::InputError>(module, "CoreInputError", PyExc_ValueError);
  simplifier::BindGrammarParser(module);
  simplifier::BindRuleTable(module);
  simplifier::BindRuleTableQuery(module);
  simplifier::BindRuleTableBuilder(module);
  simplifier::BindLanguageModel(module);
  simplifier::BindTagger(module);
  simplifier::BindParser(module);
  simplifier::BindBoostedTrees(module);
  simplifier::BindApplicationFeatures(module);
  simplifier::BindSentence(module);
  simplifier::BindDecoder(module);
  simplifier::BindReranker(module);
  simplifier::BindDecoderModel(module);
  simplifier::BindKBestLists(module);
  simplifier::BindContextFeatures(module);
  simplifier::BindSelectionFeatures(module);
  simplifier::BindFeatureCatalogue(module);
  simplifier::BindMetricIndex(module);
  simplifier::BindUpperEnvelope(module);
}
