// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "sinew/formats/load.h"
#include "sinew/readings/numbers.h"
#include "tests/readings/every_call.h"
#include "tests/support/problem_texts.h"

namespace {

using namespace sinew;
using sinew_test::texts;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

/// What a call is refused with, or nothing if it is not.
template <class Call>
std::vector<std::string> refusal(const Call& call) {
  try {
    call();
  } catch (const InputError& error) {
    return texts(error.diagnostics());
  }
  return {};
}

struct TwoLinkArm : testing::Test {
  Model<double> model = load_robot(std::string(SINEW_SOURCE_DIR) + "/robots/two_link_2r.yaml").model;
  Workspace work{model};
  std::vector<double> two{0.1, 0.2}, three{0.1, 0.2, 0.3}, out{0.0, 0.0}, M = std::vector<double>(4);
};

TEST_F(TwoLinkArm, RefusesVectorsOfTheWrongLength) {
  const std::string give = "; give 2, one per entry of the robot's vector";
  EXPECT_THAT(refusal([&] { numbers::torque(model, three, two, two, work, out); }),
              ElementsAre("two_link_2r: q has 3 numbers" + give));
  EXPECT_THAT(refusal([&] { numbers::torque(model, two, three, two, work, out); }),
              ElementsAre("two_link_2r: qd has 3 numbers" + give));
  EXPECT_THAT(refusal([&] { numbers::torque(model, two, two, {}, work, out); }),
              ElementsAre("two_link_2r: qdd has 0 numbers" + give));
  EXPECT_THAT(refusal([&] { numbers::torque(model, two, two, two, work, three); }),
              ElementsAre("two_link_2r: tau has 3 numbers" + give));
  EXPECT_THAT(refusal([&] { numbers::acceleration(model, two, two, three, work, out); }),
              ElementsAre("two_link_2r: tau has 3 numbers" + give));
  EXPECT_THAT(refusal([&] { numbers::acceleration(model, two, two, two, work, three); }),
              ElementsAre("two_link_2r: qdd has 3 numbers" + give));
  const std::vector<Force<double>> one(1);
  EXPECT_THAT(refusal([&] {
                numbers::torque(model, two, two, two, {model.gravity(), one, {}}, work, out);
              }),
              ElementsAre("two_link_2r: there are 1 external forces; give 2, one per moving link, or none"));
}

TEST_F(TwoLinkArm, RefusesMatricesOfTheWrongSize) {
  std::vector<double> five(5), eight(8);
  const auto room = [](const std::string& of, const std::string& size, const std::string& needed) {
    return ElementsAre("two_link_2r: the room for " + of + " is " + size + " numbers; give " + needed);
  };
  EXPECT_THAT(refusal([&] { numbers::mass_matrix(model, two, work, five); }), room("M", "5", "2 times 2"));
  EXPECT_THAT(refusal([&] { numbers::inverse_mass_matrix(model, two, work, five); }),
              room("the inverse of M", "5", "2 times 2"));
  EXPECT_THAT(refusal([&] { numbers::coriolis_matrix(model, two, two, work, five); }), room("C", "5", "2 times 2"));
  EXPECT_THAT(refusal([&] { numbers::christoffel_symbols(model, two, work, five); }),
              room("the Christoffel symbols", "5", "2 times 4"));
  EXPECT_THAT(refusal([&] { numbers::jacobian(model, two, {1, {}}, work, five); }), room("J", "5", "6 times 2"));
  EXPECT_THAT(refusal([&] {
                numbers::jacobian_rate(model, two, two, {1, {}}, work, five);
              }),
              room("Jd", "5", "6 times 2"));
  EXPECT_THAT(refusal([&] { numbers::regressor(model, two, two, two, model.gravity(), work, five); }),
              room("Y", "5", "2 times 20"));
  EXPECT_THAT(refusal([&] { numbers::joint_regressor(model, two, two, two, work, five); }),
              room("Y", "5", "2 times 8"));
  EXPECT_THAT(refusal([&] { numbers::energy_regressor(model, two, two, model.gravity(), work, five, five); }),
              room("the kinetic row", "5", "1 times 20"));
  EXPECT_THAT(refusal([&] { numbers::centroid(model, two, two, work, five); }), room("A", "5", "6 times 2"));
  EXPECT_THAT(refusal([&] {
                numbers::torque_derivatives(model, {two, two, two}, numbers::own_loads(model), work, {M, M, five});
              }),
              room("a derivative", "5", "2 times 2"));
  EXPECT_THAT(
      refusal([&] {
        numbers::acceleration_derivatives(model, {two, two, two}, numbers::own_loads(model), work, {M, five, M});
      }),
      room("a derivative", "5", "2 times 2"));
  std::vector<Pose<double>> poses(3);
  Pose<double> base;
  EXPECT_THAT(refusal([&] { numbers::poses(model, two, work, poses, base); }),
              ElementsAre(HasSubstr("X_WL has 3 numbers; give 2")));
}

TEST_F(TwoLinkArm, RefusesNumbersThatAreNotFinite) {
  EXPECT_THAT(refusal([&] {
                numbers::mass_matrix(model, std::vector{0.0, nan}, work, M);
              }),
              ElementsAre("two_link_2r: q[1] is nan; give a finite number"));
  EXPECT_THAT(refusal([&] {
                numbers::torque(model, two, std::vector{infinity, 0.0}, two, work, out);
              }),
              ElementsAre("two_link_2r: qd[0] is inf; give a finite number"));
  EXPECT_THAT(refusal([&] {
                numbers::torque(model, two, two, std::vector{0.0, -infinity}, work, out);
              }),
              ElementsAre("two_link_2r: qdd[1] is -inf; give a finite number"));
  EXPECT_THAT(refusal([&] {
                numbers::acceleration(model, two, two, std::vector{nan, nan}, work, out);
              }),
              ElementsAre("two_link_2r: tau[0] is nan; give a finite number"));
  EXPECT_THAT(refusal([&] {
                numbers::gravity_torque(model, two, {0.0, nan, 0.0}, work, out);
              }),
              ElementsAre("two_link_2r: gravity[1] is nan; give a finite number"));
  std::vector<double> J(12);
  EXPECT_THAT(refusal([&] {
                numbers::jacobian(model, two, {1, {0.0, 0.0, infinity}}, work, J);
              }),
              ElementsAre("two_link_2r: point[2] is inf; give a finite number"));
  std::vector<Force<double>> external(2);
  external[1].f.y = nan;
  EXPECT_THAT(refusal([&] {
                numbers::torque(model, two, two, two, {model.gravity(), external, {}}, work, out);
              }),
              ElementsAre(testing::AllOf(HasSubstr("the external force on link link2"),
                                         HasSubstr("is nan; give finite numbers"))));
}

// a small number times zero is zero, and the largest ones too
TEST_F(TwoLinkArm, TakesEveryFiniteNumber) {
  EXPECT_THAT(refusal([&] { numbers::mass_matrix(model, std::vector{1e308, -5e-324}, work, M); }), testing::IsEmpty());
}

TEST_F(TwoLinkArm, RefusesALinkThatItDoesNotHave) {
  std::vector<double> J(12);
  for (const int link : {2, -2, 1000})
    EXPECT_THAT(refusal([&] {
                  numbers::jacobian(model, two, {link, {}}, work, J);
                }),
                ElementsAre("two_link_2r: there is no link number " + std::to_string(link) +
                            "; give one of 0 to 1, or -1 for the base"));
}

TEST(AFloatingBase, RefusesAQuaternionThatIsNone) {
  const auto model = sinew_test::a_rich_robot(2, true);
  Workspace work(model);
  sinew_test::Random random(1);
  auto q = sinew_test::random_position(model, random);
  std::vector<double> M(static_cast<std::size_t>(model.velocity_count() * model.velocity_count()));
  EXPECT_THAT(refusal([&] { numbers::mass_matrix(model, q, work, M); }), testing::IsEmpty());
  for (std::size_t i = 3; i < 7; ++i) q[i] *= 2.0;
  EXPECT_THAT(refusal([&] { numbers::mass_matrix(model, q, work, M); }),
              ElementsAre(HasSubstr("the base's quaternion has length 2; give x y z w of length 1")));
  for (std::size_t i = 3; i < 7; ++i) q[i] = 0.0;
  EXPECT_THAT(refusal([&] { numbers::mass_matrix(model, q, work, M); }),
              ElementsAre(HasSubstr("the base's quaternion has length 0")));
}

TEST(AFloatingBase, RefusesAForceOnItThatIsNotFinite) {
  const auto model = sinew_test::a_rich_robot(2, true);
  Workspace work(model);
  sinew_test::Random random(1);
  const auto q = sinew_test::random_position(model, random);
  std::vector<double> zeros(static_cast<std::size_t>(model.velocity_count()), 0.0), out = zeros;
  Loads<double> loads = numbers::own_loads(model);
  loads.external_on_base.n.x = nan;
  EXPECT_THAT(refusal([&] { numbers::torque(model, q, zeros, zeros, loads, work, out); }),
              ElementsAre(HasSubstr("the external force on the base has a component that is nan")));
  EXPECT_THAT(refusal([&] { numbers::acceleration(model, q, zeros, zeros, loads, work, out); }),
              ElementsAre(HasSubstr("the external force on the base has a component that is nan")));
}

/// Its last joint moves a link that weighs nothing.
Model<double> an_arm_with_a_weightless_hand() {
  auto arm = sinew_test::a_sound_arm();
  arm.links.push_back(sinew_test::a_link("hand"));
  arm.joints.push_back(sinew_test::a_joint("wrist", JointKind::Revolute, "lower", "hand"));
  return build_model(arm);
}

TEST(AMassMatrixWithoutInverse, NamesTheJointThatMovesNothing) {
  const auto model = an_arm_with_a_weightless_hand();
  Workspace work(model);
  const std::vector<double> x{0.1, 0.2, 0.3};
  std::vector<double> out(3), a(9), b(9), c(9);
  const auto names_it = ElementsAre(
      "arm: joint 'wrist' moves nothing that has inertia here; "
      "give the links beyond it mass, or its motor a rotor inertia; or fix the joint");
  EXPECT_THAT(refusal([&] { numbers::acceleration(model, x, x, x, work, out); }), names_it);
  EXPECT_THAT(refusal([&] { numbers::inverse_mass_matrix(model, x, work, a); }), names_it);
  EXPECT_THAT(refusal([&] {
                numbers::acceleration_derivatives(model, {x, x, x}, numbers::own_loads(model), work, {a, b, c});
              }),
              names_it);
  // with nothing to do either
  const std::vector<double> zeros(3, 0.0);
  EXPECT_THAT(refusal([&] { numbers::acceleration(model, x, zeros, zeros, {{}, {}, {}}, work, out); }), names_it);
  // and inverse dynamics needs no inverse
  EXPECT_THAT(refusal([&] { numbers::torque(model, x, x, x, work, out); }), testing::IsEmpty());
}

// as articulated bodies have it, too
TEST(AMassMatrixWithoutInverse, IsFoundOnALongArm) {
  auto arm = sinew_test::a_sound_arm();
  for (int i = 0; i < 12; ++i) {
    const std::string name = "more" + std::to_string(i);
    arm.links.push_back(i < 11 ? sinew_test::a_link(name, sinew_test::some_inertia()) : sinew_test::a_link(name));
    arm.joints.push_back(sinew_test::a_joint("joint" + std::to_string(i), JointKind::Revolute,
                                             i == 0 ? "lower" : "more" + std::to_string(i - 1), name));
    arm.joints.back().X_PJ.p = {0.1, 0.2, 0.0};
    if (i % 2 == 0) arm.joints.back().axis = {1.0, 0.0, 0.0};
  }
  const auto model = build_model(arm);
  ASSERT_TRUE(model.joints_are_local());
  Workspace work(model);
  const std::vector<double> x(14, 0.3), zeros(14, 0.0);
  std::vector<double> out(14);
  EXPECT_THAT(refusal([&] { numbers::acceleration(model, x, x, x, work, out); }),
              ElementsAre(HasSubstr("joint 'joint11' moves nothing that has inertia")));
  EXPECT_THAT(refusal([&] {
                numbers::acceleration(model, x, zeros, zeros, {{}, {}, {}}, work, out);
              }),
              ElementsAre(HasSubstr("joint 'joint11' moves nothing that has inertia")));
}

TEST(NothingThatMovesHasMass, IsSaidWhereItsCentreIsAsked) {
  auto arm = sinew_test::a_sound_arm();
  for (auto& link : arm.links) link.inertia.reset();
  const auto model = build_model(arm);
  Workspace work(model);
  const std::vector<double> x{0.1, 0.2};
  EXPECT_THAT(refusal([&] { numbers::centroid(model, x, x, work); }),
              ElementsAre("arm: nothing that moves has mass; give the links masses"));
}

}  // namespace
