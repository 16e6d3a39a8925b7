// A block of lines of any text grammar format is parsed; then a table is built from it and read back.
#include <cmath>
#include <memory>

#include "building/grammar_parser.hh"
#include "building/rule_table_builder.hh"
#include "harness.hh"
#include "table/rule_table_query.hh"

namespace simplifier::fuzz {
namespace {

const GrammarParser& ParserOf(std::size_t number) {
  static const std::vector<GrammarParser> parsers = [] {
    GrammarFormat labelled, owned, listed, related;
    owned.owner = "pt";
    listed.may_leave_out = true;
    related.least_fields = related.most_fields = 6;
    related.renamed = {{"PPDB2.0Score", "PPDB2Score"}};
    related.relations = {"Equivalence", "Independent"};
    return std::vector<GrammarParser>{GrammarParser(labelled), GrammarParser(owned), GrammarParser(listed),
                                      GrammarParser(related)};
  }();
  return parsers[number % parsers.size()];
}

void ReadAll(const GrammarBlock& block) {
  std::size_t bytes = 0;
  for (std::size_t row = 0; row < block.size(); ++row) {
    for (const auto part : {GrammarBlock::kLhs, GrammarBlock::kSource, GrammarBlock::kTarget, GrammarBlock::kAlignment}) {
      bytes += block.Part(row, part).size();
    }
    for (std::size_t column = 0; column < block.names().size(); ++column) {
      Require(!std::isinf(block.Value(row, column)), "values are finite or missing");
    }
    Require(!block.Part(row, GrammarBlock::kSource).empty(), "a rule has a source side");
  }
  for (const GrammarProblem& problem : block.problems) {
    Require(problem.line < block.lines && problem.expected.find('\n') == std::string::npos, "a problem is one line");
  }
  Require(block.size() + block.problems.size() <= block.lines, "a line is a rule or a problem");
}

void ReadBack(const RuleTable& table, std::uint64_t count) {
  table.Verify();
  Require(table.size() == count, "a table holds the rules that were written");
  std::vector<char> may_apply(table.source_count(), 0);
  for (std::uint32_t rule = 0; rule < count; ++rule) {
    const std::string source = table.SourceText(rule);
    table.TargetText(rule);
    if (source.find('[') == std::string::npos) {
      MarkApplicable(table, source, 0, &may_apply);
      Require(may_apply[table.SourceOf(rule)] != 0, "a rule applies to its own source side");
    }
  }
}

void BuildTable(const GrammarBlock& block, bool exact) {
  static const ScratchFolder folder;
  TableOptions options;
  options.path = folder.Path("fuzz.table");
  options.feature_names = block.names();
  options.feature_defaults.assign(block.names().size(), 0.0f);
  options.provenance = {"fuzz"};
  options.metadata = "{}";
  options.scratch_directory = folder.Path("");
  options.exact = exact;
  std::uint64_t count = 0;
  try {
    TableBuilder builder(options);
    builder.AddBlock(block, 1, "");
    count = builder.Finish();
  } catch (const InputError&) {
    return;
  }
  Require(count <= block.size(), "rules are merged, never made");
  ReadBack(RuleTable(options.path), count);
}

}  // namespace
}  // namespace simplifier::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace simplifier::fuzz;
  Bytes bytes(data, size);
  const std::uint8_t choice = bytes.Number<std::uint8_t>();
  const auto block = ParserOf(choice & 3).Parse(bytes.Rest());
  ReadAll(block);
  // Only one input in four is written as a table: writing takes a hundred times as long as parsing.
  if ((choice & 0x18) == 0x18 && block.size() > 0) BuildTable(block, (choice & 4) != 0);
  return 0;
}
