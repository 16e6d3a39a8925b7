#include "tagger/tagger_trainer.hh"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <utility>

#include "common/error.hh"

namespace simplifier {
namespace {

std::uint64_t NextRandom(std::uint64_t* state) {
  *state += 0x9e3779b97f4a7c15ULL;
  return MixHash(*state);
}

}  // namespace

TaggerTrainer::TaggerTrainer(std::vector<std::string> tags, TaggerTrainerOptions options)
    : tags_(std::move(tags)), options_(options), random_state_(options.seed) {
  if (tags_.empty() || tags_.size() > kMaxTags) {
    throw InputError(Message("a tagger needs 1 to ", int{kMaxTags}, " tags, not ", tags_.size()));
  }
  for (std::size_t i = 0; i < tags_.size(); ++i) tag_ids_[tags_[i]] = static_cast<std::uint8_t>(i);
}

std::uint32_t TaggerTrainer::FormId(std::string_view word) {
  const auto [at, added] = form_ids_by_text_.emplace(word, static_cast<std::uint32_t>(forms_.size()));
  if (added) forms_.push_back(AnalyseWord(word));
  return at->second;
}

void TaggerTrainer::Add(const std::vector<std::string_view>& words, const std::vector<std::string_view>& tags,
                        bool fragment, bool count_words) {
  if (prepared_) throw InputError("sentences must be added before the first epoch");
  if (words.size() != tags.size() || words.empty()) {
    throw InputError(Message("a sentence of ", words.size(), " words has ", tags.size(), " tags"));
  }
  Sentence sentence{gold_.size(), static_cast<std::uint32_t>(words.size()), fragment, true};
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto tag = tag_ids_.find(std::string(tags[i]));
    if (tag == tag_ids_.end()) throw InputError(Message("unknown tag '", tags[i], "' in the training text"));
    const std::uint32_t form = FormId(words[i]);
    form_ids_.push_back(form);
    gold_.push_back(tag->second);
    if (forms_[form].casing > Casing::kLower) sentence.caseless = false;
    if (count_words) {
      std::vector<std::uint32_t>& by_tag = word_counts_[forms_[form].lexicon];
      by_tag.resize(tags_.size());
      ++by_tag[tag->second];
    }
  }
  sentences_.push_back(sentence);
}

SequenceView TaggerTrainer::View(const Sentence& sentence) {
  pointers_.resize(sentence.size);
  for (std::size_t i = 0; i < sentence.size; ++i) pointers_[i] = &forms_[form_ids_[sentence.start + i]];
  return {pointers_.data(), sentence.size, sentence.fragment, sentence.caseless};
}

void TaggerTrainer::Prepare() {
  if (sentences_.empty()) throw InputError("the tagger was given no sentence to learn from");
  lexicon_ = TaggerLexicon::Build(word_counts_, options_.min_word_count);
  for (WordForm& form : forms_) certain_.push_back(static_cast<std::int8_t>(lexicon_.Describe(&form)));
  for (std::size_t i = 0; i < sentences_.size(); ++i) order_.push_back(static_cast<std::uint32_t>(i));
  CountFeatures();
  prepared_ = true;
}

