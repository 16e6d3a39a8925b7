#include "sentence.hh"

#include <algorithm>

#include "error.hh"

namespace simplifier {

SentenceInput WithMarkers(const SentenceInput& input, std::size_t token_feature_count) {
  SentenceInput marked = input;
  marked.tokens.insert(marked.tokens.begin(), "<s>");
  marked.tokens.push_back("</s>");
  for (SpanLabel& span : marked.span_labels) {
    ++span.start;
    ++span.end;
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
    : input_(&input), has_markers_(model.has_goal()) {
  const std::size_t count = input.tokens.size();
  const std::size_t feature_count = model.token_feature_count();
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
  for (const Grammar& grammar : model.grammars()) {
    for (const std::string& token : input.tokens) words_.push_back(grammar.table().Word(token).value_or(kNoWord));
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

  for (const SpanLabel& span : input.span_labels) {
    if (span.start < 0 || span.end <= span.start || span.end > size()) {
      throw InputError(Message("label ", span.label, " on the span ", span.start, "-", span.end, " of ", count,
                               " tokens"));
    }
    longest_label_ = std::max(longest_label_, span.end - span.start);
  }
  labels_.assign(count * static_cast<std::size_t>(longest_label_), kNoLabel);
  for (const SpanLabel& span : input.span_labels) {
    // A label no grammar knows still differs from every LHS.
    const int label = model.LabelNumber(span.label);
    labels_[static_cast<std::size_t>(span.start * longest_label_ + span.end - span.start - 1)] =
        label >= 0 ? label : static_cast<int>(model.labels().size());
  }

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

int Sentence::Label(int start, int end) const {
  const int length = end - start;
  if (length > longest_label_) return kNoLabel;
  return labels_[static_cast<std::size_t>(start * longest_label_ + length - 1)];
}

}  // namespace simplifier
