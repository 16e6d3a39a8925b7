#include "parser/parser_trainer.hh"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <utility>

#include "common/error.hh"
#include "tagger/tagger_features.hh"

namespace simplifier {
namespace {

std::uint64_t NextRandom(std::uint64_t* state) {
  *state += 0x9e3779b97f4a7c15ULL;
  return MixHash(*state);
}

// Throws InputError unless the heads make one tree.
void CheckTree(const std::vector<std::int32_t>& heads) {
  const auto size = static_cast<std::int32_t>(heads.size());
  std::size_t roots = 0;
  for (std::int32_t word = 0; word < size; ++word) {
    if (heads[word] < -1 || heads[word] >= size) {
      throw InputError(Message("word ", word, " of a sentence of ", size, " words has the head ", heads[word]));
    }
    roots += heads[word] == -1;
    std::int32_t at = word;
    for (std::int32_t steps = 0; at != -1; at = heads[at]) {
      if (++steps > size) throw InputError(Message("word ", word, " of a sentence does not lead to a root"));
    }
  }
  if (roots != 1) throw InputError(Message("a sentence has ", roots, " roots; it must have one"));
}

bool IsBelow(const std::vector<std::int32_t>& heads, std::int32_t word, std::int32_t above) {
  while (word != -1 && word != above) word = heads[word];
  return word == above;
}

// True if the arc to the word is not projective: some word between the two is not below the head.
bool Crosses(const std::vector<std::int32_t>& heads, std::int32_t word) {
  const std::int32_t head = heads[word];
  if (head == -1) return false;
  for (std::int32_t between = std::min(word, head) + 1; between < std::max(word, head); ++between) {
    if (!IsBelow(heads, between, head)) return true;
  }
  return false;
}

// Gives words the head of their head until no arcs cross, the shortest arcs first (Nivre and Nilsson 2005). Ends,
// because each step brings a word nearer to the root. The dynamic oracle is exact for projective trees only.
void MakeProjective(std::vector<std::int32_t>* heads) {
  while (true) {
    std::int32_t chosen = -1, shortest = std::numeric_limits<std::int32_t>::max();
    for (std::int32_t word = 0; word < static_cast<std::int32_t>(heads->size()); ++word) {
      const std::int32_t length = std::abs((*heads)[word] - word);
      if ((*heads)[word] != -1 && length > 1 && length < shortest && Crosses(*heads, word)) {
        chosen = word;
        shortest = length;
      }
    }
    if (chosen == -1) return;
    (*heads)[chosen] = (*heads)[(*heads)[chosen]];
  }
}

// The value that one must exceed to be among the `kept` largest; 0 if there are no more than `kept`. Reorders `values`.
double Cut(std::vector<double>* values, std::size_t kept) {
  if (values->size() <= kept) return 0;
  const auto at = values->begin() + static_cast<std::ptrdiff_t>(kept);
  std::nth_element(values->begin(), at, values->end(), std::greater<>());
  return *at;
}

// The factor that brings weights into the range up to 127. The largest 0.05 % are clamped by Rounded instead, so that
// the many small weights keep their differences.
double Scale(std::vector<double> sizes) {
  std::sort(sizes.begin(), sizes.end());
  const double largest = sizes.empty() ? 1.0 : sizes[static_cast<std::size_t>(0.9995 * (sizes.size() - 1))];
  return 127.0 / std::max(largest, 1e-9);
}

std::int8_t Rounded(double value) { return static_cast<std::int8_t>(std::lround(std::clamp(value, -127.0, 127.0))); }

// The index with new row numbers, without the features whose new number is kNone.
FeatureIndex Renamed(const FeatureIndex& index, const std::vector<std::uint32_t>& renamed) {
  FeatureIndex result;
  for (std::size_t slot = 0; slot < index.Keys().size(); ++slot) {
    const std::uint64_t key = index.Keys()[slot];
    if (key != 0 && renamed[index.Rows()[slot]] != FeatureIndex::kNone) {
      result.Insert(key, renamed[index.Rows()[slot]]);
    }
  }
  return result;
}

}  // namespace

ParserTrainer::ParserTrainer(std::vector<std::string> tags, std::vector<std::string> labels,
                             const std::vector<std::vector<std::string>>& landmarks, ParserTrainerOptions options)
    : tags_(std::move(tags)),
      labels_(std::move(labels)),
      landmark_of_tag_(tags_.size()),
      options_(options),
      tag_ids_(Numbered(tags_)),
      label_ids_(Numbered(labels_)),
      random_state_(options.seed) {
  if (tags_.empty() || tags_.size() > kMaxParserTags) {
    throw InputError(Message("a parser needs 1 to ", int{kMaxParserTags}, " tags, not ", tags_.size()));
  }
  if (labels_.size() < 2 || labels_.size() > kMaxParserLabels) {
    throw InputError(Message("a parser needs 2 to ", int{kMaxParserLabels}, " labels, not ", labels_.size()));
  }
  if (landmarks.size() > kLandmarks) {
    throw InputError(Message("a parser takes up to ", kLandmarks, " kinds of landmarks, not ", landmarks.size()));
  }
  for (std::size_t kind = 0; kind < landmarks.size(); ++kind) {
    for (const std::string& tag : landmarks[kind]) {
      const auto at = tag_ids_.find(tag);
      if (at == tag_ids_.end()) throw InputError(Message("unknown tag '", tag, "' among the landmarks"));
      landmark_of_tag_[at->second] = static_cast<std::uint8_t>(kind + 1);
    }
  }
  landmarks_ = LandmarksOf(landmark_of_tag_);
}

void ParserTrainer::AddKind(std::string_view word, std::string_view tag, const std::string& kind) {
  if (prepared_) throw InputError("classes must be added before the first epoch");
  const auto at = tag_ids_.find(std::string(tag));
  if (at == tag_ids_.end() && !tag.empty()) throw InputError(Message("unknown tag '", tag, "' of a class of words"));
  const auto id = static_cast<std::uint16_t>(kind_ids_.emplace(kind, kind_ids_.size()).first->second);
  kind_entries_[KindKey(DescribeWord(word).word, tag.empty() ? kUnknownTag : at->second)] = id;
}

std::uint8_t ParserTrainer::LabelId(std::string_view label) const {
  const auto at = label_ids_.find(std::string(label));
  if (at == label_ids_.end()) throw InputError(Message("unknown label '", label, "' in the training text"));
  return at->second;
}

void ParserTrainer::Add(const std::vector<std::string_view>& words, const std::vector<std::string_view>& tags,
                        std::vector<std::int32_t> heads, const std::vector<std::string_view>& labels) {
  if (prepared_) throw InputError("sentences must be added before the first epoch");
  if (words.empty() || words.size() != tags.size() || words.size() != heads.size() || words.size() != labels.size()) {
    throw InputError(Message("a sentence of ", words.size(), " words has ", tags.size(), " tags, ", heads.size(),
                             " heads and ", labels.size(), " labels"));
  }
  CheckTree(heads);
  std::vector<std::uint8_t> label_ids;
  for (const std::string_view label : labels) label_ids.push_back(LabelId(label));
  MakeProjective(&heads);
  sentences_.push_back({text_.size(), static_cast<std::uint32_t>(words.size())});
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto [at, added] = word_ids_.emplace(words[i], static_cast<std::uint32_t>(words_.size()));
    if (added) words_.push_back(DescribeWord(words[i]));
    const auto tag = tag_ids_.find(std::string(tags[i]));
    text_.push_back(at->second);
    text_tags_.push_back(tag == tag_ids_.end() ? kUnknownTag : tag->second);
    text_heads_.push_back(heads[i]);
    text_labels_.push_back(label_ids[i]);
  }
}

