// SPDX-License-Identifier: BSD-3-Clause
#include <cstddef>
#include <cstdint>
#include <string>

#include "sinew/equations/answers/verify.h"
#include "sinew/equations/symbolic_robot.h"
#include "tests/fuzz/small_robots.h"

/// Any bytes as answers about an arm with two joints, and as a mass matrix: refused, or judged.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sinew;
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    SymbolicRobot robot = symbolic_robot(sinew_test::planar_arm_text(), {});
    EquationBook book(robot);
    verified(book, read_answers({"fuzz.txt", text}, book));
  } catch (const InputError&) {
    // the matrix is another question
  }
  try {
    verified_inertia(text);
  } catch (const InputError&) {
    return 0;
  }
  return 0;
}
