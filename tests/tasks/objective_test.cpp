// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/tasks/objectives/objective.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <memory>
#include <numbers>

#include "sinew/algorithms/jacobian.h"
#include "sinew/scalar/dual.h"
#include "sinew/tasks/objectives/custom_objective.h"
#include "sinew/tasks/objectives/formula_objective.h"
#include "sinew/tasks/objectives/joint_range.h"
#include "sinew/tasks/objectives/manipulability.h"
#include "sinew/tasks/task_centre_of_mass.h"
#include "sinew/tasks/task_custom.h"
#include "sinew/tasks/task_direction.h"
#include "sinew/tasks/task_distance.h"
#include "sinew/tasks/task_frame.h"
#include "sinew/tasks/task_joints.h"
#include "tests/support/allocation_count.h"
#include "tests/support/refusal.h"
#include "tests/tasks/task_robots.h"

namespace {

using namespace sinew_test;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using sinew::CustomObjective;
using sinew::FormulaObjective;
using sinew::FrameMotionChoice;
using sinew::FrameRows;
using sinew::FrameTask;
using sinew::In;
using sinew::JointLimits;
using sinew::JointRange;
using sinew::Manipulability;
using sinew::Model;
using sinew::Objective;
using sinew::Out;
using sinew::Task;
using sinew::Vec3;
using std::numbers::pi;
using testing::HasSubstr;
using Numbers = std::vector<double>;

Numbers room(const Model<double>& model) { return Numbers(static_cast<std::size_t>(model.velocity_count()), 9.0); }

/// The gradient against central differences, to `allowed` of the larger of H and its slope.
void expect_gradient(const Model<double>& model, Objective& objective, const Numbers& q, double allowed,
                     double h = 1e-5) {
  Numbers gradient = room(model), unused = room(model);
  const double H = objective.evaluate(q, gradient);
  double size = std::max(1.0, std::abs(H));
  for (const double g : gradient) size = std::max(size, std::abs(g));
  for (std::size_t k = 0; k < gradient.size(); ++k) {
    const Numbers e = unit(gradient.size(), k);
    const double after = objective.evaluate(moved(model, q, e, h), unused);
    const double before = objective.evaluate(moved(model, q, e, -h), unused);
    EXPECT_NEAR(gradient[k], (after - before) / (2.0 * h), allowed * size)
        << model.name() << ", " << objective.name() << " by " << k;
  }
}

std::unique_ptr<Task> frame_task(const Model<double>& model, const std::string& rows,
                                 const std::string& seen_from = "world", const std::string& axes = "") {
  return std::make_unique<FrameTask>(
      model, FrameMotionChoice{model.frames().back().name, FrameRows::parse(rows), {0.1, 0.05, 0.2}, seen_from, axes});
}

// ---- manipulability

TEST(Manipulability, OfEveryTaskRisesAsItsGradientSays) {
  for (const Model<double>& model : task_robots()) {
    Random random(31);
    const std::string last = model.frames().back().name, first = model.frames().front().name;
    std::vector<std::unique_ptr<Task>> tasks;
    tasks.push_back(frame_task(model, "position"));
    tasks.push_back(frame_task(model, "orientation"));
    tasks.push_back(frame_task(model, "pose"));
    tasks.push_back(frame_task(model, "x rz"));
    tasks.push_back(frame_task(model, "pose", "world", "own"));
    tasks.push_back(frame_task(model, "x y", first, "own"));
    tasks.push_back(std::make_unique<sinew::CentreOfMassTask>(model));
    tasks.push_back(
        std::make_unique<sinew::DirectionTask>(model, last, random.direction(), sinew::AtPoint{random.vector(2.0)}));
    tasks.push_back(std::make_unique<sinew::DistanceTask>(model, last, random.vector(), random.vector()));
    for (auto& task : tasks) {
      Manipulability w(std::move(task));
      for (int state = 0; state < 3; ++state) {
        const Numbers q = random_position(model, random);
        Numbers gradient = room(model);
        const double volume = w.evaluate(q, gradient);
        // a kink is no place for differences
        if (volume > 1e-3) expect_gradient(model, w, q, 1e-6);
      }
    }
  }
}

/// √det(J·Jᵀ) of a square or wide J in dual numbers, by Gram-Schmidt.
template <class D>
D volume(const std::vector<D>& J, std::size_t rows, std::size_t n) {
  std::vector<D> Q = J;
  D w(1.0);
  for (std::size_t j = 0; j < rows; ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      D part(0.0);
      for (std::size_t k = 0; k < n; ++k) part += Q[i * n + k] * Q[j * n + k];
      for (std::size_t k = 0; k < n; ++k) Q[j * n + k] -= part * Q[i * n + k];
    }
    D length(0.0);
    for (std::size_t k = 0; k < n; ++k) length += Q[j * n + k] * Q[j * n + k];
    length = sqrt(length);
    for (std::size_t k = 0; k < n; ++k) Q[j * n + k] = Q[j * n + k] / length;
    w *= length;
  }
  return w;
}

