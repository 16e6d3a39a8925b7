// A parse under way, by arc-hybrid transitions (Kuhlmann, Gomez-Rodriguez and Satta 2011). The root stands behind the
// last word.
//
//   shift: the next word goes onto the stack;
//   left:  the word on top gets the next word (at the end: the root) as its head, and leaves the stack;
//   right: the word on top gets the word below it as its head, and leaves the stack.
//
// A sentence of n words takes n shifts and n arcs, whatever its tree. A word has all its dependents before it gets its
// head. The root takes one word only, so every parse is one projective tree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace simplifier {

enum Transition : std::uint8_t { kShift, kLeft, kRight };
constexpr std::size_t kTransitions = 3;

struct ParserState {
  static constexpr std::int32_t kNone = -1;

  // What is known of a word. Arcs are made from near to far, so the latest dependent on each side is the outermost:
  // `left` and `right`; the one before it is `second_left` or `second_right`.
  struct Node {
    std::int32_t head = kNone;
    std::int32_t left = kNone, second_left = kNone, right = kNone, second_right = kNone;
    std::int32_t edge = kNone;  // leftmost word of its subtree
    std::uint64_t left_labels = 0, right_labels = 0;  // labels of the dependents on each side, a bit a label
    std::uint8_t label = 0;
    std::uint8_t lefts = 0, rights = 0;  // number of dependents, 255 at most
  };

  std::vector<std::int32_t> stack;
  std::vector<Node> nodes;
  std::int32_t front = 0;  // the next word; `size` when there is none
  std::int32_t size = 0;

  void Start(std::size_t words) {
    size = static_cast<std::int32_t>(words);
    front = 0;
    stack.clear();
    nodes.assign(words, Node{});
    for (std::int32_t i = 0; i < size; ++i) nodes[i].edge = i;
  }

  bool Done() const { return front == size && stack.empty(); }

  bool Legal(Transition transition) const {
    switch (transition) {
      case kShift:
        return front < size;
      case kLeft:
        return front < size ? !stack.empty() : stack.size() == 1;
      default:
        return stack.size() >= 2;
    }
  }

  // The word at `depth` below the top of the stack (0: the top itself), or kNone.
  std::int32_t Top(std::size_t depth) const {
    return depth < stack.size() ? stack[stack.size() - 1 - depth] : kNone;
  }

  // The head that an arc transition gives to the word on top; `size` is the root.
  std::int32_t HeadBy(Transition transition) const { return transition == kLeft ? front : Top(1); }

  void Shift() { stack.push_back(front++); }

  void Attach(Transition transition, std::uint8_t label) {
    const std::int32_t word = Top(0), head = HeadBy(transition);
    stack.pop_back();
    nodes[word].head = head;
    nodes[word].label = label;
    if (head == size) return;
    Node& above = nodes[head];
    const std::uint64_t bit = std::uint64_t{1} << (label & 63);
    if (transition == kLeft) {
      above.second_left = above.left;
      above.left = word;
      above.edge = nodes[word].edge;
      above.left_labels |= bit;
      if (above.lefts < 255) ++above.lefts;
    } else {
      above.second_right = above.right;
      above.right = word;
      above.right_labels |= bit;
      if (above.rights < 255) ++above.rights;
    }
  }
};

}  // namespace simplifier
