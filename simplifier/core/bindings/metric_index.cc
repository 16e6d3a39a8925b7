
#include <algorithm>
#include <mutex>
#include <utility>

#include "arrays.hh"
#include "bindings.hh"
#include "common/error.hh"
#include "metrics/metric_index.hh"
#include "metrics/upper_envelope.hh"

namespace nb = nanobind;

namespace simplifier {
namespace {

std::string_view View(PyObject* text) {
  Py_ssize_t size;
  const char* data = PyUnicode_AsUTF8AndSize(text, &size);
  if (!data) throw nb::python_error();
  return {data, static_cast<std::size_t>(size)};
}

// Reads a text: a sequence of words, or a string of words separated by spaces.
class TextReader {
 public:
  TextReader(MetricWords* words, nb::dict* ids) : words_(words), ids_(ids) {}

  MetricText Read(nb::handle text) {
    MetricText read;
    if (PyUnicode_Check(text.ptr())) {
      std::string_view line = View(text.ptr());
      while (!line.empty()) {
        std::size_t end = std::min(line.find(' '), line.size());
        if (end > 0) read.words.push_back(words_->Intern(line.substr(0, end)));
        line.remove_prefix(std::min(end + 1, line.size()));
      }
      return read;
    }
    auto sequence = nb::steal(PySequence_Fast(text.ptr(), "a text is a string or a sequence of words"));
    if (!sequence.is_valid()) throw nb::python_error();
    Py_ssize_t size = PySequence_Fast_GET_SIZE(sequence.ptr());
    read.words.reserve(static_cast<std::size_t>(size));
    for (Py_ssize_t i = 0; i < size; ++i) read.words.push_back(Id(PySequence_Fast_GET_ITEM(sequence.ptr(), i)));
    return read;
  }

 private:
  // A Python dictionary is asked first, because a str keeps its own hash and is often the very same object.
  std::uint32_t Id(PyObject* word) {
    PyObject* known = PyDict_GetItemWithError(ids_->ptr(), word);
    if (known) return static_cast<std::uint32_t>(PyLong_AsUnsignedLong(known));
    if (PyErr_Occurred()) throw nb::python_error();
    std::uint32_t id = words_->Intern(View(word));
    (*ids_)[nb::handle(word)] = id;
    return id;
  }

  MetricWords* words_;
  nb::dict* ids_;
};

// The segments, their words, and the Python function that counts the syllables of new words.
class MetricIndex {
 public:
  MetricIndex(nb::sequence sources, nb::sequence references, nb::callable count_syllables)
      : count_syllables_(std::move(count_syllables)) {
    TextReader reader(&words_, &ids_);
    std::vector<MetricText> read_sources;
    std::vector<std::vector<MetricText>> read_references;
    for (nb::handle source : sources) read_sources.push_back(reader.Read(source));
    for (nb::handle of_segment : references) {
      read_references.emplace_back();
      for (nb::handle reference : of_segment) read_references.back().push_back(reader.Read(reference));
      if (read_references.back().empty()) {
        throw InputError(Message("segment ", read_references.size(), " has no reference; each needs at least one"));
      }
    }
    if (read_sources.size() != read_references.size()) {
      throw InputError(Message(read_sources.size(), " sources but references for ", read_references.size(),
                               " segments; give one list of references per source"));
    }
    CountNewSyllables();
    for (std::size_t i = 0; i < read_sources.size(); ++i) {
      read_sources[i].syllables = words_.Syllables(read_sources[i]);
      segments_.emplace_back(std::move(read_sources[i]), read_references[i]);
    }
  }

  Matrix<double> Statistics(const GivenArray<std::int64_t>& segments, nb::sequence texts, unsigned blocks) {
    std::vector<MetricText> candidates = ReadCandidates(texts);
    if (segments.shape(0) != candidates.size()) {
      throw InputError(Message(candidates.size(), " candidates but ", segments.shape(0), " segment numbers"));
    }
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (segments(i) < 0 || segments(i) >= static_cast<std::int64_t>(segments_.size())) {
        throw InputError(Message("no segment ", segments(i), "; there are ", segments_.size()));
      }
    }
    const std::size_t width = MetricWidth(blocks);
    auto values = NewMatrix<double>(candidates.size(), width);
    {
      nb::gil_scoped_release release;
      StatisticsScratch scratch;
      for (std::size_t i = 0; i < candidates.size(); ++i) {
        segments_[static_cast<std::size_t>(segments(i))].Compute(candidates[i], blocks, &scratch,
                                                                  values.data() + i * width);
      }
    }
    return values;
  }

