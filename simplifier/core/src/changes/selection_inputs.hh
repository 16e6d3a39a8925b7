// What boosted trees read of a change in its sentence (selection_features.hh): the features of its rule, the values of
// the context features, and its context. docs/understand/selection.md lists the inputs.
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

// What inputs can be made of.
struct SelectionSources {
  std::vector<std::shared_ptr<const RuleTable>> tables;  // of the decoder's grammars, in their order
  std::vector<std::string> language_models;              // of the decoder, in their order
  std::vector<std::string> token_features;               // of the decoder, in their order
  std::shared_ptr<const WordClasses> classes;            // null: there are no tag features
  std::vector<std::string> tags;                         // the tagger's; their places are the numbers of tags
  std::shared_ptr<const ChangeWords> words;              // the language's; the numbers of its chunks follow
  std::shared_ptr<const FrameList> frames;               // null: there are no features of frames
};

class SelectionInputs {
 public:
  // Inputs by name, all there are if `names` is empty. Throws InputError for one that nothing makes.
  SelectionInputs(std::vector<std::string> names, SelectionSources sources);

  const std::vector<std::string>& names() const { return names_; }
  // Whether trees can say anything of a grammar's rules: its table has a feature that they read, or they read none.
  bool Reads(std::size_t grammar) const { return table_columns_[grammar].has_any || !reads_tables_; }
  // Fills rows[count x names]; an input that a rule's table lacks is NaN.
  void Fill(const Sentence& sentence, const PlacedApplication* applications, std::size_t count, float* rows) const;

 private:
  using Column = std::pair<std::size_t, std::size_t>;          // number of a value, column of it
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
  // `tags`: the number of each token's, or none.
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