TEST(Manipulability, HasTheGradientOfDualNumbersToRoundOff) {
  using D = sinew::Dual<1>;
  for (const char* name : {"panda", "iiwa14", "ur5", "puma560", "stanford"}) {
    const Model<double> model = shipped_model(name);
    Random random(32);
    const std::size_t n = static_cast<std::size_t>(model.velocity_count());
    Manipulability w(frame_task(model, "pose"));
    const sinew::Frame<double>& frame = model.frames().back();
    const Vec3<double> p = frame.X_LF * Vec3<double>{0.1, 0.05, 0.2};
    sinew::JacobianScratch<D> scratch(model);
    for (int state = 0; state < 10; ++state) {
      const Numbers q = random_position(model, random);
      Numbers gradient = room(model);
      const double found = w.evaluate(q, gradient);
      double largest = found;
      for (const double g : gradient) largest = std::max(largest, std::abs(g));
      for (std::size_t k = 0; k < n; ++k) {
        std::vector<D> x(q.begin(), q.end()), J(6 * n);
        x[k] = D::variable(q[k], 0);
        sinew::jacobian<double, D>(model, x, {frame.link, sinew::cast<D>(p)}, scratch, J);
        const D expected = volume(J, 6, n);
        EXPECT_NEAR(found, expected.value, 1e-12) << name;
        EXPECT_NEAR(gradient[k], expected.d[0], 1e-10 * largest) << name;
      }
    }
  }
}

TEST(Manipulability, OfAPlanarArmIsTheTextbooks) {
  const Model<double> model = a_planar_arm({0.7, 0.4});
  Manipulability w(
      std::make_unique<FrameTask>(model, FrameMotionChoice{"tip", FrameRows::parse("x y"), {}, "world", ""}));
  Numbers gradient = room(model);
  for (const double q2 : {0.4, 1.3, -2.0}) {
    EXPECT_NEAR(w.evaluate(Numbers{0.3, q2}, gradient), 0.28 * std::abs(std::sin(q2)), 1e-15);
    EXPECT_NEAR(gradient[0], 0.0, 1e-15);
    EXPECT_NEAR(gradient[1], 0.28 * std::cos(q2) * (q2 < 0.0 ? -1.0 : 1.0), 1e-15);
    EXPECT_FALSE(w.is_singular());
  }
}

TEST(Manipulability, IsZeroWithAZeroGradientAtASingularity) {
  const Model<double> model = a_planar_arm({0.7, 0.4});
  Manipulability w(
      std::make_unique<FrameTask>(model, FrameMotionChoice{"tip", FrameRows::parse("x y"), {}, "world", ""}));
  Manipulability always(
      std::make_unique<FrameTask>(model, FrameMotionChoice{"tip", FrameRows::position(), {}, "world", ""}));
  Numbers gradient = room(model);
  EXPECT_EQ(w.evaluate(Numbers{0.3, 0.0}, gradient), 0.0);
  EXPECT_EQ(gradient, (Numbers{0.0, 0.0}));
  EXPECT_TRUE(w.is_singular());
  // next to it there is a slope again
  EXPECT_GT(w.evaluate(Numbers{0.3, 1e-6}, gradient), 0.0);
  EXPECT_NEAR(gradient[1], 0.28, 1e-8);
  EXPECT_FALSE(w.is_singular());
  // three rows of two joints: the volume of Jᵀ·J
  EXPECT_NEAR(always.evaluate(Numbers{0.3, 0.8}, gradient), 0.28 * std::sin(0.8), 1e-15);
  EXPECT_NEAR(gradient[1], 0.28 * std::cos(0.8), 1e-15);
}

