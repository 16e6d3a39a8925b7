// Strings numbered in order of first appearance.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

namespace simplifier {

class Interner {
 public:
  std::uint32_t Intern(std::string_view text) {
    const auto found = ids_.find(text);
    if (found != ids_.end()) return found->second;
    strings_.emplace_back(text);
    const auto id = static_cast<std::uint32_t>(strings_.size() - 1);
    ids_.emplace(strings_.back(), id);
    return id;
  }
  const std::deque<std::string>& strings() const { return strings_; }
  std::size_t size() const { return strings_.size(); }

 private:
  std::deque<std::string> strings_;  // a deque keeps the views valid
  std::unordered_map<std::string_view, std::uint32_t> ids_;
};

}  // namespace simplifier
