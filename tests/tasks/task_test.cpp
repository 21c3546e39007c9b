// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/tasks/task.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <functional>
#include <memory>
#include <numbers>

#include "sinew/tasks/task_centre_of_mass.h"
#include "sinew/tasks/task_custom.h"
#include "sinew/tasks/task_direction.h"
#include "sinew/tasks/task_distance.h"
#include "sinew/tasks/task_frame.h"
#include "sinew/tasks/task_goal.h"
#include "sinew/tasks/task_joints.h"
#include "tests/support/allocation_count.h"
#include "tests/support/refusal.h"
#include "tests/tasks/task_robots.h"

namespace {

using namespace sinew_test;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using sinew::AlongDirection;
using sinew::AtPoint;
using sinew::CentreOfMassTask;
using sinew::CustomTask;
using sinew::DirectionTask;
using sinew::DistanceTask;
using sinew::FrameMotionChoice;
using sinew::FrameRows;
using sinew::FrameTask;
using sinew::JointCombination;
using sinew::JointTask;
using sinew::Model;
using sinew::Pose;
using sinew::Rotation;
using sinew::RowMatrix;
using sinew::Task;
using sinew::TaskGoal;
using sinew::TaskState;
using sinew::Vec3;
using testing::HasSubstr;
using Numbers = std::vector<double>;

VectorXd eigen(const Numbers& x) { return Eigen::Map<const VectorXd>(x.data(), static_cast<Eigen::Index>(x.size())); }

std::string some_frame(const Model<double>& model, Random& random) {
  return model.frames()[static_cast<std::size_t>(random.below(static_cast<int>(model.frames().size())))].name;
}
std::string last_frame(const Model<double>& model) { return model.frames().back().name; }

/// Tasks of every kind that are derivatives of their values, with random choices.
std::vector<std::unique_ptr<Task>> tasks_with_values(const Model<double>& model, Random& random) {
  std::vector<std::unique_ptr<Task>> tasks;
  const auto frame = [&](const std::string& name, FrameRows rows, const std::string& seen_from) {
    tasks.push_back(
        std::make_unique<FrameTask>(model, FrameMotionChoice{name, rows, random.vector(0.3), seen_from, ""}));
  };
  frame(last_frame(model), FrameRows::position(), "world");
  frame(some_frame(model, random), FrameRows::parse("x z"), "world");
  frame(last_frame(model), FrameRows::position(), some_frame(model, random));
  frame(some_frame(model, random), FrameRows::parse("y"), last_frame(model));
  tasks.push_back(
      std::make_unique<DirectionTask>(model, last_frame(model), random.vector(), AlongDirection{random.vector()}));
  tasks.push_back(std::make_unique<DirectionTask>(model, last_frame(model), random.direction(),
                                                  AtPoint{random.vector(2.0), random.vector(0.2)}));
  tasks.push_back(std::make_unique<DirectionTask>(model, some_frame(model, random), random.direction(),
                                                  AtPoint{random.vector(2.0)}));
  tasks.push_back(std::make_unique<DistanceTask>(model, last_frame(model), random.vector(0.2), random.vector()));
  tasks.push_back(std::make_unique<CentreOfMassTask>(model));
  tasks.push_back(std::make_unique<CentreOfMassTask>(model, std::array<bool, 3>{false, true, true}));
  const std::string joint = model.link(model.link_count() - 1).joint_name;
  tasks.push_back(std::make_unique<JointTask>(model, std::vector<std::string>{joint, "q1"}));
  tasks.push_back(
      std::make_unique<JointTask>(model, std::vector<JointCombination>{{{{joint, 0.7}, {"q1", -1.2}}, "sum"}}));
  return tasks;
}

/// Frames whose rotation counts, or whose rows are in turning axes.
std::vector<FrameMotionChoice> frame_choices(const Model<double>& model, Random& random) {
  const std::string last = last_frame(model), one = some_frame(model, random), two = some_frame(model, random);
  return {{last, FrameRows::pose(), random.vector(0.3), "world", ""},
          {last, FrameRows::orientation(), {}, "world", ""},
          {last, FrameRows::pose(), random.vector(0.3), "world", "own"},
          {one, FrameRows::pose(), random.vector(0.3), last, ""},
          {last, FrameRows::pose(), random.vector(0.3), one, two},
          {one, FrameRows::parse("rz,x,ry"), random.vector(0.3), two, "own"},
          {one, FrameRows::pose(), random.vector(0.3), two, "world"},
          {one, FrameRows::pose(), random.vector(0.3), last, "base"}};
}

std::vector<std::unique_ptr<Task>> every_task(const Model<double>& model, Random& random) {
  auto tasks = tasks_with_values(model, random);
  for (const FrameMotionChoice& choice : frame_choices(model, random))
    tasks.push_back(std::make_unique<FrameTask>(model, choice));
  return tasks;
}

std::string where(const Model<double>& model, const Task& task, std::size_t which) {
  return model.name() + ", task " + std::to_string(which) + ": " + task.name();
}

double size_of(const MatrixXd& x) { return std::max(1.0, x.size() == 0 ? 0.0 : x.cwiseAbs().maxCoeff()); }

/// ∂/∂q of a matrix along one velocity, by central differences.
MatrixXd slope(const Model<double>& model, const Numbers& q, const Numbers& qd,
               const std::function<MatrixXd(const Numbers&)>& f) {
  constexpr double h = 1e-5;
  return (f(moved(model, q, qd, h)) - f(moved(model, q, qd, -h))) / (2.0 * h);
}

TEST(EveryTask, MovesItsValueAsItsJacobianSays) {
  for (const Model<double>& model : task_robots()) {
    Random random(11);
    const auto tasks = tasks_with_values(model, random);
    for (int state = 0; state < 3; ++state) {
      const Numbers q = random_position(model, random);
      for (std::size_t t = 0; t < tasks.size(); ++t) {
        Task& task = *tasks[t];
        const MatrixXd J = task.evaluate(q).J;
        MatrixXd numeric(J.rows(), J.cols());
        for (std::size_t k = 0; k < static_cast<std::size_t>(J.cols()); ++k)
          numeric.col(static_cast<Eigen::Index>(k)) =
              slope(model, q, unit(static_cast<std::size_t>(J.cols()), k),
                    [&](const Numbers& x) -> MatrixXd { return task.evaluate(x).value; });
        EXPECT_LT((J - numeric).cwiseAbs().maxCoeff(), 2e-7 * size_of(J)) << where(model, task, t);
      }
    }
  }
}

/// A frame seen from another, the slow way.
struct Seen {
  Rotation<double> R_AF, R_CA;
  Vec3<double> p_AP;
};
Seen seen(const Model<double>& model, const FrameMotionChoice& choice, const Numbers& q) {
  const Placement<double> placement(model, q);
  const auto pose = [&](const std::string& name) {
    if (name == "world") return Pose<double>{};
    return name == "base" && !model.find_frame(name) ? placement.of_link(sinew::base_link) : placement.of(name);
  };
  const Pose<double> X_WF = pose(choice.frame), X_WA = pose(choice.seen_from);
  const std::string axes = choice.axes.empty() ? choice.seen_from : choice.axes == "own" ? choice.frame : choice.axes;
  const Pose<double> X_AF = X_WA.inverse() * X_WF;
  return {X_AF.R, pose(axes).R.inverse() * X_WA.R, X_AF * choice.point};
}

Eigen::Matrix<double, 6, 1> selected(const Vec3<double>& w, const Vec3<double>& v) {
  Eigen::Matrix<double, 6, 1> six;
  six << w.x, w.y, w.z, v.x, v.y, v.z;
  return six;
}

TEST(AFrame, TurnsAndMovesAsItsJacobianSaysFromWhereverItIsSeen) {
  for (const Model<double>& model : task_robots()) {
    Random random(12);
    for (const FrameMotionChoice& choice : frame_choices(model, random)) {
      FrameTask task(model, choice);
      const Numbers q = random_position(model, random);
      const MatrixXd J = task.evaluate(q).J;
      const Rotation<double> R_CA = seen(model, choice, q).R_CA;
      constexpr double h = 1e-5;
      for (std::size_t k = 0; k < static_cast<std::size_t>(J.cols()); ++k) {
        const Numbers e = unit(static_cast<std::size_t>(J.cols()), k);
        const Seen after = seen(model, choice, moved(model, q, e, h)),
                   before = seen(model, choice, moved(model, q, e, -h));
        const sinew::AxisAngle<double> turn = axis_angle(after.R_AF * before.R_AF.inverse());
        const auto six =
            selected(R_CA * ((turn.angle / (2.0 * h)) * turn.axis), R_CA * ((after.p_AP - before.p_AP) / (2.0 * h)));
        Eigen::Index row = 0;
        for (std::size_t i = 0; i < 6; ++i) {
          if (!choice.rows.has[i]) continue;
          EXPECT_NEAR(J(row++, static_cast<Eigen::Index>(k)), six[static_cast<Eigen::Index>(i)], 1e-8 * size_of(J))
              << model.name() << " " << choice.frame << " from " << choice.seen_from << " in " << choice.axes;
        }
      }
    }
  }
}

TEST(EveryTask, DriftsAsItsJacobianChangesAlongTheMotion) {
  for (const Model<double>& model : task_robots()) {
    Random random(13);
    const auto tasks = every_task(model, random);
    for (int state = 0; state < 3; ++state) {
      const Numbers q = random_position(model, random), qd = random_velocity(model, random);
      for (std::size_t t = 0; t < tasks.size(); ++t) {
        Task& task = *tasks[t];
        const VectorXd drift = task.evaluate(q, qd).drift;
        const MatrixXd Jd = slope(model, q, qd, [&](const Numbers& x) -> MatrixXd { return task.evaluate(x).J; });
        EXPECT_LT((drift - Jd * eigen(qd)).cwiseAbs().maxCoeff(), 2e-7 * size_of(Jd)) << where(model, task, t);
      }
    }
  }
}

TEST(EveryTask, KnowsHowItsJacobianChangesWithEachJoint) {
  for (const Model<double>& model : task_robots()) {
    Random random(14);
    const auto tasks = every_task(model, random);
    sinew::LinkMotions motions(model);
    const std::size_t n = static_cast<std::size_t>(model.velocity_count());
    for (int state = 0; state < 2; ++state) {
      const Numbers q = random_position(model, random);
      for (std::size_t t = 0; t < tasks.size(); ++t) {
        Task& task = *tasks[t];
        RowMatrix W(task.rows(), model.velocity_count());
        for (double& w : W.reshaped()) w = random.uniform(-1.0, 1.0);
        Numbers gradient(n, 9.0);
        motions.read(q);
        task.jacobian_gradient(motions, W, gradient);
        for (std::size_t k = 0; k < n; ++k) {
          const MatrixXd dJ =
              slope(model, q, unit(n, k), [&](const Numbers& x) -> MatrixXd { return task.evaluate(x).J; });
          EXPECT_NEAR(gradient[k], dJ.cwiseProduct(W).sum(), 1e-6 * size_of(dJ))
              << where(model, task, t) << " by " << k;
        }
      }
    }
  }
}

TEST(AFramesTask, AgreesWithTheJacobianAndItsRateOfTheReadings) {
  for (const Model<double>& model : task_robots()) {
    Random random(15);
    sinew::Workspace work(model);
    const std::string frame = last_frame(model);
    const Vec3<double> point = random.vector();
    FrameTask task(model, {frame, FrameRows::pose(), point, "world", ""}, &work);
    RowMatrix J(6, model.velocity_count()), Jd(6, model.velocity_count());
    const sinew::Frame<double>& found = model.frame(frame);
    const sinew::PointOnLink<double> on_link{found.link, found.X_LF * point};
    for (int state = 0; state < 5; ++state) {
      const Numbers q = random_position(model, random), qd = random_velocity(model, random);
      sinew::numbers::jacobian(model, q, on_link, work, sinew::out(J));
      sinew::numbers::jacobian_rate(model, q, qd, on_link, work, sinew::out(Jd));
      const TaskState& state_of_task = task.evaluate(q, qd);
      EXPECT_LT((state_of_task.J - J).cwiseAbs().maxCoeff(), 1e-14 * size_of(J)) << model.name();
      EXPECT_LT((state_of_task.drift - Jd * eigen(qd)).cwiseAbs().maxCoeff(), 1e-13 * size_of(Jd)) << model.name();
      EXPECT_LT((state_of_task.rate - J * eigen(qd)).cwiseAbs().maxCoeff(), 1e-13 * size_of(J)) << model.name();
    }
  }
}

TEST(TheCentreOfMass, CarriesTheLinearMomentum) {
  for (const Model<double>& model : task_robots()) {
    Random random(16);
    sinew::Workspace work(model);
    CentreOfMassTask task(model);
    RowMatrix A(6, model.velocity_count());
    for (int state = 0; state < 5; ++state) {
      const Numbers q = random_position(model, random), qd = random_velocity(model, random);
      const auto whole = sinew::numbers::centroid(model, q, qd, work, sinew::out(A));
      const TaskState& found = task.evaluate(q, qd);
      EXPECT_LT((found.J - A.bottomRows(3) / whole.mass).cwiseAbs().maxCoeff(), 1e-13 * size_of(found.J))
          << model.name();
      EXPECT_LT((found.value - sinew::vector(whole.com)).norm(), 1e-13) << model.name();
    }
  }
}

TEST(ATask, EvaluatedFromSharedMotionsIsTheSame) {
  for (const Model<double>& model : task_robots()) {
    Random random(17);
    sinew::LinkMotions motions(model);
    const Numbers q = random_position(model, random), qd = random_velocity(model, random);
    motions.read(q, qd);
    for (const auto& task : every_task(model, random)) {
      const TaskState alone = task->evaluate(q, qd);
      const TaskState& shared = task->evaluate(motions);
      EXPECT_EQ(alone.J, shared.J);
      EXPECT_EQ(alone.drift, shared.drift);
      EXPECT_EQ(alone.value, shared.value);
    }
  }
}

TEST(AtRest, ThereIsNoDriftAndNoRateWhateverCameBefore) {
  const Model<double> model = shipped_model("panda");
  Random random(18);
  for (const auto& task : every_task(model, random)) {
    const Numbers q = random_position(model, random);
    task->evaluate(q, random_velocity(model, random));
    const TaskState& state = task->evaluate(q);
    EXPECT_EQ(state.drift.norm(), 0.0);
    EXPECT_EQ(state.rate.norm(), 0.0);
  }
}

TEST(ARotationError, IsTheTurnThatIsLeft) {
  for (const Model<double>& model : task_robots()) {
    Random random(19);
    for (const FrameMotionChoice& choice : frame_choices(model, random)) {
      if (!(choice.rows.has == FrameRows::pose().has)) continue;
      FrameTask task(model, choice);
      const Pose<double> goal = random.pose();
      task.set_goal(goal);
      const Numbers q = random_position(model, random);
      const VectorXd e = task.evaluate(q).error;
      const Seen now = seen(model, choice, q);
      // into A's coordinates, and there turned and moved by the error it is at the goal
      const Vec3<double> turn = now.R_CA.inverse() * Vec3<double>{e[0], e[1], e[2]};
      const Vec3<double> way = now.R_CA.inverse() * Vec3<double>{e[3], e[4], e[5]};
      const double angle = norm(turn);
      const Rotation<double> R = Rotation<double>::about(turn / angle, sinew::sincos(angle)) * now.R_AF;
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) EXPECT_NEAR(R(i, j), goal.R(i, j), 1e-12) << model.name();
      EXPECT_LT(norm(now.p_AP + way - goal.p), 1e-12) << model.name();
      EXPECT_LE(angle, std::numbers::pi + 1e-12);
    }
  }
}

