// The part of a forest whose target sides satisfy constraints: every derivation that does, and none that does not.
//
// Each node is split by what its target sides do to the automaton of the constraints (the construction of Bar-Hillel,
// Perles and Shamir 1961). Then all that belongs to no complete derivation is left out. Cube pruning runs on what
// remains, so the pop limit never costs the last derivation that satisfies the constraints.
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

  // `nodes` are those of the whole forest: antecedents before the nodes that use them, the goal last. Returns the nodes
  // of the constrained forest in an order of the same kind. When nothing satisfies the constraints, the goal alone is
  // left, without bundles. The nodes live as long as this object, their bundles in the arena.
  std::vector<ForestNode*> Constrain(const std::vector<ForestNode*>& nodes);

 private:
  // The part of a node whose target sides have the same function (TargetAutomaton).
  struct Variant {
    std::uint32_t function;
    ForestNode* node;
  };

  void Split(const ForestNode& node, bool goal);
  void SplitBundle(const Bundle& bundle, const ForestNode& node, bool goal);
  // The function of a rule's target side when the gaps have the functions `parts`, in source order.
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
  std::vector<std::unordered_map<Symbol, std::uint32_t>> words_;  // by grammar: the functions of words met so far
};

}  // namespace simplifier
