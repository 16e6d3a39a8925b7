#include "parser/parser.hh"

#include "common/error.hh"
#include "tagger/model_file.hh"
#include "tagger/tagger_features.hh"

namespace simplifier {
namespace {

constexpr ModelKind kKind = {"SMPLPAR1", "parser", kParserTemplateVersion};

}  // namespace

void ParserModel::Save(const std::string& path) const {
  ModelFileWriter file(kKind);
  file.Names(tags);
  file.Names(labels);
  ByteWriter& body = file.Body();
  body.Array(landmarks);
  kinds.Write(&body);
  transitions.Write(&body);
  label_features.Write(&body);
  body.Array(label_weights);
  file.Save(path);
}

ParserModel ParserModel::Read(const std::string& path) {
  ModelFileReader file(path, kKind);
  ByteReader& reader = file.Body();
  ParserModel model;
  model.tags = file.Names();
  model.labels = file.Names();
  model.landmarks = reader.Array<std::uint8_t>();
  if (model.tags.size() > kMaxParserTags || model.landmarks.size() != model.tags.size()) reader.Fail();
  if (model.labels.empty() || model.labels.size() > kMaxParserLabels) reader.Fail();
  for (const std::uint8_t landmark : model.landmarks) {
    if (landmark > kLandmarks) reader.Fail();
  }
  model.kinds = WordKinds::Read(&reader, [](std::uint16_t) { return true; });
  model.transitions =
      CompactTable<std::uint16_t, TransitionWeights>::Read(&reader, [](const TransitionWeights&) { return true; });
  // The pool of weights follows the table in the file, so the places are checked when both are read.
  std::vector<std::uint32_t> rows;
  const auto remember = [&rows](std::uint32_t at) {
    rows.push_back(at);
    return true;
  };
  model.label_features = CompactTable<std::uint16_t, std::uint32_t>::Read(&reader, remember);
  model.label_weights = reader.Array<std::int8_t>();
  for (const std::uint32_t at : rows) {
    if (!IsWeightRow(model.label_weights, at, model.labels.size())) reader.Fail();
  }
  return model;
}

std::unordered_map<std::string, std::uint8_t> Numbered(const std::vector<std::string>& names) {
  std::unordered_map<std::string, std::uint8_t> result;
  for (std::size_t i = 0; i < names.size(); ++i) result[names[i]] = static_cast<std::uint8_t>(i);
  return result;
}

LandmarkOfTag LandmarksOf(const std::vector<std::uint8_t>& landmarks) {
  LandmarkOfTag result{};
  for (std::size_t i = 0; i < landmarks.size(); ++i) result[i] = landmarks[i];
  return result;
}

Parser::Parser(ParserModel model)
    : model_(std::move(model)), tag_ids_(Numbered(model_.tags)), landmarks_(LandmarksOf(model_.landmarks)) {}

std::unique_ptr<Parser> Parser::Load(const std::string& path) {
  return std::make_unique<Parser>(ParserModel::Read(path));
}

std::uint8_t Parser::TagIndex(std::string_view tag) const {
  const auto at = tag_ids_.find(std::string(tag));
  return at == tag_ids_.end() ? kUnknownTag : at->second;
}

void Parser::Parse(const std::string_view* words, const std::uint8_t* tags, std::size_t size, std::int32_t* heads,
                   std::uint8_t* labels) const {
  thread_local std::vector<ParserWord> described;
  thread_local ParserState state;
  described.clear();
  for (std::size_t i = 0; i < size; ++i) described.push_back(DescribeWord(words[i]));
  DescribeTags(tags, landmarks_, model_.kinds, &described);
  state.Start(size);
  TransitionKeys keys;
  LabelKeys label_keys;
  while (!state.Done()) {
    if (state.stack.empty()) {
      state.Shift();
      continue;
    }
    // With no word left to shift there is no choice: the root takes one word only, so all others go to the one below.
    const bool forced = state.front == state.size;
    Transition next = state.Legal(kRight) ? kRight : kLeft;
    if (!forced) {
      TransitionFeatures(described, state, &keys);
      next = Best(keys, state);
    }
    if (next == kShift) {
      state.Shift();
      continue;
    }
    std::uint8_t label = 0;
    if (state.HeadBy(next) != state.size) {
      LabelFeatures(described, state, next, &label_keys);
      label = BestLabel(label_keys);
    }
    state.Attach(next, label);
  }
  for (std::size_t i = 0; i < size; ++i) {
    const ParserState::Node& node = state.nodes[i];
    heads[i] = node.head == state.size ? -1 : node.head;
    labels[i] = node.label;
  }
}

Transition Parser::Best(const TransitionKeys& keys, const ParserState& state) const {
  std::array<const ParserModel::TransitionWeights*, kTransitionTemplates> found;
  const std::size_t count = model_.transitions.FindAll(keys, found.data());
  std::array<std::int32_t, kTransitions> scores{};
  for (std::size_t at = 0; at < count; ++at) {
    for (std::size_t i = 0; i < kTransitions; ++i) scores[i] += (*found[at])[i];
  }
  // Never called at the end of the sentence, so a shift is legal.
  Transition best = kShift;
  for (const Transition next : {kLeft, kRight}) {
    if (state.Legal(next) && scores[next] > scores[best]) best = next;
  }
  return best;
}

std::uint8_t Parser::BestLabel(const LabelKeys& keys) const {
  std::array<std::int32_t, 64> scores{};
  AddRows(model_.label_features, keys, model_.label_weights, scores.data());
  std::size_t best = 1;  // label 0 belongs to the root alone
  for (std::size_t label = 2; label < model_.labels.size(); ++label) {
    if (scores[label] > scores[best]) best = label;
  }
  return static_cast<std::uint8_t>(best < model_.labels.size() ? best : 0);
}

}  // namespace simplifier