TEST(TheValueOfAFrame, IsItsPlaceAndItsRotationVector) {
  for (const Model<double>& model : task_robots()) {
    Random random(25);
    for (const FrameMotionChoice& choice : frame_choices(model, random)) {
      if (!(choice.rows.has == FrameRows::pose().has)) continue;
      FrameTask task(model, choice);
      const Numbers q = random_position(model, random);
      const VectorXd r = task.evaluate(q).value;
      const Seen now = seen(model, choice, q);
      const sinew::AxisAngle<double> turn = axis_angle(now.R_AF);
      const auto expected = selected(now.R_CA * (turn.angle * turn.axis), now.R_CA * now.p_AP);
      EXPECT_LT((r - expected).norm(), 1e-12) << model.name() << " " << choice.frame << " from " << choice.seen_from;
    }
  }
}

TEST(AFrameAtItsGoal, HasNoError) {
  for (const Model<double>& model : task_robots()) {
    Random random(20);
    for (const FrameMotionChoice& choice : frame_choices(model, random)) {
      FrameTask task(model, choice);
      const Numbers q = random_position(model, random);
      const Seen now = seen(model, choice, q);
      task.set_goal(Pose<double>{now.R_AF, now.p_AP});
      EXPECT_LT(task.evaluate(q).error.cwiseAbs().maxCoeff(), 1e-13);
    }
  }
}

