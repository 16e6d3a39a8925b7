#include "chart/chart_parser.hh"

#include <algorithm>

namespace simplifier {
namespace {

// The longest span that can have nodes: as long as the most generous span limit, or as a replacement. In a lattice
// spans are counted in nodes and limits in tokens, so no limit helps there.
int Widest(const DecoderModel& model, const Sentence& sentence) {
  const int length = std::max(sentence.size(), 1);
  if (sentence.is_lattice()) return length;
  int widest = 1;
  for (const Replacement& one : sentence.input().replacements) widest = std::max(widest, one.end - one.start);
  for (const Grammar& grammar : model.grammars()) {
    const int limit = grammar.spec.span_limit;
    widest = std::max(widest, limit > 0 ? std::min(limit, length) : length);
  }
  return std::min(widest, length);
}

}  // namespace

ChartParser::ChartParser(const DecoderModel& model, const Sentence& sentence, Arena* arena, Arena* passing)
    : model_(model),
      sentence_(sentence),
      arena_(arena),
      passing_(passing),
      widest_(Widest(model, sentence)),
      sequences_(sentence.size(), widest_, model, arena),
      classes_(model, sentence, arena),
      alike_everywhere_(!sentence.is_lattice() && model.class_models().empty() &&
                        model.application_feature_count() == 0 && model.has_nonterminals()),
      filler_of_label_(model.labels().size(), -1) {
  cells_.resize(static_cast<std::size_t>(sentence.size()) * static_cast<std::size_t>(widest_));
}

ChartParser::ChartCell& ChartParser::Cell(int start, int end) {
  return cells_[static_cast<std::size_t>(start) * static_cast<std::size_t>(widest_) +
                static_cast<std::size_t>(end - start - 1)];
}
const ChartParser::ChartCell& ChartParser::Cell(int start, int end) const {
  return const_cast<ChartParser*>(this)->Cell(start, end);
}

// Spans go by their end, then from the narrowest to the widest, so that all spans within a span come before it. With
// the widest span of an end everything that ends there is complete, as ParseAndPrune (search/decoder.cc) requires.
void ChartParser::Parse(const Deadline& deadline, const AfterSpan& after) {
  for (int end = 1; end <= sentence_.size(); ++end) {
    for (int start = end - 1; start >= std::max(0, end - widest_); --start) {
      // A goal of the grammar's own may need rules of any width.
      if (!hurried_ && !model_.has_goal()) hurried_ = deadline.HalfOver();
      ParseSpan(start, end);
      if (after) after(start, end);
    }
  }
  sequences_.Complete([this](int start, int end) -> const std::vector<ForestNode*>& { return Nodes(start, end); });
}

void ChartParser::ParseSpan(int start, int end) {
  AdvanceOverWord(start, end);
  if (hurried_) return AddLiterals(start, end);
  if (model_.has_nonterminals()) AdvanceOverNodes(start, end);
  if (model_.gaps_by_label()) AdvanceOverLabels(start, end);
  AddLiterals(start, end);
  if (model_.gaps_by_label()) StartWithLabel(start, end);
  if (!model_.has_nonterminals()) return;
  // Unary rules lead to a higher class, so new nodes appear behind this index only, and each node is complete when its
  // turn comes.
  for (std::size_t i = 0; i < Cell(start, end).nodes.size(); ++i) {
    ForestNode* node = Cell(start, end).nodes[i];
    if (node->chart_class != model_.glued_only()) StartWithNode(start, end, node);
  }
}

void ChartParser::AdvanceOverWord(int start, int end) {
  for (int token : sentence_.Arrivals(end)) {
    const int middle = sentence_.Start(token);
    if (middle < start) continue;
    if (middle == start) {
      for (std::size_t g = 0; g < model_.grammars().size(); ++g) {
        const Symbol word = sentence_.Word(g, token);
        if (word == Sentence::kNoWord || !Allows(g, start, end)) continue;
        const std::uint32_t node = model_.grammars()[g].table().Child(RuleTable::kRoot, word);
        if (node != RuleTable::kNoNode) AddItem(start, end, g, node, nullptr, nullptr, sentence_.Cost(token));
      }
      continue;
    }
    if (hurried_) continue;
    const std::vector<Item>& items = Cell(start, middle).items;
    for (std::size_t i = 0; i < items.size(); ++i) {
      const Item item = items[i];
      const Symbol word = sentence_.Word(item.grammar, token);
      if (word == Sentence::kNoWord || !Allows(item.grammar, start, end)) continue;
      const std::uint32_t node = model_.grammars()[item.grammar].table().Child(item.dot->trie_node, word);
      if (node == RuleTable::kNoNode) continue;
      // A word fills no nonterminal: the new dot keeps the fillers of the old one.
      AddItem(start, end, item.grammar, node, item.dot, nullptr, sentence_.Cost(token));
    }
  }
}

void ChartParser::AdvanceOverNodes(int start, int end) {
  for (int middle = start + 1; middle < end; ++middle) {
    const std::vector<ForestNode*>& fillers = Cell(middle, end).nodes;
    const std::vector<Item>& items = Cell(start, middle).items;
    // No reference goes stale below: AddItem adds to the cell of (start, end) only.
    if (fillers.empty() || items.empty()) continue;
    for (std::size_t f = 0; f < fillers.size(); ++f) {
      const std::uint16_t chart_class = fillers[f]->chart_class;
      if (chart_class == model_.glued_only() || model_.IsInnerLayer(chart_class)) continue;
      filler_of_label_[model_.LabelOfClass(chart_class)] = static_cast<int>(f);
    }
    for (std::size_t i = 0; i < items.size(); ++i) {
      const Item item = items[i];
      const Grammar& grammar = model_.grammars()[item.grammar];
      if (!Allows(item.grammar, start, end) || !grammar.table().HasNonterminalChild(item.dot->trie_node)) continue;
      FindContinuations(grammar, item.dot->trie_node, fillers);
      for (const auto& [filler, child] : continuations_) {
        AddItem(start, end, item.grammar, child, item.dot, fillers[static_cast<std::size_t>(filler)]);
      }
    }
    for (const ForestNode* filler : fillers) {
      if (filler->chart_class != model_.glued_only()) filler_of_label_[model_.LabelOfClass(filler->chart_class)] = -1;
    }
  }
}

// Finds the fillers of nonterminals below a trie node, by rising chart class. It goes through the children or through
// the fillers, whichever are fewer, and looks each up among the others. Both ways find the same in the same order.
void ChartParser::FindContinuations(const Grammar& grammar, std::uint32_t trie_node,
                                    const std::vector<ForestNode*>& fillers) {
  const RuleTable& table = grammar.table();
  const std::uint32_t first = table.Node(trie_node).first_child, end = table.ChildrenEnd(trie_node);
  continuations_.clear();
  if (end - first < fillers.size()) {
    for (std::uint32_t child = first; child < end; ++child) {
      const Symbol symbol = table.Node(child).symbol;
      if (!IsNonterminal(symbol)) continue;
      const std::uint16_t label = grammar.label_ids[LabelOf(symbol)];
      const int filler = filler_of_label_[label];
      if (filler >= 0 && grammar.TableLabel(label) != Grammar::kNoTableLabel) continuations_.push_back({filler, child});
    }
    std::sort(continuations_.begin(), continuations_.end());
    return;
  }
  for (std::size_t f = 0; f < fillers.size(); ++f) {
    const std::uint16_t chart_class = fillers[f]->chart_class;
    if (chart_class == model_.glued_only() || model_.IsInnerLayer(chart_class)) continue;
    const int label = grammar.TableLabel(model_.LabelOfClass(chart_class));
    if (label == Grammar::kNoTableLabel) continue;
    const std::uint32_t child = table.Child(trie_node, SourceNonterminal(static_cast<LabelId>(label)));
    if (child != RuleTable::kNoNode) continuations_.push_back({static_cast<int>(f), child});
  }
}

void ChartParser::StartWithNode(int start, int end, ForestNode* node) {
  for (std::size_t g = 0; g < model_.grammars().size(); ++g) {
    const Grammar& grammar = model_.grammars()[g];
    if (!Allows(g, start, end)) continue;
    const int label = grammar.TableLabel(model_.LabelOfClass(node->chart_class));
    if (label == Grammar::kNoTableLabel) continue;
    const std::uint32_t child =
        grammar.table().Child(RuleTable::kRoot, SourceNonterminal(static_cast<LabelId>(label)));
    if (child != RuleTable::kNoNode) AddItem(start, end, g, child, nullptr, node);
  }
}

// Calls action(child) for every nonterminal below a trie node that the span may fill: that of the label which the
// sentence gives the span, and that of the default label, which any span may have.
template <class Action>
void ChartParser::ForLabels(const Grammar& grammar, std::uint32_t trie_node, int start, int end,
                            const Action& action) const {
  const int own = sentence_.Label(start, end);
  const int labels[] = {own, model_.default_label() == own ? Sentence::kNoLabel : model_.default_label()};
  for (int label : labels) {
    if (label == Sentence::kNoLabel || label >= static_cast<int>(model_.labels().size())) continue;
    const int found = grammar.TableLabel(static_cast<std::uint16_t>(label));
    if (found == Grammar::kNoTableLabel) continue;
    const std::uint32_t child = grammar.table().Child(trie_node, SourceNonterminal(static_cast<LabelId>(found)));
    if (child != RuleTable::kNoNode) action(child);
  }
}

void ChartParser::AdvanceOverLabels(int start, int end) {
  for (int middle = start + 1; middle < end; ++middle) {
    for (const Item item : Cell(start, middle).items) {
      const Grammar& grammar = model_.grammars()[item.grammar];
      if (!Allows(item.grammar, start, end) || !grammar.table().HasNonterminalChild(item.dot->trie_node)) continue;
      ForLabels(grammar, item.dot->trie_node, middle, end, [&](std::uint32_t child) {
        AddItem(start, end, item.grammar, child, item.dot, sequences_.At(middle, end));
      });
    }
  }
}

// Only items start here. A rule whose source side is nothing but a gap is left out, since it would say nothing: a gap
// is filled by any parts, whatever their labels.
void ChartParser::StartWithLabel(int start, int end) {
  for (std::size_t g = 0; g < model_.grammars().size(); ++g) {
    const Grammar& grammar = model_.grammars()[g];
    if (!Allows(g, start, end)) continue;
    ForLabels(grammar, RuleTable::kRoot, start, end, [&](std::uint32_t child) {
      Cell(start, end).items.push_back({g, arena_->New<Dot>(child, 1u, nullptr, sequences_.At(start, end), 0.0f)});
    });
  }
}

void ChartParser::AddItem(int start, int end, std::size_t grammar, std::uint32_t trie_node, const Dot* before,
                          ForestNode* filler, float cost) {
  Dot dot{trie_node, 0, nullptr, nullptr, (before ? before->cost : 0.0f) + cost};
  if (filler) {
    dot.previous = before && before->arity ? before : nullptr;
    dot.filler = filler;
    dot.arity = (before ? before->arity : 0) + 1;
  } else if (before) {
    dot.previous = before->previous;
    dot.filler = before->filler;
    dot.arity = before->arity;
  }
  const RuleTable& table = model_.grammars()[grammar].table();
  // An inner layer serves unary rules of its cycle alone, so no source side goes on behind it.
  const bool inner = filler && model_.IsInnerLayer(filler->chart_class);
  if (!inner && table.ChildrenEnd(trie_node) > table.Node(trie_node).first_child) {
    Cell(start, end).items.push_back({grammar, arena_->New<Dot>(dot)});
  }
  if (table.Node(trie_node).rule_count) AddRules(start, end, grammar, dot);
}

void ChartParser::SetPlace(int start, int end, const Dot& dot) {
  fillers_.clear();
  for (const Dot* part = &dot; part && part->filler; part = part->previous) fillers_.push_back(part->filler);
  std::reverse(fillers_.begin(), fillers_.end());
  place_.Set(sentence_, start, end, fillers_.data(), fillers_.size());
}

Application ChartParser::Apply(std::size_t grammar, std::uint32_t rule, double own_context) {
  const Grammar& g = model_.grammars()[grammar];
  const RuleTable& table = g.table();
  Application application;
  application.rule = rule;
  application.grammar = static_cast<std::uint16_t>(grammar);
  application.label = g.label_ids[table.Lhs(rule)];
  application.changed = !table.BothSidesEqual(rule);
  application.target_number = table.TargetNumber(rule);
  application.score = g.RuleScore(rule);
  const Slice<Symbol> target = table.TargetSymbols(application.target_number);
  const std::size_t lms = model_.language_models().size();
  application.class_words = classes_.Choose(grammar, application.target_number, place_);
  for (std::size_t i = 0; i < target.size(); ++i) {
    if (IsNonterminal(target[i])) continue;
    application.score += model_.weights()[model_.own().word_penalty];
    for (std::size_t m = 0; m < lms; ++m) {
      if (TargetWord(model_, application, target, i, m) == 0) application.score += model_.lm_oov_weight(m);
    }
  }
  application.estimate = model_.TargetEstimate(grammar, application.target_number);
  if (application.changed) {
    application.score += own_context;
    const int label = sentence_.Label(place_.start(), place_.end());
    if (label != Sentence::kNoLabel) {
      application.score += model_.weights()[label == application.label ? model_.own().label_match
                                                                       : model_.own().label_clash];
    }
  }
  return application;
}

void ChartParser::AddRules(int start, int end, std::size_t grammar, const Dot& dot) {
  const Grammar& g = model_.grammars()[grammar];
  const TrieNode& trie_node = g.table().Node(dot.trie_node);
  // Marks and features count for what the rule itself covers: its span without those of its nonterminals.
  int protected_tokens = sentence_.ProtectedIn(start, end);
  double own_context = sentence_.TokenFeatureScore(start, end);
  const bool parts_count = protected_tokens > 0 || sentence_.has_token_features();
  for (const Dot* part = &dot; parts_count && part && part->filler; part = part->previous) {
    protected_tokens -= sentence_.ProtectedIn(part->filler->start, part->filler->end);
    own_context -= sentence_.TokenFeatureScore(part->filler->start, part->filler->end);
  }
  const bool unary = dot.arity == 1 && dot.filler->start == start && dot.filler->end == end;
  const bool alike = alike_everywhere_ && protected_tokens == 0 && own_context == 0.0 &&
                     sentence_.Label(start, end) == Sentence::kNoLabel;
  std::vector<AppliedRules> own;
  std::vector<AppliedRules>* applied = &own;
  if (alike) applied = &applied_[(static_cast<std::uint64_t>(grammar) << 32) | dot.trie_node];
  if (applied->empty()) {
    SetPlace(start, end, dot);
    ApplyAll(grammar, trie_node, own_context, protected_tokens > 0, dot.cost, applied);
  }
  const Filling* filling = FillingOf(dot);
  for (const AppliedRules& rules : *applied) {
    const auto [first_layer, end_layer] = Layers(rules.label, unary, dot);
    for (unsigned layer = first_layer; layer < end_layer; ++layer) {
      RuleList* placed = rules.list;
      // ApplicationValues scores every place by itself, so a list of its own goes to each layer.
      if (!alike && layer > first_layer) {
        placed = NewRuleList(rules.list->count, arena_);
        std::copy(rules.list->begin(), rules.list->end(), placed->begin());
      }
      application_count_ += placed->count;
      Node(start, end, model_.LayerClass(rules.label, layer))->bundles.PushBack({placed, filling}, passing_);
    }
  }
}

void ChartParser::ApplyAll(std::size_t grammar, const TrieNode& trie_node, double own_context, bool copies_only,
                           float cost, std::vector<AppliedRules>* applied) {
  const Grammar& g = model_.grammars()[grammar];
  scratch_.clear();
  for (std::uint32_t i = 0; i < trie_node.rule_count; ++i) {
    const std::uint32_t rule = trie_node.first_rule + i;
    if (copies_only && !g.table().BothSidesEqual(rule)) continue;
    scratch_.push_back(Apply(grammar, rule, own_context));
    if (sentence_.is_lattice()) scratch_.back().score += model_.lattice_cost_weight() * static_cast<double>(cost);
  }
  // An unstable sort will do: rule numbers differ, so no two rules compare equal.
  std::sort(scratch_.begin(), scratch_.end(), [this](const Application& a, const Application& b) {
    const std::uint16_t first = model_.ClassOf(a.label), second = model_.ClassOf(b.label);
    return first != second ? first < second : Better(a, b);
  });
  for (std::size_t begin = 0, next = 0; begin < scratch_.size(); begin = next) {
    const std::uint16_t label = scratch_[begin].label;
    while (next < scratch_.size() && model_.ClassOf(scratch_[next].label) == model_.ClassOf(label)) ++next;
    RuleList* rules = NewRuleList(next - begin, arena_);
    std::copy(scratch_.begin() + static_cast<std::ptrdiff_t>(begin),
              scratch_.begin() + static_cast<std::ptrdiff_t>(next), rules->begin());
    applied->push_back({rules, label});
  }
}

std::pair<unsigned, unsigned> ChartParser::Layers(std::uint16_t label, bool unary, const Dot& dot) const {
  // With a goal of the grammars' own there is no built-in glue, so a label that no rule asks for leads nowhere.
  if (model_.has_goal() && model_.ClassOf(label) == model_.glued_only()) return {0, 0};
  const unsigned all = model_.UnarySteps(label) + 1;
  if (!unary) return {0, all};
  // In a cycle every unary rule leads one layer up, so that chains end. Out of a cycle it starts from the last layer
  // alone, which has all derivations of its label, or each derivation would be there once per layer.
  const std::uint16_t from = dot.filler->chart_class;
  if (model_.InCycle(from, label)) {
    const unsigned layer = model_.LayerOf(from) + 1;
    return layer < all ? std::pair(layer, layer + 1) : std::pair(0u, 0u);
  }
  return model_.IsInnerLayer(from) ? std::pair(0u, 0u) : std::pair(0u, all);
}

ForestNode* ChartParser::Node(int start, int end, std::uint16_t chart_class) {
  if (chart_class >= node_of_class_.size()) node_of_class_.resize(chart_class + 1u, nullptr);
  // Rules arrive span by span, so the last node of the class is mostly the one that is wanted.
  ForestNode*& known = node_of_class_[chart_class];
  if (known && known->start == start && known->end == end) return known;
  std::vector<ForestNode*>& nodes = Cell(start, end).nodes;
  auto place = std::lower_bound(nodes.begin(), nodes.end(), chart_class,
                                [](const ForestNode* node, std::uint16_t wanted) { return node->chart_class < wanted; });
  if (place != nodes.end() && (*place)->chart_class == chart_class) return known = *place;
  nodes_.push_back({start, end, chart_class});
  known = &nodes_.back();
  nodes.insert(place, known);
  return known;
}

const Filling* ChartParser::FillingOf(const Dot& dot) {
  Filling* filling = NewFilling(dot.arity, dot.cost, passing_);
  const Dot* part = &dot;
  for (std::uint32_t i = dot.arity; i > 0; --i, part = part->previous) {
    filling->nodes[i - 1] = part->filler;
    if (model_.gaps_by_label()) sequences_.Need(part->filler);
  }
  return filling;
}

}  // namespace simplifier
