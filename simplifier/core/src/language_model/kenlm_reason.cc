#include "language_model/kenlm_reason.hh"

namespace simplifier {

std::string KenLmReason(const std::string& message) {
  constexpr std::size_t kLongest = 200;
  std::string text;
  for (const char c : message) {
    const bool space = c == '\n' || c == '\r' || c == '\t';
    text += space ? ' ' : (c >= ' ' && c <= '~') ? c : '?';
  }
  const std::size_t thrown = text.find(" threw ");
  if (thrown != std::string::npos) {
    const std::size_t condition = text.find("because `", thrown);
    const std::string mark = condition == std::string::npos ? ". " : "'. ";
    const std::size_t end = text.find(mark, condition == std::string::npos ? thrown : condition);
    if (end != std::string::npos) text.erase(0, end + mark.size());
  }
  text = text.substr(0, text.find(" If your build system"));
  return text.size() > kLongest ? text.substr(0, kLongest) + " ..." : text;
}

}  // namespace simplifier
