// Whether bytes are UTF-8 text.
#pragma once

#include <string_view>

namespace simplifier {

// As Python's strict decoder: no overlong forms, no surrogates, nothing above U+10FFFF.
bool IsUtf8(std::string_view text);

}  // namespace simplifier
