// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "sinew/arm/arm.h"
#include "sinew/calibration/chain/calibration_chain.h"
#include "tests/support/refusal.h"

namespace {

using namespace sinew;
using sinew_test::refusal;
using testing::ElementsAre;
using testing::HasSubstr;

std::string shipped_file(const char* name) { return std::string(SINEW_SOURCE_DIR "/robots/") + name; }

double gap(const Pose<double>& A, const Pose<double>& B) {
  double worst = norm(A.p - B.p);
  for (int i = 0; i < 3; ++i) worst = std::max(worst, norm(A.R.row(i) - B.R.row(i)));
  return worst;
}

TEST(AChainOfTransforms, NamesTheConstantsOfTheFile) {
  const CalibrationChain chain = make_chain_of_transforms(read_source_text(shipped_file("rrp.yaml")), {}, "link3");
  std::vector<std::string> names;
  for (const CalibrationParameter& p : chain.parameters())
    if (p.of_robot && p.group.size() == 2) names.push_back(p.name);
  EXPECT_THAT(names, ElementsAre("Tz1", "Rx1", "Tx1", "Ry1"));
}

TEST(AChainOfTransforms, StandsWhereTheRobotIsAndMovesByItsDerivatives) {
  const std::string file = shipped_file("rrp.yaml");
  const Arm arm = Arm(load_robot(file));
  const CalibrationChain chain = make_chain_of_transforms(read_source_text(file), {}, "link3");
  std::vector<Eigen::Index> wanted;
  for (const char* name : {"Tz1", "Rx1", "Tx1", "Ry1"}) wanted.push_back(*chain.find(name));
  const JointReading reading{Eigen::Vector3d(0.3, -0.7, 0.2), {}};
  TwistColumns phi(6, 4);
  const Pose<double> X = ChainAt(chain, chain.nominal(), wanted).pose(reading, phi);
  EXPECT_LT(gap(X, arm.pose(reading.q, "link3")), 1e-14);
  for (Eigen::Index k = 0; k < 4; ++k) {
    constexpr double h = 1e-5;
    Eigen::VectorXd above = chain.nominal(), below = above;
    above[wanted[static_cast<std::size_t>(k)]] += h;
    below[wanted[static_cast<std::size_t>(k)]] -= h;
    const Pose<double> A = ChainAt(chain, above, {}).pose(reading), B = ChainAt(chain, below, {}).pose(reading);
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(phi(3 + i, k), (A.p[i] - B.p[i]) / (2 * h), 1e-9) << k;
  }
}

TEST(AChainOfTransforms, GivesARobotWithTheNewConstants) {
  const std::string file = shipped_file("rrp.yaml");
  const CalibrationChain chain = make_chain_of_transforms(read_source_text(file), {}, "link3");
  Eigen::VectorXd values = chain.nominal();
  values[*chain.find("Tz1")] += 0.01;
  values[*chain.find("Ry1")] -= 0.02;
  values[*chain.find("joint2.offset")] += 0.03;
  const JointReading reading{Eigen::Vector3d(-0.4, 0.9, 0.1), {}};
  const Arm arm(build_model(chain.robot(values)));
  EXPECT_LT(gap(ChainAt(chain, values, {}).pose(reading), arm.pose(reading.q, "link3")), 1e-14);
}

TEST(AChainOfTransforms, IsRefusedWhereNoJointIsPlacedByOne) {
  const SourceText dh = read_source_text(shipped_file("panda.yaml"));
  EXPECT_THAT(refusal([&] { make_chain_of_transforms(dh, {}, "panda_link8"); }),
              HasSubstr("no joint on the way to 'panda_link8' is placed by a chain of transforms"));
}

}  // namespace