TEST(AHalfTurn, IsAnErrorOfPi) {
  const Model<double> model = a_planar_arm({1.0, 1.0});
  FrameTask task(model, {"tip", FrameRows::orientation(), {}, "world", ""});
  task.set_goal(Rotation<double>::about_z({0.0, -1.0}));
  const VectorXd e = task.evaluate(Numbers{0.0, 0.0}).error;
  EXPECT_NEAR(std::abs(e[2]), std::numbers::pi, 1e-12);
  EXPECT_NEAR(e.head<2>().norm(), 0.0, 1e-12);
}

TEST(APlanarArm, HasTheJacobianOfTheTextbook) {
  const Model<double> model = a_planar_arm({0.5, 0.4, 0.3});
  FrameTask task(model, {"tip", FrameRows::parse("x,y"), {}, "world", ""});
  const Numbers q{0.3, 0.5, -0.7}, qd{0.2, -0.4, 0.9};
  const TaskState& state = task.evaluate(q, qd);
  const double a1 = q[0], a12 = a1 + q[1], a123 = a12 + q[2];
  const double w1 = qd[0], w12 = w1 + qd[1], w123 = w12 + qd[2];
  MatrixXd J(2, 3);
  J << -0.5 * std::sin(a1) - 0.4 * std::sin(a12) - 0.3 * std::sin(a123), -0.4 * std::sin(a12) - 0.3 * std::sin(a123),
      -0.3 * std::sin(a123), 0.5 * std::cos(a1) + 0.4 * std::cos(a12) + 0.3 * std::cos(a123),
      0.4 * std::cos(a12) + 0.3 * std::cos(a123), 0.3 * std::cos(a123);
  EXPECT_LT((state.J - J).norm(), 1e-15);
  EXPECT_NEAR(state.drift[0],
              -0.5 * std::cos(a1) * w1 * w1 - 0.4 * std::cos(a12) * w12 * w12 - 0.3 * std::cos(a123) * w123 * w123,
              1e-15);
  EXPECT_NEAR(state.drift[1],
              -0.5 * std::sin(a1) * w1 * w1 - 0.4 * std::sin(a12) * w12 * w12 - 0.3 * std::sin(a123) * w123 * w123,
              1e-15);
}

