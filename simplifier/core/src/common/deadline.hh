// The time a sentence may take.
#pragma once

#include <chrono>

namespace simplifier {

class Deadline {
 public:
  // The time starts now. 0 seconds stand for no limit.
  explicit Deadline(double seconds) : seconds_(seconds), start_(Clock::now()) {}

  bool is_set() const { return seconds_ > 0.0; }
  double Used() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  double Left() const { return seconds_ - Used(); }
  bool HalfOver() const { return is_set() && Used() > seconds_ / 2; }
  bool Over() const { return is_set() && Used() > seconds_; }

 private:
  using Clock = std::chrono::steady_clock;
  double seconds_;
  Clock::time_point start_;
};

}  // namespace simplifier
