// Sufficient statistics of one candidate; the formulas are in simplifier/evaluation/metrics.
#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "metrics/metric_index.hh"

namespace simplifier {

void MetricSegment::Compute(const MetricText& candidate, unsigned blocks, StatisticsScratch* scratch,
                            double* row) const {
  Count(candidate, scratch);
  if (blocks & kSariTypes) row = SariTypes(*scratch, row);
  if (blocks & kSariTokens) row = SariTokens(*scratch, row);
  if (blocks & kSariAdd) row = SariAdd(*scratch, row);
  if (blocks & kBleu) row = Bleu(candidate, *scratch, /*source=*/false, row);
  if (blocks & kSourceBleu) row = Bleu(candidate, *scratch, /*source=*/true, row);
  if (blocks & kReadability) {
    *row++ = static_cast<double>(candidate.words.size());
    *row++ = candidate.syllables;
    *row++ = static_cast<double>(source_.words.size());
    *row++ = source_.syllables;
  }
  if (blocks & kEdits) row = Edits(candidate, scratch, row);
}

void MetricSegment::Count(const MetricText& candidate, StatisticsScratch* scratch) const {
  scratch->counts.assign(ngrams_.size(), 0);
  scratch->strangers.Clear();
  scratch->stranger_types.fill(0);
  for (auto& seen : scratch->seen) seen.clear();
  // Ids from here on belong to n-grams that the segment does not know. All extensions of these are unknown too.
  const auto first_stranger = static_cast<std::uint32_t>(ngrams_.size());
  std::uint32_t next_stranger = first_stranger;
  for (std::size_t start = 0; start < candidate.words.size(); ++start) {
    std::uint32_t prefix = NgramTable::kRoot;
    for (unsigned order = 0; order < kMetricOrder && start + order < candidate.words.size(); ++order) {
      const std::uint32_t word = candidate.words[start + order];
      std::uint32_t id = NgramTable::kNone;
      if (prefix == NgramTable::kRoot || prefix < first_stranger) id = table_.Find(prefix, word);
      if (id == NgramTable::kNone) {
        id = scratch->strangers.Insert(prefix, word, next_stranger);
        if (id == next_stranger) {
          ++next_stranger;
          ++scratch->stranger_types[order];
        }
      } else if (scratch->counts[id]++ == 0) {
        scratch->seen[order].push_back(id);
      }
      prefix = id;
    }
  }
}

// Counts of source and output are multiplied by the number of references, so that they compare with the counts of all
// references together.
double* MetricSegment::SariTypes(const StatisticsScratch& scratch, double* row) const {
  for (unsigned order = 0; order < kMetricOrder; ++order, row += 8) {
    double keep_precision = 0, keep_recall = 0, delete_precision = 0, delete_recall = 0;
    std::uint32_t kept_types = 0, deleted_types = 0;
    for (std::uint32_t id : source_ngrams_[order]) {
      const Ngram& ngram = ngrams_[id];
      const std::uint32_t count = scratch.counts[id];
      // Nearly every n-gram is kept completely or deleted completely; these ratios are known beforehand.
      if (count >= ngram.source) {
        ++kept_types;
        keep_precision += ngram.keep_ratio;
        keep_recall += ngram.total > 0;
        continue;
      }
      ++deleted_types;
      if (count == 0) {
        delete_precision += ngram.delete_ratio;
        delete_recall += ngram.delete_ratio > 0;
        continue;
      }
      ++kept_types;
      const std::uint64_t source = reference_count_ * ngram.source, kept = reference_count_ * count;
      const std::uint64_t total = ngram.total, keepable = std::min(source, total);
      const auto good = static_cast<double>(std::min(kept, total));
      keep_precision += good / static_cast<double>(kept);
      if (keepable) keep_recall += good / static_cast<double>(keepable);
      const std::uint64_t deleted = source - kept, deletable = source - keepable;
      // As in the released script: only deletions beyond the total count of the references are good.
      const auto good_deletion = static_cast<double>(deleted > total ? deleted - total : 0);
      delete_precision += good_deletion / static_cast<double>(deleted);
      if (deletable) delete_recall += good_deletion / static_cast<double>(deletable);
    }
    const double columns[8] = {keep_precision,   double(kept_types),    keep_recall,   double(keepable_[order]),
                               delete_precision, double(deleted_types), delete_recall, double(deletable_[order])};
    std::copy(columns, columns + 8, row);
  }
  return row;
}

double* MetricSegment::SariTokens(const StatisticsScratch& scratch, double* row) const {
  for (unsigned order = 0; order < kMetricOrder; ++order) {
    std::uint64_t sums[6] = {};
    for (std::uint32_t id : source_ngrams_[order]) {
      const std::uint64_t source = reference_count_ * ngrams_[id].source;
      const std::uint64_t output = reference_count_ * scratch.counts[id];
      const std::uint64_t total = ngrams_[id].total;
      const std::uint64_t kept = std::min(source, output), keepable = std::min(source, total);
      const std::uint64_t deleted = source - kept, deletable = source - keepable;
      sums[0] += std::min(kept, total);
      sums[1] += kept;
      sums[2] += keepable;
      sums[3] += std::min(deleted, deletable);
      sums[4] += deleted;
      sums[5] += deletable;
    }
    for (std::uint64_t sum : sums) *row++ = static_cast<double>(sum);
  }
  return row;
}

double* MetricSegment::SariAdd(const StatisticsScratch& scratch, double* row) const {
  for (unsigned order = 0; order < kMetricOrder; ++order) {
    std::uint32_t good = 0;  // an n-gram that the segment knows and its source lacks is in a reference
    for (std::uint32_t id : scratch.seen[order]) good += ngrams_[id].source == 0;
    *row++ = good;
    *row++ = good + scratch.stranger_types[order];
    *row++ = addable_[order];
  }
  return row;
}

double* MetricSegment::Bleu(const MetricText& candidate, const StatisticsScratch& scratch, bool source,
                            double* row) const {
  const std::size_t length = candidate.words.size();
  for (unsigned order = 0; order < kMetricOrder; ++order) {
    std::uint64_t matches = 0;
    for (std::uint32_t id : scratch.seen[order]) {
      matches += std::min(scratch.counts[id], source ? ngrams_[id].source : ngrams_[id].maximum);
    }
    row[order] = static_cast<double>(matches);
    row[kMetricOrder + order] = length > order ? static_cast<double>(length - order) : 0.0;
  }
  row += 2 * kMetricOrder;
  std::size_t closest = source_.words.size();
  if (!source) {
    auto distance = [length](std::size_t other) { return other > length ? other - length : length - other; };
    closest = reference_lengths_.front();
    for (std::size_t other : reference_lengths_) {  // ascending, so the shorter one wins a tie
      if (distance(other) < distance(closest)) closest = other;
    }
  }
  *row++ = static_cast<double>(length);
  *row++ = static_cast<double>(closest);
  return row;
}

// The Levenshtein distance is computed row by row, in O(source x candidate) time and O(candidate) memory.
double* MetricSegment::Edits(const MetricText& candidate, StatisticsScratch* scratch, double* row) const {
  const std::vector<std::uint32_t>& from = source_.words;
  const std::vector<std::uint32_t>& to = candidate.words;
  std::vector<std::uint32_t>& distances = scratch->row;
  distances.resize(to.size() + 1);
  std::iota(distances.begin(), distances.end(), 0u);
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::uint32_t diagonal = distances[0];
    distances[0] = static_cast<std::uint32_t>(i + 1);
    for (std::size_t j = 0; j < to.size(); ++j) {
      const std::uint32_t replaced = diagonal + (from[i] != to[j]);
      diagonal = distances[j + 1];
      distances[j + 1] = std::min({replaced, diagonal + 1, distances[j] + 1});
    }
  }
  std::uint32_t kept = 0;
  for (std::uint32_t id : source_ngrams_[0]) kept += std::min(ngrams_[id].source, scratch->counts[id]);
  *row++ = distances.back();
  *row++ = static_cast<double>(to.size() - kept);
  *row++ = static_cast<double>(from.size() - kept);
  *row++ = from == to;
  return row;
}

}  // namespace simplifier
