// The catalogue of features, and their names as constants.
#include "changes/context_features.hh"

#include "bindings.hh"

namespace nb = nanobind;

namespace simplifier {
namespace {

// A feature of the catalogue with the table it stands in, which has what all features of a group share.
struct CataloguedFeature {
  const FeatureTable* table;
  const FeatureEntry* entry;
};

// Has the name of every feature as an attribute, so that Python code need not spell the names again. Names with the
// placeholder NAME have no attribute.
struct FeatureName {};

std::vector<CataloguedFeature> Catalogue() {
  std::vector<CataloguedFeature> features;
  for (const FeatureTable* table : FeatureCatalogue()) {
    for (const FeatureEntry& entry : table->entries) features.push_back({table, &entry});
  }
  return features;
}

bool IsPattern(const std::string& name) { return name.find("NAME") != std::string::npos; }

}  // namespace

void BindFeatureCatalogue(nb::module_& module) {
  nb::class_<CataloguedFeature>(module, "CataloguedFeature",
                                "A feature as the code that computes it tells of it; NAME in a name is a language model's.")
      .def_prop_ro("name", [](const CataloguedFeature& self) { return self.entry->name; })
      .def_prop_ro("meaning", [](const CataloguedFeature& self) { return self.entry->meaning; })
      .def_prop_ro("unit", [](const CataloguedFeature& self) { return self.entry->unit; })
      .def_prop_ro("group", [](const CataloguedFeature& self) { return self.table->group; })
      .def_prop_ro("level", [](const CataloguedFeature& self) { return self.table->level; }, "rule, span or hypothesis.")
      .def_prop_ro("stops", [](const CataloguedFeature& self) { return self.entry->stops; },
                   "The kind of reason where a weight below 0 stops changes, else empty.")
      .def_prop_ro("reason", [](const CataloguedFeature& self) { return self.entry->reason; },
                   "What the user is told where this feature decided.");
  nb::class_<FeatureName> names(module, "FeatureName", "The names of the features in the catalogue.");
  for (const CataloguedFeature& one : Catalogue()) {
    if (!IsPattern(one.entry->name)) names.attr(one.entry->name.c_str()) = one.entry->name;
  }
  module.def("feature_catalogue", &Catalogue,
             "Every feature that a decoder can have beside those of its rule tables.");
}

}  // namespace simplifier
