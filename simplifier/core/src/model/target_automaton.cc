#include "model/target_automaton.hh"

#include <algorithm>
#include <deque>
#include <numeric>
#include <set>
#include <utility>

#include "common/error.hh"

namespace simplifier {

TargetAutomaton::TargetAutomaton(const TargetConstraints& constraints) {
  for (const auto* phrases : {&constraints.include, &constraints.exclude}) {
    for (const std::vector<std::string>& phrase : *phrases) {
      if (phrase.empty()) throw InputError("a phrase that must or must not stand in the output has no words");
    }
  }
  NumberWords(constraints);
  const bool has_phrases = !constraints.include.empty() || !constraints.exclude.empty();
  Steps steps;
  if (constraints.forced && has_phrases) {
    steps = OfBoth(OfWays(constraints), OfPhrases(constraints));
  } else {
    steps = constraints.forced ? OfWays(constraints) : OfPhrases(constraints);
  }
  accepting_ = std::move(steps.accepting);
  std::vector<State> identity(steps.states);
  std::iota(identity.begin(), identity.end(), State{0});
  Intern(std::move(identity));
  for (std::size_t word = 0; word <= words_.size(); ++word) {
    const auto row = steps.to.begin() + static_cast<std::ptrdiff_t>(word * steps.states);
    of_words_.push_back(Intern({row, row + static_cast<std::ptrdiff_t>(steps.states)}));
  }
}

void TargetAutomaton::NumberWords(const TargetConstraints& constraints) {
  const auto number = [this](const std::vector<std::string>& words) {
    for (const std::string& word : words) words_.emplace(word, words_.size());
  };
  for (const auto& phrase : constraints.include) number(phrase);
  for (const auto& phrase : constraints.exclude) number(phrase);
  number(constraints.target);
}

// States are sets of nodes of the target's lattice: those that the words so far may have led to (the subset
// construction). A target that is no lattice is a chain.
TargetAutomaton::Steps TargetAutomaton::OfWays(const TargetConstraints& constraints) const {
  std::vector<LatticeArc> arcs = constraints.lattice;
  if (arcs.empty()) {
    for (int i = 0; i < static_cast<int>(constraints.target.size()); ++i) arcs.push_back({i, i + 1, 0.0f});
  }
  CheckLattice(arcs, constraints.target.size(), "target words");
  int last = 0;
  std::map<std::pair<int, std::size_t>, std::vector<int>> leads;  // from a node by a word
  for (std::size_t i = 0; i < arcs.size(); ++i) {
    leads[{arcs[i].from, NumberOf(constraints.target[i])}].push_back(arcs[i].to);
    last = std::max(last, arcs[i].to);
  }
  std::map<std::vector<int>, State> numbers{{{0}, State{0}}};
  std::vector<std::vector<int>> places{{0}};
  struct Step {
    std::size_t word;
    State from, to;
  };
  std::vector<Step> steps;
  for (std::size_t state = 0; state < places.size(); ++state) {
    std::map<std::size_t, std::set<int>> reached;  // by word
    for (int node : places[state]) {
      for (auto lead = leads.lower_bound({node, 0}); lead != leads.end() && lead->first.first == node; ++lead) {
        reached[lead->first.second].insert(lead->second.begin(), lead->second.end());
      }
    }
    for (const auto& [word, nodes] : reached) {
      const std::vector<int> place(nodes.begin(), nodes.end());
      const auto [found, added] = numbers.emplace(place, static_cast<State>(places.size()));
      if (added) places.push_back(place);
      if (places.size() > kMostStates) throw InputError("a target of too many words or ways to force");
      steps.push_back({word, static_cast<State>(state), found->second});
    }
  }
  Steps ways;
  ways.states = places.size();
  ways.to.assign((words_.size() + 1) * ways.states, kDead);
  for (const Step& step : steps) ways.to[step.word * ways.states + step.from] = step.to;
  // Places ascend, and no node is behind the last one.
  for (const std::vector<int>& place : places) ways.accepting.push_back(place.back() == last);
  return ways;
}

// A state is a node of the phrases' trie (Aho and Corasick 1975) with the set of included phrases that were seen. Sets
// are why `include` is limited: they double with every phrase.
TargetAutomaton::Steps TargetAutomaton::OfPhrases(const TargetConstraints& constraints) const {
  struct Node {
    std::map<std::size_t, std::size_t> children;
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
  Steps phrases;
  phrases.states = trie.size() * sets;
  if (phrases.states > kMostStates) {
    throw InputError("too many or too long phrases that must or must not stand in the output");
  }
  const auto next = [&](std::size_t node, std::size_t word) {
    for (;; node = trie[node].fallback) {
      const auto child = trie[node].children.find(word);
      if (child != trie[node].children.end()) return child->second;
      if (node == 0) return node;
    }
  };
  // Breadth first: a fallback is a shorter phrase, so it is complete before it is needed.
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
  phrases.to.resize((words_.size() + 1) * phrases.states);
  for (std::size_t word = 0; word <= words_.size(); ++word) {
    for (std::size_t state = 0; state < phrases.states; ++state) {
      const std::size_t node = next(state / sets, word);
      phrases.to[word * phrases.states + state] =
          trie[node].forbidden ? kDead : static_cast<State>(node * sets + ((state % sets) | trie[node].seen));
    }
  }
  for (std::size_t state = 0; state < phrases.states; ++state) phrases.accepting.push_back(state % sets == sets - 1);
  return phrases;
}

// A state is a pair of states of both automata. Only pairs that can be reached are made.
TargetAutomaton::Steps TargetAutomaton::OfBoth(const Steps& first, const Steps& second) const {
  std::map<std::pair<State, State>, State> numbers{{{0, 0}, State{0}}};
  std::vector<std::pair<State, State>> pairs{{0, 0}};
  std::vector<std::vector<State>> rows;  // [states, words + 1]
  for (std::size_t state = 0; state < pairs.size(); ++state) {
    rows.emplace_back(words_.size() + 1, kDead);
    for (std::size_t word = 0; word <= words_.size(); ++word) {
      const std::pair<State, State> to{first.to[word * first.states + pairs[state].first],
                                       second.to[word * second.states + pairs[state].second]};
      if (to.first == kDead || to.second == kDead) continue;
      const auto [found, added] = numbers.emplace(to, static_cast<State>(pairs.size()));
      if (added) pairs.push_back(to);
      if (pairs.size() > kMostStates) throw InputError("too many constraints on one output");
      rows[state][word] = found->second;
    }
  }
  Steps both;
  both.states = pairs.size();
  for (std::size_t word = 0; word <= words_.size(); ++word) {
    for (const std::vector<State>& row : rows) both.to.push_back(row[word]);
  }
  for (const auto& [one, other] : pairs) both.accepting.push_back(first.accepting[one] && second.accepting[other]);
  return both;
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
