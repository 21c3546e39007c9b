// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "sinew/formats/load.h"
#include "sinew/readings/numbers.h"
#include "tests/agreement/differences.h"

/// The published URDF of the UR5 at twelve states, as Pinocchio 3.7 has computed it and four other libraries have
/// confirmed it. The files are not ours to ship; where they are not at hand, peers_test.cpp has to do.
namespace {

using namespace sinew;
using nlohmann::json;
using sinew_test::relative_difference;
using Vector = std::vector<double>;

constexpr double tolerance = 1e-9;

Vector rows_of(const json& matrix) {
  Vector rows;
  for (const json& row : matrix)
    for (const json& value : row) rows.push_back(value.get<double>());
  return rows;
}
Vector vector_of(const json& values) { return values.get<Vector>(); }
Vector vector_of(const Vec3<double>& v) { return {v.x, v.y, v.z}; }

/// Six rows of `columns` with the angular three above the linear ones, where Pinocchio has them below.
Vector angular_first(const Vector& rows, std::size_t columns = 1) {
  Vector turned(rows.begin() + static_cast<std::ptrdiff_t>(3 * columns), rows.end());
  turned.insert(turned.end(), rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(3 * columns));
  return turned;
}

Vector product(const Vector& rows, const Vector& x) {
  Vector y(rows.size() / x.size());
  for (std::size_t r = 0; r < y.size(); ++r)
    for (std::size_t c = 0; c < x.size(); ++c) y[r] += rows[r * x.size() + c] * x[c];
  return y;
}

class Ur5OfPinocchio : public testing::Test {
 protected:
  void SetUp() override {
    const std::filesystem::path folder = SINEW_SOURCE_DIR "/../shared/reference/robots";
    if (!std::filesystem::exists(folder / "ur5.json")) GTEST_SKIP() << "the reference values are not at hand";
    std::ifstream(folder / "ur5.json") >> reference_;
    const Model<double> whole = load_robot((folder / "ur5.urdf").string()).model;
    model_.emplace(without(whole, {.friction = true, .motors = true, .springs = true}));
    work_.emplace(*model_);
    frame_ = model_->frame(reference_["frame"].get<std::string>());
    gravity_ = model_->gravity();
  }

  const Model<double>& model() const { return *model_; }
  Workspace& work() { return *work_; }
  const json& states() const { return reference_["states"]; }
  PointOnLink<double> point() const { return {frame_.link, frame_.X_LF.p}; }

  Vector torques(const json& s, const Vector& qdd) {
    Vector tau(6);
    numbers::torque(model(), vector_of(s["q"]), vector_of(s["v"]), qdd, work(), tau);
    return tau;
  }
  Vector jacobian(const json& s) {
    Vector J(36);
    numbers::jacobian(model(), vector_of(s["q"]), point(), work(), J);
    return J;
  }

