// Questions about a whole rule table: which rules can apply to a text, which make one phrase into another.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "table/rule_table.hh"

namespace simplifier {

// Marks in may_apply (one mark a source side) the source sides whose words stand in the line (tokens between spaces)
// in their order, next to each other or with one or more tokens for every nonterminal, within span_limit tokens (0: any
// number). Whether something can fill a nonterminal is not asked, so every rule of a derivation is marked.
void MarkApplicable(const RuleTable& table, std::string_view line, int span_limit, std::vector<char>* may_apply);

// Rules whose source side holds the one phrase, and whose target side holds the other more often than the source side.
std::vector<std::uint32_t> RulesThatRewrite(const RuleTable& table, const std::vector<std::string>& source,
                                            const std::vector<std::string>& target);

}  // namespace simplifier
