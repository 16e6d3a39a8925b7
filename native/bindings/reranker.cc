#include "search/reranker.hh"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.hh"

namespace nb = nanobind;

namespace simplifier {
namespace {

void Construct(Reranker* self, const std::string& path, const std::vector<std::string>& features, std::size_t depth,
               double score_weight, double edit_cost, std::string limited, double most) {
  new (self) Reranker(path, features, depth, score_weight, edit_cost, {std::move(limited), most});
}

}  // namespace

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
