// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "sinew/arm/arm.h"
#include "sinew/calibration/chain/calibration_chain.h"
#include "sinew/formats/shipped_robots.h"

namespace sinew_test {
namespace {

using sinew::CalibrationChain;
using sinew::ChainAt;
using sinew::ChainModel;
using sinew::JointReading;
using sinew::Pose;

double distance(const Pose<double>& A, const Pose<double>& B) {
  double worst = norm(A.p - B.p);
  for (int i = 0; i < 3; ++i) worst = std::max(worst, norm(A.R.row(i) - B.R.row(i)));
  return worst;
}

struct Case {
  std::string robot, frame;
  ChainModel model;
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.robot << " to " << c.frame << " by " << static_cast<int>(c.model);
}

/// Every robot, by every model that it can be described by.
std::vector<Case> cases() {
  std::vector<Case> all;
  for (const auto& [robot, frame] : std::vector<std::pair<std::string, std::string>>{{"panda", "panda_hand"},
                                                                                     {"panda", "panda_leftfinger"},
                                                                                     {"ur5", "tool0"},
                                                                                     {"stanford", "link6"},
                                                                                     {"puma560", "link6"},
                                                                                     {"cobra600", "link4"},
                                                                                     {"iiwa14", "iiwa_link_ee"},
                                                                                     {"rrp", "link3"},
                                                                                     {"spatial_rpr", "link3"}})
    for (const ChainModel model : {ChainModel::StandardDh, ChainModel::ModifiedDh, ChainModel::Poses})
      all.push_back({robot, frame, model});
  return all;
}

sinew::LoadedRobot robot_named(const std::string& name) {
  return sinew::load_robot(SINEW_SOURCE_DIR "/robots/" + name + ".yaml");
}

std::vector<Eigen::Index> all_of(const CalibrationChain& chain) {
  std::vector<Eigen::Index> indices(chain.parameters().size());
  std::iota(indices.begin(), indices.end(), 0);
  return indices;
}

class Random {
 public:
  JointReading reading(const sinew::Model<double>& model) {
    JointReading r;
    r.q.resize(model.position_count());
    r.gravity_torque.resize(model.velocity_count());
    for (double& x : r.q) x = 1.5 * unit_(engine_);
    for (double& x : r.gravity_torque) x = 30.0 * unit_(engine_);
    return r;
  }
  /// Changes of some typical errors in every parameter.
  Eigen::VectorXd values(const CalibrationChain& chain, double errors) {
    Eigen::VectorXd v = chain.nominal();
    for (std::size_t k = 0; k < chain.parameters().size(); ++k)
      v[static_cast<Eigen::Index>(k)] += errors * chain.parameters()[k].typical_error * unit_(engine_);
    return v;
  }

 private:
  std::mt19937 engine_{11};
  std::uniform_real_distribution<double> unit_{-1.0, 1.0};
};

class EveryChain : public testing::TestWithParam<Case> {
 protected:
  EveryChain()
      : robot(robot_named(GetParam().robot)),
        chain(sinew::make_chain(robot, GetParam().frame, {.model = GetParam().model})) {}

