#include "metrics/upper_envelope.hh"

#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>

#include <memory>
#include <utility>

#include "bindings.hh"
#include "common/error.hh"

namespace nb = nanobind;

namespace simplifier {
namespace {

using Numbers = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Places = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <typename Number>
nb::object Give(std::vector<Number> values) {
  auto owned = std::make_unique<std::vector<Number>>(std::move(values));
  nb::capsule owner(owned.get(), [](void* data) noexcept { delete static_cast<std::vector<Number>*>(data); });
  auto* released = owned.release();
  return nb::cast(nb::ndarray<nb::numpy, Number, nb::ndim<1>>(released->data(), {released->size()}, owner));
}

std::pair<nb::object, nb::object> FromPython(Numbers intercepts, Numbers slopes, Places order, Places starts) {
  const std::size_t rows = order.shape(0);
  if (intercepts.shape(0) != rows || slopes.shape(0) != rows || starts.shape(0) == 0) {
    throw InputError("intercepts, slopes and order must be of one length, and starts not empty");
  }
  UpperEnvelopes found;
  {
    nb::gil_scoped_release release;
    found = FindUpperEnvelopes(intercepts.data(), slopes.data(), order.data(), starts.data(), starts.shape(0) - 1);
  }
  return {Give(std::move(found.rows)), Give(std::move(found.from))};
}

}  // namespace

void BindUpperEnvelope(nb::module_& module) {
  module.def("upper_envelopes", &FromPython, nb::arg("intercepts"), nb::arg("slopes"), nb::arg("order"),
             nb::arg("starts"),
             "Rows on the upper envelope of each sentence's lines, left to right, and the steps where they begin.");
}

}  // namespace simplifier
