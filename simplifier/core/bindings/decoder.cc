// The results of decoding, and the reranker that chooses among derivations.
#include "search/decoder.hh"

#include "arrays.hh"
#include "bindings.hh"
#include "search/change_groups.hh"
#include "search/reranker.hh"

namespace nb = nanobind;

namespace simplifier {
namespace {

void Construct(Reranker* self, const std::string& path, const std::vector<std::string>& features, std::size_t depth,
               double score_weight, double edit_cost, std::string limited, double most) {
  new (self) Reranker(path, features, depth, score_weight, edit_cost, {std::move(limited), most});
}

Array<const double> Features(DecodedDerivation& derivation) {
  return {derivation.features.data(), {derivation.features.size()}, nb::find(derivation)};
}

// A rule of a derivation: its number in DecodedSentence::rules, and its target start and end.
using Place = std::tuple<std::uint32_t, int, int>;

std::vector<Place> Places(const DecodedDerivation& derivation, bool changed_only) {
  std::vector<Place> places;
  for (const PlacedRule& one : derivation.rules) {
    if (one.changed || !changed_only) places.emplace_back(one.number, one.target_start, one.target_end);
  }
  return places;
}

// A group of changes: the number of a derivation that has it, and its changes in that derivation. Groups also returns,
// for every derivation, the numbers of its groups.
using Group = std::tuple<std::uint32_t, std::vector<Place>>;

std::tuple<std::vector<Group>, std::vector<std::vector<std::uint32_t>>> Groups(const DecodedSentence& decoded,
                                                                               const std::vector<int>& following,
                                                                               const std::vector<int>& before) {
  ChangeGroups found = GroupChanges(decoded, following, before);
  std::vector<Group> groups;
  for (const ChangeGroups::Group& one : found.groups) {
    std::vector<Place> places;
    for (const std::uint32_t at : one.rules) {
      const PlacedRule& rule = decoded.derivations[one.derivation].rules[at];
      places.emplace_back(rule.number, rule.target_start, rule.target_end);
    }
    groups.emplace_back(one.derivation, std::move(places));
  }
  return {std::move(groups), std::move(found.of)};
}

void BindObjection(nb::module_& module) {
  nb::class_<Objection>(module, "Objection", "A feature that takes something off a change, by the code that computed it.")
      .def_ro("feature", &Objection::feature)
      .def_ro("price", &Objection::price)
      .def_ro("kind", &Objection::kind)
      .def_ro("reason", &Objection::reason);
}

}  // namespace

void BindDecoder(nb::module_& module) {
  BindObjection(module);
  nb::class_<AppliedRule>(module, "AppliedRule")
      .def_ro("start", &AppliedRule::start)
      .def_ro("end", &AppliedRule::end)
      .def_ro("grammar", &AppliedRule::grammar)
      .def_ro("rule", &AppliedRule::rule)
      .def_ro("label", &AppliedRule::label)
      .def_ro("changed", &AppliedRule::changed)
      .def_ro("features", &AppliedRule::features)
      .def_ro("objections", &AppliedRule::objections);

  nb::class_<DecodedDerivation>(module, "DecodedDerivation")
      .def_ro("score", &DecodedDerivation::score)
      .def_ro("tokens", &DecodedDerivation::tokens)
      .def_prop_ro("features", &Features, "float64 [features of the model].")
      .def("rules", &Places, nb::arg("changed_only") = false,
           "Number in the sentence, target start and end; outer before inner.")
      .def_ro("nested", &DecodedDerivation::nested, "Whether some rule has others in its gaps.")
      .def_ro("gain", &DecodedDerivation::gain, "As a reranker predicts it; 0 without one.");

  nb::class_<DecodeStatistics>(module, "DecodeStatistics")
      .def_ro("nodes", &DecodeStatistics::nodes)
      .def_ro("applications", &DecodeStatistics::applications)
      .def_ro("hypotheses", &DecodeStatistics::hypotheses)
      .def_ro("arena_bytes", &DecodeStatistics::arena_bytes)
      .def_ro("pops", &DecodeStatistics::pops)
      .def_ro("evaluations", &DecodeStatistics::evaluations);

  nb::class_<ForestHypothesis>(module, "ForestHypothesis")
      .def_ro("start", &ForestHypothesis::start)
      .def_ro("end", &ForestHypothesis::end)
      .def_ro("label", &ForestHypothesis::label)
      .def_ro("score", &ForestHypothesis::score);

  nb::class_<ForestEdge>(module, "ForestEdge")
      .def_ro("head", &ForestEdge::head)
      .def_ro("tails", &ForestEdge::tails)
      .def_ro("rule", &ForestEdge::rule)
      .def_ro("score", &ForestEdge::score);

  nb::class_<DecodedForest>(module, "DecodedForest")
      .def_ro("hypotheses", &DecodedForest::hypotheses)
      .def_ro("edges", &DecodedForest::edges);

  nb::class_<DecodedSentence>(module, "DecodedSentence")
      .def_ro("timed_out", &DecodedSentence::timed_out)
      .def_ro("forest", &DecodedSentence::forest)
      .def_ro("derivations", &DecodedSentence::derivations)
      .def("rule", [](const DecodedSentence& self, std::size_t number) -> const AppliedRule& { return self.rules.at(number); },
           nb::arg("number"), nb::rv_policy::reference_internal, "One of the rules of all derivations.")
      .def("change_groups", &Groups, nb::arg("following"), nb::arg("before"),
           "Different groups of neighbouring changes, each by a derivation and its rules there (as of\n"
           "`DecodedDerivation.rules`); for every derivation the numbers of its groups.")
      .def_ro("statistics", &DecodedSentence::statistics);
}

void BindReranker(nb::module_& module) {
  nb::class_<Reranker>(module, "Reranker", "Chooses among the k best derivations of a sentence with boosted trees.")
      .def("__init__", &Construct, nb::arg("path"), nb::arg("feature_names"), nb::arg("depth"), nb::arg("score_weight"),
           nb::arg("edit_cost") = 0.0, nb::arg("limited") = "", nb::arg("most") = 0.0);

  nb::class_<CandidateInputs>(module, "CandidateInputs", "What trees may read of a candidate.")
      .def(nb::init<const std::vector<std::string>&, const std::vector<std::string>&>(), nb::arg("names"),
           nb::arg("feature_names"))
      .def("__len__", &CandidateInputs::size);
}

}  // namespace simplifier
