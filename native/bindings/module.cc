// The extension module `native._core`: nothing but the list of its parts.
#include "bindings.hh"
#include "common/error.hh"

namespace nb = nanobind;

NB_MODULE(_core, module) {
  module.doc() = "The C++ core; import its names from the package `native`.";
  nb::exception<simplifier::InputError>(module, "CoreInputError", PyExc_ValueError);
  simplifier::BindLanguageModel(module);
  simplifier::BindMetrics(module);
  simplifier::BindGrammar(module);
  simplifier::BindRuleTable(module);
  simplifier::BindRuleTableQuery(module);
  simplifier::BindTagger(module);
  simplifier::BindPhraseScores(module);
  simplifier::BindBoostedTrees(module);
  simplifier::BindApplicationFeatures(module);
  simplifier::BindDecoder(module);
  simplifier::BindKBestLists(module);
  simplifier::BindReranker(module);
  simplifier::BindSelection(module);
  simplifier::BindUpperEnvelope(module);
}
