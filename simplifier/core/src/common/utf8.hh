// A check for UTF-8 text.
#pragma once

#include <string_view>

namespace simplifier {

// True if Python's strict decoder would take the text: no overlong forms, no surrogates, nothing above U+10FFFF.
bool IsUtf8(std::string_view text);

}  // namespace simplifier
