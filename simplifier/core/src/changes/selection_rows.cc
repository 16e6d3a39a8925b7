#include "changes/selection_rows.hh"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

#include "changes/context_features.hh"
#include "changes/edit_shares.hh"
#include "chart/chart_parser.hh"
#include "common/arena.hh"
#include "common/error.hh"

namespace simplifier {
namespace {

SelectionRows Collect(const DecoderModel& model, const SelectionInputs& inputs, const SentenceInput& input,
                      const std::vector<std::vector<std::string>>& references, const SelectionLimits& limits,
                      std::int32_t number, Arena* arena) {
  SelectionRows rows;
  if (input.tokens.empty()) return rows;
  const Sentence sentence(input, model);
  arena->Reset();
  ChartParser chart(model, sentence, arena, arena);
  chart.Parse(Deadline(0.0));
  std::vector<PlacedApplication> placed;
  for (int end = 1; end <= sentence.size(); ++end) {
    for (int start = end - 1; start >= std::max(0, end - chart.widest()); --start) {
      for (const ForestNode* node : chart.Nodes(start, end)) {
        for (const Bundle& bundle : node->bundles) {
          std::size_t taken = 0;
          const auto score = [&](std::uint32_t r) {
            return (*bundle.rules)[r].score + static_cast<double>((*bundle.rules)[r].estimate);
          };
          for (std::uint32_t r = 0; r < bundle.rules->count && taken < limits.most; ++r) {
            if (score(r) < score(0) - limits.margin) break;  // the rules of a bundle are sorted, best first
            const PlacedApplication one{node, bundle.filling, &(*bundle.rules)[r]};
            if (!one.application->changed || !IsScored(sentence, one) || !inputs.Reads(one.application->grammar)) continue;
            placed.push_back(one);
            ++taken;
          }
        }
      }
    }
  }
  rows.inputs.resize(placed.size() * inputs.names().size());
  inputs.Fill(sentence, placed.data(), placed.size(), rows.inputs.data());
  EditShares shares(input.tokens, references);
  Edit edit;
  for (const PlacedApplication& one : placed) {
    edit.Set(sentence, one);
    const auto start = static_cast<std::size_t>(one.node->start), end = static_cast<std::size_t>(one.node->end);
    const auto labels = shares.Score(start, end, NewWords(edit));
    rows.labels.insert(rows.labels.end(), labels.begin(), labels.end());
    rows.places.insert(rows.places.end(), {number, one.node->start, one.node->end, one.application->grammar,
                                           static_cast<std::int32_t>(one.application->rule)});
  }
  return rows;
}

}  // namespace

SelectionRows CollectSelectionRows(const DecoderModel& model, const SelectionInputs& inputs,
                                   const std::vector<SentenceInput>& sentences,
                                   const std::vector<std::vector<std::vector<std::string>>>& references,
                                   const SelectionLimits& limits, std::size_t threads) {
  if (references.size() != sentences.size()) {
    throw InputError(Message(sentences.size(), " sentences but references of ", references.size()));
  }
  if (model.has_goal()) throw InputError("selection trees cannot be trained with a goal of the grammar's own");
  std::vector<SelectionRows> parts(sentences.size());
  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const auto work = [&] {
    Arena arena;
    for (std::size_t i; (i = next.fetch_add(1)) < sentences.size();) {
      try {
        parts[i] = Collect(model, inputs, sentences[i], references[i], limits, static_cast<std::int32_t>(i), &arena);
      } catch (...) {
        const std::lock_guard<std::mutex> lock(failure_mutex);
        if (!failure) failure = std::current_exception();
        next.store(sentences.size());
      }
    }
  };
  std::vector<std::thread> helpers;
  for (std::size_t t = 1; t < std::min(threads, sentences.size()); ++t) helpers.emplace_back(work);
  work();
  for (std::thread& helper : helpers) helper.join();
  if (failure) std::rethrow_exception(failure);
  SelectionRows rows;
  for (SelectionRows& part : parts) {
    rows.inputs.insert(rows.inputs.end(), part.inputs.begin(), part.inputs.end());
    rows.labels.insert(rows.labels.end(), part.labels.begin(), part.labels.end());
    rows.places.insert(rows.places.end(), part.places.begin(), part.places.end());
    part = {};
  }
  return rows;
}

}  // namespace simplifier
