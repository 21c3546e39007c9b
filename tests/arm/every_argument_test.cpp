// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "tests/arm/every_arm_call.h"
#include "tests/support/public_calls.h"

namespace {

using sinew::Arm;
using sinew_test::ArmArguments;
using sinew_test::ArmCall;
using testing::HasSubstr;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

constexpr const char* floating_arm = R"(sinew: 1
name: floating
floating_base: true
base: {name: trunk, mass: 4 kg, inertia: [0.1, 0.1, 0.1]}
links:
  - {name: link1, joint: {name: shoulder, kind: revolute}, mass: 1 kg, com: [0.2, 0, 0], inertia: [0.1, 0.1, 0.1]}
  - {name: link2, joint: {name: slide, kind: prismatic}, pose: Ry(90deg), mass: 1 kg, com: [0.2, 0, 0]}
)";

std::vector<Arm> arms() {
  return {sinew::load(SINEW_SOURCE_DIR "/robots/ur5.yaml"), sinew::load(SINEW_SOURCE_DIR "/robots/two_link_2r.yaml"),
          Arm(sinew::load_robot(sinew::SourceText{"floating.yaml", floating_arm}).model)};
}

/// What a call is refused with; "accepted" if it is not.
std::string refusal(const ArmCall& call, const Arm& arm, const ArmArguments& a) {
  try {
    call.run(arm, a);
  } catch (const sinew::InputError& error) {
    return error.what();
  }
  return "accepted";
}

Eigen::VectorXd* vector_of(ArmArguments& a, const std::string& name) {
  return name == "q" ? &a.q : name == "qd" ? &a.qd : name == "qdd" ? &a.qdd : name == "tau" ? &a.tau : nullptr;
}

TEST(EveryArgument, OfAnArmsCallsIsTaken) {
  for (const Arm& arm : arms())
    for (const ArmCall& call : sinew_test::every_arm_call())
      EXPECT_EQ(refusal(call, arm, sinew_test::some_arguments(arm, 1)), "accepted")
          << arm.model().name() << ", " << call.name;
}

TEST(EveryArgument, OfAnArmsCallsHasItsLength) {
  for (const Arm& arm : arms())
    for (const ArmCall& call : sinew_test::every_arm_call())
      for (const std::string& name : call.arguments) {
        ArmArguments a = sinew_test::some_arguments(arm, 1);
        Eigen::VectorXd* const x = vector_of(a, name);
        if (x == nullptr) continue;
        const Eigen::Index right = x->size();
        for (const Eigen::Index size : {Eigen::Index{0}, Eigen::Index{1}, right - 1, right + 1, Eigen::Index{50}}) {
          x->setConstant(size, 0.3);
          EXPECT_THAT(refusal(call, arm, a), HasSubstr(": " + name + " has " + std::to_string(size) +
                                                       " numbers; give " + std::to_string(right)))
              << arm.model().name() << ", " << call.name;
        }
      }
}

TEST(EveryArgument, OfAnArmsCallsIsFinite) {
  for (const Arm& arm : arms())
    for (const ArmCall& call : sinew_test::every_arm_call())
      for (const std::string& name : call.arguments)
        for (const double bad : {nan, infinity, -infinity}) {
          ArmArguments a = sinew_test::some_arguments(arm, 1);
          if (Eigen::VectorXd* const x = vector_of(a, name)) {
            for (Eigen::Index i = 0; i < x->size(); ++i) {
              const double was = std::exchange((*x)[i], bad);
              EXPECT_THAT(refusal(call, arm, a), HasSubstr(": " + name + "[" + std::to_string(i) + "] is "))
                  << arm.model().name() << ", " << call.name;
              (*x)[i] = was;
            }
            continue;
          }
          for (Eigen::Vector3d* const v : name == "wrench"
                                              ? std::vector{&a.wrench.point, &a.wrench.force, &a.wrench.moment}
                                          : name == "point" ? std::vector{&a.point}
                                                            : std::vector{&a.gravity})
            for (double& component : *v) {
              const double was = std::exchange(component, bad);
              EXPECT_THAT(refusal(call, arm, a), HasSubstr(name)) << arm.model().name() << ", " << call.name;
              component = was;
            }
        }
}

/// A call that is added to arm.h and takes numbers must be added to the list, or this fails.
TEST(EveryArgument, IsOfEveryCallThatTakesNumbers) {
  std::set<std::string> listed;
  for (const ArmCall& call : sinew_test::every_arm_call()) listed.insert(call.name);
  EXPECT_EQ(sinew_test::public_calls(SINEW_SOURCE_DIR "/sinew/arm/arm.h", "class Arm {", "Eigen::Vector|Wrench"),
            listed);
}

/// What an Arm answers with Eigen's vectors, `numbers` answers with spans, under the same name.
TEST(EveryCallOfNumbers, HasTheNameThatAnArmHasForIt) {
  std::set<std::string> names;
  for (const ArmCall& call : sinew_test::every_arm_call()) names.insert(call.name);
  // for hot loops and identification alone
  for (const char* own : {"poses", "joint_regressor", "energy_regressor"}) names.insert(own);
  const auto calls = sinew_test::public_calls(SINEW_SOURCE_DIR "/sinew/readings/numbers.h",
                                              "namespace sinew::numbers {", "In<double>|JointMotion|DrivenState");
  EXPECT_THAT(calls, testing::SizeIs(testing::Ge(18U)));
  for (const std::string& call : calls) EXPECT_TRUE(names.contains(call)) << call;
}

/// Its rows can be written as columns.
TEST(AMassMatrix, IsSymmetricToTheLastBit) {
  for (const Arm& arm : arms())
    for (int which = 0; which < 5; ++which) {
      const Eigen::MatrixXd M = arm.mass_matrix(sinew_test::some_arguments(arm, which).q);
      EXPECT_EQ(M, Eigen::MatrixXd(M.transpose()));
    }
}

TEST(AnArmThatWasMovedFrom, IsStillTheRobot) {
  Arm from = arms().front();
  const Eigen::VectorXd q = Eigen::VectorXd::Constant(from.position_count(), 0.3);
  const Eigen::MatrixXd M = from.mass_matrix(q);
  const Arm to = std::move(from);
  EXPECT_EQ(to.mass_matrix(q), M);
  EXPECT_EQ(from.mass_matrix(q), M);  // NOLINT(bugprone-use-after-move): that is the question
  Arm other = arms().back();
  other = std::move(from);
  EXPECT_EQ(other.mass_matrix(q), M);
  EXPECT_EQ(from.joint_names(), to.joint_names());  // NOLINT(bugprone-use-after-move)
}

}  // namespace
