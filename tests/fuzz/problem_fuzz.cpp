// SPDX-License-Identifier: BSD-3-Clause
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "sinew/problems/problem_file.h"
#include "tests/fuzz/small_robots.h"

/// Any bytes as a problem of `solve`: refused, or resolved by whatever method it asks for to finite numbers. A problem of a
/// robot gets an arm with two joints, whatever it is called.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sinew;
  static const Arm arm(sinew_test::planar_arm());
  try {
    const ProblemStatement statement(SourceText{"fuzz.yaml", std::string(reinterpret_cast<const char*>(data), size)});
    const StatedProblem stated = read_problem(statement, robot_reference(statement) ? &arm : nullptr);
    if (!resolve(stated).x.allFinite()) std::abort();
  } catch (const InputError&) {
    return 0;
  }
  return 0;
}