TEST(ADirection, IsOffByItsAngle) {
  for (const Model<double>& model : task_robots()) {
    Random random(21);
    for (int state = 0; state < 5; ++state) {
      const std::string frame = last_frame(model);
      const Vec3<double> axis = random.direction(), direction = random.direction(), point = random.vector(3.0);
      const Numbers q = random_position(model, random);
      const Placement<double> placement(model, q);
      const Pose<double> X_WF = placement.of(frame);
      DirectionTask along(model, frame, 7.0 * axis, AlongDirection{0.2 * direction});
      EXPECT_NEAR(along.evaluate(q).value.norm(), std::acos(dot(X_WF.R * axis, direction)), 1e-9);
      DirectionTask looking(model, frame, axis, AtPoint{point});
      const Vec3<double> sight = point - X_WF.p;
      EXPECT_NEAR(looking.evaluate(q).value.norm(), std::acos(dot(X_WF.R * axis, sight) / norm(sight)), 1e-9);
      EXPECT_EQ(looking.state().error, -looking.state().value);
    }
  }
}

/// A pendulum on a ball joint, so to speak: three turns about z, y, x.
Model<double> a_wrist() {
  sinew::RobotDescription<double> robot;
  robot.name = "wrist";
  robot.links = {a_link("base"), a_link("a", some_inertia()), a_link("b", some_inertia()),
                 a_link("hand", some_inertia())};
  robot.joints = {a_joint("yaw", sinew::JointKind::Revolute, "base", "a"),
                  a_joint("pitch", sinew::JointKind::Revolute, "a", "b"),
                  a_joint("roll", sinew::JointKind::Revolute, "b", "hand")};
  robot.joints[1].axis = {0.0, 1.0, 0.0};
  robot.joints[2].axis = {1.0, 0.0, 0.0};
  return sinew::build_model(robot);
}

