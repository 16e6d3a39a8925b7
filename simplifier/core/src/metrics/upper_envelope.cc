#include "metrics/upper_envelope.hh"

#include <algorithm>
#include <limits>

namespace simplifier {
namespace {

struct Line {
  double slope, intercept;
  std::int64_t row;
};

// The step at which the steeper line overtakes the other.
double Crossing(const Line& flat, const Line& steep) {
  return (flat.intercept - steep.intercept) / (steep.slope - flat.slope);
}

}  // namespace

UpperEnvelopes FindUpperEnvelopes(const double* intercepts, const double* slopes, const std::int64_t* order,
                                  const std::int64_t* starts, std::size_t sentences) {
  UpperEnvelopes found;
  std::vector<Line> lines;
  std::vector<const Line*> hull;  // the lines of the current sentence at the end of `found`
  for (std::size_t s = 0; s < sentences; ++s) {
    lines.clear();
    for (std::int64_t i = starts[s]; i < starts[s + 1]; ++i) {
      lines.push_back({slopes[order[i]], intercepts[order[i]], order[i]});
    }
    std::stable_sort(lines.begin(), lines.end(), [](const Line& a, const Line& b) {
      return a.slope != b.slope ? a.slope < b.slope : a.intercept > b.intercept;
    });
    // By rising slope, each line is best from some step on. It removes the lines that it overtakes before they begin.
    hull.clear();
    for (const Line& line : lines) {
      if (!hull.empty() && hull.back()->slope == line.slope) continue;  // this line is below or equal everywhere
      double from = -std::numeric_limits<double>::infinity();
      while (!hull.empty()) {
        from = Crossing(*hull.back(), line);
        if (from > found.from.back()) break;  // always true for the first line, which begins at minus infinity
        hull.pop_back();
        found.rows.pop_back();
        found.from.pop_back();
      }
      hull.push_back(&line);
      found.rows.push_back(line.row);
      found.from.push_back(from);
    }
  }
  return found;
}

}  // namespace simplifier
