
#include "changes/context_features.hh"
#include "changes/selection_features.hh"

namespace simplifier {

// In the order of the documentation.
const std::vector<const FeatureTable*>& FeatureCatalogue() {
  static const std::vector<const FeatureTable*> tables = {
      &ReviewFeatureTable(), &UserFeatureTable(), &UserVetoTable(),     &ChartFeatureTable(),
      &TokenFeatureTable(),  &WindowFeatureTable(), &TagFeatureTable(), &EdgeFeatureTable(),
      &FrameFeatureTable(),  &SelectionFeatureTable(), &OutputFeatureTable()};
  return tables;
}

}  // namespace simplifier