TEST(Manipulability, WantsToKnowHowTheJacobianChanges) {
  const Model<double> model = a_planar_arm({0.7, 0.4});
  const auto of = [&](sinew::CustomTask::Gradient gradient) {
    return std::make_unique<sinew::CustomTask>(
        model, "own", std::vector<sinew::TaskRow>{{"r", ""}},
        [](In<double> q, In<double>, sinew::TaskState& y) {
          y.value[0] = q[0] * q[1];
          y.J(0, 0) = q[1];
          y.J(0, 1) = q[0];
        },
        std::move(gradient));
  };
  EXPECT_THAT(refusal([&] { Manipulability(of({})); }), HasSubstr("give its function a gradient"));
  EXPECT_THAT(refusal([&] { Manipulability(nullptr); }), HasSubstr("no task"));
  Manipulability w(of([](In<double>, const sinew::RowMatrix& W, Out<double> g) {
    g[0] = W(0, 1);
    g[1] = W(0, 0);
  }));
  expect_gradient(model, w, Numbers{0.4, 0.9}, 1e-9);
}

// ---- the room that joints have

TEST(JointRange, IsThatOfThePublishedExercise) {
  // planar 3R, 2022-04-13 #4: ranges ±π/2, 0…2π/3, ±π/4 at q = (2π/5, π/2, −π/4); −∇H in the null space of a velocity task
  const Model<double> model = a_planar_arm({1.0, 1.0, 1.0});
  JointLimits limits = JointLimits::none(model);
  limits.lower = {-pi / 2, 0.0, -pi / 4};
  limits.upper = {pi / 2, 2 * pi / 3, pi / 4};
  JointRange H(model, limits);
  const Numbers q{2 * pi / 5, pi / 2, -pi / 4};
  Numbers gradient = room(model);
  const double value = H.evaluate(q, gradient);
  EXPECT_NEAR(value, (0.16 + 0.0625 + 0.25) / 6.0, 1e-15);
  FrameTask task(model, {"tip", FrameRows::parse("x y"), {}, "world", ""});
  const MatrixXd J = task.evaluate(q).J;
  const Eigen::Vector3d step = -Eigen::Map<const Eigen::Vector3d>(gradient.data());
  const Eigen::Vector3d self = step - J.completeOrthogonalDecomposition().solve(J * step);
  EXPECT_NEAR(self[0], -0.0437, 6e-5);
  EXPECT_NEAR(self[1], 0.0, 6e-5);
  EXPECT_NEAR(self[2], 0.1056, 6e-5);
}

TEST(JointRange, FallsAsItsGradientSaysAndIsLeastInTheMiddle) {
  for (const char* name : {"panda", "iiwa14", "stanford"}) {
    const Model<double> model = shipped_model(name);
    JointRange H(model);
    Random random(33);
    for (int state = 0; state < 5; ++state) expect_gradient(model, H, random_position(model, random), 1e-8);
    const JointLimits limits = JointLimits::of(model);
    Numbers middle;
    for (std::size_t i = 0; i < limits.lower.size(); ++i)
      middle.push_back(std::isfinite(limits.upper[i] - limits.lower[i]) ? 0.5 * (limits.lower[i] + limits.upper[i])
                                                                        : 0.3);
    Numbers gradient = room(model);
    EXPECT_NEAR(H.evaluate(middle, gradient), 0.0, 1e-30) << name;
  }
}

TEST(JointRange, AtEveryLimitIsAnEighth) {
  const Model<double> model = shipped_model("iiwa14");
  Numbers gradient = room(model);
  EXPECT_NEAR(JointRange(model).evaluate(JointLimits::of(model).upper, gradient), 0.125, 1e-15);
}

