// How the target side of a bundle is put together: by its rule, or by one of the glue applications that no grammar has.
#pragma once

#include <cstdint>

#include "chart/forest.hh"

namespace simplifier {

enum class Joint {
  kRule,   // by the rule's own target side
  kFirst,  // <s> and the one antecedent
  kGlue,   // the antecedents one after the other
  kLast,   // the antecedent and </s>
  kRoot,   // the one antecedent, which has <s> and </s>
};

// Which joint an application stands for; glue applications are told apart by their rule number.
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