void ParserTrainer::Describe(const Sentence& sentence) {
  const std::size_t size = sentence.size;
  described_.clear();
  heads_.resize(size);
  children_.resize(std::max(children_.size(), size + 1));
  for (std::size_t i = 0; i <= size; ++i) children_[i].clear();
  for (std::size_t i = 0; i < size; ++i) {
    described_.push_back(words_[text_[sentence.start + i]]);
    const std::int32_t head = text_heads_[sentence.start + i];
    heads_[i] = head == -1 ? static_cast<std::int32_t>(size) : head;
    children_[heads_[i]].push_back(static_cast<std::int32_t>(i));
  }
  DescribeTags(text_tags_.data() + sentence.start, landmarks_, kinds_, &described_);
  state_.Start(size);
  stacked_.assign(size, false);
}

// The cost of a transition (Goldberg and Nivre 2013): how many arcs of the gold tree can be made before it but not
// after it.
int ParserTrainer::Cost(Transition transition) const {
  const std::int32_t top = state_.Top(0), front = state_.front;
  int cost = 0;
  if (transition == kShift) {
    // A shifted word can still get the word below it as its head, but no other word of the stack, and it can no longer
    // get dependents from the stack.
    const std::int32_t head = heads_[front];
    cost += head < front && head != top && stacked_[head];
    for (const std::int32_t child : children_[front]) cost += child < front && stacked_[child];
    return cost;
  }
  // The word on top gets no more dependents. Its gold head was in reach if not yet shifted, or right below.
  for (const std::int32_t child : children_[top]) cost += child >= front;
  const std::int32_t head = heads_[top];
  const bool possible = head >= front || head == state_.Top(1);
  return cost + (possible && head != state_.HeadBy(transition));
}

