// The feature groups of changes in their sentence, and what they must know of a language.
#include "changes/context_features.hh"

#include <map>

#include "bindings.hh"

namespace nb = nanobind;

namespace simplifier {
namespace {

using Strings = std::vector<std::string>;

ChangeWords::Words Set(const Strings& words) { return {words.begin(), words.end()}; }

void Construct(ChangeWords* self, const Strings& verb_tags, const Strings& noun_tags, const Strings& modifier_tags,
               const Strings& finite_tags, const Strings& noun_opening_tags,
               const std::map<std::string, std::string>& tag_of, const Strings& prepositions,
               std::vector<SoundClash> sound_clashes, Strings chunks) {
  new (self) ChangeWords{Set(verb_tags),
                         Set(noun_tags),
                         Set(modifier_tags),
                         Set(finite_tags),
                         Set(noun_opening_tags),
                         {tag_of.begin(), tag_of.end()},
                         Set(prepositions),
                         std::move(sound_clashes),
                         std::move(chunks)};
}

void BindChangeWords(nb::module_& module) {
  nb::class_<SoundClash>(module, "SoundClash", "A word that does not go before some others, by how they begin.")
      .def("__init__",
           [](SoundClash* self, std::string word, std::string first_letters, Strings excepted_prefixes,
              std::size_t least_size) {
             new (self) SoundClash{std::move(word), std::move(first_letters), std::move(excepted_prefixes), least_size};
           },
           nb::arg("word"), nb::arg("first_letters"), nb::arg("excepted_prefixes") = nb::list(),
           nb::arg("least_size") = 1);
  nb::class_<ChangeWords>(module, "ChangeWords", "What features of changes know of a language; nothing by default.")
      .def("__init__", &Construct, nb::kw_only(), nb::arg("verb_tags") = nb::list(), nb::arg("noun_tags") = nb::list(),
           nb::arg("modifier_tags") = nb::list(), nb::arg("finite_tags") = nb::list(),
           nb::arg("noun_opening_tags") = nb::list(), nb::arg("tag_of") = nb::dict(),
           nb::arg("prepositions") = nb::list(), nb::arg("sound_clashes") = nb::list(), nb::arg("chunks") = nb::list());
}

}  // namespace

void BindContextFeatures(nb::module_& module) {
  BindChangeWords(module);
  nb::class_<FrameList>(module, "FrameList", "Pairs of a list of plain words, with their frames.")
      .def("__init__", [](FrameList* self, const std::string& path) { new (self) FrameList(*FrameList::Load(path)); },
           nb::arg("path"));
  module.def("frame_features",
             [](std::shared_ptr<FrameList> frames, std::string exempt) -> std::shared_ptr<ApplicationFeatures> {
               return MakeFrameFeatures(std::move(frames), std::move(exempt));
             },
             nb::arg("frames"), nb::arg("exempt") = "",
             "Whether a change stands in a list of plain words where it fits; rules of the exempt owner have none.");
  module.def("window_features",
             [](const Strings& models) -> std::shared_ptr<ApplicationFeatures> {
               std::vector<std::pair<std::string, std::size_t>> numbered;
               for (const std::string& name : models) numbered.emplace_back(name, numbered.size());
               return MakeWindowFeatures(numbered);
             },
             nb::arg("language_models"), "What each language model says of one change in the source.");
  module.def("tag_features",
             [](std::shared_ptr<WordClasses> classes,
                std::shared_ptr<ChangeWords> words) -> std::shared_ptr<ApplicationFeatures> {
               return MakeTagFeatures(std::move(classes), std::move(words));
             },
             nb::arg("classes"), nb::arg("words"), "Whether the new words can be what the replaced ones are.");
  module.def("edge_features",
             [](std::shared_ptr<ChangeWords> words) -> std::shared_ptr<ApplicationFeatures> {
               return MakeEdgeFeatures(std::move(words));
             },
             nb::arg("words"), "Duplicates, prepositions and clashes of sound at the edges of a change.");
}

}  // namespace simplifier
