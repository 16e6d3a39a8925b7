// Ways in which the target side of a bundle is put together: by its rule, or by a glue application that no grammar has.
#pragma once

#include <cstdint>

#include "chart/forest.hh"

namespace simplifier {

enum class Joint {
  kRule,   // by the rule's own target side
  kFirst,  // <s> and the only antecedent
  kGlue,   // the antecedents, one after the other
  kLast,   // the only antecedent and </s>
  kRoot,   // the only antecedent, which already has <s> and </s>
};

// The joint of an application. A glue application has its joint for a rule number.
inline Joint JointOf(const Application& application) {
  return application.grammar == Application::kGlue ? static_cast<Joint>(application.rule) : Joint::kRule;
}

inline Application GlueApplication(Joint joint, double score) {
  Application application{};
  application.score = score;
  application.rule = static_cast<std::uint32_t>(joint);
  application.grammar = Application::kGlue;
  return application;
}

}  // namespace simplifier