// Makes a transition. For an arc, `label` is asked for the label while the state is still the one before the arc.
template <class Label>
void ParserTrainer::Follow(Transition transition, Label label) {
  if (transition == kShift) {
    stacked_[state_.front] = true;
    state_.Shift();
    return;
  }
  const std::uint8_t chosen = label(transition);
  stacked_[state_.Top(0)] = false;
  state_.Attach(transition, chosen);
}

// Gives a row to each feature that is frequent enough, in one pass that follows the gold trees.
void ParserTrainer::CountFeatures() {
  const std::size_t bits = text_.size() > 1'000'000 ? 29 : 22;
  std::vector<std::uint8_t> sketch(std::size_t{1} << bits), label_sketch(std::size_t{1} << bits);
  // The many rare features would fill the index, so they are counted in a sketch first: a feature enters the index when
  // its small counter, which others may share by chance, reaches the least count.
  const auto count = [&](const auto& keys, std::vector<std::uint8_t>* counters, FeatureIndex* index, auto* rows) {
    for (const std::uint64_t key : keys) __builtin_prefetch(&(*counters)[key >> (64 - bits)]);
    for (const std::uint64_t key : keys) {
      std::uint8_t& seen = (*counters)[key >> (64 - bits)];
      if (seen < options_.min_feature_count && ++seen < options_.min_feature_count) continue;
      std::uint32_t row = index->Find(key);
      if (row == FeatureIndex::kNone) {
        row = static_cast<std::uint32_t>(rows->size());
        index->Insert(key, row);
        rows->emplace_back();
        rows->back().count = options_.min_feature_count - 1;
      }
      ++(*rows)[row].count;
    }
  };
  TransitionKeys keys;
  LabelKeys label_keys;
  for (const Sentence& sentence : sentences_) {
    Describe(sentence);
    while (!state_.Done()) {
      Transition next = kShift;
      if (!state_.stack.empty()) {
        if (state_.front < state_.size) {
          TransitionFeatures(described_, state_, &keys);
          count(keys, &sketch, &transition_index_, &transition_rows_);
        }
        for (const Transition one : {kLeft, kRight}) {
          if (state_.Legal(one) && Cost(one) == 0) next = one;
        }
      }
      Follow(next, [&](Transition arc) {
        if (state_.HeadBy(arc) != state_.size) {
          LabelFeatures(described_, state_, arc, &label_keys);
          count(label_keys, &label_sketch, &label_index_, &label_rows_);
        }
        return text_labels_[sentence.start + state_.Top(0)];
      });
    }
  }
}

