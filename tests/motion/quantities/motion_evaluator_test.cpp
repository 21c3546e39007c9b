// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/quantities/motion_evaluator.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sinew/analysis/matrices.h"
#include "sinew/model/end_frame.h"
#include "sinew/motion/quantities/sample_times.h"
#include "tests/motion/quantities/motions.h"
#include "tests/support/allocation_count.h"

namespace sinew {
namespace {

using sinew_test::RandomMotions;
using sinew_test::robot_of_tree;

using Row = std::vector<double>;

Row row_at(const RobotMotion& motion, const std::vector<MotionQuantity>& quantities, double t) {
  MotionEvaluator evaluator(motion, quantities);
  Row row(at(evaluator.size()));
  evaluator.at(t, row);
  return row;
}

Eigen::VectorXd vector_of(const Row& row) { return Eigen::Map<const Eigen::VectorXd>(row.data(), std::ssize(row)); }

std::vector<Wrench> some_wrenches(const Arm& arm) {
  const std::string last = arm.model().link(arm.model().link_count() - 1).name;
  return {{last, {0.1, 0.0, 0.05}, "", {3.0, -2.0, 7.0}, {0.1, 0.2, -0.3}, "world"},
          {last, {0.4, 0.1, 0.2}, "world", {1.0, 1.0, 0.0}, {0.0, 0.0, 0.5}, last}};
}

TEST(MotionEvaluator, gives_the_torques_and_the_trace_of_the_arm_bit_for_bit) {
  RandomMotions random(11);
  for (const char* name : {"two_link_2r", "rrp", "puma560", "panda"}) {
    const Arm arm = robot_of_tree(name);
    for (const bool pulled : {false, true}) {
      const auto trajectory = std::make_shared<const Trajectory>(random.motion(8, arm.velocity_count()));
      const std::vector<Wrench> wrenches = pulled ? some_wrenches(arm) : std::vector<Wrench>();
      const RobotMotion motion{arm, trajectory, wrenches};
      MotionSample s = trajectory->sample();
      for (const double share : {0.0, 0.21, 0.66, 1.0}) {
        const double t = share * trajectory->duration();
        trajectory->at(t, s);
        const Trace trace = arm.trace(s.q, s.qd, s.qdd, wrenches);
        EXPECT_EQ(vector_of(row_at(motion, {JointTorques{}}, t)), arm.torque(s.q, s.qd, s.qdd, wrenches)) << name;
        EXPECT_EQ(vector_of(row_at(motion, {JointSeries{&MotionSample::qddd}}, t)), s.qddd) << name;
        const Row gravity = row_at(motion, {TorqueShare{&TorqueParts<double>::gravity}}, t);
        for (std::size_t i = 0; i < gravity.size(); ++i) EXPECT_EQ(gravity[i], trace.torques[i].gravity) << name;
        for (int i = 0; i < arm.model().link_count(); ++i) {
          const Row f = row_at(motion, {LinkVector{i, [](const LinkTrace<double>& l) { return l.f; }}}, t);
          EXPECT_EQ(vector_of(f), vector(trace.links[at(i)].f)) << name;
        }
      }
    }
  }
}

TEST(MotionEvaluator, gives_poses_and_motions_of_a_frame_as_the_arm_does) {
  RandomMotions random(12);
  const Arm arm = robot_of_tree("puma560");
  const std::string frame = end_frame(arm.model());
  const auto trajectory = std::make_shared<const Trajectory>(random.motion(1, 6));
  MotionSample s = trajectory->sample();
  const double t = 0.37 * trajectory->duration();
  trajectory->at(t, s);
  for (const VectorAxes axes : {VectorAxes::Usual, VectorAxes::World, VectorAxes::Own}) {
    const RobotMotion motion{arm, trajectory, {}, frame, axes};
    const Axes of{axes == VectorAxes::Own ? "own" : "world"};
    const FrameMotion moves = arm.motion(s.q, s.qd, s.qdd, frame, of);
    EXPECT_EQ(vector_of(row_at(motion, {FramePart::Position}, t)), vector(arm.pose(s.q, frame).p));
    EXPECT_LT((vector_of(row_at(motion, {FramePart::Velocity}, t)) - moves.velocity).norm(), 1e-14);
    EXPECT_LT((vector_of(row_at(motion, {FramePart::AngularVelocity}, t)) - moves.angular_velocity).norm(), 1e-14);
    EXPECT_LT((vector_of(row_at(motion, {FramePart::Acceleration}, t)) - moves.acceleration).norm(), 1e-13);
    EXPECT_LT((vector_of(row_at(motion, {FramePart::AngularAcceleration}, t)) - moves.angular_acceleration).norm(),
              1e-13);
    EXPECT_NEAR(row_at(motion, {FrameMagnitude{FramePart::Velocity}}, t)[0], moves.velocity.norm(), 1e-14);
  }
}

TEST(MotionEvaluator, turns_vectors_of_links_into_the_axes_of_the_world) {
  RandomMotions random(13);
  const Arm arm = robot_of_tree("puma560");
  const auto trajectory = std::make_shared<const Trajectory>(random.motion(1, 6));
  MotionSample s = trajectory->sample();
  trajectory->at(0.4, s);
  const Trace trace = arm.trace(s.q, s.qd, s.qdd);
  for (int i = 0; i < 6; ++i) {
    const LinkVector velocity{i, [](const LinkTrace<double>& l) { return l.v; }};
    const RobotMotion motion{arm, trajectory, {}, "", VectorAxes::World};
    const FrameMotion moves = arm.motion(s.q, s.qd, s.qdd, arm.model().link(i).name);
    EXPECT_LT((vector_of(row_at(motion, {velocity}, 0.4)) - moves.velocity).norm(), 1e-13);
    EXPECT_NEAR(vector_of(row_at(motion, {velocity}, 0.4)).norm(), norm(trace.links[at(i)].v), 1e-13);
  }
}

/// dE/dt = q̇ᵀ·τ less friction, by central differences of the energy.
TEST(MotionEvaluator, has_energy_that_changes_with_the_power_of_the_joints) {
  RandomMotions random(14);
  for (const char* name : {"rrp", "puma560", "panda", "iiwa14"}) {
    const Arm arm = robot_of_tree(name);
    for (int kind = 0; kind < 9; ++kind) {
      const auto trajectory = std::make_shared<const Trajectory>(random.motion(kind, arm.velocity_count()));
      MotionEvaluator evaluator({arm, trajectory},
                                {EnergyPart::Total, TotalPower{}, TorqueShare{&TorqueParts<double>::friction},
                                 JointSeries{&MotionSample::qd}});
      const std::size_t n = at(arm.velocity_count());
      const std::vector<double> knots = trajectory->knots();
      for (std::size_t k = 0; k + 1 < knots.size(); ++k) {
        constexpr double h = 1e-5;
        const double t = knots[k] + 0.37 * (knots[k + 1] - knots[k]);
        if (knots[k + 1] - knots[k] < 10 * h) continue;
        Row before(at(evaluator.size())), here(before), after(before);
        evaluator.at(t - h, before);
        evaluator.at(t, here);
        evaluator.at(t + h, after);
        double lost = 0.0;
        for (std::size_t i = 0; i < n; ++i) lost += here[2 + i] * here[2 + n + i];
        const double rate = (after[0] - before[0]) / (2 * h);
        EXPECT_NEAR(rate, here[1] - lost, 1e-5 * (1.0 + std::abs(here[1]) + std::abs(here[0]))) << name << " " << kind;
      }
    }
  }
}

TEST(MotionEvaluator, allocates_nothing_per_sample) {
  RandomMotions random(15);
  const Arm arm = robot_of_tree("puma560");
  for (int kind = 0; kind < 9; ++kind) {
    const auto trajectory = std::make_shared<const Trajectory>(random.motion(kind, 6));
    MotionEvaluator evaluator(
        {arm, trajectory, some_wrenches(arm), "", VectorAxes::World},
        {JointSeries{&MotionSample::q}, JointTorques{}, TorqueShare{&TorqueParts<double>::coriolis},
         LinkVector{3, [](const LinkTrace<double>& l) { return l.n; }}, EnergyPart::Kinetic, JointPowers{},
         TotalPower{}, FramePart::Quaternion, FramePart::Acceleration, FrameMagnitude{FramePart::Velocity}});
    Row row(at(evaluator.size()));
    evaluator.at(0.0, row);
    const long before = sinew_test::allocation_count();
    for (const double t : {0.0, 0.1, 0.3, 0.2, 5.0}) evaluator.at(t, row);
    EXPECT_EQ(sinew_test::allocation_count(), before) << kind;
  }
}

TEST(MotionEvaluator, refuses_a_trajectory_of_another_robot) {
  RandomMotions random(16);
  const auto of_two = std::make_shared<const Trajectory>(random.motion(0, 2));
  const RobotMotion motion{robot_of_tree("puma560"), of_two};
  EXPECT_THROW(MotionEvaluator(motion, {JointTorques{}}), InputError);
  const RobotMotion unknown_frame{robot_of_tree("two_link_2r"), of_two, {}, "nowhere"};
  EXPECT_THROW(MotionEvaluator(unknown_frame, {JointTorques{}}), InputError);
  const RobotMotion unknown_link{robot_of_tree("two_link_2r"), of_two, {{"nothing"}}};
  EXPECT_THROW(MotionEvaluator(unknown_link, {JointTorques{}}), InputError);
  MotionEvaluator evaluator({robot_of_tree("two_link_2r"), of_two}, {JointTorques{}});
  Row too_long(3);
  EXPECT_THROW(evaluator.at(0.0, too_long), InputError);
}

TEST(MotionEvaluator, refuses_a_motion_whose_forces_are_no_numbers) {
  const auto hasty = std::make_shared<const Trajectory>(line_path(Eigen::Vector2d(0, 0), Eigen::Vector2d(1, 1)),
                                                        Clock({{0.0, {0.0, 1e160}}}, 1e-160));
  MotionEvaluator evaluator({robot_of_tree("two_link_2r"), hasty}, {JointTorques{}});
  Row row(2);
  EXPECT_THROW(evaluator.at(0.0, row), InputError);
}

TEST(SampleTimes, go_from_the_start_to_the_end) {
  const SampleTimes counted = SampleTimes::counted(10.0, 101);
  EXPECT_EQ(counted.count(), 101);
  EXPECT_EQ(counted.at(0), 0.0);
  EXPECT_EQ(counted.at(100), 10.0);
  EXPECT_DOUBLE_EQ(counted.at(37), 3.7);
  EXPECT_EQ(counted.nearest(3.74), 37);
  EXPECT_EQ(counted.nearest(3.76), 38);
  EXPECT_EQ(counted.nearest(-1.0), 0);
  EXPECT_EQ(counted.nearest(11.0), 100);
  const SampleTimes spaced = SampleTimes::spaced(1.0, 0.3);
  EXPECT_EQ(spaced.count(), 5);
  EXPECT_DOUBLE_EQ(spaced.at(3), 0.9);
  EXPECT_EQ(spaced.at(4), 1.0);
  EXPECT_EQ(SampleTimes::spaced(10.0, 0.1).count(), 101);
  EXPECT_EQ(SampleTimes::spaced(0.0, 0.1).count(), 1);
  EXPECT_EQ(SampleTimes::counted(0.0, 5).count(), 1);
  EXPECT_THROW(SampleTimes::counted(1.0, 1), InputError);
  EXPECT_THROW(SampleTimes::spaced(1.0, 0.0), InputError);
  EXPECT_THROW(SampleTimes::spaced(1.0, std::nan("")), InputError);
  EXPECT_THROW(SampleTimes::spaced(1.0, 1e-12), InputError);
}

}  // namespace
}  // namespace sinew