// Gives a row to each feature that is frequent enough, in one pass with the true tags as history. A sketch of small
// counters keeps the many rare features out of the index: a feature enters when its counter, which others may share by
// chance, reaches the least count.
void TaggerTrainer::CountFeatures() {
  const std::size_t bits = gold_.size() > 1'000'000 ? 29 : 22;
  std::vector<std::uint8_t> sketch(std::size_t{1} << bits);
  FeatureKeys keys;
  for (const Sentence& sentence : sentences_) {
    const SequenceView view = View(sentence);
    const std::uint8_t start = sentence.fragment ? kUnknownStart : kSentenceStart;
    std::uint8_t previous = start, before_previous = start;
    bool first = !sentence.fragment;
    for (std::size_t i = 0; i < sentence.size; ++i) {
      if (certain_[form_ids_[sentence.start + i]] < 0) {
        ExtractFeatures(view, i, previous, before_previous, first, &keys);
        for (const std::uint64_t key : keys) {
          std::uint8_t& seen = sketch[key >> (64 - bits)];
          if (seen < options_.min_feature_count && ++seen < options_.min_feature_count) continue;
          std::uint32_t row = index_.Find(key);
          if (row == FeatureIndex::kNone) {
            row = static_cast<std::uint32_t>(counts_.size());
            index_.Insert(key, row);
            counts_.push_back(options_.min_feature_count - 1);
          }
          ++counts_[row];
        }
      }
      before_previous = previous;
      previous = gold_[sentence.start + i];
      first = first && !pointers_[i]->alphanumeric;
    }
  }
  rows_.resize(counts_.size());
}

void TaggerTrainer::Update(const std::uint32_t* rows, std::uint8_t tag, float change) {
  for (std::size_t n = 0; n < kTaggerTemplates; ++n) {
    if (rows[n] == FeatureIndex::kNone) continue;
    Row& row = rows_[rows[n]];
    auto weight = std::find_if(row.begin(), row.end(), [&](const Weight& w) { return w.tag == tag; });
    if (weight == row.end() && frozen_) continue;
    if (weight == row.end()) weight = row.insert(row.end(), Weight{tag, step_, 0.0f, 0.0});
    // The total is brought up to date only when the weight changes; until then the value holds for every step.
    weight->total += static_cast<double>(step_ - weight->since) * weight->value;
    weight->since = step_;
    weight->value += change;
  }
}

double TaggerTrainer::Average(const Weight& weight) const {
  return (weight.total + static_cast<double>(step_ - weight.since) * weight.value) / step_;
}

double TaggerTrainer::TagSentence(const Sentence& sentence) {
  const SequenceView view = View(sentence);
  const std::uint8_t start = sentence.fragment ? kUnknownStart : kSentenceStart;
  std::uint8_t previous = start, before_previous = start;
  bool first = !sentence.fragment;
  std::size_t right = 0;
  FeatureKeys keys;
  std::array<std::uint32_t, kTaggerTemplates> rows;
  for (std::size_t i = 0; i < sentence.size; ++i) {
    const std::uint8_t gold = gold_[sentence.start + i];
    int guess = certain_[form_ids_[sentence.start + i]];
    if (guess < 0) {
      ExtractFeatures(view, i, previous, before_previous, first, &keys);
      float scores[64] = {};
      for (std::size_t n = 0; n < kTaggerTemplates; ++n) {
        rows[n] = index_.Find(keys[n]);
        if (rows[n] == FeatureIndex::kNone) continue;
        for (const Weight& weight : rows_[rows[n]]) scores[weight.tag] += weight.value;
      }
      guess = 0;
      for (std::size_t tag = 1; tag < tags_.size(); ++tag) {
        if (scores[tag] > scores[guess]) guess = static_cast<int>(tag);
      }
      if (guess != gold) {
        Update(rows.data(), gold, 1.0f);
        Update(rows.data(), static_cast<std::uint8_t>(guess), -1.0f);
      }
      ++step_;
    }
    right += guess == gold;
    before_previous = previous;
    previous = static_cast<std::uint8_t>(guess);
    first = first && !pointers_[i]->alphanumeric;
  }
  return static_cast<double>(right);
}

double TaggerTrainer::Epoch() {
  if (!prepared_) Prepare();
  for (std::size_t i = order_.size(); i > 1; --i) {
    std::swap(order_[i - 1], order_[NextRandom(&random_state_) % i]);
  }
  double right = 0;
  for (const std::uint32_t at : order_) right += TagSentence(sentences_[at]);
  return right / static_cast<double>(gold_.size());
}

