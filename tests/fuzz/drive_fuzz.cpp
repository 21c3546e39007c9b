// SPDX-License-Identifier: BSD-3-Clause
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "sinew/errors/formula_error.h"
#include "sinew/motion/drive/drive_file.h"
#include "sinew/motion/drive/given_wrenches.h"
#include "sinew/motion/drive/stop_condition.h"
#include "tests/fuzz/small_robots.h"

namespace {

/// Torques and wrenches can be asked, and jumps come later than the time that is asked about.
void ask(sinew::GivenDrive& given, const sinew::Arm& arm, const sinew::StateFormulas& formulas) {
  const std::vector<double> q(2, 0.3), qd(2, -0.7);
  std::vector<double> tau(2);
  std::vector<sinew::Force<double>> on_links(2);
  sinew::Force<double> on_base;
  sinew::GivenWrenches wrenches(arm, formulas, {}, given.wrenches);
  for (const double t : {0.0, 0.5, 2.0}) {
    given.drive->torque(t, q, qd, tau);
    wrenches.pull(t, q, qd, on_links, on_base);
    if (!(given.drive->next_jump(t) > t) || !(wrenches.next_jump(t) > t)) std::abort();
  }
}

}  // namespace

/// Any bytes as a drive of an arm with two joints, as YAML and as CSV, and as a condition: refused, or something to ask.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sinew;
  static const Arm arm(sinew_test::planar_arm());
  const std::string text(reinterpret_cast<const char*>(data), size);
  for (const char* file : {"fuzz.yaml", "fuzz.csv"}) {
    try {
      StateFormulas formulas(arm.model());
      GivenDrive given = read_drive(SourceText{file, text}, arm, {0.1, 0.2}, formulas);
      ask(given, arm, formulas);
    } catch (const InputError&) {
      continue;
    }
  }
  try {
    const StateFormulas formulas(arm.model());
    static_cast<void>(stop_condition(text, formulas).value(0.0, std::vector<double>(2), std::vector<double>(2)));
  } catch (const FormulaError&) {
    return 0;
  }
  return 0;
}
