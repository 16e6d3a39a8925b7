// Questions about a whole rule table: which rules may apply to a text, and which rules rewrite one phrase as another.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "table/rule_table.hh"

namespace simplifier {

// Marks the source sides that match somewhere in a line (tokens between spaces), within span_limit tokens (0: any
// number). may_apply has one mark a source side. A nonterminal matches any one or more tokens, whether or not a rule
// can fill it; so every rule of a derivation is marked, and others may be.
void MarkApplicable(const RuleTable& table, std::string_view line, int span_limit, std::vector<char>* may_apply);

// The rules whose source side has the phrase `source`, and whose target side has the phrase `target` more often than
// their source side has it.
std::vector<std::uint32_t> RulesThatRewrite(const RuleTable& table, const std::vector<std::string>& source,
                                            const std::vector<std::string>& target);

}  // namespace simplifier