TEST(JointRange, LeavesOutJointsWithoutLimits) {
  const Model<double> model = a_planar_arm({1.0, 1.0, 1.0});
  EXPECT_THAT(refusal([&] { JointRange{model}; }), HasSubstr("no joint has a range"));
  JointLimits limits = JointLimits::none(model);
  limits.lower[1] = -1.0;
  limits.upper[1] = 3.0;
  limits.upper[2] = 2.0;  // one limit alone is no range
  Numbers gradient = room(model);
  EXPECT_DOUBLE_EQ(JointRange(model, limits).evaluate(Numbers{5.0, 2.0, 1.0}, gradient), 0.25 * 0.25 / 2.0);
  EXPECT_EQ(gradient, (Numbers{0.0, 0.25 * 0.25, 0.0}));
  limits.lower[1] = 4.0;
  EXPECT_THAT(refusal([&] { JointRange(model, limits); }), HasSubstr("position limits of joint 'joint2' are 4 to 3"));
  limits.lower[1] = std::nan("");
  EXPECT_THAT(refusal([&] { JointRange(model, limits); }), HasSubstr("is nan"));
}

TEST(TheLimits, OfAMimicJointHoldForItsLeader) {
  auto tree = a_sound_arm();
  tree.joints[0].limits.lower = -2.0;
  tree.joints[0].limits.upper = 2.0;
  tree.joints[1].limits.lower = -1.0;
  tree.joints[1].limits.upper = 1.5;
  tree.joints[1].limits.velocity = 3.0;
  tree.joints[1].mimic = sinew::Mimic<double>{"shoulder", -0.5, 0.5};
  const Model<double> model = sinew::build_model(tree);
  const JointLimits limits = JointLimits::of(model);
  ASSERT_EQ(limits.lower.size(), 1U);
  EXPECT_DOUBLE_EQ(limits.lower[0], -2.0);  // −0.5·q + 0.5 ≤ 1.5
  EXPECT_DOUBLE_EQ(limits.upper[0], 2.0);   // the follower would let it go to 3
  EXPECT_DOUBLE_EQ(limits.velocity_upper[0], 6.0);
}

// ---- formulas and functions

TEST(AFormula, HasItsOwnExactGradient) {
  // 2017-03-29 #4
  const Model<double> model = a_planar_arm({1.0, 1.0, 1.0});
  FormulaObjective H(model, "sin(q2)^2 + sin(q3)^2", true);
  Numbers gradient = room(model);
  const Numbers q{pi / 2, pi / 3, -2 * pi / 3};
  EXPECT_NEAR(H.evaluate(q, gradient), 1.5, 1e-15);
  EXPECT_EQ(gradient[0], 0.0);
  EXPECT_NEAR(gradient[1], std::sin(2 * pi / 3), 1e-15);
  EXPECT_NEAR(gradient[2], std::sin(-4 * pi / 3), 1e-15);
}

TEST(AFormula, OfAnyShapeRisesAsItsGradientSays) {
  const Model<double> model = shipped_model("panda");
  Random random(34);
  for (const char* formula :
       {"sin(q2)^2 + sin(q3)^2", "panda_joint4^2*cos(q1 + 2*q3) - q2/(2 + cos(q5))", "sqrt(1 + q1^2) + tan(q2/7)^3",
        "abs(q6) + q7^-2", "3", "q1*q2*q3*q4*q5*q6*q7", "sin(sin(q1)*cos(q2))", "(q1 - 20deg)^2 + 10*(q8 - 0.05)^2",
        "sin(q1 - 20deg) + (q8 - 5cm)/(3cm)", "pi*q1"}) {
    FormulaObjective H(model, formula, false);
    for (int state = 0; state < 5; ++state) expect_gradient(model, H, random_position(model, random), 1e-7, 1e-6);
  }
}

TEST(AFormula, KnowsAMimicJointByWhatItFollows) {
  const Model<double> model = shipped_model("panda");
  FormulaObjective leader(model, "panda_finger_joint1^2", true), follower(model, "panda_finger_joint2^2", true);
  Numbers q(8, 0.02), one = room(model), other = room(model);
  EXPECT_EQ(leader.evaluate(q, one), follower.evaluate(q, other));
  EXPECT_EQ(one, other);
}

TEST(AFormula, PutsAMimicJointWhereItsOffsetDoes) {
  auto arm = a_sound_arm();
  arm.joints[1].mimic = sinew::Mimic<double>{"shoulder", -0.5, 0.3};
  const Model<double> model = sinew::build_model(arm);
  FormulaObjective H(model, "elbow^2", true);
  Numbers gradient = room(model);
  EXPECT_NEAR(H.evaluate(Numbers{0.8}, gradient), 0.1 * 0.1, 1e-15);
  EXPECT_NEAR(gradient[0], 2.0 * -0.1 * -0.5, 1e-15);
}

