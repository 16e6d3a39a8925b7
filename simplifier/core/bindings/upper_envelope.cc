#include "metrics/upper_envelope.hh"

#include <utility>

#include "arrays.hh"
#include "bindings.hh"
#include "common/error.hh"

namespace nb = nanobind;

namespace simplifier {
namespace {

std::pair<Array<std::int64_t>, Array<double>> FromPython(const GivenArray<double>& intercepts,
                                                         const GivenArray<double>& slopes,
                                                         const GivenArray<std::int64_t>& order,
                                                         const GivenArray<std::int64_t>& starts) {
  const std::size_t rows = order.shape(0);
  if (intercepts.shape(0) != rows || slopes.shape(0) != rows || starts.shape(0) == 0) {
    throw InputError("intercepts, slopes and order must be of one length, and starts not empty");
  }
  UpperEnvelopes found;
  {
    nb::gil_scoped_release release;
    found = FindUpperEnvelopes(intercepts.data(), slopes.data(), order.data(), starts.data(), starts.shape(0) - 1);
  }
  return {ToArray(std::move(found.rows)), ToArray(std::move(found.from))};
}

}  // namespace

void BindUpperEnvelope(nb::module_& module) {
  module.def("upper_envelopes", &FromPython, nb::arg("intercepts"), nb::arg("slopes"), nb::arg("order"),
             nb::arg("starts"),
             "Rows on the upper envelope of each sentence's lines, left to right, and the steps where they begin.");
}

}  // namespace simplifier
