#pragma once

#include <string>

namespace simplifier {

// KenLM's messages start with a source position and the failed condition, may span lines, may quote bytes of the
// file and go on with advice on compiling KenLM: keep the reason, as one line of ASCII.
std::string KenLmReason(const std::string& message);

}  // namespace simplifier