void ParserTrainer::Prepare() {
  if (sentences_.empty()) throw InputError("the parser was given no sentence to learn from");
  kinds_ = WordKinds::Build({kind_entries_.begin(), kind_entries_.end()});
  for (std::size_t i = 0; i < sentences_.size(); ++i) order_.push_back(static_cast<std::uint32_t>(i));
  CountFeatures();
  prepared_ = true;
}

// Chooses the next transition and learns from it.
Transition ParserTrainer::Learn() {
  TransitionKeys keys;
  std::array<std::uint32_t, kTransitionTemplates> rows;
  TransitionFeatures(described_, state_, &keys);
  for (const std::uint64_t key : keys) transition_index_.Prefetch(key);
  for (std::size_t n = 0; n < keys.size(); ++n) {
    rows[n] = transition_index_.Find(keys[n]);
    if (rows[n] != FeatureIndex::kNone) __builtin_prefetch(&transition_rows_[rows[n]]);
  }
  std::array<float, kTransitions> scores{};
  for (const std::uint32_t row : rows) {
    if (row == FeatureIndex::kNone) continue;
    for (std::size_t i = 0; i < kTransitions; ++i) scores[i] += transition_rows_[row].value[i];
  }
  std::array<int, kTransitions> costs{};
  int least = std::numeric_limits<int>::max();
  for (const Transition one : {kShift, kLeft, kRight}) {
    if (state_.Legal(one)) least = std::min(least, costs[one] = Cost(one));
  }
  // The transition with the best score, of all, of those that cost least, and of the others.
  int best = -1, right = -1, wrong = -1;
  for (const Transition one : {kShift, kLeft, kRight}) {
    if (!state_.Legal(one)) continue;
    if (best < 0 || scores[one] > scores[best]) best = one;
    int& of_kind = costs[one] == least ? right : wrong;
    if (of_kind < 0 || scores[one] > scores[of_kind]) of_kind = one;
  }
  if (wrong >= 0 && scores[right] - scores[wrong] <= options_.margin) {
    for (const std::uint32_t row : rows) {
      if (row == FeatureIndex::kNone) continue;
      TransitionRow& weights = transition_rows_[row];
      weights.value[right] += 1;
      weights.total[right] += step_;
      weights.value[wrong] -= 1;
      weights.total[wrong] -= step_;
    }
  }
  ++step_;
  const bool explore = epochs_ > 0 && (NextRandom(&random_state_) >> 11) * 0x1p-53 < options_.exploration;
  return static_cast<Transition>(explore ? best : right);
}

// Chooses the label of an arc, and learns from it if the arc is in the gold tree; `gold` is -1 otherwise.
std::uint8_t ParserTrainer::LearnLabel(Transition arc, int gold) {
  LabelKeys keys;
  std::array<std::uint32_t, kLabelTemplates> rows;
  LabelFeatures(described_, state_, arc, &keys);
  for (const std::uint64_t key : keys) label_index_.Prefetch(key);
  for (std::size_t n = 0; n < keys.size(); ++n) {
    rows[n] = label_index_.Find(keys[n]);
    if (rows[n] != FeatureIndex::kNone) __builtin_prefetch(&label_rows_[rows[n]]);
  }
  std::array<float, 64> scores{};
  for (const std::uint32_t row : rows) {
    if (row == FeatureIndex::kNone) continue;
    for (const LabelWeight& weight : label_rows_[row].weights) scores[weight.label] += weight.value;
  }
  int best = 1, wrong = -1;
  for (int label = 1; label < static_cast<int>(labels_.size()); ++label) {
    if (scores[label] > scores[best]) best = label;
    if (label != gold && (wrong < 0 || scores[label] > scores[wrong])) wrong = label;
  }
  if (gold > 0) {
    if (wrong >= 0 && scores[gold] - scores[wrong] <= options_.margin) {
      for (const std::uint32_t row : rows) {
        if (row == FeatureIndex::kNone) continue;
        ChangeLabel(row, static_cast<std::uint8_t>(gold), 1);
        ChangeLabel(row, static_cast<std::uint8_t>(wrong), -1);
      }
    }
    ++label_step_;
  }
  return static_cast<std::uint8_t>(best);
}

