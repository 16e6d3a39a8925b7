// The inputs of the boosted trees that judge a change in its sentence (selection_features.hh): the features of its
// rule, the context features, and numbers about its context. docs/understand/selection.md lists the inputs.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "changes/change_words.hh"
#include "chart/application_values.hh"
#include "language_model/word_classes.hh"
#include "table/rule_table.hh"

namespace simplifier {

class Edit;
class EditFeatures;
class FrameList;

// The sources from which inputs can be made.
struct SelectionSources {
  std::vector<std::shared_ptr<const RuleTable>> tables;  // of the decoder's grammars, in their order
  std::vector<std::string> language_models;              // of the decoder, in their order
  std::vector<std::string> token_features;               // of the decoder, in their order
  std::shared_ptr<const WordClasses> classes;            // null: there are no tag features
  std::vector<std::string> tags;                         // of the tagger; a tag's number is its place here
  std::shared_ptr<const ChangeWords> words;              // of the language; its chunks get the numbers after the tags
  std::shared_ptr<const FrameList> frames;               // null: there are no frame features
};

class SelectionInputs {
 public:
  // Makes the inputs of these names, or all that there are if `names` is empty. Throws InputError for a name that no
  // source makes.
  SelectionInputs(std::vector<std::string> names, SelectionSources sources);

  const std::vector<std::string>& names() const { return names_; }
  // True if the trees can judge the rules of a grammar: its table has a feature that they read, or they read no feature
  // of any table.
  bool Reads(std::size_t grammar) const { return table_columns_[grammar].has_any || !reads_tables_; }
  // Fills rows[count x names]. An input that a rule's table lacks is NaN, and so are all inputs of an application that
  // is not scored (IsScored).
  void Fill(const Sentence& sentence, const PlacedApplication* applications, std::size_t count, float* rows) const;

 private:
  using Column = std::pair<std::size_t, std::size_t>;          // number of a value in its source, its column
  using Wanted = std::unordered_map<std::string, std::size_t>;  // columns of the inputs that nothing makes yet
  struct TableColumns {
    std::vector<Column> features;
    std::vector<std::size_t> missing;
    bool has_any = false;
  };
  struct GroupColumns {
    std::shared_ptr<const EditFeatures> group;
    std::vector<Column> values;
    std::uint64_t wanted;  // a bit for each feature that is an input
  };

  std::vector<std::unique_ptr<EditFeatures>> MakeGroups() const;
  void NameAll(const std::vector<std::unique_ptr<EditFeatures>>& groups);
  static void Take(const std::string& name, std::size_t number, Wanted* wanted, std::vector<Column>* columns);
  void TakeColumns(std::vector<std::unique_ptr<EditFeatures>> groups, Wanted* wanted);
  void CheckTables(const Wanted& wanted) const;
  TableColumns ColumnsOf(const RuleTable& table, const Wanted& wanted) const;
  void AddGroup(std::unique_ptr<EditFeatures> group, Wanted* wanted);
  // `tags` has the number of each token's tag, or is empty.
  void FillContext(const std::vector<float>& tags, const Edit& edit, float* row) const;
  float TagNumber(const std::string& tag) const;
  float LabelNumber(const std::string& label) const;

  std::vector<std::string> names_;
  SelectionSources sources_;
  std::unordered_map<std::string, float> tag_numbers_;
  bool reads_tables_ = false;
  std::vector<TableColumns> table_columns_;  // by grammar
  std::vector<GroupColumns> groups_;
  std::vector<Column> context_, token_features_, source_scores_;
};

}  // namespace simplifier
