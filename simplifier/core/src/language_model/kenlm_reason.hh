#pragma once

#include <string>

namespace simplifier {

// Returns the reason in a message of KenLM, as one line of ASCII of at most 200 characters and an ellipsis. A message
// starts with a source position and the failed condition, may span lines, may quote bytes of the file, and may end with
// advice on compiling KenLM.
std::string KenLmReason(const std::string& message);

}  // namespace simplifier