  std::size_t Size() const { return segments_.size(); }

 private:
  // Runs in one thread at a time: counting syllables calls Python code, and meanwhile another thread could enter.
  std::vector<MetricText> ReadCandidates(nb::sequence texts) {
    std::unique_lock<std::mutex> lock(reading_, std::defer_lock);
    {
      nb::gil_scoped_release release;  // the thread that holds the lock may be waiting for the GIL
      lock.lock();
    }
    std::vector<MetricText> candidates;
    candidates.reserve(nb::len(texts));
    TextReader reader(&words_, &ids_);
    for (nb::handle text : texts) candidates.push_back(reader.Read(text));
    CountNewSyllables();
    for (MetricText& candidate : candidates) candidate.syllables = words_.Syllables(candidate);
    return candidates;
  }

  void CountNewSyllables() {
    if (words_.NewWords().empty()) return;
    auto counts = nb::cast<GivenArray<std::int32_t>>(count_syllables_(words_.NewWords()));
    if (counts.shape(0) != words_.NewWords().size()) {
      throw InputError(Message(counts.shape(0), " syllable counts for ", words_.NewWords().size(), " words"));
    }
    words_.SetSyllables(counts.data());
  }

  std::mutex reading_;
  nb::callable count_syllables_;
  MetricWords words_;
  nb::dict ids_;  // ids of words as Python objects, asked before words_
  std::vector<MetricSegment> segments_;
};

std::pair<Array<std::int64_t>, Array<double>> UpperEnvelopesOf(const GivenArray<double>& intercepts,
                                                         const GivenArray<double>& slopes,
                                                         const GivenArray<std::int64_t>& order,
                                                         const GivenArray<std::int64_t>& starts) {
  const std::size_t rows = order.shape(0);
  if (intercepts.shape(0) != rows || slopes.shape(0) != rows || starts.shape(0) == 0) {
    throw InputError("intercepts, slopes and order must be of one length, and starts not empty");
  }
  const std::int64_t* const places = starts.data();
  const std::size_t sentences = starts.shape(0) - 1;
  // The numbers are used as places without another look.
  const auto is_row = [rows](std::int64_t row) { return row >= 0 && static_cast<std::size_t>(row) < rows; };
  if (!std::all_of(order.data(), order.data() + rows, is_row) || !std::is_sorted(places, places + sentences + 1) ||
      places[0] < 0 || static_cast<std::size_t>(places[sentences]) > rows) {
    throw InputError("order must hold rows, and starts places of it that do not fall");
  }
  UpperEnvelopes found;
  {
    nb::gil_scoped_release release;
    found = FindUpperEnvelopes(intercepts.data(), slopes.data(), order.data(), places, sentences);
  }
  return {ToArray(std::move(found.rows)), ToArray(std::move(found.from))};
}

}  // namespace

void BindMetricIndex(nb::module_& module) {
  nb::class_<MetricIndex>(module, "MetricIndex",
                          "Sources and references indexed once; gives sufficient statistics of candidates.")
      .def(nb::init<nb::sequence, nb::sequence, nb::callable>(), nb::arg("sources"), nb::arg("references"),
           nb::arg("count_syllables"),
           nb::sig("def __init__(self, sources: collections.abc.Sequence[str | collections.abc.Sequence[str]], "
                   "references: collections.abc.Sequence[collections.abc.Sequence[str | collections.abc.Sequence[str]]], "
                   "count_syllables: collections.abc.Callable[[list[str]], numpy.typing.NDArray[numpy.int32]]) -> None"))
      .def("statistics", &MetricIndex::Statistics, nb::arg("segments"), nb::arg("candidates"), nb::arg("blocks"),
           nb::sig("def statistics(self, segments: numpy.typing.NDArray[numpy.int64], "
                   "candidates: collections.abc.Sequence[str | collections.abc.Sequence[str]], blocks: int) "
                   "-> numpy.typing.NDArray[numpy.float64]"),
           "float64 [candidates, width]: the blocks asked for, in order; candidate i belongs to segments[i].")
      .def("__len__", &MetricIndex::Size);
  module.def("metric_width", &MetricWidth, nb::arg("blocks"), "Columns of a row of statistics with these blocks.");
}

void BindUpperEnvelope(nb::module_& module) {
  module.def("upper_envelopes", &UpperEnvelopesOf, nb::arg("intercepts"), nb::arg("slopes"), nb::arg("order"),
             nb::arg("starts"),
             "Rows on the upper envelope of each sentence's lines, left to right, and the steps where they begin.");
}

}  // namespace simplifier