TEST(ADirection, IsReachedFromNearlyOppositeByFollowingItsError) {
  const Model<double> model = a_wrist();
  DirectionTask task(model, "hand", {1.0, 0.0, 0.0}, AlongDirection{{-1.0, 0.05, 0.02}});
  TaskGoal goal(task);
  goal.set_velocity_gain(1.0);
  Numbers q{0.0, 0.0, 0.4};
  const double start = task.evaluate(q).value.norm();
  EXPECT_GT(start, 3.0);
  for (int step = 0; step < 400; ++step) {
    const TaskState& state = task.evaluate(q);
    const VectorXd qd = state.J.completeOrthogonalDecomposition().solve(goal.velocity(state));
    for (std::size_t i = 0; i < 3; ++i) q[i] += 0.05 * qd[static_cast<Eigen::Index>(i)];
  }
  EXPECT_LT(task.evaluate(q).value.norm(), 1e-6);
}

TEST(ADirection, HasTwoIndependentRowsRightUpToTheGoalAndFiniteOnesOppositeToIt) {
  const Model<double> model = a_wrist();
  const Numbers q{0.0, 0.0, 0.4}, qd{0.3, 0.2, 0.1};
  for (const double angle : {0.0, 1e-12, 1e-6, 0.1, 0.4, 0.5, 1.0, 2.0, 3.0, std::numbers::pi - 1e-3}) {
    DirectionTask task(model, "hand", {1.0, 0.0, 0.0}, AlongDirection{{std::cos(angle), std::sin(angle), 0.0}});
    const TaskState& state = task.evaluate(q, qd);
    EXPECT_NEAR(state.value.norm(), angle, 1e-12 * (1.0 + 1.0 / (std::numbers::pi - angle)));
    EXPECT_GT(state.J.jacobiSvd().singularValues()[1], 0.5) << angle;
  }
  for (const double off : {0.0, 1e-300, 1e-17, 1e-12, 1e-8, 1e-6}) {
    DirectionTask task(model, "hand", {1.0, 0.0, 0.0}, AlongDirection{{-1.0, off, 0.0}});
    const TaskState& state = task.evaluate(q, qd);
    EXPECT_TRUE(state.J.allFinite() && state.drift.allFinite()) << off;
    EXPECT_NEAR(state.value.norm(), std::numbers::pi, 2e-6) << off;
  }
}

TEST(ADistance, OfNothingIsFinite) {
  const Model<double> model = a_planar_arm({1.0, 1.0});
  DistanceTask task(model, "tip", {}, {2.0, 0.0, 0.0});
  DirectionTask looking(model, "tip", {1.0, 0.0, 0.0}, AtPoint{{2.0, 0.0, 0.0}});
  const TaskState& state = task.evaluate(Numbers{0.0, 0.0}, Numbers{1.0, 1.0});
  EXPECT_EQ(state.value[0], 0.0);
  EXPECT_EQ(state.J.norm(), 0.0);
  EXPECT_EQ(state.drift[0], 0.0);
  EXPECT_EQ(looking.evaluate(Numbers{0.0, 0.0}, Numbers{1.0, 1.0}).J.norm(), 0.0);
}

TEST(AMimicJoint, CountsAsFarAsItsLeaderMovesIt) {
  const Model<double> model = shipped_model("panda");
  JointTask task(model, std::vector<std::string>{"panda_finger_joint2", "q8", "panda_joint4"});
  Numbers q(8, 0.0);
  q[7] = 0.03;
  q[3] = -1.5;
  EXPECT_EQ(task.evaluate(q).value, Eigen::Vector3d(0.03, 0.03, -1.5));
  EXPECT_EQ(task.state().J(0, 7), 1.0);
  EXPECT_EQ(task.row_names()[0].unit, "m");
  EXPECT_EQ(task.row_names()[2].unit, "rad");
}

