// The part of a forest whose target sides satisfy constraints: every derivation that does, none that does not.
//
// Each node is split by what its target sides do to the automaton of the constraints (Bar-Hillel's construction); then
// everything that is in no complete derivation is left out. Cube pruning runs on what remains, so its limit never
// costs the last derivation that satisfies the constraints.
#pragma once

#include <deque>
#include <unordered_map>
#include <vector>

#include "chart/forest.hh"
#include "common/arena.hh"
#include "model/decoder_model.hh"
#include "model/sentence.hh"
#include "model/target_automaton.hh"

namespace simplifier {

class ConstrainedForest {
 public:
  ConstrainedForest(const DecoderModel& model, const Sentence& sentence, TargetAutomaton* automaton, Arena* arena);

  // `nodes` of the whole forest, antecedents before what is made of them, the goal last.
  // Returns those of the constrained forest in such an order, the goal last (without bundles when nothing satisfies
  // the constraints). They live as long as this object.
  std::vector<ForestNode*> Constrain(const std::vector<ForestNode*>& nodes);

 private:
  // A node's target sides with the same function.
  struct Variant {
    std::uint32_t function;
    ForestNode* node;
  };

  void Split(const ForestNode& node, bool goal);
  void SplitBundle(const Bundle& bundle, const ForestNode& node, bool goal);
  std::uint32_t FunctionOf(const Application& application, const Bundle& bundle,
                           const std::vector<std::uint32_t>& parts);
  ForestNode* VariantOf(const ForestNode& node, std::uint32_t function);
  std::vector<ForestNode*> Reachable();

  const DecoderModel& model_;
  const Sentence& sentence_;
  TargetAutomaton* automaton_;
  Arena* arena_;
  std::deque<ForestNode> nodes_;
  std::unordered_map<const ForestNode*, std::vector<Variant>> variants_;
  std::vector<std::unordered_map<Symbol, std::uint32_t>> words_;  // functions by grammar and word
};

}  // namespace simplifier
