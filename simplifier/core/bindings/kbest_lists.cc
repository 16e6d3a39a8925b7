#include "search/kbest_lists.hh"

#include "arrays.hh"
#include "bindings.hh"

namespace nb = nanobind;

namespace simplifier {
namespace {

template <typename Number, std::size_t kDimensions>
auto View(const std::vector<Number>& values, const std::size_t (&shape)[kDimensions], nb::handle owner) {
  return nb::ndarray<nb::numpy, const Number, nb::ndim<kDimensions>>(values.data(), kDimensions, shape, owner);
}

KBestLists FromPython(const DecoderModel& model, const std::vector<SentenceInput>& sentences, std::size_t k, bool unique,
                      std::size_t pop_limit, std::size_t threads, const CandidateInputs* inputs) {
  DecodeOptions options{k, unique, pop_limit};
  options.inputs = inputs;
  return DecodeLists(model, sentences, options, threads);
}

}  // namespace

void BindKBestLists(nb::module_& module) {
  nb::class_<KBestLists>(module, "KBestLists", "The k-best lists of a batch of sentences, rows end to end.")
      .def("__init__",
           [](KBestLists* self, std::vector<std::string> outputs, std::vector<std::int64_t> starts,
              std::vector<double> scores, std::vector<std::uint64_t> keys, const GivenMatrix<float>& features) {
             const float* values = features.data();
             new (self) KBestLists{std::move(starts), std::move(outputs), std::move(scores),
                                   {values, values + features.size()}, std::move(keys), {}};
           },
           nb::arg("outputs"), nb::arg("starts"), nb::arg("scores"), nb::arg("keys"), nb::arg("features"))
      .def_ro("outputs", &KBestLists::outputs)
      .def_prop_ro("starts",
                   [](KBestLists& self) { return View(self.starts, {self.starts.size()}, nb::find(self)); },
                   "int64 [sentences + 1].")
      .def_prop_ro("scores",
                   [](KBestLists& self) { return View(self.scores, {self.scores.size()}, nb::find(self)); },
                   "float64 [rows].")
      .def_prop_ro("keys", [](KBestLists& self) { return View(self.keys, {self.keys.size()}, nb::find(self)); },
                   "uint64 [rows].")
      .def_prop_ro("features",
                   [](KBestLists& self) {
                     const std::size_t rows = self.outputs.size();
                     return View(self.features, {rows, rows ? self.features.size() / rows : 0}, nb::find(self));
                   },
                   "float32 [rows, features of the model].")
      .def_prop_ro("inputs",
                   [](KBestLists& self) {
                     const std::size_t rows = self.outputs.size();
                     return View(self.inputs, {rows, rows ? self.inputs.size() / rows : 0}, nb::find(self));
                   },
                   "float32 [rows, candidate inputs]; no columns where none were asked for.");
  module.def("decode_lists", &FromPython, nb::arg("model"), nb::arg("sentences"), nb::arg("k"), nb::arg("unique"),
             nb::arg("pop_limit"), nb::arg("threads"), nb::arg("inputs").none() = nb::none(), nb::call_guard<nb::gil_scoped_release>(),
             "Decode a batch to k-best lists without derivations.");
}

}  // namespace simplifier
