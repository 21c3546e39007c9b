// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "tests/motion/drive/driven_arm.h"

namespace sinew {
namespace {

/// A drive of an arm with the joints a and b that must be refused: where the fault is, and words of the complaint.
struct BrokenDrive {
  std::string name;  ///< its ending tells the format
  std::string text;
  int line = 0;  ///< 0: of the file as a whole
  std::string says;
};

void PrintTo(const BrokenDrive& file, std::ostream* out) { *out << file.name; }

std::string control(const std::string& lines) { return "control:\n  law: pd\n" + lines; }
const std::string gains = "  stiffness: 10\n  damping: 1\n";

std::vector<BrokenDrive> broken_drives() {
  return {
      {"empty.yaml", "", 1, "the file is empty"},
      {"not_yaml.yaml", "torque: [1, 2\n", 1, "this is not YAML"},
      {"a_word.yaml", "wave\n", 1, "not a map"},
      {"nothing.yaml", "drive: still\n", 1, "nothing drives the robot"},
      {"unknown_key.yaml", "torque: {a: 1}\nsamplings: 1 ms\n", 2, "did you mean 'sampling'?"},
      {"unknown_joint.yaml", "torque:\n  a: 1\n  c: 1\n", 3, "arm has no joint 'c'"},
      {"joint_twice.yaml", "torque:\n  a: 1\n  q1: 1\n", 3, "'a' has two formulas"},
      {"no_torque.yaml", "torque: {from: 1 s}\n", 1, "no joint has a torque here"},
      {"torque_in_metres.yaml", "torque:\n  a: 2 m\n", 2, "is in m"},
      {"unknown_name.yaml", "torque:\n  a: 5*amb\n", 2, "unknown name 'amb'"},
      {"third_joint.yaml", "torque:\n  a: 5*q3\n", 2, "unknown name 'q3'"},
      {"no_operator.yaml", "torque:\n  a: 5t\n", 2, "no operator before 't'"},
      {"formula_is_a_list.yaml", "torque:\n  a: [5]\n", 2, "a list or a map"},
      {"parameter_t.yaml", "parameters: {t: 1}\ntorque: {a: 1}\n", 1, "of the time"},
      {"parameter_q1.yaml", "parameters: {q1: 1}\ntorque: {a: 1}\n", 1, "or of a joint"},
      {"parameter_sin.yaml", "parameters: {sin: 1}\ntorque: {a: 1}\n", 1, "of a function"},
      {"parameter_infinite.yaml", "parameters: {k: 1e308*10}\ntorque: {a: k}\n", 1, "not finite"},
      {"parameter_list.yaml", "parameters: {k: [1]}\ntorque: {a: 1}\n", 1, "is no number"},
      {"window_backwards.yaml", "torque:\n  a: 1\n  from: 2 s\n  until: 1 s\n", 4, "before it begins"},
      {"window_in_metres.yaml", "torque:\n  a: 1\n  from: 2 m\n", 3, "given in m"},
      {"window_below_zero.yaml", "torque:\n  a: 1\n  from: -1 s\n", 3, "is -1"},
      {"samples_nowhere.yaml", "samples: no_such_file.csv\n", 1, "no_such_file.csv"},
      {"between_nothing.yaml", "torque: {a: 1}\nbetween: held\n", 2, "there are none"},
      {"between_odd.yaml", "samples: x.csv\nbetween: hold\n", 2, "did you mean 'held'?"},
      {"sampling_zero.yaml", "sampling: 0 s\ntorque: {a: 1}\n", 1, "the sampling time is 0 s"},
      {"sampling_negative.yaml", "sampling: -1 ms\ntorque: {a: 1}\n", 1, "is -0.001"},
      {"delay_alone.yaml", "torque: {a: 1}\ndelay: 1 ms\n", 2, "runs at samples"},
      {"saturation_zero.yaml", "torque: {a: 1}\nsaturation: {a: 0}\n", 2, "saturation of joint 'a' is 0"},
      {"saturation_unknown.yaml", "torque: {a: 1}\nsaturation: {c: 1}\n", 2, "has no joint 'c'"},
      {"saturation_three.yaml", "torque: {a: 1}\nsaturation: [1, 2, 3]\n", 2, "has 3 values"},
      {"control_without_law.yaml", "control:\n  stiffness: 10\n", 2, "the control has no law"},
      {"control_odd_law.yaml", "control:\n  law: pid\n", 2, "there is no law 'pid'"},
      {"control_no_stiffness.yaml", control("  damping: 1\n"), 2, "the law needs `stiffness`"},
      {"control_no_damping.yaml", control("  stiffness: 1\n"), 2, "the law needs `damping`"},
      {"control_negative.yaml", control("  stiffness: -10\n  damping: 1\n"), 3, "drives the joint away"},
      {"control_in_metres.yaml", control("  stiffness: 10 N/m\n  damping: 1\n"), 3, "stiffness of joint 'a'"},
      {"control_three_gains.yaml", control("  stiffness: [1, 2, 3]\n  damping: 1\n"), 3, "has 3 values"},
      {"control_unknown_key.yaml", control(gains + "  frequency: 5\n"), 5, "unknown entry 'frequency'"},
      {"control_odd_flag.yaml", control(gains + "  gravity: maybe\n"), 5, "gravity"},
      {"control_integral_unsampled.yaml", control(gains + "  integral: 5\n"), 5, "runs at samples"},
      {"control_reference_of_three.yaml", control(gains + "  reference: [1, 2, 3]\n"), 5, "has 3 values"},
      {"control_reference_unknown.yaml", control(gains + "  reference: {at: {c: 1}}\n"), 5, "has no joint 'c'"},
      {"control_reference_nowhere.yaml", control(gains + "  reference: nowhere.yaml\n"), 5, "nowhere.yaml"},
      {"control_reference_broken.yaml", control(gains + "  reference: {to: [1, 1], from: [0, 0]}\n"), 5,
       "neither its duration nor its limits"},
      {"computed_no_frequency.yaml", "control:\n  law: computed-torque\n", 2, "needs `frequency`"},
      {"computed_negative.yaml", "control:\n  law: computed-torque\n  frequency: -5\n", 3, "the frequency is -5"},
      {"cartesian_no_frame.yaml",
       "control:\n  law: cartesian-impedance\n  stiffness: {translation: 5}\n  damping: {translation: 1}\n", 2,
       "needs `frame`"},
      {"cartesian_odd_frame.yaml",
       "control:\n  law: cartesian-impedance\n  frame: tp\n  stiffness: {translation: 5}\n  damping: {translation: "
       "1}\n",
       3, "did you mean 'tip'?"},
      {"cartesian_negative.yaml",
       "control:\n  law: cartesian-impedance\n  frame: tip\n  stiffness: {translation: [5, -1, 0]}\n  damping: "
       "{rotation: "
       "1}\n",
       4, "below zero"},
      {"wrench_nowhere.yaml", "wrenches:\n  - force: [1, 0, 0]\n", 2, "on which link"},
      {"wrench_of_nothing.yaml", "wrenches:\n  - link: tip\n", 2, "neither a force nor a moment"},
      {"wrench_odd_link.yaml", "wrenches:\n  - {link: tp, force: [1, 0, 0]}\n", 2, "did you mean 'tip'?"},
      {"wrench_of_two.yaml", "wrenches:\n  - {link: tip, force: [1, 0]}\n", 2, "no list of three"},
      {"wrench_in_metres.yaml", "wrenches:\n  - {link: tip, force: [1 m, 0, 0]}\n", 2, "is in m"},
      {"wrench_odd_axes.yaml", "wrenches:\n  - {link: tip, force: [1, 0, 0], axes: tp}\n", 2, "did you mean 'tip'?"},
      {"payload_of_nothing.yaml", "payloads:\n  - from: 1 s\n", 2, "which body it is"},
      {"payload_in_metres.yaml", "payloads:\n  - body: 2 m\n", 2, "m"},
      {"payload_odd_frame.yaml", "payloads:\n  - body: 2 kg on tp\n", 2, "tip"},
      {"empty.csv", "", 0, "is empty"},
      {"no_time.csv", "tau.a\n0\n", 1, "no column t"},
      {"no_torque.csv", "t,x\n0,0\n", 1, "no column of a torque"},
      {"unknown_joint.csv", "t,tau.c\n0,0\n", 1, "has no joint 'c'"},
      {"twice.csv", "t,tau.a,a\n0,0,0\n", 1, "two columns"},
      {"words.csv", "t,tau.a\n0,0\n1,strong\n", 3, "column 2"},
      {"metres.csv", "t,tau.a\n0,0\n1,2 m\n", 3, "is in m"},
      {"short_row.csv", "t,tau.a,tau.b\n0,0,0\n1,1\n", 3, "has 2 values under 3 columns"},
      {"back_in_time.csv", "t,tau.a\n0,0\n1,1\n0.5,0\n", 4, "not after the one before"},
      {"no_rows.csv", "t,tau.a\n", 0, "has no rows"},
      {"nan.csv", "t,tau.a\n0,nan\n", 2, "column 2"},
  };
}

class EveryBrokenDrive : public testing::TestWithParam<BrokenDrive> {};

INSTANTIATE_TEST_SUITE_P(Misuse, EveryBrokenDrive, testing::ValuesIn(broken_drives()), [](const auto& file) {
  std::string name = file.param.name;
  for (char& c : name)
    if (c == '.') c = '_';
  return name;
});

TEST_P(EveryBrokenDrive, IsRefusedWithItsLineAndARemedy) {
  static const Arm arm = sinew_test::hanging_arm();
  const BrokenDrive& broken = GetParam();
  try {
    sinew_test::drive_of(broken.text, arm, {}, broken.name);
    FAIL() << "it was read";
  } catch (const InputError& e) {
    bool said = false;
    for (const Diagnostic& p : e.diagnostics()) {
      EXPECT_EQ(p.file, broken.name) << p.text();
      EXPECT_FALSE(p.remedy.empty()) << p.what << ": every problem says what to do";
      said = said || (p.severity == Severity::Error && p.line == broken.line &&
                      p.text().find(broken.says) != std::string::npos);
    }
    EXPECT_TRUE(said) << "wanted on line " << broken.line << ": " << broken.says << "\ngot\n" << e.what();
  }
}

}  // namespace
}  // namespace sinew
