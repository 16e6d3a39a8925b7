#include "tagger/tagger.hh"

#include "tagger/model_file.hh"

namespace simplifier {
namespace {

constexpr ModelKind kKind = {"SMPLTAG1", "tagger", kTaggerTemplateVersion};

}  // namespace

void TaggerModel::Save(const std::string& path) const {
  ModelFileWriter file(kKind);
  file.Names(tags);
  lexicon.Write(&file.Body());
  features.Write(&file.Body());
  file.Body().Array(weights);
  file.Save(path);
}

TaggerModel TaggerModel::Read(const std::string& path) {
  ModelFileReader file(path, kKind);
  ByteReader& reader = file.Body();
  TaggerModel model;
  model.tags = file.Names();
  if (model.tags.empty() || model.tags.size() > kMaxTags) reader.Fail();
  model.lexicon = TaggerLexicon::Read(&reader, model.tags.size());
  // The pool of weights follows the table in the file, so the places are checked when both are read.
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
