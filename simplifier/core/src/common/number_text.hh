// Numbers in text, as grammar files write them.
#pragma once

#include <string_view>

namespace simplifier {

// Reads a decimal number (`-5`, `0.64436`, `1e-3`, `+2`) as the nearest double, rounded to float. Returns false if the
// text is anything else, or if the number is not finite as a float.
bool ParseNumber(std::string_view text, float* value);

}  // namespace simplifier
