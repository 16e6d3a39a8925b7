#include "parser/parser.hh"

#include <cstring>

#include "common/error.hh"
#include "common/mapped_file.hh"
#include "common/part_file.hh"
#include "tagger/tagger_features.hh"

namespace simplifier {
namespace {

constexpr char kMagic[8] = {'S', 'M', 'P', 'L', 'P', 'A', 'R', '1'};
constexpr std::size_t kVersionAt = 7;

void WriteNames(const std::vector<std::string>& names, ByteWriter* body) {
  std::string lines;
  for (const std::string& name : names) lines += name + "\n";
  body->Array(std::vector<char>(lines.begin(), lines.end()));
}

std::vector<std::string> ReadNames(ByteReader* reader) {
  std::vector<std::string> names;
  std::string name;
  for (const char c : reader->Array<char>()) {
    if (c == '\n') {
      names.push_back(std::move(name));
      name.clear();
    } else {
      name.push_back(c);
    }
  }
  return names;
}

}  // namespace

void ParserModel::Save(const std::string& path) const {
  ByteWriter body;
  body.Number(kParserTemplateVersion);
  WriteNames(tags, &body);
  WriteNames(labels, &body);
  body.Array(landmarks);
  kinds.Write(&body);
  transitions.Write(&body);
  label_features.Write(&body);
  body.Array(label_weights);
  ByteWriter head;
  head.Bytes().append(kMagic, sizeof kMagic);
  head.Number(body.Bytes().size());
  head.Number(HashBytes(body.Bytes()));
  PartFile file(path);
  file.Write(head.Bytes().data(), head.Bytes().size());
  file.Write(body.Bytes().data(), body.Bytes().size());
  file.Commit();
}

ParserModel ParserModel::Read(const std::string& path) {
  const MappedFile file(path);
  const std::string_view bytes(file.data(), file.size());
  const bool marked = bytes.size() >= sizeof kMagic && std::memcmp(bytes.data(), kMagic, kVersionAt) == 0;
  if (!marked || bytes[kVersionAt] < '0' || bytes[kVersionAt] > '9') {
    throw InputError(Message(path, ": not a parser model; name a file that simplifier/recipes/training/parser.py wrote"));
  }
  if (bytes[kVersionAt] != kMagic[kVersionAt]) {
    throw InputError(Message(path, ": a parser of format version ", bytes[kVersionAt], ", this program reads version ",
                             kMagic[kVersionAt], "; train it again"));
  }
  ByteReader reader(bytes, sizeof kMagic, path, "parser model");
  const std::uint64_t size = reader.Number();
  const std::uint64_t checksum = reader.Number();
  const std::size_t start = sizeof kMagic + 2 * sizeof(std::uint64_t);
  if (bytes.size() - start != size || HashBytes(bytes.substr(start)) != checksum) reader.Fail();
  if (reader.Number() != kParserTemplateVersion) {
    throw InputError(Message(path, ": made for another version of the parser; train it again"));
  }
  ParserModel model;
  model.tags = ReadNames(&reader);
  model.labels = ReadNames(&reader);
  model.landmarks = reader.Array<std::uint8_t>();
  if (model.tags.size() > kMaxParserTags || model.landmarks.size() != model.tags.size()) reader.Fail();
  if (model.labels.empty() || model.labels.size() > kMaxParserLabels) reader.Fail();
  for (const std::uint8_t landmark : model.landmarks) {
    if (landmark > kLandmarks) reader.Fail();
  }
  model.kinds = WordKinds::Read(&reader, [](std::uint16_t) { return true; });
  model.transitions =
      CompactTable<std::uint16_t, TransitionWeights>::Read(&reader, [](const TransitionWeights&) { return true; });
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
  // Called before the end of the sentence, where a shift is legal.
  Transition best = kShift;
  for (const Transition next : {kLeft, kRight}) {
    if (state.Legal(next) && scores[next] > scores[best]) best = next;
  }
  return best;
}

std::uint8_t Parser::BestLabel(const LabelKeys& keys) const {
  std::array<std::int32_t, 64> scores{};
  AddRows(model_.label_features, keys, model_.label_weights, scores.data());
  std::size_t best = 1;  // 0 is for the root alone
  for (std::size_t label = 2; label < model_.labels.size(); ++label) {
    if (scores[label] > scores[best]) best = label;
  }
  return static_cast<std::uint8_t>(best < model_.labels.size() ? best : 0);
}

}  // namespace simplifier
