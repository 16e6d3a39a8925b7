#include "changes/selection_inputs.hh"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>

#include "changes/context_features.hh"
#include "common/error.hh"

namespace simplifier {
namespace {

constexpr int kNear = 5;    // tokens to either side that a new word may repeat
constexpr int kAround = 4;  // tokens to either side that are averaged into the SourceNAME inputs
constexpr float kMissing = std::numeric_limits<float>::quiet_NaN();
constexpr float kOtherTag = -1.0f, kNoTag = -2.0f;

enum ContextInput { kLabelMatches, kLhsTag, kSpanTag, kFirstTag, kLastTag, kTagBefore, kTagAfter, kStart, kSentenceTokens,
                    kSpanTokens, kTargetTokens, kNewWords, kAddedWords, kDeletedWords, kRepeatedWords, kRepeatsLeft,
                    kRepeatsRight };

const std::vector<std::string>& ContextNames() {
  static const std::vector<std::string> names = {
      "SpanLabelMatches", "LhsTag",         "SpanTag",      "FirstTag",     "LastTag",     "TagBefore",
      "TagAfter",         "ChangeStart",    "SentenceTokens", "SpanTokens", "TargetTokens", "NewWords",
      "AddedWords",       "DeletedWords",   "RepeatedWords", "RepeatsLeft",  "RepeatsRight"};
  return names;
}

std::string Capitalised(std::string name) {
  name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
  return name;
}

}  // namespace

SelectionInputs::SelectionInputs(std::vector<std::string> names, SelectionSources sources)
    : names_(std::move(names)), sources_(std::move(sources)) {
  const auto number = [this](const std::vector<std::string>& tags) {
    for (const std::string& tag : tags) tag_numbers_.emplace(tag, static_cast<float>(tag_numbers_.size()));
  };
  number(sources_.tags);
  number(sources_.words->chunks);
  auto groups = MakeGroups();
  if (names_.empty()) NameAll(groups);
  Wanted wanted;
  for (std::size_t column = 0; column < names_.size(); ++column) wanted.emplace(names_[column], column);
  TakeColumns(std::move(groups), &wanted);
  CheckTables(wanted);  // all that is left must be features of rules
  reads_tables_ = !wanted.empty();
  for (const auto& table : sources_.tables) table_columns_.push_back(ColumnsOf(*table, wanted));
}

std::vector<std::unique_ptr<EditFeatures>> SelectionInputs::MakeGroups() const {
  std::vector<std::pair<std::string, std::size_t>> windows;  // language models take time: only those that are read
  for (std::size_t m = 0; m < sources_.language_models.size(); ++m) {
    const std::string& name = sources_.language_models[m];
    const std::vector<std::string> made = WindowNames(name);
    const auto is_read = [&](const std::string& input) {
      return std::find(made.begin(), made.end(), input) != made.end();
    };
    if (names_.empty() || std::any_of(names_.begin(), names_.end(), is_read)) windows.emplace_back(name, m);
  }
  std::vector<std::unique_ptr<EditFeatures>> groups;
  groups.push_back(MakeWindowFeatures(windows));
  if (sources_.classes) groups.push_back(MakeTagFeatures(sources_.classes, sources_.words));
  groups.push_back(MakeEdgeFeatures(sources_.words));
  if (sources_.frames) groups.push_back(MakeFrameFeatures(sources_.frames, ""));
  return groups;
}

// Names all inputs that can be made, each once.
void SelectionInputs::NameAll(const std::vector<std::unique_ptr<EditFeatures>>& groups) {
  std::vector<std::string> all;
  for (const auto& table : sources_.tables) {
    all.insert(all.end(), table->feature_names().begin(), table->feature_names().end());
  }
  for (const auto& group : groups) all.insert(all.end(), group->names().begin(), group->names().end());
  all.insert(all.end(), sources_.token_features.begin(), sources_.token_features.end());
  for (const std::string& name : sources_.language_models) all.push_back("Source" + Capitalised(name));
  all.insert(all.end(), ContextNames().begin(), ContextNames().end());
  for (std::string& name : all) {
    if (std::find(names_.begin(), names_.end(), name) == names_.end()) names_.push_back(std::move(name));
  }
}

// Notes the column of an input, if it is wanted and no other source has made it.
void SelectionInputs::Take(const std::string& name, std::size_t number, Wanted* wanted,
                           std::vector<Column>* columns) {
  const auto found = wanted->find(name);
  if (found == wanted->end()) return;
  columns->emplace_back(number, found->second);
  wanted->erase(found);
}

// If several sources make an input of the same name, the first in this order fills it; tables come last.
void SelectionInputs::TakeColumns(std::vector<std::unique_ptr<EditFeatures>> groups, Wanted* wanted) {
  for (auto& group : groups) AddGroup(std::move(group), wanted);
  for (std::size_t i = 0; i < ContextNames().size(); ++i) Take(ContextNames()[i], i, wanted, &context_);
  for (std::size_t i = 0; i < sources_.token_features.size(); ++i) {
    Take(sources_.token_features[i], i, wanted, &token_features_);
  }
  for (std::size_t m = 0; m < sources_.language_models.size(); ++m) {
    Take("Source" + Capitalised(sources_.language_models[m]), m, wanted, &source_scores_);
  }
}

void SelectionInputs::CheckTables(const Wanted& wanted) const {
  for (const auto& [name, column] : wanted) {
    const bool known = std::any_of(sources_.tables.begin(), sources_.tables.end(), [n = &name](const auto& table) {
      return std::count(table->feature_names().begin(), table->feature_names().end(), *n) > 0;
    });
    if (!known) throw InputError(Message("nothing makes the input ", name, " that selection trees read"));
  }
}

SelectionInputs::TableColumns SelectionInputs::ColumnsOf(const RuleTable& table, const Wanted& wanted) const {
  TableColumns columns;
  std::vector<bool> filled(names_.size(), false);
  for (std::size_t f = 0; f < table.feature_names().size(); ++f) {
    const std::string& name = table.feature_names()[f];
    const auto found = wanted.find(name);
    if (found == wanted.end()) continue;
    columns.features.emplace_back(f, found->second);
    filled[found->second] = true;
  }
  for (const auto& [name, column] : wanted) {
    if (!filled[column]) columns.missing.push_back(column);
  }
  columns.has_any = !columns.features.empty();
  return columns;
}

void SelectionInputs::AddGroup(std::unique_ptr<EditFeatures> group, Wanted* wanted) {
  GroupColumns columns{std::move(group), {}, 0};
  for (std::size_t i = 0; i < columns.group->names().size(); ++i) {
    Take(columns.group->names()[i], i, wanted, &columns.values);
  }
  for (const auto& [number, column] : columns.values) columns.wanted |= number < 64 ? std::uint64_t{1} << number : EditFeatures::kAll;
  if (!columns.values.empty()) groups_.push_back(std::move(columns));
}

float SelectionInputs::TagNumber(const std::string& tag) const {
  const auto found = tag_numbers_.find(tag);
  return found == tag_numbers_.end() ? kOtherTag : found->second;
}

// The number of a label is that of the tag or chunk with which it begins: VBZ/NP and VBZ+RP count as VBZ.
float SelectionInputs::LabelNumber(const std::string& label) const {
  return TagNumber(label.substr(0, label.find_first_of("/+")));
}

void SelectionInputs::Fill(const Sentence& sentence, const PlacedApplication* applications, std::size_t count,
                           float* rows) const {
  if (sentence.model().grammars().size() != sources_.tables.size()) {
    throw InputError("selection inputs were made for another number of grammars than the decoder has");
  }
  const std::size_t width = names_.size();
  EditContext context(sentence);
  std::vector<float> tags, own;
  for (const std::string& tag : sentence.input().tags) tags.push_back(TagNumber(tag));
  Edit edit;
  for (std::size_t i = 0; i < count; ++i, rows += width) {
    if (!IsScored(sentence, applications[i])) {
      std::fill_n(rows, width, kMissing);
      continue;
    }
    edit.Set(sentence, applications[i]);
    for (const GroupColumns& columns : groups_) {
      own.assign(columns.group->names().size(), 0.0f);
      columns.group->ScoreEdit(&context, edit, columns.wanted, own.data());
      for (const auto& [number, column] : columns.values) rows[column] = own[number];
    }
    const Application& application = *applications[i].application;
    const RuleTable& table = *sources_.tables[application.grammar];
    const TableColumns& columns = table_columns_[application.grammar];
    const FeatureRow values = table.Features(application.rule);
    for (const auto& [feature, column] : columns.features) rows[column] = values[feature];
    for (std::size_t column : columns.missing) rows[column] = kMissing;
    const int start = edit.place().start(), end = edit.place().end();
    for (const auto& [feature, column] : token_features_) {
      rows[column] = 0.0f;
      if (!sentence.has_token_features()) continue;
      for (int token : edit.place().own_tokens()) rows[column] += sentence.TokenFeature(feature, token, token + 1);
    }
    for (const auto& [model, column] : source_scores_) {
      const SourceScores& source = context.Source(model);
      const auto first = static_cast<std::size_t>(std::max(0, start - kAround));
      const auto last = static_cast<std::size_t>(std::min(sentence.size() + 1, end + kAround));
      rows[column] = static_cast<float>((source.sum[last] - source.sum[first]) / static_cast<double>(last - first));
    }
    FillContext(tags, edit, rows);
  }
}

void SelectionInputs::FillContext(const std::vector<float>& tags, const Edit& edit, float* row) const {
  const Sentence& sentence = edit.sentence();
  const int start = edit.place().start(), end = edit.place().end(), size = sentence.size();
  const auto tag_at = [&](int token) {
    if (token < 0 || token >= size || tags.empty()) return kNoTag;
    return tags[static_cast<std::size_t>(token)];
  };
  const auto has_symbol = [&](int token, Symbol symbol) {
    return sentence.Word(edit.application().grammar, token) == symbol;
  };
  // True if a word stands among the tokens of a range, without those of the change itself.
  const auto stands_near = [&](Symbol symbol, int first, int last) {
    for (int token = std::max(0, first); token < std::min(size, last); ++token) {
      if ((token < start || token >= end) && has_symbol(token, symbol)) return true;
    }
    return false;
  };
  const Slice<Symbol> target = edit.target();
  const int label = sentence.Label(start, end), labels = static_cast<int>(sentence.model().labels().size());
  for (const auto& [input, column] : context_) {
    float value = 0.0f;
    switch (static_cast<ContextInput>(input)) {
      case kLabelMatches: value = label == edit.application().label ? 1.0f : 0.0f; break;
      case kLhsTag: value = LabelNumber(sentence.model().labels()[edit.application().label]); break;
      case kSpanTag:
        value = label == Sentence::kNoLabel ? kNoTag
                : label >= labels           ? kOtherTag
                                            : LabelNumber(sentence.model().labels()[static_cast<std::size_t>(label)]);
        break;
      case kFirstTag: value = tag_at(start); break;
      case kLastTag: value = tag_at(end - 1); break;
      case kTagBefore: value = tag_at(start - 1); break;
      case kTagAfter: value = tag_at(end); break;
      case kStart: value = static_cast<float>(start); break;
      case kSentenceTokens: value = static_cast<float>(size); break;
      case kSpanTokens: value = static_cast<float>(end - start); break;
      case kTargetTokens: value = static_cast<float>(target.size()); break;
      case kNewWords: value = static_cast<float>(edit.added().size()); break;
      case kAddedWords: value = static_cast<float>(AddedWords(edit)); break;
      case kDeletedWords: value = static_cast<float>(DeletedWords(edit)); break;
      case kRepeatedWords:
        for (std::size_t t : edit.added()) value += stands_near(target[t], start - kNear, end + kNear) ? 1.0f : 0.0f;
        break;
      case kRepeatsLeft: value = target.size() > 0 && start > 0 && has_symbol(start - 1, target[0]); break;
      case kRepeatsRight:
        value = target.size() > 0 && end < size && has_symbol(end, target[target.size() - 1]);
        break;
    }
    row[column] = value;
  }
}

}  // namespace simplifier