TEST(AMimicJoint, StandsWhereItsOffsetPutsIt) {
  auto arm = a_sound_arm();
  arm.joints[1].mimic = sinew::Mimic<double>{"shoulder", -0.5, 0.3};
  const Model<double> model = sinew::build_model(arm);
  JointTask task(model, std::vector<JointCombination>{{{{"elbow", 2.0}, {"shoulder", 1.0}}, ""}});
  EXPECT_DOUBLE_EQ(task.evaluate(Numbers{0.8}).value[0], 2.0 * (-0.5 * 0.8 + 0.3) + 0.8);
  EXPECT_DOUBLE_EQ(task.state().J(0, 0), 2.0 * -0.5 + 1.0);
  EXPECT_EQ(task.row_names()[0].name, "2·elbow + shoulder");
}

TEST(Rows, HaveNamesAndUnits) {
  const Model<double> model = shipped_model("panda");
  const FrameTask task(model, {"panda_hand", FrameRows::parse("rz x"), {}, "world", ""});
  ASSERT_EQ(task.rows(), 2);
  EXPECT_EQ(task.row_names()[0].name, "panda_hand rz");
  EXPECT_EQ(task.row_names()[0].unit, "rad");
  EXPECT_EQ(task.row_names()[1].name, "panda_hand x");
  EXPECT_EQ(task.row_names()[1].unit, "m");
}

TEST(ACustomTask, GivesTheNumbersOfItsUser) {
  const Model<double> model = a_planar_arm({1.0, 1.0, 1.0});
  MatrixXd J(2, 3);
  J << -0.5, -0.5, -0.5, 1.0, 0.5, 0.0;
  CustomTask numbers(model, "exercise", J, Eigen::Vector2d(0.1, 0.2));
  const TaskState& state = numbers.evaluate(Numbers{0, 0, 0}, Numbers{0.8, 0.0, -0.8});
  EXPECT_EQ(state.J, J);
  EXPECT_EQ(state.drift, Eigen::Vector2d(0.1, 0.2));
  EXPECT_LT((state.rate - J * Eigen::Vector3d(0.8, 0.0, -0.8)).norm(), 1e-15);

  // r = q1·q2 by a function
  CustomTask product(
      model, "product", {{"q1·q2", "rad²"}},
      [](sinew::In<double> q, sinew::In<double> qd, TaskState& y) {
        y.value[0] = q[0] * q[1];
        y.J(0, 0) = q[1];
        y.J(0, 1) = q[0];
        y.drift[0] = 2.0 * qd[0] * qd[1];
      },
      [](sinew::In<double>, const RowMatrix& W, sinew::Out<double> g) {
        g[0] = W(0, 1);
        g[1] = W(0, 0);
      });
  product.set_goal(Numbers{1.0});
  const TaskState& y = product.evaluate(Numbers{0.5, 0.4, 0.0}, Numbers{1.0, 2.0, 0.0});
  EXPECT_DOUBLE_EQ(y.error[0], 0.8);
  EXPECT_DOUBLE_EQ(y.rate[0], 0.4 + 1.0);
  EXPECT_DOUBLE_EQ(y.drift[0], 4.0);
}

// ---- goals

TEST(AGoal, AsksForTheVelocityAndAccelerationOfItsFormulas) {
  const Model<double> model = shipped_model("ur5");
  Random random(22);
  FrameTask task(model, {last_frame(model), FrameRows::pose(), {}, "world", ""});
  task.set_goal(random.pose());
  TaskGoal goal(task);
  const Numbers rd{0.1, 0.2, 0.3, 0.4, 0.5, 0.6}, rdd{-0.1, 0.3, 0.2, 0.5, 0.1, 0.9};
  const Numbers K{1, 2, 3, 4, 5, 6}, K_P{6, 5, 4, 3, 2, 1}, K_D{1, 1, 2, 2, 3, 3};
  goal.set_motion(rd, rdd);
  goal.set_velocity_gain(K);
  goal.set_acceleration_gains(K_P, K_D);
  const TaskState& s = task.evaluate(random_position(model, random), random_velocity(model, random));
  const VectorXd v = goal.velocity(s), a = goal.acceleration(s);
  for (Eigen::Index r = 0; r < 6; ++r) {
    const auto i = static_cast<std::size_t>(r);
    EXPECT_NEAR(v[r], rd[i] + K[i] * s.error[r], 1e-15);
    EXPECT_NEAR(a[r], rdd[i] + K_D[i] * (rd[i] - s.rate[r]) + K_P[i] * s.error[r] - s.drift[r], 1e-14);
  }
  // and what solves J·q̈ = y has the error dynamics that the gains promise
  const VectorXd qdd = s.J.fullPivLu().solve(a);
  const VectorXd acceleration = s.J * qdd + s.drift;
  for (Eigen::Index r = 0; r < 6; ++r) {
    const auto i = static_cast<std::size_t>(r);
    EXPECT_NEAR(rdd[i] - acceleration[r] + K_D[i] * (rd[i] - s.rate[r]) + K_P[i] * s.error[r], 0.0, 1e-9);
  }
}