void ParserTrainer::ChangeLabel(std::uint32_t row, std::uint8_t label, float change) {
  std::vector<LabelWeight>& weights = label_rows_[row].weights;
  auto weight = std::find_if(weights.begin(), weights.end(), [&](const LabelWeight& w) { return w.label == label; });
  if (weight == weights.end()) {
    if (frozen_) return;
    weight = weights.insert(weights.end(), LabelWeight{label, 0.0f, 0.0});
  }
  weight->value += change;
  weight->total += static_cast<double>(label_step_) * change;
}

double ParserTrainer::ParseSentence(const Sentence& sentence) {
  Describe(sentence);
  while (!state_.Done()) {
    const bool end = state_.front == state_.size;
    const Transition next = state_.stack.empty() ? kShift
                            : !end               ? Learn()
                            : state_.Legal(kRight) ? kRight
                                                   : kLeft;
    Follow(next, [&](Transition arc) -> std::uint8_t {
      const std::int32_t word = state_.Top(0), head = state_.HeadBy(arc);
      if (head == state_.size) return 0;
      return LearnLabel(arc, heads_[word] == head ? text_labels_[sentence.start + word] : -1);
    });
  }
  double right = 0;
  for (std::int32_t i = 0; i < state_.size; ++i) right += state_.nodes[i].head == heads_[i];
  return right;
}

double ParserTrainer::Epoch() {
  if (!prepared_) Prepare();
  for (std::size_t i = order_.size(); i > 1; --i) {
    std::swap(order_[i - 1], order_[NextRandom(&random_state_) % i]);
  }
  double right = 0;
  for (const std::uint32_t at : order_) right += ParseSentence(sentences_[at]);
  ++epochs_;
  return right / static_cast<double>(text_.size());
}

double ParserTrainer::Average(const TransitionRow& row, std::size_t at) const {
  return row.value[at] - row.total[at] / step_;
}

double ParserTrainer::Average(const LabelWeight& weight) const { return weight.value - weight.total / label_step_; }

// The worth of a transition feature is the range of its weights times the root of its count; that of a label weight is
// its size times the root of the feature's count. What is kept starts anew from its average, and averaging restarts
// there. No pruned feature comes back.
std::size_t ParserTrainer::Prune(std::size_t max_transition_features, std::size_t max_label_weights) {
  if (!prepared_) throw InputError("the parser has not been trained; run an epoch before pruning it");
  std::vector<double> worths;
  const auto worth = [&](const TransitionRow& row) {
    double most = -1e30, least = 1e30;
    for (std::size_t i = 0; i < kTransitions; ++i) {
      most = std::max(most, Average(row, i));
      least = std::min(least, Average(row, i));
    }
    return (most - least) * std::sqrt(row.count);
  };
  for (const TransitionRow& row : transition_rows_) worths.push_back(worth(row));
  double cut = Cut(&worths, max_transition_features);
  std::vector<std::uint32_t> renamed(transition_rows_.size(), FeatureIndex::kNone);
  std::vector<TransitionRow> rows;
  for (std::size_t at = 0; at < transition_rows_.size(); ++at) {
    const TransitionRow& row = transition_rows_[at];
    if (worth(row) <= cut) continue;
    renamed[at] = static_cast<std::uint32_t>(rows.size());
    TransitionRow kept;
    kept.count = row.count;
    for (std::size_t i = 0; i < kTransitions; ++i) kept.value[i] = static_cast<float>(Average(row, i));
    rows.push_back(kept);
  }
  transition_index_ = Renamed(transition_index_, renamed);
  transition_rows_.swap(rows);

  worths.clear();
  const auto label_worth = [&](const LabelRow& row, const LabelWeight& weight) {
    return std::abs(Average(weight)) * std::sqrt(row.count);
  };
  for (const LabelRow& row : label_rows_) {
    for (const LabelWeight& weight : row.weights) worths.push_back(label_worth(row, weight));
  }
  cut = Cut(&worths, max_label_weights);
  renamed.assign(label_rows_.size(), FeatureIndex::kNone);
  std::vector<LabelRow> label_rows;
  for (std::size_t at = 0; at < label_rows_.size(); ++at) {
    LabelRow kept;
    kept.count = label_rows_[at].count;
    for (const LabelWeight& weight : label_rows_[at].weights) {
      if (label_worth(label_rows_[at], weight) <= cut) continue;
      kept.weights.push_back({weight.label, static_cast<float>(Average(weight)), 0.0});
    }
    if (kept.weights.empty()) continue;
    renamed[at] = static_cast<std::uint32_t>(label_rows.size());
    label_rows.push_back(std::move(kept));
  }
  label_index_ = Renamed(label_index_, renamed);
  label_rows_.swap(label_rows);
  step_ = label_step_ = 1;
  frozen_ = true;
  return FeatureCount();
}

