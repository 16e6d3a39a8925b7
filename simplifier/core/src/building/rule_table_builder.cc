#include "building/rule_table_builder.hh"

#include <algorithm>
#include <cmath>
#include <future>
#include <limits>

#include "building/rule_table_writer.hh"
#include "common/error.hh"

namespace simplifier {
namespace {

constexpr std::size_t kMaxSymbols = 1000;  // on each side of a rule
constexpr std::size_t kMergeBatch = 1 << 13;  // rules

// Calls `use` for every token between spaces.
template <class Use>
void ForEachToken(std::string_view text, Use use) {
  std::size_t start = 0;
  while (start <= text.size()) {
    const std::size_t space = std::min(text.find(' ', start), text.size());
    if (space > start) use(text.substr(start, space - start));
    start = space + 1;
  }
}

bool BothSidesEqual(const PendingRule& rule) {
  if (rule.source.size() != rule.target.size()) return false;
  unsigned nonterminals = 0;
  for (std::size_t i = 0; i < rule.source.size(); ++i) {
    if (IsNonterminal(rule.source[i])) {
      if (rule.target[i] != TargetNonterminal(LabelOf(rule.source[i]), nonterminals++)) return false;
    } else if (rule.source[i] != rule.target[i]) {
      return false;
    }
  }
  return true;
}

// Adds to a rule what its duplicate has: sources, features, and an alignment if the rule has none.
void Merge(const PendingRule& duplicate, const std::vector<MergePolicy>& merges,
           const std::deque<std::string>& alignments, PendingRule* rule) {
  rule->provenance |= duplicate.provenance;
  if (alignments[rule->alignment].empty()) rule->alignment = duplicate.alignment;
  for (std::size_t f = 0; f < rule->features.size(); ++f) {
    rule->features[f] = Merged(merges[f], rule->features[f], duplicate.features[f]);
  }
}

}  // namespace

TableBuilder::TableBuilder(TableOptions options)
    : options_(std::move(options)),
      runs_(options_.scratch_directory, options_.feature_names.size(), options_.memory_limit_mb << 20) {
  if (options_.feature_defaults.size() != options_.feature_names.size()) {
    throw InputError(Message(options_.path, ": ", options_.feature_names.size(), " feature names but ",
                             options_.feature_defaults.size(), " defaults"));
  }
  if (options_.provenance.empty() || options_.provenance.size() > 32) {
    throw InputError(Message(options_.path, ": a table has 1 to 32 named sources, not ",
                             options_.provenance.size()));
  }
  if (options_.merges.empty()) options_.merges.resize(options_.feature_names.size(), MergePolicy::kMax);
  if (options_.merges.size() != options_.feature_names.size()) {
    throw InputError(Message(options_.path, ": ", options_.feature_names.size(), " feature names but ",
                             options_.merges.size(), " merge policies"));
  }
  for (float value : options_.feature_defaults) codebooks_.emplace_back(value);
  alignments_.Intern("");
}

LabelId TableBuilder::Label(std::string_view label) {
  if (label.empty() || label.find_first_of(" []") != std::string_view::npos) {
    throw InputError(Message("label '", label, "': a label has at least one character and no space or bracket"));
  }
  const std::uint32_t id = labels_.Intern(label);
  if (id >= kMaxLabels) throw InputError(Message("more than ", kMaxLabels, " different labels"));
  return static_cast<LabelId>(id);
}

void TableBuilder::ReadSource(std::string_view text) {
  source_.clear();
  nonterminals_.clear();
  ForEachToken(text, [&](std::string_view token) {
    if (const auto nonterminal = ParseNonterminal(token)) {
      nonterminals_.push_back(Label(nonterminal->label));
      if (nonterminal->index != nonterminals_.size()) {
        throw InputError(Message("source side '", text, "': nonterminal ", token, " should have the index ",
                                 nonterminals_.size(), " (they are counted from 1 in source order)"));
      }
      source_.push_back(SourceNonterminal(nonterminals_.back()));
    } else {
      source_.push_back(words_.Intern(token));
    }
  });
  if (source_.empty()) throw InputError("a rule needs a source side");
  if (source_.size() > kMaxSymbols) throw InputError("a source side of more than 1000 symbols");
}

void TableBuilder::ReadTarget(std::string_view text, std::string_view source_text) {
  target_.clear();
  std::vector<bool> used(nonterminals_.size(), false);
  ForEachToken(text, [&](std::string_view token) {
    const auto nonterminal = ParseNonterminal(token);
    if (!nonterminal) {
      target_.push_back(words_.Intern(token));
      return;
    }
    const unsigned index = nonterminal->index - 1;
    if (nonterminal->index == 0 || index >= used.size() || used[index] ||
        nonterminals_[index] != Label(nonterminal->label)) {
      throw InputError(Message("target side '", text, "': ", token, " has no partner of its own in '", source_text,
                               "'"));
    }
    used[index] = true;
    target_.push_back(TargetNonterminal(nonterminals_[index], index));
  });
  if (std::find(used.begin(), used.end(), false) != used.end()) {
    throw InputError(Message("target side '", text, "': not every nonterminal of '", source_text, "' is in it"));
  }
  if (target_.size() > kMaxSymbols) throw InputError("a target side of more than 1000 symbols");
}

void TableBuilder::Add(std::string_view lhs, std::string_view source, std::string_view target,
                       std::string_view alignment, std::uint32_t provenance, const float* features) {
  if (finished_) throw InputError(Message(options_.path, ": the table is already finished"));
  if (provenance == 0 || static_cast<std::uint64_t>(provenance) >> options_.provenance.size() != 0) {
    throw InputError(Message("provenance bits ", provenance, " are none of the ", options_.provenance.size(), " names"));
  }
  ReadSource(source);
  ReadTarget(target, source);
  for (std::size_t f = 0; f < codebooks_.size(); ++f) {
    if (std::isinf(features[f])) {
      throw InputError(Message("feature ", options_.feature_names[f], " of '", source, "' is infinite"));
    }
    // A maximum or minimum is a value that some source gave. A sum is not, so its codebook is made of the merged rules.
    if (options_.merges[f] != MergePolicy::kSum) codebooks_[f].Add(features[f]);
  }
  runs_.Add(source_, Label(lhs), target_, alignments_.Intern(alignment), provenance, features);
}

void TableBuilder::AddBlock(const GrammarBlock& block, std::uint32_t provenance, std::string_view lhs) {
  std::vector<std::size_t> columns(feature_count(), GrammarBlock::kNoColumn);
  for (std::size_t f = 0; f < columns.size(); ++f) {
    const auto found = std::find(block.names().begin(), block.names().end(), options_.feature_names[f]);
    if (found != block.names().end()) columns[f] = static_cast<std::size_t>(found - block.names().begin());
  }
  std::vector<float> features(feature_count(), std::numeric_limits<float>::quiet_NaN());
  for (std::size_t row = 0; row < block.size(); ++row) {
    for (std::size_t f = 0; f < columns.size(); ++f) {
      if (columns[f] != GrammarBlock::kNoColumn) features[f] = block.Value(row, columns[f]);
    }
    Add(lhs.empty() ? block.Part(row, GrammarBlock::kLhs) : lhs, block.Part(row, GrammarBlock::kSource),
        block.Part(row, GrammarBlock::kTarget), block.Part(row, GrammarBlock::kAlignment), provenance, features.data());
  }
}

bool TableBuilder::NextMerged(PendingRule* rule) {
  std::swap(*rule, pending_);
  bool more;
  while ((more = runs_.Next(&pending_)) && pending_.SameRule(*rule)) {
    Merge(pending_, options_.merges, alignments_.strings(), rule);
  }
  return more;
}

std::uint64_t TableBuilder::Finish(const std::function<void()>& check) {
  if (finished_) throw InputError(Message(options_.path, ": the table is already finished"));
  finished_ = true;
  // Most codebooks are complete before the merge. Two kinds of features are late for the writer: sums, whose codebooks
  // are made of the merged rules, and in an exact table those of more than 256 values, which get no codes at all.
  std::vector<std::size_t> sums, late;
  for (std::size_t f = 0; f < codebooks_.size(); ++f) {
    if (options_.merges[f] == MergePolicy::kSum) {
      sums.push_back(f);
      late.push_back(f);
    } else if (options_.exact && !codebooks_[f].exact()) {
      late.push_back(f);
    } else {
      codebooks_[f].Finish();
    }
  }
  TableWriter writer(options_.path, options_.scratch_directory, codebooks_, std::move(late), options_.exact);
  runs_.StartMerge();
  // While one batch of merged rules is written, the next one is merged in another thread.
  std::vector<PendingRule> batch, next_batch;
  bool pending = runs_.Next(&pending_);
  const auto merge = [&](std::vector<PendingRule>* rules) {
    rules->resize(kMergeBatch);
    std::size_t count = 0;
    for (; pending && count < kMergeBatch; ++count) pending = NextMerged(&(*rules)[count]);
    rules->resize(count);
  };
  for (merge(&batch); !batch.empty(); std::swap(batch, next_batch)) {
    std::future<void> merging = std::async(std::launch::async, merge, &next_batch);
    for (const PendingRule& rule : batch) {
      for (std::size_t f : sums) codebooks_[f].Add(rule.features[f]);
      writer.Add(rule, BothSidesEqual(rule));
    }
    merging.get();
    check();
  }
  for (std::size_t f : sums) codebooks_[f].Finish();
  return writer.Finish(options_.metadata, options_.feature_names, options_.provenance, words_.strings(),
                       labels_.strings(), alignments_.strings(), kept_nonterminals_);
}

}  // namespace simplifier
