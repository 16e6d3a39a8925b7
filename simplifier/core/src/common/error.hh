// The one exception that the core throws for a mistake of the user. Every other exception is a fault of the program or
// of the machine.
#pragma once

#include <sstream>
#include <stdexcept>
#include <string>

namespace simplifier {

// Its text is one line: what, where, what to do. Python sees it as simplifier.core.CoreInputError.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Builds a message from parts: Message("bad order ", 7).
template <class... Parts>
std::string Message(const Parts&... parts) {
  std::ostringstream out;
  (out << ... << parts);
  return out.str();
}

}  // namespace simplifier