void ParserTrainer::Save(const std::string& path) {
  if (!prepared_) throw InputError("the parser has not been trained; run an epoch before saving it");
  ParserModel model;
  model.tags = tags_;
  model.labels = labels_;
  model.landmarks = landmark_of_tag_;
  model.kinds = kinds_;

  // Only the differences between the weights of a feature matter, so the middle of their range becomes 0: that needs
  // the fewest bits.
  std::vector<std::array<double, kTransitions>> centred(transition_rows_.size());
  std::vector<double> sizes;
  for (std::size_t at = 0; at < transition_rows_.size(); ++at) {
    for (std::size_t i = 0; i < kTransitions; ++i) centred[at][i] = Average(transition_rows_[at], i);
    const auto [least, most] = std::minmax_element(centred[at].begin(), centred[at].end());
    const double middle = (*least + *most) / 2;
    for (double& value : centred[at]) value -= middle;
    sizes.push_back(*std::max_element(centred[at].begin(), centred[at].end()));
  }
  double scale = Scale(std::move(sizes));
  std::vector<std::pair<std::uint64_t, ParserModel::TransitionWeights>> transitions;
  for (std::size_t slot = 0; slot < transition_index_.Keys().size(); ++slot) {
    const std::uint64_t key = transition_index_.Keys()[slot];
    if (key == 0) continue;
    ParserModel::TransitionWeights weights;
    for (std::size_t i = 0; i < kTransitions; ++i) {
      weights[i] = Rounded(scale * centred[transition_index_.Rows()[slot]][i]);
    }
    if (weights != ParserModel::TransitionWeights{}) transitions.emplace_back(key, weights);
  }
  model.transitions = CompactTable<std::uint16_t, ParserModel::TransitionWeights>::Build(transitions);

  sizes.clear();
  for (const LabelRow& row : label_rows_) {
    for (const LabelWeight& weight : row.weights) sizes.push_back(std::abs(Average(weight)));
  }
  scale = Scale(std::move(sizes));
  std::vector<std::pair<std::uint64_t, std::uint32_t>> label_features;
  std::map<std::string, std::uint32_t> pool;  // equal rows are stored once
  for (std::size_t slot = 0; slot < label_index_.Keys().size(); ++slot) {
    if (label_index_.Keys()[slot] == 0) continue;
    std::map<std::uint8_t, std::int8_t> kept;
    for (const LabelWeight& weight : label_rows_[label_index_.Rows()[slot]].weights) {
      const std::int8_t rounded = Rounded(scale * Average(weight));
      if (rounded != 0) kept[weight.label] = rounded;
    }
    if (kept.empty()) continue;
    std::string bytes(1, static_cast<char>(kept.size()));
    for (const auto& [label, rounded] : kept) {
      bytes.push_back(static_cast<char>(label));
      bytes.push_back(static_cast<char>(rounded));
    }
    const auto [at, added] = pool.emplace(bytes, static_cast<std::uint32_t>(model.label_weights.size()));
    if (added) model.label_weights.insert(model.label_weights.end(), bytes.begin(), bytes.end());
    label_features.emplace_back(label_index_.Keys()[slot], at->second);
  }
  model.label_features = CompactTable<std::uint16_t, std::uint32_t>::Build(label_features);
  model.Save(path);
}

}  // namespace simplifier