  json reference_;
  std::optional<Model<double>> model_;
  std::optional<Workspace> work_;
  Frame<double> frame_;
  Vec3<double> gravity_;
};

TEST_F(Ur5OfPinocchio, HasTheSameJointsAndGravity) {
  ASSERT_EQ(model().velocity_count(), reference_["nv"].get<int>());
  for (int i = 0; i < 6; ++i) EXPECT_EQ(model().link(i).joint_name, reference_["joints"][static_cast<std::size_t>(i)]);
  EXPECT_EQ(vector_of(gravity_), vector_of(reference_["gravity"]));
}

TEST_F(Ur5OfPinocchio, NeedsTheSameTorques) {
  for (const json& s : states())
    EXPECT_LT(relative_difference(torques(s, vector_of(s["a"])), vector_of(s["tau_rnea"])), tolerance);
}

TEST_F(Ur5OfPinocchio, NeedsTheSameTorquesWithoutAccelerating) {
  for (const json& s : states())
    EXPECT_LT(relative_difference(torques(s, Vector(6, 0.0)), vector_of(s["nle"])), tolerance);
}

TEST_F(Ur5OfPinocchio, IsHeldByTheSameTorques) {
  for (const json& s : states()) {
    Vector g(6);
    numbers::gravity_torque(model(), vector_of(s["q"]), gravity_, work(), g);
    EXPECT_LT(relative_difference(g, vector_of(s["g"])), tolerance);
  }
}

TEST_F(Ur5OfPinocchio, HasTheSameCoriolisTorquesByMatrixAndByRecursion) {
  for (const json& s : states()) {
    Vector c(6), C(36), expected = vector_of(s["nle"]);
    const Vector g = vector_of(s["g"]);
    for (std::size_t i = 0; i < 6; ++i) expected[i] -= g[i];
    numbers::coriolis_torque(model(), vector_of(s["q"]), vector_of(s["v"]), work(), c);
    numbers::coriolis_matrix(model(), vector_of(s["q"]), vector_of(s["v"]), work(), C);
    EXPECT_LT(relative_difference(c, expected), tolerance);
    EXPECT_LT(relative_difference(product(C, vector_of(s["v"])), expected), tolerance);
  }
}

TEST_F(Ur5OfPinocchio, AcceleratesAlike) {
  for (const json& s : states()) {
    Vector qdd(6);
    numbers::acceleration(model(), vector_of(s["q"]), vector_of(s["v"]), vector_of(s["tau_in"]), work(), qdd);
    EXPECT_LT(relative_difference(qdd, vector_of(s["ddq_aba"])), tolerance);
  }
}

TEST_F(Ur5OfPinocchio, HasTheSameMassMatrix) {
  for (const json& s : states()) {
    Vector M(36);
    numbers::mass_matrix(model(), vector_of(s["q"]), work(), M);
    EXPECT_LT(relative_difference(M, rows_of(s["M"])), tolerance);
  }
}

TEST_F(Ur5OfPinocchio, HasTheSameTorquesByItsRegressor) {
  const Vector pi = inertial_parameters(model());
  for (const json& s : states()) {
    Vector Y(6 * pi.size());
    numbers::regressor(model(), vector_of(s["q"]), vector_of(s["v"]), vector_of(s["a"]), gravity_, work(), Y);
    EXPECT_LT(relative_difference(product(Y, pi), vector_of(s["tau_rnea"])), tolerance);
  }
}

TEST_F(Ur5OfPinocchio, HoldsItsToolInTheSamePose) {
  for (const json& s : states()) {
    std::vector<Pose<double>> X_WL(6);
    Pose<double> X_WB;
    numbers::poses(model(), vector_of(s["q"]), work(), X_WL, X_WB);
    const Pose<double> X_WF = X_WL[static_cast<std::size_t>(frame_.link)] * frame_.X_LF;
    Vector R;
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) R.push_back(X_WF.R(r, c));
    EXPECT_LT(relative_difference(R, rows_of(s["frame_R"])), tolerance);
    EXPECT_LT(relative_difference(vector_of(X_WF.p), vector_of(s["frame_p"])), tolerance);
  }
}

TEST_F(Ur5OfPinocchio, MovesItsToolAlike) {
  for (const json& s : states()) {
    const Vector J = jacobian(s), v = vector_of(s["v"]), a = vector_of(s["a"]);
    EXPECT_LT(relative_difference(J, angular_first(rows_of(s["frame_J"]), 6)), tolerance);
    EXPECT_LT(relative_difference(product(J, v), angular_first(vector_of(s["frame_vel"]))), tolerance);
    Vector Jd(36);
    numbers::jacobian_rate(model(), vector_of(s["q"]), v, point(), work(), Jd);
    Vector acceleration = product(J, a);
    const Vector more = product(Jd, v);
    for (std::size_t i = 0; i < 6; ++i) acceleration[i] += more[i];
    EXPECT_LT(relative_difference(acceleration, angular_first(vector_of(s["frame_acc_classical"]))), tolerance);
  }
}

TEST_F(Ur5OfPinocchio, HasTheSameEnergyMassAndCentreOfMass) {
  for (const json& s : states()) {
    const Vector q = vector_of(s["q"]), v = vector_of(s["v"]);
    const Energy<double> energy = numbers::energy(model(), q, v, gravity_, work());
    const Centroid<double> whole = numbers::centroid(model(), q, v, work());
    EXPECT_LT(relative_difference(Vector{energy.kinetic}, Vector{s["kinetic_energy"].get<double>()}), tolerance);
    EXPECT_LT(relative_difference(Vector{energy.potential}, Vector{s["potential_energy"].get<double>()}), tolerance);
    EXPECT_LT(relative_difference(vector_of(whole.com), vector_of(s["com"])), tolerance);
    EXPECT_LT(relative_difference(Vector{whole.mass}, Vector{reference_["total_mass"].get<double>()}), tolerance);
  }
}

}  // namespace
