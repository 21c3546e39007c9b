// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/choices/drive_choice.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "sinew/formats/input_file.h"
#include "sinew/formats/quantity_text.h"
#include "sinew/formats/source_text.h"
#include "sinew/motion/drive/drive_file.h"
#include "sinew/motion/drive/driven_joints.h"
#include "sinew/motion/drive/torque_formulas.h"
#include "sinew/questions/choices/state_choice.h"
#include "sinew/questions/choices/text_values.h"
#include "sinew/questions/usage_error.h"
#include "sinew/units/text_parts.h"

namespace sinew {
namespace {

std::string torque_field(std::size_t i) { return "tau" + std::to_string(i + 1); }

/// "2 Hz" or "12 rad/s", in Hz.
double frequency_in_hertz(const std::string& text) {
  const std::string_view given = trimmed(text);
  const bool in_hertz = given.ends_with("Hz");
  const double hertz = value_of("--frequency", [&] {
    if (in_hertz) return quantity(given.substr(0, given.size() - 2), dimension::none);
    constexpr double full_turn = 2.0 * 3.14159265358979323846;
    constexpr Dimension per_time{0, 0, -1, 0};
    const bool is_plain = given.find_first_not_of("0123456789.eE+-") == std::string_view::npos;
    return quantity(given, dimension::angle * per_time) / (is_plain ? 1.0 : full_turn);
  });
  if (!(hertz > 0.0)) refuse("--frequency", "is " + shown(hertz) + " Hz", "give one above zero, such as 2 Hz");
  return hertz;
}

}  // namespace

void DriveChoice::describe(Fields& fields) {
  fields
      .add("drive", &drive,
           "What drives the robot: a YAML file with torques, feedback laws, wrenches and payloads "
           "(docs/guides/simulation.md), or a CSV of torques with the columns t and tau.<joint>. Without a drive the "
           "joints "
           "move freely. --tau, --tau1 and --hold add to it.")
      .of("FILE")
      .input();
  fields
      .add("tau", &tau,
           "Torques or forces of the joints as formulas of t, q1, qd1, ..., one per joint in order (\"5*sin(t), "
           "-2*qd2\") "
           "or by name (elbow=5*sin(t)).")
      .of("FORMULA,...");
  for (std::size_t i = 0; i < most_formulas; ++i) {
    Field& field = fields.add(torque_field(i), &torques[i],
                              "Torque of joint " + std::to_string(i + 1) + " as a formula." +
                                  (i == 0 ? " --tau1 to --tau9 are one option per joint." : ""));
    field.of("FORMULA").excludes({"tau"});
    if (i > 0) field.told_under(torque_field(0));
  }
  fields.add("hold", &hold,
             "Hold the robot where it starts: a spring and a damper at every joint, and its weight compensated.");
  fields
      .add("target", &target,
           "Hold the robot at these positions [rad or m], in order or by name, instead of where it starts. A joint "
           "that is "
           "not named is held at 0.")
      .of("VALUE,...");
  fields
      .add("frequency", &frequency,
           "How quickly a joint that is held comes back, alone and with the inertia that it has at the start, without "
           "overshoot.")
      .of("FREQUENCY")
      .shows_initial();
}

void DriveChoice::add_short_forms(const Arm& believed, const std::vector<double>& start, const StateFormulas& formulas,
                                  const Fields& fields, GivenDrive& given) const {
  const Model<double>& model = believed.model();
  if (fields.is_given("tau")) given.drive->add(torque_in_line(tau, "--tau", model, formulas));
  const DrivenJoints joints(model);
  std::vector<Expr> single(joints.velocity_count(), Expr(0.0));
  bool has_single = false;
  for (std::size_t i = 0; i < most_formulas; ++i) {
    if (!fields.is_given(torque_field(i))) continue;
    if (i >= joints.count())
      throw UsageError(torque_field(i),
                       model.name() + " has no joint " + std::to_string(i + 1) + "; its joints are " + joints.names());
    has_single = true;
    single[joints.velocity(i)] =
        value_of(("--" + torque_field(i)).c_str(), [&] { return formulas.read(torques[i], joints.effort(i)); });
  }
  if (has_single) given.drive->add(std::make_unique<TorqueFormulas>(formulas, single));
  if (!hold && target.empty()) {
    fields.refuse_idle({"frequency"}, "is for --hold and --target; leave it out");
    return;
  }
  std::vector<double> q = start;
  if (!target.empty()) {
    const std::vector<double> wanted = positions_given(model, "--target", target);
    const auto count = static_cast<std::ptrdiff_t>(joints.count());
    std::copy(wanted.end() - count, wanted.end(), q.end() - count);
  }
  given.drive->add(hold_law(believed, q, hold_gains(believed, start, frequency_in_hertz(frequency))));
}

GivenDrive DriveChoice::given(const Arm& believed, const std::vector<double>& start, StateFormulas& formulas,
                              const Fields& fields) const {
  GivenDrive given;
  const bool in_file = fields.is_given("drive");
  if (in_file) given = read_drive(read_source_text(drive == "-" ? standard_input : drive), believed, start, formulas);
  add_short_forms(believed, start, formulas, fields, given);
  if (!in_file) {
    const bool holds = hold || !target.empty();
    given.name = given.drive->empty() ? "without torques" : holds ? "held" : "driven by formulas";
  }
  return given;
}

}  // namespace sinew
