#include "search/change_groups.hh"

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "common/error.hh"

namespace simplifier {
namespace {

// Appends to the key what tells a rule on its span from others. A literal's number is left out, as its span says it
// all.
void AddKey(const AppliedRule& rule, std::string* key) {
  const std::int64_t parts[] = {rule.start, rule.end, rule.grammar,
                                rule.grammar >= 0 ? static_cast<std::int64_t>(rule.rule) : -1};
  key->append(reinterpret_cast<const char*>(parts), sizeof parts);
}

}  // namespace

ChangeGroups GroupChanges(const DecodedSentence& decoded, const std::vector<int>& following,
                          const std::vector<int>& before) {
  ChangeGroups found;
  std::unordered_map<std::string, std::uint32_t> numbers;
  std::string key;
  std::vector<std::uint32_t> members;
  for (std::size_t number = 0; number < decoded.derivations.size(); ++number) {
    const DecodedDerivation& derivation = decoded.derivations[number];
    std::vector<std::uint32_t>& own = found.of.emplace_back();
    if (derivation.nested) continue;
    const auto close = [&] {
      const auto [at, is_new] = numbers.emplace(key, static_cast<std::uint32_t>(found.groups.size()));
      if (is_new) found.groups.push_back({static_cast<std::uint32_t>(number), members});
      own.push_back(at->second);
      key.clear();
      members.clear();
    };
    std::size_t end = 0;  // of the previous change
    for (std::size_t place = 0; place < derivation.rules.size(); ++place) {
      if (!derivation.rules[place].changed) continue;
      const AppliedRule& rule = decoded.rules[derivation.rules[place].number];
      const auto start = static_cast<std::size_t>(rule.start);
      if (start >= before.size() || static_cast<std::size_t>(rule.end) >= following.size()) {
        throw InputError("changes lie behind the end of the words that part them");
      }
      if (!members.empty() && following[end] < before[start]) close();
      AddKey(rule, &key);
      members.push_back(static_cast<std::uint32_t>(place));
      end = static_cast<std::size_t>(rule.end);
    }
    if (!members.empty()) close();
  }
  return found;
}

}  // namespace simplifier