// The worth of a weight is its size times the root of its feature's count. The kept weights start anew from their
// averages, and averaging restarts there. No pruned weight comes back.
std::size_t TaggerTrainer::Prune(std::size_t max_weights) {
  std::vector<double> worths;
  const auto worth = [&](std::uint32_t row, const Weight& weight) {
    return std::abs(Average(weight)) * std::sqrt(counts_[row]);
  };
  for (std::uint32_t row = 0; row < rows_.size(); ++row) {
    for (const Weight& weight : rows_[row]) worths.push_back(worth(row, weight));
  }
  double least = 0;
  if (worths.size() > max_weights) {
    const auto cut = worths.begin() + static_cast<std::ptrdiff_t>(max_weights);
    std::nth_element(worths.begin(), cut, worths.end(), std::greater<>());
    least = *cut;
  }

  std::vector<std::uint32_t> renamed(rows_.size(), FeatureIndex::kNone);
  std::vector<Row> rows;
  std::vector<std::uint32_t> counts;
  for (std::uint32_t row = 0; row < rows_.size(); ++row) {
    Row kept;
    for (const Weight& weight : rows_[row]) {
      if (worth(row, weight) > least) kept.push_back({weight.tag, 1, static_cast<float>(Average(weight)), 0.0});
    }
    if (kept.empty()) continue;
    renamed[row] = static_cast<std::uint32_t>(rows.size());
    rows.push_back(std::move(kept));
    counts.push_back(counts_[row]);
  }
  FeatureIndex index;
  for (std::size_t slot = 0; slot < index_.Keys().size(); ++slot) {
    const std::uint64_t key = index_.Keys()[slot];
    if (key != 0 && renamed[index_.Rows()[slot]] != FeatureIndex::kNone) {
      index.Insert(key, renamed[index_.Rows()[slot]]);
    }
  }
  rows_.swap(rows);
  counts_.swap(counts);
  index_ = std::move(index);
  step_ = 1;
  frozen_ = true;
  return rows_.size();
}

void TaggerTrainer::Save(const std::string& path) {
  if (!prepared_) throw InputError("the tagger has not been trained; run an epoch before saving it");
  std::vector<double> sizes;
  for (const Row& row : rows_) {
    for (const Weight& weight : row) sizes.push_back(std::abs(Average(weight)));
  }
  std::sort(sizes.begin(), sizes.end());
  // The largest 0.05 % are clamped so that the many small weights keep their differences in 8 bits.
  const double largest = sizes.empty() ? 1.0 : sizes[static_cast<std::size_t>(0.9995 * (sizes.size() - 1))];
  const double scale = 127.0 / std::max(largest, 1e-9);

  TaggerModel model;
  model.tags = tags_;
  model.lexicon = lexicon_;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> entries;
  std::map<std::string, std::uint32_t> pool;  // equal rows are stored once
  for (std::size_t slot = 0; slot < index_.Keys().size(); ++slot) {
    if (index_.Keys()[slot] == 0) continue;
    std::map<std::uint8_t, int> kept;
    for (const Weight& weight : rows_[index_.Rows()[slot]]) {
      const int rounded = static_cast<int>(std::lround(std::clamp(scale * Average(weight), -127.0, 127.0)));
      if (rounded != 0) kept[weight.tag] = rounded;
    }
    if (kept.empty()) continue;
    std::string bytes(1, static_cast<char>(kept.size()));
    for (const auto& [tag, rounded] : kept) {
      bytes.push_back(static_cast<char>(tag));
      bytes.push_back(static_cast<char>(rounded));
    }
    const auto [at, added] = pool.emplace(bytes, static_cast<std::uint32_t>(model.weights.size()));
    if (added) model.weights.insert(model.weights.end(), bytes.begin(), bytes.end());
    entries.emplace_back(index_.Keys()[slot], at->second);
  }
  model.features = CompactTable<std::uint16_t, std::uint32_t>::Build(entries);
  model.Save(path);
}

}  // namespace simplifier
