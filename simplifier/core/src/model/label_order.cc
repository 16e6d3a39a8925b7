#include "model/label_order.hh"

#include <algorithm>

namespace simplifier {
namespace {

// Tarjan's algorithm finds a component after all that can be reached from it, so the reversed order leads forwards.
class Components {
 public:
  Components(const std::set<std::uint16_t>& labels, const std::map<std::uint16_t, std::set<std::uint16_t>>& unary)
      : labels_(labels), unary_(unary) {
    for (std::uint16_t label : labels) {
      if (!entered_.count(label)) Visit(label);
    }
    std::reverse(found_.begin(), found_.end());
  }

  const std::vector<std::vector<std::uint16_t>>& found() const { return found_; }

 private:
  void Visit(std::uint16_t label) {
    const std::size_t number = entered_.size();
    entered_[label] = lowest_[label] = number;
    open_.push_back(label);
    if (const auto next = unary_.find(label); next != unary_.end()) {
      for (std::uint16_t other : next->second) {
        if (!labels_.count(other)) continue;
        if (!entered_.count(other)) Visit(other);
        if (std::find(open_.begin(), open_.end(), other) != open_.end()) {
          lowest_[label] = std::min(lowest_[label], lowest_[other]);
        }
      }
    }
    if (lowest_[label] != number) return;
    const auto first = std::find(open_.begin(), open_.end(), label);
    found_.emplace_back(first, open_.end());
    std::sort(found_.back().begin(), found_.back().end());
    open_.erase(first, open_.end());
  }

  const std::set<std::uint16_t>& labels_;
  const std::map<std::uint16_t, std::set<std::uint16_t>>& unary_;
  std::map<std::uint16_t, std::size_t> entered_, lowest_;
  std::vector<std::uint16_t> open_;
  std::vector<std::vector<std::uint16_t>> found_;
};

}  // namespace

std::vector<LabelPlace> OrderLabels(const std::set<std::uint16_t>& labels,
                                    const std::map<std::uint16_t, std::set<std::uint16_t>>& unary) {
  std::vector<LabelPlace> places;
  const Components components(labels, unary);
  for (std::size_t c = 0; c < components.found().size(); ++c) {
    const std::vector<std::uint16_t>& members = components.found()[c];
    const auto next = unary.find(members[0]);
    const bool cyclic = members.size() > 1 || (next != unary.end() && next->second.count(members[0]));
    const std::size_t steps = cyclic ? std::clamp<std::size_t>(members.size() - 1, 1, kMostUnarySteps) : 0;
    for (std::uint16_t label : members) {
      places.push_back({label, static_cast<std::uint16_t>(c), static_cast<std::uint16_t>(members.size()),
                        static_cast<std::uint16_t>(steps)});
    }
  }
  return places;
}

}  // namespace simplifier
