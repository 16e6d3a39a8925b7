#include "model/target_automaton.hh"

#include <algorithm>
#include <deque>
#include <numeric>

#include "common/error.hh"

namespace simplifier {
namespace {

bool Contains(const std::vector<std::string>& text, const std::vector<std::string>& phrase) {
  return std::search(text.begin(), text.end(), phrase.begin(), phrase.end()) != text.end();
}

}  // namespace

TargetAutomaton::TargetAutomaton(const TargetConstraints& constraints) {
  for (const auto* phrases : {&constraints.include, &constraints.exclude}) {
    for (const std::vector<std::string>& phrase : *phrases) {
      if (phrase.empty()) throw InputError("a phrase that must or must not stand in the output has no words");
    }
  }
  constraints.forced ? BuildForced(constraints) : BuildPhrases(constraints);
  std::vector<State> identity(state_count_);
  std::iota(identity.begin(), identity.end(), State{0});
  Intern(std::move(identity));
  for (std::size_t word = 0; word <= words_.size(); ++word) {
    const auto row = steps_.begin() + static_cast<std::ptrdiff_t>(word * state_count_);
    of_words_.push_back(Intern({row, row + static_cast<std::ptrdiff_t>(state_count_)}));
  }
}

int TargetAutomaton::NumberOf(const std::string& word) {
  return words_.emplace(word, static_cast<int>(words_.size())).first->second;
}

// State i: the first i words of the target have been read.
void TargetAutomaton::BuildForced(const TargetConstraints& constraints) {
  const std::vector<std::string>& target = constraints.target;
  if (target.size() >= kMostStates) throw InputError(Message("a target of ", target.size(), " words is too long to force"));
  for (const std::string& word : target) NumberOf(word);
  state_count_ = target.size() + 1;
  steps_.assign((words_.size() + 1) * state_count_, kDead);
  for (std::size_t i = 0; i < target.size(); ++i) {
    steps_[static_cast<std::size_t>(NumberOf(target[i])) * state_count_ + i] = static_cast<State>(i + 1);
  }
  accepting_.assign(state_count_, false);
  accepting_.back() =
      std::all_of(constraints.include.begin(), constraints.include.end(),
                  [&](const auto& phrase) { return Contains(target, phrase); }) &&
      std::none_of(constraints.exclude.begin(), constraints.exclude.end(),
                   [&](const auto& phrase) { return Contains(target, phrase); });
}

// States: a node of the phrases' trie (Aho and Corasick 1975) x the set of included phrases seen.
void TargetAutomaton::BuildPhrases(const TargetConstraints& constraints) {
  struct Node {
    std::map<int, std::size_t> children;
    std::size_t fallback = 0;
    std::uint32_t seen = 0;
    bool forbidden = false;
  };
  std::vector<Node> trie(1);
  const auto add = [&](const std::vector<std::string>& phrase) -> Node& {
    std::size_t node = 0;
    for (const std::string& word : phrase) {
      const auto [child, added] = trie[node].children.emplace(NumberOf(word), trie.size());
      node = child->second;
      if (added) trie.emplace_back();
    }
    return trie[node];
  };
  if (constraints.include.size() > 10) throw InputError("more than 10 phrases that must stand in the output");
  for (std::size_t i = 0; i < constraints.include.size(); ++i) add(constraints.include[i]).seen |= 1u << i;
  for (const std::vector<std::string>& phrase : constraints.exclude) add(phrase).forbidden = true;
  const std::size_t sets = std::size_t{1} << constraints.include.size();
  state_count_ = trie.size() * sets;
  if (state_count_ > kMostStates) {
    throw InputError("too many or too long phrases that must or must not stand in the output");
  }
  const auto next = [&](std::size_t node, int word) {
    for (;; node = trie[node].fallback) {
      const auto child = trie[node].children.find(word);
      if (child != trie[node].children.end()) return child->second;
      if (node == 0) return node;
    }
  };
  std::deque<std::size_t> queue{0};
  while (!queue.empty()) {
    const std::size_t node = queue.front();
    queue.pop_front();
    for (const auto& [word, child] : trie[node].children) {
      if (node != 0) trie[child].fallback = next(trie[node].fallback, word);
      const Node& shorter = trie[trie[child].fallback];
      trie[child].seen |= shorter.seen;
      trie[child].forbidden |= shorter.forbidden;
      queue.push_back(child);
    }
  }
  const int unnamed = static_cast<int>(words_.size());
  steps_.resize((words_.size() + 1) * state_count_);
  for (int word = 0; word <= unnamed; ++word) {
    for (std::size_t state = 0; state < state_count_; ++state) {
      const std::size_t node = next(state / sets, word);
      steps_[static_cast<std::size_t>(word) * state_count_ + state] =
          trie[node].forbidden ? kDead : static_cast<State>(node * sets + ((state % sets) | trie[node].seen));
    }
  }
  accepting_.resize(state_count_);
  for (std::size_t state = 0; state < state_count_; ++state) accepting_[state] = state % sets == sets - 1;
}

std::uint32_t TargetAutomaton::Intern(std::vector<State> function) {
  if (std::all_of(function.begin(), function.end(), [](State state) { return state == kDead; })) return kNothing;
  const auto [found, added] = numbers_.emplace(std::move(function), static_cast<std::uint32_t>(functions_.size()));
  if (added) functions_.push_back(found->first);
  return found->second;
}

std::uint32_t TargetAutomaton::Word(std::string_view word) {
  const auto found = words_.find(std::string(word));
  return of_words_[found == words_.end() ? words_.size() : static_cast<std::size_t>(found->second)];
}

std::uint32_t TargetAutomaton::Join(std::uint32_t first, std::uint32_t second) {
  if (first == kEmpty || second == kNothing) return second;
  if (second == kEmpty || first == kNothing) return first;
  const auto [place, added] = joined_.emplace(std::uint64_t{first} << 32 | second, kNothing);
  if (!added) return place->second;
  std::vector<State> function = functions_[first];
  for (State& state : function) {
    if (state != kDead) state = functions_[second][state];
  }
  return place->second = Intern(std::move(function));
}

bool TargetAutomaton::Accepts(std::uint32_t function) const {
  const State end = functions_[function][0];
  return end != kDead && accepting_[end];
}

}  // namespace simplifier