TEST(AFormula, ThatCannotBeIsRefused) {
  const Model<double> model = shipped_model("panda");
  const auto of = [&](const char* formula) { return refusal([&] { FormulaObjective(model, formula, true); }); };
  EXPECT_THAT(of("sin(q2"), HasSubstr("closing"));
  EXPECT_THAT(of(""), HasSubstr("ends where a number is wanted"));
  EXPECT_THAT(of("sin(q12)"), HasSubstr("no joint 'q12'"));
  EXPECT_THAT(of("panda_join1"), HasSubstr("did you mean 'panda_joint1'?"));
  EXPECT_THAT(of("q1 + 2kg - 3m"), HasSubstr("adds kg and m"));
  EXPECT_THAT(of("1/0"), HasSubstr("divides by zero"));
  FormulaObjective H(model, "1/q1", true);
  Numbers q(8, 0.0), gradient = room(model);
  EXPECT_THAT(refusal([&] { H.evaluate(q, gradient); }), HasSubstr("has no value at this q"));
}

TEST(AFormula, RefusesANameThatSaysTwoThings) {
  auto arm = a_sound_arm();
  arm.joints[0].name = "q2";
  const Model<double> model = sinew::build_model(arm);
  EXPECT_THAT(refusal([&] { FormulaObjective(model, "q2^2", true); }), HasSubstr("the number of another"));
}

TEST(AFunctionOfTheUser, IsAskedAndChecked) {
  const Model<double> model = a_planar_arm({1.0, 1.0});
  CustomObjective H(model, "own", true, [](In<double> q, Out<double> g) {
    g[0] = 2.0 * q[0];
    return q[0] * q[0];
  });
  expect_gradient(model, H, Numbers{0.4, 0.2}, 1e-9);
  CustomObjective broken(model, "own", true, [](In<double>, Out<double> g) { return g[0] = std::nan(""); });
  Numbers gradient = room(model);
  EXPECT_THAT(refusal([&] { broken.evaluate(Numbers{0, 0}, gradient); }), HasSubstr("not finite"));
  EXPECT_THAT(refusal([&] { CustomObjective(model, "own", true, {}); }), HasSubstr("no function"));
}

// ---- what is promised of every call

TEST(NoObjective, AllocatesOnceItIsMade) {
  const Model<double> model = shipped_model("panda");
  Random random(35);
  Manipulability w(frame_task(model, "pose"));
  JointRange range(model);
  FormulaObjective formula(model, "sin(q2)^2 + sqrt(1 + q3^2)", true);
  CustomObjective own(model, "own", true, [](In<double> q, Out<double>) { return q[0]; });
  const Numbers q = random_position(model, random);
  Numbers gradient = room(model);
  for (Objective* objective : {static_cast<Objective*>(&w), static_cast<Objective*>(&range),
                               static_cast<Objective*>(&formula), static_cast<Objective*>(&own)}) {
    const long before = allocation_count();
    objective->evaluate(q, gradient);
    EXPECT_EQ(allocation_count(), before) << objective->name();
  }
}

TEST(EveryObjective, RefusesVectorsThatDoNotFit) {
  const Model<double> model = shipped_model("panda");
  Manipulability w(frame_task(model, "pose"));
  JointRange range(model);
  FormulaObjective formula(model, "q1", true);
  CustomObjective own(model, "own", true, [](In<double> q, Out<double>) { return q[0]; });
  for (Objective* objective : {static_cast<Objective*>(&w), static_cast<Objective*>(&range),
                               static_cast<Objective*>(&formula), static_cast<Objective*>(&own)}) {
    Numbers gradient(8), shorter(7);
    EXPECT_THAT(refusal([&] { objective->evaluate(Numbers(7, 0.0), gradient); }), HasSubstr("q has 7 numbers"));
    EXPECT_THAT(refusal([&] { objective->evaluate(Numbers(8, 0.0), shorter); }), HasSubstr("gradient has 7"));
    EXPECT_THAT(refusal([&] { objective->evaluate(Numbers(8, std::nan("")), gradient); }), HasSubstr("q[0] is nan"));
  }
}

}  // namespace
