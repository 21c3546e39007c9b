// SPDX-License-Identifier: BSD-3-Clause
#include <limits>
#include <numbers>

#include "tests/textbook/asked.h"

/// Notes on the statics of RR and PR arms: 20 printed numbers, in N and N·mm. Two of the loads are not what the numbers
/// were computed with, and numbers are cut off, not rounded: -616.987 is printed as -616.
namespace {

using namespace sinew;
using namespace sinew_test;

constexpr double pi = std::numbers::pi;
constexpr double mm = 1e-3;

struct Diagnostic {
  const char* name;
  const char* robot;
  Numbers q;
  bool weight;
  std::vector<Push> pushes;
  Numbers computed;   ///< to 1e-6 N·mm, with 30 digits
  Numbers published;  ///< NaN where the notes leave a blank
};

constexpr double blank = std::numeric_limits<double>::quiet_NaN();

Push force(const char* frame, double x, double y) { return {frame, {x, y, 0}, {}}; }
Push moment(const char* frame, double newton_mm) { return {frame, {}, {0, 0, newton_mm * mm}}; }

const char* const rr = "statics_rr";
const char* const pr = "statics_pr";

/// The problems whose loads are stated as they were computed.
std::vector<Diagnostic> sound_problems() {
  return {
      {"1.1", rr, {pi / 2, -pi / 2}, true, {}, {579770.5270750548, 579770.5270750548}, {579770, 579770}},
      {"1.2", rr, {0, pi / 2}, true, {}, {1694925.7016613956, 0}, {1694925, 0}},
      {"1.3a", rr, {pi / 6, pi / 3}, false, {force("P1", -0.7, -0.5)}, {-616.9872981077807, -700}, {-616, -700}},
      {"1.3b", rr, {pi / 6, pi / 3}, false, {force("P2", -0.7, -0.5)}, {-126.98729810778067, -210}, {-126, -210}},
      {"1.4",
       rr,
       {pi / 6, pi / 3},
       false,
       {force("P3", 1.5, -0.3), moment("P1", 1200)},
       {-291.17314097820156, -1200},
       {-291, -1200}},
      {"2.1", pr, {0, pi / 4}, true, {}, {0, 409959.67122687015}, {0, blank}},
      {"2.2", pr, {0, pi / 2}, true, {}, {0, 0}, {0, blank}},
      {"2.3", pr, {0, pi / 4}, false, {force("P1", -0.8, -0.8)}, {0.8, 0}, {0.8, 0}},
      {"2.4",
       pr,
       {0, pi / 4},
       false,
       {force("P2", -0.8, -0.2), moment("P1", 500)},
       {0.8, -775.7716446627535},
       {0.8, -775}},
  };
}

/// The two others, as stated ...
std::vector<Diagnostic> problems_as_stated() {
  return {
      {"1.5",
       rr,
       {pi / 6, -pi / 3},
       true,
       {force("P3", 1.2, -0.2), force("P2", -0.4, -0.2)},
       {1970725.7711560894, 502207.96633671824},
       {1969149, 501844}},
      {"2.5",
       pr,
       {0, pi / 4},
       true,
       {force("P1", 0.5, -0.6), force("P2", 1.0, -0.4)},
       {-1.5, 411380.9558570551},
       {-1.5, 411455}},
  };
}

/// ... and as they were computed.
std::vector<Diagnostic> problems_as_computed() {
  return {
      {"1.5 with F2 = (-0.4, +1.2)",
       rr,
       {pi / 6, -pi / 3},
       true,
       {force("P3", 1.2, -0.2), force("P2", -0.4, 1.2)},
       {1969149.6049212017, 501844.2356671288},
       {1969149, 501844}},
      {"2.5 with the points interchanged",
       pr,
       {0, pi / 4},
       true,
       {force("P2", 0.5, -0.6), force("P1", 1.0, -0.4)},
       {-1.5, 411455.2020690797},
       {-1.5, 411455}},
  };
}

Asked arm_of(const Diagnostic& diagnostic) {
  return Asked(without(shipped_robot(diagnostic.robot).model, {.gravity = !diagnostic.weight}));
}

/// In the units of the notes: N for the slide, N·mm for what turns.
Numbers in_their_units(const Asked& arm, Numbers efforts) {
  for (std::size_t i = 0; i < efforts.size(); ++i)
    if (turns(arm.model().link(static_cast<int>(i)).kind)) efforts[i] /= mm;
  return efforts;
}

Numbers holding_efforts(const Diagnostic& diagnostic) {
  Asked arm = arm_of(diagnostic);
  const Numbers rest(arm.n(), 0.0);
  return in_their_units(arm, arm.torques(diagnostic.q, rest, rest, diagnostic.pushes));
}

/// The same by virtual work: τ = g − Σ Jᵀ·W.
Numbers efforts_by_jacobians(const Diagnostic& diagnostic) {
  Asked arm = arm_of(diagnostic);
  Numbers tau = arm.gravity_terms(diagnostic.q);
  for (const Push& push : diagnostic.pushes) {
    const Numbers J = arm.jacobian(diagnostic.q, push.frame);
    for (std::size_t i = 0; i < arm.n(); ++i)
      for (int k = 0; k < 3; ++k)
        tau[i] -= J[at(k) * arm.n() + i] * push.moment[k] + J[at(k + 3) * arm.n() + i] * push.force[k];
  }
  return in_their_units(arm, tau);
}

/// As the notes print a number: without its decimals, but for the forces of the slide, which have one.
double cut_off(double value) {
  const double round_off = std::copysign(1e-6, value);
  return std::abs(value) < 2 ? std::trunc((value + round_off) * 10) / 10 : std::trunc(value + round_off);
}

struct Count {
  int same = 0, of = 0;
};
Count reproduced(const std::vector<Diagnostic>& diagnostics, double (*as_printed)(double)) {
  Count count;
  for (const Diagnostic& diagnostic : diagnostics) {
    const Numbers efforts = holding_efforts(diagnostic);
    for (std::size_t i = 0; i < efforts.size(); ++i) {
      if (std::isnan(diagnostic.published[i])) continue;
      ++count.of;
      if (std::abs(as_printed(efforts[i]) - diagnostic.published[i]) < 1e-9) ++count.same;
    }
  }
  return count;
}

std::vector<Diagnostic> together(std::vector<Diagnostic> a, const std::vector<Diagnostic>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

TEST(StaticsNotes, AreReproducedWithTheTwoLoadsCorrected) {
  const Count count = reproduced(together(sound_problems(), problems_as_computed()), cut_off);
  EXPECT_EQ(count.of, 20);
  EXPECT_EQ(count.same, 20);
}

TEST(StaticsNotes, ContradictTheirOwnLoadsInThreeNumbers) {
  const Count count = reproduced(together(sound_problems(), problems_as_stated()), cut_off);
  EXPECT_EQ(count.of, 20);
  EXPECT_EQ(count.same, 17);
}

TEST(StaticsNotes, CutNumbersOffAndDoNotRoundThem) {
  const auto rounded = [](double value) {
    return std::abs(value) < 2 ? std::round(value * 10) / 10 : std::round(value);
  };
  const Count count = reproduced(together(sound_problems(), problems_as_computed()), rounded);
  EXPECT_EQ(count.of, 20);
  EXPECT_EQ(count.same, 13);
}

TEST(StaticsNotes, HaveEffortsThatAgreeWithAnIndependentComputation) {
  for (const Diagnostic& diagnostic :
       together(together(sound_problems(), problems_as_stated()), problems_as_computed()))
    EXPECT_THAT(holding_efforts(diagnostic), AreNear(diagnostic.computed, 1e-6)) << diagnostic.name;
}

TEST(StaticsNotes, HaveTheSameEffortsByVirtualWork) {
  for (const Diagnostic& diagnostic :
       together(together(sound_problems(), problems_as_stated()), problems_as_computed()))
    EXPECT_THAT(efforts_by_jacobians(diagnostic), AreNear(diagnostic.computed, 1e-6)) << diagnostic.name;
}

TEST(StaticsNotes, PrintWeightsThatAreCutOffToo) {
  const Model<double> arm = shipped_robot(rr).model;
  EXPECT_EQ(std::trunc(arm.link(0).inertia.m * 9.81 * 10) / 10, 1097.8);
  EXPECT_EQ(std::trunc(arm.link(1).inertia.m * 9.81 * 100) / 100, 1201.46);
  EXPECT_EQ(std::trunc(arm.link(1).inertia.m * 9.81 * 10) / 10, 1201.4);
}

TEST(StaticsNotes, MoveAWrenchByTheTransposeOfWhatMovesAVelocity) {
  // problem 1.3a: the load as the joints feel it. The notes print the matrix that moves velocities
  const Diagnostic diagnostic = sound_problems()[2];
  Asked arm = arm_of(diagnostic);
  const Force<double> load{{}, diagnostic.pushes[0].force};
  const Vec3<double> p1 = arm.pose(diagnostic.q, "P1").p;
  Numbers tau;
  for (const char* link : {"link1", "link2"})
    tau.push_back(-at_other_point(load, p1 - arm.pose(diagnostic.q, link).p).n.z / mm);
  EXPECT_THAT(tau, AreNear(diagnostic.computed, 1e-9));
}

}  // namespace