TEST(AGoal, IsReachedByEveryKindOfTaskThatFollowsIt) {
  const Model<double> model = shipped_model("iiwa14");
  Random random(23);
  const std::string tip = last_frame(model);
  const Numbers start{0.2, 0.7, -0.3, -1.2, 0.4, 0.9, 0.1}, end{0.5, 0.4, -0.1, -1.5, 0.2, 0.6, 0.5};
  const Placement<double> placement(model, end);
  std::vector<std::unique_ptr<Task>> tasks;
  auto pose = std::make_unique<FrameTask>(model, FrameMotionChoice{tip, FrameRows::pose(), {}, "world", "own"});
  pose->set_goal(placement.of(tip));
  tasks.push_back(std::move(pose));
  auto com = std::make_unique<CentreOfMassTask>(model);
  const sinew::Inertia<double> whole = placement.whole();
  com->set_goal(whole.h / whole.m);
  tasks.push_back(std::move(com));
  auto distance = std::make_unique<DistanceTask>(model, tip, Vec3<double>{}, Vec3<double>{1.0, 1.0, 0.0});
  distance->set_goal(0.9);
  tasks.push_back(std::move(distance));
  tasks.push_back(std::make_unique<DirectionTask>(model, tip, Vec3<double>{0, 0, 1}, AtPoint{{0.9, 0.5, 0.1}}));
  auto joint = std::make_unique<JointTask>(model, std::vector<JointCombination>{{{{"q2", 1.0}, {"q4", 0.5}}, ""}});
  joint->set_goal(Numbers{0.3});
  tasks.push_back(std::move(joint));
  for (const auto& task : tasks) {
    TaskGoal goal(*task);
    goal.set_acceleration_gains(25.0, 10.0);
    Numbers q = start, qd(7, 0.0);
    constexpr double T = 0.005;
    for (int step = 0; step < 1000; ++step) {
      const TaskState& s = task->evaluate(q, qd);
      VectorXd qdd = s.J.completeOrthogonalDecomposition().solve(goal.acceleration(s));
      const VectorXd damping = -2.0 * eigen(qd);  // in what the task leaves free
      qdd += damping - s.J.completeOrthogonalDecomposition().solve(s.J * damping);
      for (std::size_t i = 0; i < 7; ++i) {
        q[i] += T * qd[i] + 0.5 * T * T * qdd[static_cast<Eigen::Index>(i)];
        qd[i] += T * qdd[static_cast<Eigen::Index>(i)];
      }
    }
    EXPECT_LT(task->evaluate(q).error.norm(), 1e-6) << task->name();
  }
}

// ---- what is promised of every call

TEST(NoTask, AllocatesOnceItIsMade) {
  for (const Model<double>& model : task_robots()) {
    Random random(24);
    auto tasks = every_task(model, random);
    tasks.push_back(
        std::make_unique<CustomTask>(model, "own", MatrixXd::Ones(2, model.velocity_count()), VectorXd::Ones(2)));
    sinew::LinkMotions motions(model);
    const Numbers q = random_position(model, random), qd = random_velocity(model, random);
    Numbers gradient(static_cast<std::size_t>(model.velocity_count()));
    for (const auto& task : tasks) {
      TaskGoal goal(*task);
      if (task->has_goal()) goal.set_velocity_gain(2.0);
      const RowMatrix W = RowMatrix::Ones(task->rows(), model.velocity_count());
      const long before = allocation_count();
      const TaskState& state = task->evaluate(q, qd);
      goal.velocity(state);
      goal.acceleration(state);
      task->evaluate(q);
      motions.read(q, qd);
      task->evaluate(motions);
      task->jacobian_gradient(motions, W, gradient);
      EXPECT_EQ(allocation_count(), before) << model.name() << " " << task->name();
    }
  }
}

