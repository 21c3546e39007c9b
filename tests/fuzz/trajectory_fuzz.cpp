// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "sinew/errors/formula_error.h"
#include "sinew/motion/given/move_text.h"
#include "sinew/motion/given/trajectory_file.h"
#include "tests/fuzz/small_robots.h"

namespace {

/// Finite positions from the start to the end, and derivatives wherever the trajectory has them.
void expect_finite(const sinew::GivenTrajectory& given) {
  const sinew::Trajectory& trajectory = *given.trajectory;
  if (!(trajectory.duration() > 0.0) || !std::isfinite(trajectory.duration()) || !std::isfinite(given.start))
    std::abort();
  sinew::MotionSample sample = trajectory.sample();
  for (int i = 0; i <= 8; ++i) {
    trajectory.at(trajectory.duration() * i / 8.0, sample);
    if (i % 4 == 0 && !given.formulas && !sample.q.allFinite()) std::abort();
  }
}

}  // namespace

/// Any bytes as a trajectory of an arm with two joints, as YAML, as CSV and as --move: refused, or a motion.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sinew;
  static const Arm arm(sinew_test::planar_arm());
  const std::string text(reinterpret_cast<const char*>(data), size);
  for (const char* file : {"fuzz.yaml", "fuzz.csv"}) {
    try {
      expect_finite(read_trajectory(SourceText{file, text}, arm));
    } catch (const InputError&) {
      continue;
    }
  }
  try {
    expect_finite(read_trajectory(*moves_in_line(text), "--move", arm));
  } catch (const InputError&) {
    return 0;
  } catch (const FormulaError&) {
    return 0;
  }
  return 0;
}
