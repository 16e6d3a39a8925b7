#include "model/sentence.hh"

#include <algorithm>
#include <limits>

#include "common/error.hh"
#include "model/feature_table.hh"

namespace simplifier {
namespace {

// The position when a marker is put before the sentence. The highest integer stays what it is, since it is out of range
// all the same and one more would overflow.
int Behind(int position) { return position < std::numeric_limits<int>::max() ? position + 1 : position; }

}  // namespace

// Whoever makes a sentence marks its tokens. The marks under a changing rule add up to the feature's value.
const FeatureTable& TokenFeatureTable() {
  static const FeatureTable table{
      "tokens",
      "span",
      {{"ChangedQuoted", "tokens between quotation marks under a changing rule", "words", "quoted",
        "in quotation marks"},
       {"ChangedNumber", "tokens with digits under a changing rule", "words", "number", "part of a number"},
       {"ChangedNumeral",
        "words of numbers that only change as a whole (one hundred and two), or that begin the sentence", "words",
        "number", "part of a number"},
       {"ChangedProperNoun", "proper nouns of the sentence under a changing rule", "words", "name", "part of a name"},
       {"ChangedTitle", "words of a name of several capitalised words under a changing rule", "words", "name",
        "part of a name"},
       {"ChangedFirst", "1 if a changing rule covers the first token", "flag"}}};
  return table;
}

SentenceInput WithMarkers(const SentenceInput& input, std::size_t token_feature_count) {
  SentenceInput marked = input;
  marked.tokens.insert(marked.tokens.begin(), "<s>");
  marked.tokens.push_back("</s>");
  for (SpanLabel& span : marked.span_labels) {
    span.start = Behind(span.start);
    span.end = Behind(span.end);
  }
  for (Replacement& replacement : marked.replacements) {
    replacement.start = Behind(replacement.start);
    replacement.end = Behind(replacement.end);
  }
  if (!marked.lattice.empty()) {
    int last = 0;
    for (LatticeArc& arc : marked.lattice) {
      arc = {Behind(arc.from), Behind(arc.to), arc.cost};
      last = std::max(last, arc.to);
    }
    marked.lattice.insert(marked.lattice.begin(), {0, 1, 0.0f});
    marked.lattice.push_back({last, Behind(last), 0.0f});
  }
  if (!marked.is_protected.empty()) {
    marked.is_protected.insert(marked.is_protected.begin(), false);
    marked.is_protected.push_back(false);
  }
  if (!marked.tags.empty()) {
    marked.tags.insert(marked.tags.begin(), "");
    marked.tags.push_back("");
  }
  if (!marked.token_features.empty()) {
    marked.token_features.insert(marked.token_features.begin(), token_feature_count, 0.0f);
    marked.token_features.insert(marked.token_features.end(), token_feature_count, 0.0f);
  }
  return marked;
}

Sentence::Sentence(const SentenceInput& input, const DecoderModel& model)
    : input_(&input),
      model_(&model),
      has_markers_(model.has_goal()),
      size_(static_cast<int>(input.tokens.size())),
      unknown_suffix_(&model.parse().unknown_suffix) {
  // Ways come first, as spans are checked against size(); replacements before words, as replaced tokens have no word.
  CheckSizes(model);
  if (is_lattice()) CheckLattice(model);
  FindWays();
  TakeReplacements(model);
  NumberWords(model);
  TakeLabels(model);
  SumFeatures(model);
}

void Sentence::CheckSizes(const DecoderModel& model) const {
  const SentenceInput& input = *input_;
  const std::size_t count = input.tokens.size(), feature_count = model.token_feature_count();
  if (!input.is_protected.empty() && input.is_protected.size() != count) {
    throw InputError(Message(count, " tokens but ", input.is_protected.size(), " protection marks"));
  }
  if (!input.tags.empty() && input.tags.size() != count) {
    throw InputError(Message(count, " tokens but ", input.tags.size(), " tags"));
  }
  if (!input.token_features.empty() && input.token_features.size() != count * feature_count) {
    throw InputError(Message(count, " tokens with ", feature_count, " token features each, but ",
                             input.token_features.size(), " values"));
  }
}

void Sentence::NumberWords(const DecoderModel& model) {
  const SentenceInput& input = *input_;
  const std::size_t count = input.tokens.size();
  for (const Grammar& grammar : model.grammars()) {
    for (std::size_t i = 0; i < count; ++i) {
      words_.push_back(IsReplaced(static_cast<int>(i)) ? kNoWord : grammar.table().Word(input.tokens[i]).value_or(kNoWord));
    }
  }
  for (std::size_t m = 0; m < model.language_models().size(); ++m) {
    const ClassView& view = model.view(m);
    for (std::size_t i = 0; i < count; ++i) {
      const std::string& token = input.tokens[i];
      if (view.has_classes()) {
        const int tag = input.tags.empty() ? WordClasses::kNoTag : view.classes().Tag(input.tags[i]);
        lm_words_.push_back(view.Word(view.classes().Entry(token), tag));
      } else {
        lm_words_.push_back(model.language_models()[m].model->Index(token + model.parse().unknown_suffix));
      }
    }
  }
}

void Sentence::TakeLabels(const DecoderModel& model) {
  const SentenceInput& input = *input_;
  const std::size_t count = input.tokens.size();
  for (const SpanLabel& span : input.span_labels) {
    if (span.start < 0 || span.end <= span.start || span.end > size()) {
      throw InputError(Message("label ", span.label, " on the span ", span.start, "-", span.end, " of ", count,
                               " tokens"));
    }
    longest_label_ = std::max(longest_label_, span.end - span.start);
  }
  labels_.assign(count * static_cast<std::size_t>(longest_label_), kNoLabel);
  for (const SpanLabel& span : input.span_labels) {
    // A label that no grammar knows still differs from every LHS, so it counts as a clash.
    const int label = model.LabelNumber(span.label);
    labels_[static_cast<std::size_t>(span.start * longest_label_ + span.end - span.start - 1)] =
        label >= 0 ? label : static_cast<int>(model.labels().size());
  }
}

void Sentence::SumFeatures(const DecoderModel& model) {
  const SentenceInput& input = *input_;
  const std::size_t count = input.tokens.size(), feature_count = model.token_feature_count();
  protected_before_.assign(count + 1, 0);
  weighted_before_.assign(count + 1, 0.0);
  features_before_.assign(feature_count * (count + 1), 0.0f);
  for (std::size_t i = 0; i < count; ++i) {
    protected_before_[i + 1] = protected_before_[i] + (!input.is_protected.empty() && input.is_protected[i] ? 1 : 0);
    weighted_before_[i + 1] = weighted_before_[i];
    if (input.token_features.empty()) continue;
    for (std::size_t f = 0; f < feature_count; ++f) {
      const float value = input.token_features[i * feature_count + f];
      features_before_[f * (count + 1) + i + 1] = features_before_[f * (count + 1) + i] + value;
      weighted_before_[i + 1] += value * model.weights()[model.own().first_token_feature + f];
    }
  }
}

void Sentence::CheckLattice(const DecoderModel& model) const {
  const SentenceInput& input = *input_;
  simplifier::CheckLattice(input.lattice, input.tokens.size(), "tokens");
  if (!input.span_labels.empty() || !input.tags.empty() || !input.is_protected.empty() ||
      !input.token_features.empty() || !input.replacements.empty()) {
    throw InputError("a lattice has no labels, tags, marks or features of its tokens; give the words alone");
  }
  if (!model.class_models().empty()) {
    throw InputError("a class language model needs a sentence of tokens, not a lattice; decode without it");
  }
}

void Sentence::FindWays() {
  if (is_lattice()) {
    size_ = 0;
    for (const LatticeArc& arc : input_->lattice) size_ = std::max(size_, arc.to);
  }
  const int tokens = token_count();
  for (int token = 0; token < tokens; ++token) arrivals_.push_back(token);
  if (is_lattice()) {
    std::stable_sort(arrivals_.begin(), arrivals_.end(), [this](int a, int b) { return End(a) < End(b); });
  }
  first_arrival_.assign(static_cast<std::size_t>(size_) + 2, 0);
  for (int token = 0; token < tokens; ++token) ++first_arrival_[static_cast<std::size_t>(End(token)) + 1];
  for (std::size_t i = 1; i < first_arrival_.size(); ++i) first_arrival_[i] += first_arrival_[i - 1];
  if (!is_lattice()) return;
  // Shortest ways from every start. Arcs lead forwards, so in the order of their ends the distance of an arc's start is
  // final when the arc is read. Time: positions x tokens.
  const int never = tokens + 1, width = size_ + 1;
  distances_.assign(static_cast<std::size_t>(width * width), never);
  for (int start = 0; start <= size_; ++start) {
    int* row = distances_.data() + start * width;
    row[start] = 0;
    for (int token : arrivals_) row[End(token)] = std::min(row[End(token)], row[Start(token)] + 1);
  }
}

void Sentence::TakeReplacements(const DecoderModel& model) {
  if (input_->replacements.empty()) return;
  replaced_.assign(input_->tokens.size(), false);
  for (const Replacement& replacement : input_->replacements) {
    if (replacement.start < 0 || replacement.end <= replacement.start || replacement.end > size()) {
      throw InputError(Message("a replacement of the span ", replacement.start, "-", replacement.end, " of ",
                               token_count(), " tokens"));
    }
    for (int token = replacement.start; token < replacement.end; ++token) {
      if (replaced_[static_cast<std::size_t>(token)]) throw InputError(Message("two replacements of token ", token));
      replaced_[static_cast<std::size_t>(token)] = true;
    }
    std::vector<WordIndex> words;
    for (std::size_t m = 0; m < model.language_models().size(); ++m) {
      const ClassView& view = model.view(m);
      for (const std::string& word : replacement.words) {
        words.push_back(view.has_classes() ? view.Word(view.classes().Entry(word), WordClasses::kNoTag)
                                           : model.language_models()[m].model->Index(word));
      }
    }
    replacement_lm_words_.push_back(std::move(words));
  }
}

int Sentence::Label(int start, int end) const {
  const int length = end - start;
  if (length > longest_label_) return kNoLabel;
  return labels_[static_cast<std::size_t>(start * longest_label_ + length - 1)];
}

}  // namespace simplifier
