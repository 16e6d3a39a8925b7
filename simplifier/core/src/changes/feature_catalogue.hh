// Every feature that a decoder can have beside those of its rule tables, each told once: what documentation,
// explanations and configurations read.
#pragma once

#include <vector>

#include "model/feature_table.hh"

namespace simplifier {

const std::vector<const FeatureTable*>& FeatureCatalogue();

}  // namespace simplifier