  sinew::LoadedRobot robot;
  CalibrationChain chain;
  Random random;
};

TEST_P(EveryChain, AtNominalValuesIsTheRobot) {
  const sinew::Arm arm(robot.model);
  const ChainAt at(chain, chain.nominal(), {});
  for (int i = 0; i < 20; ++i) {
    const JointReading r = random.reading(robot.model);
    EXPECT_LT(distance(at.pose(r), arm.pose(r.q, GetParam().frame)), 1e-12);
    EXPECT_LT(distance(at.pose({r.q, {}}), at.pose(r)), 1e-15) << "no joint gives way";
  }
}

TEST_P(EveryChain, HasTheDerivativesThatDifferencesShow) {
  const std::vector<Eigen::Index> wanted = all_of(chain);
  const Eigen::VectorXd values = random.values(chain, 20.0);
  const ChainAt at(chain, values, wanted);
  sinew::TwistColumns phi(6, static_cast<Eigen::Index>(wanted.size()));
  for (int i = 0; i < 3; ++i) {
    const JointReading r = random.reading(robot.model);
    const Pose<double> X = at.pose(r, phi);
    EXPECT_LT(distance(X, at.pose(r)), 1e-13);
    for (const Eigen::Index k : wanted) {
      // central differences of a step h err by h² and by the round-off over h
      const double h = chain.parameters()[static_cast<std::size_t>(k)].group == "compliance" ? 1e-7 : 1e-5;
      Eigen::VectorXd above = values, below = values;
      above[k] += h;
      below[k] -= h;
      const Pose<double> A = ChainAt(chain, above, {}).pose(r), B = ChainAt(chain, below, {}).pose(r);
      const sinew::Vec3<double> v = (A.p - B.p) / (2.0 * h);
      const sinew::Rotation<double> dR = A.R * B.R.inverse();
      const sinew::Vec3<double> w =
          sinew::Vec3<double>{dR(2, 1) - dR(1, 2), dR(0, 2) - dR(2, 0), dR(1, 0) - dR(0, 1)} / (4.0 * h);
      const Eigen::Vector<double, 6> expected{w.x, w.y, w.z, v.x, v.y, v.z};
      EXPECT_LT((phi.col(k) - expected).norm(), 1e-7 * (1.0 + expected.norm()))
          << chain.parameters()[static_cast<std::size_t>(k)].name;
    }
  }
}

TEST_P(EveryChain, WritesTheRobotThatItDescribes) {
  Eigen::VectorXd values = random.values(chain, 5.0);
  for (std::size_t k = 0; k < chain.parameters().size(); ++k) {
    const std::string& group = chain.parameters()[k].group;
    // what no robot file can say
    if (group == "base" || group == "ratio" || group == "compliance")
      values[static_cast<Eigen::Index>(k)] = chain.nominal()[static_cast<Eigen::Index>(k)];
  }
  const sinew::RobotDescription<double> written = chain.robot(values);
  const sinew::Arm arm(sinew::build_model(written));
  const ChainAt at(chain, values, {});
  for (int i = 0; i < 20; ++i) {
    const JointReading r = random.reading(robot.model);
    EXPECT_LT(distance(at.pose(r), arm.pose(r.q, CalibrationChain::measured_frame)), 1e-12);
  }
}

TEST_P(EveryChain, LeavesAnUnchangedRobotAsItIs) {
  const sinew::RobotDescription<double> written = chain.robot(chain.nominal());
  ASSERT_EQ(written.joints.size(), robot.description.joints.size());
  for (std::size_t j = 0; j < written.joints.size(); ++j) {
    EXPECT_LT(distance(written.joints[j].X_PJ, robot.description.joints[j].X_PJ), 1e-12) << written.joints[j].name;
    EXPECT_LT(distance(written.joints[j].X_JC, robot.description.joints[j].X_JC), 1e-12) << written.joints[j].name;
  }
  EXPECT_EQ(written.frames.size(), robot.description.frames.size());
}

INSTANTIATE_TEST_SUITE_P(Calibration, EveryChain, testing::ValuesIn(cases()));

constexpr const char* formulas = R"(
sinew: 1
name: arm
parameters: {l1: 0.4 m, l2: 300 mm, twist: 10deg, m1: 3 kg}
links:
  - {name: upper, joint: {name: shoulder, kind: revolute}, pose: Tz(l1/2), mass: m1}
  - {name: bracket, joint: fixed, pose: Tx(l1) Rx(twist)}
  - {name: lower, joint: {name: elbow, kind: revolute}, pose: Tx(2*l2), axis: y, mass: 1}
frames:
  - {name: tip, link: lower, pose: Tx(l2) Ty(l1^2/(1 m))}
)";

TEST(ChainOfFileParameters, FollowsTheFormulasOfTheFile) {
  const sinew::SourceText source{"arm.yaml", formulas};
  const CalibrationChain chain = sinew::make_chain_of_file_parameters(source, {}, "tip");
  ASSERT_TRUE(chain.find("l1") && chain.find("l2") && chain.find("twist"));
  EXPECT_FALSE(chain.find("m1")) << "it moves no frame";
  Eigen::VectorXd values = chain.nominal();
  values[*chain.find("l1")] = 0.45;
  values[*chain.find("twist")] = 0.2;
  values[*chain.find("elbow.offset")] = 0.03;
  values[*chain.find("tool.x")] = 0.01;
  const sinew::Arm arm(sinew::build_model(chain.robot(values)));
  const std::vector<Eigen::Index> wanted = all_of(chain);
  const ChainAt at(chain, values, wanted);
  sinew::TwistColumns phi(6, static_cast<Eigen::Index>(wanted.size()));
  Random random;
  for (int i = 0; i < 20; ++i) {
    const JointReading r = random.reading(arm.model());
    EXPECT_LT(distance(at.pose(r, phi), arm.pose(r.q, "measured")), 1e-12);
    for (const char* name : {"l1", "l2", "twist"}) {
      const Eigen::Index k = *chain.find(name);
      const double h = 1e-5;
      Eigen::VectorXd above = values, below = values;
      above[k] += h;
      below[k] -= h;
      const sinew::Vec3<double> v =
          (ChainAt(chain, above, {}).pose(r).p - ChainAt(chain, below, {}).pose(r).p) / (2.0 * h);
      EXPECT_NEAR(phi(3, k), v.x, 1e-8) << name;
      EXPECT_NEAR(phi(4, k), v.y, 1e-8) << name;
      EXPECT_NEAR(phi(5, k), v.z, 1e-8) << name;
    }
  }
}

TEST(ChainOfAnArm, HasBetaWhereAxesAreParallel) {
  const sinew::LoadedRobot ur5 = robot_named("ur5");
  const CalibrationChain chain = sinew::make_chain(ur5, "tool0", {.model = ChainModel::StandardDh});
  EXPECT_TRUE(chain.find("beta2") && chain.find("beta3"));
  EXPECT_FALSE(chain.find("d2") || chain.find("d3"));
  EXPECT_TRUE(chain.find("d1") && chain.find("d4"));
  const CalibrationChain modified = sinew::make_chain(ur5, "tool0", {.model = ChainModel::ModifiedDh});
  EXPECT_TRUE(modified.find("beta3") && modified.find("beta4"));
  EXPECT_FALSE(modified.find("d2") || modified.find("d3"));
}

TEST(ChainOfAnArm, KnowsItsParametersByOtherNames) {
  const CalibrationChain chain =
      sinew::make_chain(robot_named("panda"), "panda_hand", {.model = ChainModel::ModifiedDh});
  EXPECT_EQ(chain.find("joint4.offset"), chain.find("theta4"));
  EXPECT_EQ(chain.find("panda_joint4.offset"), chain.find("theta4"));
  EXPECT_EQ(chain.find("panda_joint4.a"), chain.find("a4"));
  EXPECT_FALSE(chain.find("a9"));
}

TEST(ChainOfAnArm, RefusesAFrameThatNothingMoves) {
  const sinew::LoadedRobot panda = robot_named("panda");
  EXPECT_THROW(sinew::make_chain(panda, "panda_link0", {}), sinew::InputError);
  EXPECT_THROW(sinew::make_chain(panda, "panda_hnd", {}), sinew::InputError);
}

}  // namespace
}  // namespace sinew_test
