// What callers give with each sentence: words, labels, protected tokens, token features, replacements, lattices and
// constraints of the target.
#include <cmath>
#include <memory>
#include <map>

#include "building/rule_table_builder.hh"
#include "harness.hh"
#include "search/decoder.hh"

namespace simplifier::fuzz {
namespace {

constexpr char kArpa[] =
    "\\data\\\nngram 1=7\nngram 2=3\n\n\\1-grams:\n-1.0\t<unk>\t0\n0\t<s>\t-0.3\n-0.7\t</s>\t0\n-0.5\ta\t-0.2\n"
    "-0.9\tb\t-0.1\n-1.1\tc\t-0.4\n-0.8\td\t0\n\n\\2-grams:\n-0.2\t<s> a\n-0.3\ta b\n-0.4\td </s>\n\n\\end\\\n";
// Left-hand side, source, target, value.
const char* const kRules[][4] = {
    {"X", "a", "a", "1"},           {"X", "b", "b", "1"},         {"X", "a", "b", "-1"},
    {"X", "b c", "d", "-0.5"},      {"N", "c", "c", "0.25"},      {"N", "a b c", "c", "0"},
    {"X", "c [N,1]", "[N,1] d", "1"}, {"X", "[X,1] b [N,2]", "[N,2] [X,1]", "2"}, {"N", "[X,1]", "[X,1]", "-0.125"},
    {"X", "[N,1]", "[N,1]", "-0.25"}, {"S", "[X,1]", "[X,1]", "0"}, {"S", "<s> [X,1] </s>", "<s> [X,1] </s>", "0"},
    {"S", "<s> [N,1] [X,2] </s>", "<s> [N,1] [X,2] </s>", "0"}};

std::shared_ptr<const RuleTable> Table(const ScratchFolder& folder) {
  TableOptions options;
  options.path = folder.Path("fuzz.table");
  options.feature_names = {"cost"};
  options.feature_defaults = {0.0f};
  options.provenance = {"fuzz"};
  options.metadata = "{}";
  options.scratch_directory = folder.Path("");
  TableBuilder builder(options);
  for (const auto& rule : kRules) {
    const float value = std::strtof(rule[3], nullptr);
    builder.Add(rule[0], rule[1], rule[2], "", 1, &value);
  }
  builder.Finish();
  return std::make_shared<RuleTable>(options.path);
}

// A model with the built-in glue, one that fills gaps by label, and one with a goal of its own.
std::vector<std::unique_ptr<DecoderModel>> Models() {
  const ScratchFolder folder;
  const auto table = Table(folder);
  const std::shared_ptr<const LanguageModel> lm = LanguageModel::Load(folder.Write("fuzz.arpa", kArpa));
  std::vector<std::unique_ptr<DecoderModel>> models;
  for (std::size_t kind = 0; kind < 3; ++kind) {
    ParseSpec parse;
    parse.lattice_cost = kind != 1;
    if (kind == 2) parse.goal_label = "S", parse.unknown_when = UnknownWhen::kEvery, parse.unknown_suffix = "_OOV";
    models.push_back(std::make_unique<DecoderModel>(
        std::vector<GrammarSpec>{{table, "fuzz", kind == 2 ? GrammarSpec::kNoLimit : 5}},
        std::vector<LanguageModelSpec>{{lm, "fuzz", nullptr}}, std::vector<std::string>{"mark"}, parse));
    if (kind == 1) models.back()->FillGapsByLabel();
    models.back()->SetWeights({{"cost", 1.0}, {"lm_fuzz", 0.5}, {"WordPenalty", -0.25}, {"OOVPenalty", -1.0}, {"mark", 0.5}});
  }
  return models;
}

std::string Word(Bytes* bytes) {
  static const char* const known[] = {"a", "b", "c", "d", "<s>", "</s>", "[X,1]", "|||", "", "e\xCC\x81", "\xFF", "a b"};
  const std::size_t number = bytes->Below(31);
  return number < 24 ? known[number < 12 ? number : number % 4] : std::string(1, static_cast<char>(number));
}

std::vector<std::string> Phrase(Bytes* bytes, std::size_t most) {
  std::vector<std::string> words(bytes->Below(most));
  for (std::string& word : words) word = Word(bytes);
  return words;
}

// A number that is mostly a place in the sentence.
int Place(Bytes* bytes) {
  const std::uint8_t kind = bytes->Number<std::uint8_t>();
  return kind == 255 ? bytes->Number<std::int32_t>() : static_cast<int>(kind % 16) - 1;
}

std::vector<LatticeArc> Lattice(Bytes* bytes, std::size_t words) {
  std::vector<LatticeArc> arcs;
  if (bytes->Below(3) != 3) return arcs;
  int node = 0;
  for (std::size_t i = 0; i < words; ++i) {
    const std::uint8_t kind = bytes->Number<std::uint8_t>();
    if (kind == 255) {
      arcs.push_back({Place(bytes), Place(bytes), bytes->Number<float>()});
    } else {
      arcs.push_back({std::max(0, node - (kind & 1)), node + 1, static_cast<float>(kind) / 64});
      node += (kind & 2) != 0 || i == 0;
    }
  }
  return arcs;
}

SentenceInput Input(Bytes* bytes) {
  SentenceInput input;
  input.tokens = Phrase(bytes, 9);
  const std::size_t count = input.tokens.size();
  for (std::size_t i = bytes->Below(3); i > 0; --i) {
    const char* const labels[] = {"X", "N", "S", "Q"};
    input.span_labels.push_back({Place(bytes), Place(bytes), labels[bytes->Below(3)]});
  }
  if (bytes->Chance()) {
    for (std::size_t i = 0; i < count + (bytes->Below(255) == 255); ++i) input.is_protected.push_back(bytes->Chance());
  }
  if (bytes->Chance()) input.token_features.assign(count + (bytes->Below(255) == 255), bytes->Number<float>());
  for (std::size_t i = bytes->Below(2); i > 0; --i) input.replacements.push_back({Place(bytes), Place(bytes), Phrase(bytes, 3)});
  input.lattice = Lattice(bytes, count);
  if (bytes->Chance()) {
    TargetConstraints constraints;
    for (std::size_t i = bytes->Below(3); i > 0; --i) constraints.include.push_back(Phrase(bytes, 3));
    for (std::size_t i = bytes->Below(3); i > 0; --i) constraints.exclude.push_back(Phrase(bytes, 3));
    if ((constraints.forced = bytes->Chance())) constraints.target = Phrase(bytes, 9);
    constraints.lattice = Lattice(bytes, constraints.target.size());
    input.constraints = std::make_shared<TargetConstraints>(std::move(constraints));
  }
  return input;
}

void CheckResult(const DecoderModel& model, const DecodedSentence& result, std::size_t k) {
  Require(result.derivations.size() <= k, "no more derivations than were asked for");
  double last = HUGE_VAL;
  for (const DecodedDerivation& one : result.derivations) {
    Require(one.features.size() == model.feature_names().size(), "every feature has a value");
    double score = 0.0, size = 0.0;
    for (std::size_t f = 0; f < one.features.size(); ++f) {
      score += model.weights()[f] * one.features[f];
      size += std::abs(model.weights()[f] * one.features[f]);
    }
    if (!std::isfinite(size) || size > 1e6) return;  // token features may be any number
    Require(std::abs(score - one.score) < 1e-3 * (1.0 + size), "a score is weights times features");
    Require(one.score <= last + 1e-3 * (1.0 + size), "the best comes first");
    last = one.score;
    for (const PlacedRule& rule : one.rules) Require(rule.number < result.rules.size(), "a rule has a place");
  }
  for (const ForestEdge& edge : result.forest.edges) {
    Require(edge.head < result.forest.hypotheses.size(), "an edge has a head");
    for (const std::uint32_t tail : edge.tails) Require(tail < edge.head, "antecedents come first");
  }
}

}  // namespace
}  // namespace simplifier::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace simplifier;
  using namespace simplifier::fuzz;
  static const std::vector<std::unique_ptr<DecoderModel>> models = Models();
  static DecodeMemory memory;
  Bytes bytes(data, size);
  const DecoderModel& model = *models[bytes.Below(models.size() - 1)];
  DecodeOptions options;
  options.k = 1 + bytes.Below(7);
  options.unique = bytes.Chance();
  options.pop_limit = bytes.Chance() ? 10 : 60;
  options.trace = bytes.Chance();
  options.forest = bytes.Chance();
  options.timeout_seconds = bytes.Below(15) == 15 ? 1e-4 : 0.0;
  const SentenceInput input = Input(&bytes);
  try {
    CheckResult(model, Decode(model, input, options, &memory), options.k);
  } catch (const InputError&) {
  }
  return 0;
}
