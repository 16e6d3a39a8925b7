#include "common/number_text.hh"

#include <charconv>
#include <cmath>
#include <cstdint>

namespace simplifier {
namespace {

constexpr double kPowers[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};

bool ParseAny(std::string_view text, double* value) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  const auto result = std::from_chars(text.data(), text.data() + text.size(), *value);
  if (result.ptr != text.data() + text.size()) return false;
  if (result.ec == std::errc()) return true;
  // Out of range: a number too small becomes zero, a number too large is refused.
  const std::size_t exponent = text.find_first_of("eE");
  if (result.ec != std::errc::result_out_of_range) return false;
  *value = 0.0;
  return exponent == std::string_view::npos ? text.find_first_of("123456789") > text.find('.')
                                            : text.substr(exponent + 1, 1) == "-";
}

}  // namespace

bool ParseNumber(std::string_view text, float* value) {
  const char* at = text.data();
  const char* end = at + text.size();
  const bool negative = at < end && *at == '-';
  at += negative;
  // The fast way for up to 15 digits with or without a point: digits and power of ten are exact as doubles, so their
  // quotient is the nearest double.
  std::uint64_t digits = 0;
  int count = 0, fraction = 0;
  bool point = false, plain = true;
  for (; at < end; ++at) {
    const unsigned digit = static_cast<unsigned char>(*at) - unsigned{'0'};
    if (digit <= 9) {
      digits = digits * 10 + digit;
      ++count;
      fraction += point;
    } else if (*at == '.' && !point) {
      point = true;
    } else {
      plain = false;
      break;
    }
    if (count > 15) {
      plain = false;
      break;
    }
  }
  double number;
  if (plain && count > 0) {
    number = static_cast<double>(digits) / kPowers[fraction];
    if (negative) number = -number;
  } else if (!ParseAny(text, &number)) {
    return false;
  }
  *value = static_cast<float>(number);
  return std::isfinite(*value);
}

}  // namespace simplifier