TEST(ABadTask, IsRefusedWithWhatToDo) {
  const Model<double> model = shipped_model("panda");
  const Vec3<double> nan{std::nan(""), 0.0, 0.0};
  const auto frame = [&](const FrameMotionChoice& choice) { return refusal([&] { FrameTask(model, choice); }); };
  EXPECT_THAT(frame({"panda_hnad", FrameRows::pose(), {}, "world", ""}), HasSubstr("did you mean 'panda_hand'?"));
  EXPECT_THAT(frame({"panda_hand", FrameRows::pose(), {}, "panda_link99", ""}), HasSubstr("panda_link"));
  EXPECT_THAT(frame({"panda_hand", FrameRows::pose(), {}, "world", "wrld"}), HasSubstr("no frame 'wrld'"));
  EXPECT_THAT(frame({"panda_hand", FrameRows{}, {}, "world", ""}), HasSubstr("no rows"));
  EXPECT_THAT(frame({"panda_hand", FrameRows::pose(), nan, "world", ""}), HasSubstr("nan"));
  EXPECT_THAT(refusal([] { FrameRows::parse("x,w"); }), HasSubstr("no row 'w'"));

  EXPECT_THAT(refusal([&] {
                DirectionTask(model, "panda_hand", {}, AlongDirection{{0, 0, 1}});
              }),
              HasSubstr("is zero"));
  EXPECT_THAT(refusal([&] { DirectionTask(model, "panda_hand", {0, 0, 1}, AlongDirection{}); }), HasSubstr("is zero"));
  EXPECT_THAT(refusal([&] { DirectionTask(model, "panda_hand", {0, 0, 1}, AtPoint{nan}); }), HasSubstr("nan"));
  EXPECT_THAT(refusal([&] { DistanceTask(model, "hand", {}, {}); }), HasSubstr("no frame 'hand'"));
  EXPECT_THAT(refusal([&] { DistanceTask(model, "panda_hand", {}, {}).set_goal(-1.0); }), HasSubstr("not negative"));
  EXPECT_THAT(refusal([&] { JointTask(model, std::vector<std::string>{"panda_joint9"}); }), HasSubstr("did you mean"));
  EXPECT_THAT(refusal([&] { JointTask(model, std::vector<std::string>{"q9"}); }), HasSubstr("no joint 'q9'"));
  EXPECT_THAT(refusal([&] { JointTask(model, std::vector<std::string>{}); }), HasSubstr("no rows"));
  EXPECT_THAT(refusal([&] { JointTask(model, std::vector<JointCombination>{{{}, "none"}}); }), HasSubstr("no joints"));
  EXPECT_THAT(refusal([&] { CentreOfMassTask(model, {false, false, false}); }), HasSubstr("no rows"));
  EXPECT_THAT(refusal([&] { CustomTask(model, "own", MatrixXd::Ones(2, 3), VectorXd::Ones(2)); }),
              HasSubstr("2 times 3; give 2 times 8"));
  EXPECT_THAT(refusal([&] { CustomTask(model, "own", MatrixXd::Ones(2, 8), VectorXd::Ones(3)); }),
              HasSubstr("3 numbers"));
  EXPECT_THAT(refusal([&] {
                CustomTask(model, "own", {{"r", ""}}, CustomTask::Function{});
              }),
              HasSubstr("no function"));
  CustomTask broken(model, "own", {{"r", ""}},
                    [](sinew::In<double>, sinew::In<double>, TaskState& y) { y.J(0, 0) = std::nan(""); });
  EXPECT_THAT(refusal([&] { broken.evaluate(Numbers(8, 0.0)); }), HasSubstr("not finite"));

  FrameTask task(model, {"panda_hand", FrameRows::pose(), {}, "world", ""});
  EXPECT_THAT(refusal([&] { task.set_goal(Vec3<double>{}); }), HasSubstr("give a pose"));
  EXPECT_THAT(refusal([&] {
                task.set_goal(Pose<double>{Rotation<double>::from_rows({1, 0, 0}, {0, 1, 0}, {0, 0, -1}), {}});
              }),
              HasSubstr("no rotation"));
  EXPECT_THAT(refusal([&] { task.set_goal(Pose<double>{{}, nan}); }), HasSubstr("nan"));
  EXPECT_THAT(refusal([&] { task.evaluate(Numbers(7, 0.0)); }), HasSubstr("q has 7 numbers"));
  EXPECT_THAT(refusal([&] { task.evaluate(Numbers(8, 0.0), Numbers(7, 0.0)); }), HasSubstr("qd has 7 numbers"));
  EXPECT_THAT(refusal([&] { task.evaluate(Numbers(8, std::nan(""))); }), HasSubstr("q[0] is nan"));
  EXPECT_THAT(refusal([&] { task.evaluate(Numbers(8, 0.0), Numbers(8, std::nan(""))); }), HasSubstr("qd[0] is nan"));
  EXPECT_THAT(refusal([&] { task.evaluate(Numbers(8, 0.0), Numbers(8, 1e200)); }), HasSubstr("out of the range"));
  const Model<double> other = shipped_model("ur5");
  sinew::LinkMotions motions(other);
  EXPECT_THAT(refusal([&] { task.evaluate(motions); }), HasSubstr("another robot"));

  TaskGoal goal(task);
  EXPECT_THAT(refusal([&] { goal.set_velocity_gain(-1.0); }), HasSubstr("K is -1"));
  EXPECT_THAT(refusal([&] { goal.set_acceleration_gains(1.0, -0.5); }), HasSubstr("K_D is -0.5"));
  EXPECT_THAT(refusal([&] { goal.set_velocity_gain(std::nan("")); }), HasSubstr("K is nan"));
  EXPECT_THAT(refusal([&] { goal.set_velocity_gain(Numbers{1, 2}); }), HasSubstr("K has 2 numbers"));
  EXPECT_THAT(refusal([&] { goal.set_motion(Numbers{1}); }), HasSubstr("desired velocity has 1 numbers"));
  goal.set_velocity_gain(1.0);
  EXPECT_THAT(refusal([&] { goal.velocity(task.evaluate(Numbers(8, 0.0))); }), HasSubstr("give the task a goal"));
}

}  // namespace
