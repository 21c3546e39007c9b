// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "tests/motion/arm_of_joints.h"

namespace sinew {
namespace {

/// A trajectory of an arm with the joints a and b that must be refused: where the fault is, and words of the complaint.
struct BrokenTrajectory {
  std::string name;  ///< its ending tells the format
  std::string text;
  int line = 0;  ///< 0: of the file as a whole
  std::string says;
};

void PrintTo(const BrokenTrajectory& file, std::ostream* out) { *out << file.name; }

std::string samples(const std::string& rows) { return "t,q.a,q.b\n" + rows; }

std::vector<BrokenTrajectory> broken_trajectories() {
  return {
      {"empty.yaml", "", 1, "the file is empty"},
      {"not_yaml.yaml", "a: [1, 2\n", 1, "this is not YAML"},
      {"a_word.yaml", "wave\n", 1, "not a map"},
      {"nothing_moves.yaml", "trajectory: still\n", 1, "has no motion"},
      {"unknown_key.yaml", "until: 1\na: t\nunitl: 2\n", 3, "did you mean 'until'?"},
      {"unknown_joint.yaml", "until: 1\na: t\nc: t\n", 3, "unknown entry 'c'"},
      {"joint_beyond_the_last.yaml", "until: 1\nq1: t\nq3: t\n", 3, "has no joint 'q3'"},
      {"joint_twice.yaml", "until: 1\na: t\nq1: t\n", 3, "'a' has two formulas"},
      {"no_end.yaml", "a: t\nb: t\n", 1, "how long its formulas hold"},
      {"until_and_duration.yaml", "until: 1\nduration: 1\na: t\nb: t\n", 2, "both `until` and `duration`"},
      {"ends_before_it_begins.yaml", "from: 2\nuntil: 1\na: t\nb: t\n", 2, "not after their start"},
      {"duration_of_nothing.yaml", "duration: 0\na: t\nb: t\n", 1, "duration is 0 s"},
      {"duration_in_metres.yaml", "duration: 2 m\na: t\nb: t\n", 1, "given in m"},
      {"formula_in_metres.yaml", "until: 1\na: 2 m*sin(2 rad/s*t)\nb: t\n", 2, "is in m"},
      {"units_that_do_not_add.yaml", "until: 1\na: 20deg + 3 m\nb: t\n", 2, "adds rad and m"},
      {"unknown_name.yaml", "parameters: {amp: 1}\nuntil: 1\na: amb*t\nb: t\n", 3, "unknown name 'amb'"},
      {"parameter_t.yaml", "parameters: {t: 1}\nuntil: 1\na: t\nb: t\n", 1, "of the time"},
      {"no_operator.yaml", "until: 1\na: 2t\nb: t\n", 2, "no operator before 't'"},
      {"root_of_the_negative.yaml", "until: 2\na: sqrt(1 - t)\nb: t\n", 1, "joint 1 has no finite"},
      {"divided_by_zero.yaml", "until: 1\na: 1/t\nb: t\n", 1, "no finite position at t = 0 s"},
      {"formula_is_a_list.yaml", "until: 1\na: [t]\nb: t\n", 2, "a list or a map"},
      {"start_of_three.yaml", "start: [0, 0, 0]\nuntil: 1\na: t\n", 1, "has 3 values"},
      {"via_without_times.yaml", "via: [[0, 0], [1, 1]]\n", 1, "have no times"},
      {"via_with_too_many_times.yaml", "via: [[0, 0], [1, 1]]\ntimes: [0, 1, 2]\n", 2, "2 via points and 3 times"},
      {"via_back_in_time.yaml", "via: [[0, 0], [1, 1], [2, 2]]\ntimes: [0, 2, 1]\n", 2, "not after the one before"},
      {"via_of_too_few.yaml", "via: [[0, 0], [1, 1], [2, 2]]\ntimes: [0, 1, 2]\nends: not-a-knot\n", 1, "at least 4"},
      {"via_that_is_not_periodic.yaml", "via: [[0, 0], [1, 1], [2, 2]]\ntimes: [0, 1, 2]\nends: periodic\n", 1,
       "ends elsewhere than it begins"},
      {"via_of_one_number.yaml", "via:\n  - [0, 0]\n  - [1]\nduration: 1\n", 3, "via point 2 has 1 value"},
      {"via_with_an_odd_end.yaml", "via: [[0, 0], [1, 1]]\nduration: 1\nends: natrual\n", 3, "did you mean 'natural'?"},
      {"move_without_time.yaml", "to: [1, 1]\nfrom: [0, 0]\n", 1, "neither its duration nor its limits"},
      {"move_with_both.yaml", "to: [1, 1]\nfrom: [0, 0]\nduration: 1\nlimits: robot\n", 4,
       "both a duration and limits"},
      {"move_of_no_profile.yaml", "to: [1, 1]\nfrom: [0, 0]\nduration: 1\nwith: quintc\n", 4,
       "did you mean 'quintic'?"},
      {"move_without_jerk_limits.yaml", "to: [1, 1]\nfrom: [0, 0]\nlimits: robot\nwith: double-s\n", 3,
       "needs one of jerk"},
      {"move_under_a_limit_of_zero.yaml", "to: [1, 1]\nfrom: [0, 0]\nlimits: {velocity: 0}\n", 3, "not above zero"},
      {"move_to_nowhere.yaml", "to: [0, 0]\nfrom: [0, 0]\nlimits: robot\n", 1, "ends where it begins"},
      {"hold_for_nothing.yaml", "hold: -1 s\n", 1, "time to hold is -1 s"},
      {"two_motions_at_once.yaml", "via: [[0, 0], [1, 1]]\nto: [1, 1]\nduration: 1\n", 1, "both `via` and `to`"},
      {"segments_of_nothing.yaml", "segments: []\n", 1, "no list"},
      {"position_that_jumps.yaml",
       "segments:\n  - {from: [0, 0], to: [1, 1], duration: 1}\n  - {from: [0, 0], to: [1, 1], duration: 1}\n", 3,
       "the position jumps by 1 rad"},
      {"formula_that_jumps.yaml", "until: 2\na: sgn(t - 1)\nb: t\n", 1, "the position jumps by 2 rad"},
      {"infinite_position.yaml", "to: [1e308*10, 0]\nfrom: [0, 0]\nduration: 1\n", 1, "not a finite number"},
      {"samples_nowhere.yaml", "samples: no_such_file.csv\n", 1, "no_such_file.csv"},
      {"samples_back_in_time.yaml", "samples:\n  - [0, 0, 0]\n  - [1, 1, 1]\n  - [0.5, 2, 2]\n", 4, "goes back"},
      {"samples_smoothed_by_nothing.yaml", "samples: [[0, 0, 0], [1, 1, 1], [2, 0, 0], [3, 0, 0]]\nsmooth: {}\n", 2,
       "neither or both"},
      {"samples_smoothed_by_metres.yaml", "samples: [[0, 0, 0], [1, 1, 1], [2, 0, 0], [3, 0, 0]]\nsmooth: 5 m\n", 2,
       "is in m"},
      {"path_of_no_shape.yaml", "start: [1, 1]\npath: {duration: 1 s}\n", 2, "has no shape"},
      {"path_of_no_frame.yaml", "start: [1, 1]\npath: {frame: tp, line: {by: [0.1, 0, 0]}, duration: 1 s}\n", 2,
       "did you mean 'tip'?"},
      {"path_without_time.yaml", "start: [1, 1]\npath: {line: {by: [0.1, 0, 0]}}\n", 2,
       "neither its duration nor its speed"},
      {"path_out_of_reach.yaml", "start: [1, 1]\npath: {rows: \"x,y\", line: {by: [3, 0, 0]}, duration: 1 s}\n", 2,
       "comes to a stop"},
      {"arc_that_is_straight.yaml",
       "start: [1, 1]\npath: {rows: \"x,y\", arc: {through: [0, 0, 0], to: [0, 0, 0]}, duration: 1 s}\n", 2,
       "straight line"},
      {"empty.csv", "", 0, "is empty"},
      {"no_time.csv", "q.a,q.b\n0,0\n", 1, "has no column t"},
      {"no_joint.csv", "t,x,y\n0,0,0\n", 1, "no column of a joint's positions"},
      {"unknown_joint.csv", "t,q.a,q.c\n0,0,0\n", 1, "has no joint 'c'"},
      {"column_twice.csv", "t,q.a,a\n0,0,0\n", 1, "stands there twice"},
      {"nan.csv", samples("0,0,0\n1,nan,0\n2,0,0\n"), 3, "column 'q.a'"},
      {"words.csv", samples("0,0,0\n1,fast,0\n2,0,0\n"), 3, "column 'q.a'"},
      {"metres.csv", samples("0,0,0\n1,2 m,0\n2,0,0\n"), 3, "is in m"},
      {"short_row.csv", samples("0,0,0\n1,1\n"), 3, "has 2 values under 3 columns"},
      {"back_in_time.csv", samples("0,0,0\n1,1,0\n0.5,0,0\n"), 4, "goes back"},
      {"time_twice.csv", samples("0,0,0\n1,1,0\n1,0,0\n"), 4, "the one of the row before"},
      {"one_row.csv", samples("0,0,0\n"), 0, "has 1 points"},
      {"open_quote.csv", samples("0,\"0,0\n"), 2, "no closing quote"},
  };
}

class EveryBrokenTrajectory : public testing::TestWithParam<BrokenTrajectory> {};

INSTANTIATE_TEST_SUITE_P(Misuse, EveryBrokenTrajectory, testing::ValuesIn(broken_trajectories()), [](const auto& file) {
  std::string name = file.param.name;
  for (char& c : name)
    if (c == '.') c = '_';
  return name;
});

TEST_P(EveryBrokenTrajectory, IsRefusedWithItsLineAndARemedy) {
  static const Arm arm = sinew_test::arm_of_joints(2);
  const BrokenTrajectory& broken = GetParam();
  try {
    sinew_test::read(broken.text, arm, broken.name);
    FAIL() << "it was read";
  } catch (const InputError& e) {
    bool said = false;
    for (const Diagnostic& p : e.diagnostics()) {
      EXPECT_EQ(p.file, broken.name) << p.text();
      EXPECT_FALSE(p.remedy.empty()) << p.what << ": every problem says what to do";
      const bool here = p.line == broken.line;
      said = said || (p.severity == Severity::Error && here && p.text().find(broken.says) != std::string::npos);
    }
    EXPECT_TRUE(said) << "wanted on line " << broken.line << ": " << broken.says << "\ngot\n" << e.what();
  }
}

TEST(BrokenTrajectories, AreMoreThanThirty) { EXPECT_GT(broken_trajectories().size(), 30U); }

}  // namespace
}  // namespace sinew
