#include "tagger/tagger.hh"

#include <cstring>

#include "common/error.hh"
#include "common/mapped_file.hh"
#include "common/part_file.hh"

namespace simplifier {
namespace {

constexpr char kMagic[8] = {'S', 'M', 'P', 'L', 'T', 'A', 'G', '1'};
constexpr std::size_t kVersionAt = 7;

}  // namespace

void TaggerModel::Save(const std::string& path) const {
  ByteWriter body;
  body.Number(kTaggerTemplateVersion);
  std::string names;
  for (const std::string& tag : tags) names += tag + "\n";
  body.Array(std::vector<char>(names.begin(), names.end()));
  lexicon.Write(&body);
  features.Write(&body);
  body.Array(weights);
  ByteWriter head;
  head.Bytes().append(kMagic, sizeof kMagic);
  head.Number(body.Bytes().size());
  head.Number(HashBytes(body.Bytes()));
  PartFile file(path);
  file.Write(head.Bytes().data(), head.Bytes().size());
  file.Write(body.Bytes().data(), body.Bytes().size());
  file.Commit();
}

TaggerModel TaggerModel::Read(const std::string& path) {
  const MappedFile file(path);
  const std::string_view bytes(file.data(), file.size());
  const bool marked = bytes.size() >= sizeof kMagic && std::memcmp(bytes.data(), kMagic, kVersionAt) == 0;
  if (!marked || bytes[kVersionAt] < '0' || bytes[kVersionAt] > '9') {
    throw InputError(Message(path, ": not a tagger model; name a file that simplifier/recipes/training/tagger.py wrote"));
  }
  if (bytes[kVersionAt] != kMagic[kVersionAt]) {
    throw InputError(Message(path, ": a tagger of format version ", bytes[kVersionAt], ", this program reads version ",
                             kMagic[kVersionAt], "; train it again"));
  }
  ByteReader reader(bytes, sizeof kMagic, path);
  const std::uint64_t size = reader.Number();
  const std::uint64_t checksum = reader.Number();
  const std::size_t start = sizeof kMagic + 2 * sizeof(std::uint64_t);
  if (bytes.size() - start != size || HashBytes(bytes.substr(start)) != checksum) reader.Fail();
  if (reader.Number() != kTaggerTemplateVersion) {
    throw InputError(Message(path, ": made for another version of the tagger; train it again"));
  }
  TaggerModel model;
  std::string name;
  for (const char c : reader.Array<char>()) {
    if (c == '\n') {
      model.tags.push_back(std::move(name));
      name.clear();
    } else {
      name.push_back(c);
    }
  }
  if (model.tags.empty() || model.tags.size() > kMaxTags) reader.Fail();
  model.lexicon = TaggerLexicon::Read(&reader, model.tags.size());
  std::vector<std::uint32_t> rows;
  const auto remember = [&rows](std::uint32_t at) {
    rows.push_back(at);
    return true;
  };
  model.features = CompactTable<std::uint16_t, std::uint32_t>::Read(&reader, remember);
  model.weights = reader.Array<std::int8_t>();
  for (const std::uint32_t at : rows) {
    if (!IsWeightRow(model.weights, at, model.tags.size())) reader.Fail();
  }
  return model;
}

std::unique_ptr<Tagger> Tagger::Load(const std::string& path) {
  return std::make_unique<Tagger>(TaggerModel::Read(path));
}

void Tagger::Tag(const std::string_view* words, std::size_t size, bool fragment, std::uint8_t* tags) const {
  thread_local std::vector<WordForm> forms;
  thread_local std::vector<const WordForm*> pointers;
  thread_local std::vector<int> certain;
  forms.resize(size);
  pointers.resize(size);
  certain.resize(size);
  for (std::size_t i = 0; i < size; ++i) {
    certain[i] = Describe(words[i], &forms[i]);
    pointers[i] = &forms[i];
  }
  const SequenceView view{pointers.data(), size, fragment, IsCaseless(pointers.data(), size)};
  const std::uint8_t start = fragment ? kUnknownStart : kSentenceStart;
  std::uint8_t previous = start, before_previous = start;
  bool first = !fragment;
  for (std::size_t i = 0; i < size; ++i) {
    tags[i] = certain[i] >= 0 ? static_cast<std::uint8_t>(certain[i])
                              : Best(view, i, previous, before_previous, first);
    before_previous = previous;
    previous = tags[i];
    first = first && !forms[i].alphanumeric;
  }
}

int Tagger::Describe(std::string_view word, WordForm* form) const {
  *form = AnalyseWord(word);
  return model_.lexicon.Describe(form);
}

std::uint8_t Tagger::Best(const SequenceView& view, std::size_t place, std::uint8_t previous,
                          std::uint8_t before_previous, bool first) const {
  FeatureKeys keys;
  ExtractFeatures(view, place, previous, before_previous, first, &keys);
  std::int32_t scores[64] = {};
  AddRows(model_.features, keys, model_.weights, scores);
  std::size_t best = 0;
  for (std::size_t tag = 1; tag < model_.tags.size(); ++tag) {
    if (scores[tag] > scores[best]) best = tag;
  }
  return static_cast<std::uint8_t>(best);
}

std::vector<std::pair<std::uint8_t, double>> Tagger::WordTags(std::string_view word) const {
  std::vector<std::pair<std::uint8_t, double>> result;
  const std::vector<TagShare> shares = model_.lexicon.Shares(AnalyseWord(word).lexicon);
  double total = 0;
  for (const TagShare& share : shares) total += share.share;
  for (const TagShare& share : shares) result.emplace_back(share.tag, share.share / total);
  return result;
}

}  // namespace simplifier
