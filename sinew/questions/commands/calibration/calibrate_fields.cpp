// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/choices/frame_choice.h"
#include "sinew/questions/commands/calibration/calibrate.h"

namespace sinew {

void CalibrateQuestion::describe_parameters(Fields& fields) {
  describe_end_frame(fields, frame, "The frame that was measured.");
  fields
      .add("by", &by,
           "The numbers that describe the robot: modified or standard DH parameters (a2, d3, alpha1, theta4, and beta "
           "where neighbouring axes are nearly parallel), poses (x, y, z, rx, ry, rz of every joint's origin), chain "
           "(the constants of the elementary transforms that the robot's YAML file is made of: Tz1, Rx1, Tx1), or "
           "file: the parameters that the file names. If it is left out, it is file where `--free` names such "
           "parameters alone, and modified otherwise.")
      .one_of({"modified", "standard", "poses", "chain", "file"});
  fields
      .add("free", &free,
           "The parameters that may change: names (a2, joint4.offset, joint3.ratio, joint2.compliance), groups (a, "
           "alpha, offset, ratio, compliance, base, tool, tool.xyz), joints (joint4), all (the geometry of the robot). "
           "A "
           "minus sign takes out again: all,-a1. The option can be repeated.")
      .of("NAME,...");
  fields.add("tie", &tie, "Parameters that change together: \"a2 = a3\", \"d2 = -0.5*d3\". The option can be repeated.")
      .of("A=B");
  fields
      .add(
          "prior", &prior,
          "How far nominal values are to be trusted, as standard deviations: \"a = 5 mm\", \"length = 20 mm\", \"angle "
          "= 1 deg\". The option can be repeated.")
      .of("NAME=VALUE");
  fields.add("bound", &bound, "A range that a value stays in: \"a2 = 0.39 m .. 0.41 m\". The option can be repeated.")
      .of("NAME=RANGE");
}

void CalibrateQuestion::describe_fit(Fields& fields) {
  fields
      .add(
          "method", &method,
          "The method: least-squares (Levenberg-Marquardt), or pseudo-inverse (the iteration Δψ = Φ#·Δr of textbooks).")
      .one_of({"least-squares", "pseudo-inverse"})
      .shows_initial();
  fields
      .add("stage", &stage,
           "Parameters to fit before all others are, in the words of `--free`, for those that are far less certain. "
           "Each "
           "repetition is a further stage.")
      .of("NAME,...");
  fields
      .add(
          "loss", &loss,
          "How much a measurement counts that does not fit: linear (all alike), huber or cauchy (outliers count less).")
      .one_of({"linear", "huber", "cauchy"})
      .shows_initial();
  fields
      .add("loss_width", &loss_width,
           "Where such a loss begins to count less, in standard deviations; 1.345 for huber and 2.385 for cauchy if it "
           "is left out.")
      .needs("loss")
      .between(1e-3, 1e3);
  fields.add(
      "trust_deviations", &trust_deviations,
      "Take the standard deviations of the measurements as they are given. Those of the result are otherwise scaled "
      "by the size of the residuals.");
  fields
      .add("validate", &validate,
           "Files of measurements that are not used, but foretold by the result. The option can be repeated.")
      .of("FILE,...")
      .input();
  fields.add("cross", &cross, "Leave out each set of measurements in turn, and foretell it from the others.");
}

void CalibrateQuestion::describe_planning(Fields& fields) {
  fields
      .add(
          "design", &design,
          "Before anything is measured: choose this number of states to measure at, of those in the files (states with "
          "q.<joint>), or of random states within the limits. What would be measured says `--kind`.")
      .between(1, 10000)
      .of("COUNT");
  fields
      .add("obstacles", &obstacles,
           "A problem file that gives the `shapes` of the robot and the `obstacles` around it: states at which they "
           "touch "
           "are not offered.")
      .of("FILE")
      .input()
      .needs("design");
  fields.add("candidates", &candidates, "The number of random states to choose from.")
      .between(1, 100000)
      .needs("design")
      .shows_initial();
  fields
      .add("criterion", &criterion,
           "What a choice makes small: mean (the geometric mean of the expected standard deviations), D (the volume of "
           "the "
           "ellipsoid of errors), A (the mean variance) or E (the worst direction).")
      .one_of({"mean", "D", "A", "E"})
      .needs("design")
      .shows_initial();
  fields.add("expect", &expect,
             "Before anything is measured: say what measurements at the states of the files could tell, and how well.");
}

void CalibrateQuestion::describe(Fields& fields) {
  robot.describe(fields);
  data.describe(fields);
  describe_parameters(fields);
  describe_fit(fields);
  describe_planning(fields);
  fields.add("explain", &explain, "Show the worked solution: Φ in closed form, and every iteration with its numbers.");
  fields
      .add("template", &make_template,
           "Write an empty file for measurements of this kind, with its columns explained, and do nothing else.")
      .one_of({"pose", "position", "distance", "plane", "socket", "touch"});
  fields
      .add("out", &out,
           "The file for the calibrated robot (.yaml or .urdf), or for the template; - is the standard output.")
      .of("FILE");
  fields.add("force", &force, "Replace the file even if it is read-only.").needs("out");
  showing.describe(fields);
  fields["format"].one_of({"table", "json"});
  plot.describe(fields, "residuals.position,residuals.x,parameters", "of the result");
}

AnswerShape CalibrateQuestion::answer_shape() const {
  const auto numbers = [](const char* meaning) {
    return a_list(
        an_object({always("name", a_text()), always("unit", a_text("SI; empty for a plain number")),
                   always("nominal", a_number()), always("value", a_number()),
                   always("deviation", a_number("standard deviation; null where it cannot be told").or_null()),
                   always("seen", a_truth("do the measurements tell it from all others")),
                   sometimes("at_bound", a_truth())}),
        meaning);
  };
  const auto size = [] {
    return an_object({always("count", a_whole_number("measurements")), always("rms", a_number()),
                      always("mean", a_number()), always("largest", a_number())});
  };
  const auto sizes = [&](const char* meaning) {
    return an_object({sometimes("position", size()), sometimes("angle", size()),
                      always("axes", by_name(an_object({always("mean", a_number()), always("rms", a_number())})))},
                     meaning);
  };
  const auto sets = [&](const char* meaning) {
    return a_list(an_object({always("set", a_text()), always("before", sizes("")), always("after", sizes(""))}),
                  meaning);
  };
  AnswerShape found = an_object(
      {always("robot", a_text()), always("frame", a_text("the frame that was measured")),
       always("model", a_text("by which numbers the robot is described")), always("converged", a_truth()),
       always("steps", a_whole_number()), always("parameters", numbers("numbers of the robot that were free")),
       always("place_parameters", numbers("numbers of places that were not known")),
       always("places", by_name(an_object({always("known", a_truth()), always("position", numbers_list("[m]")),
                                           sometimes("quaternion", numbers_list("x, y, z, w"))}))),
       always("rank", a_whole_number()), always("condition", a_number().or_null()),
       always("before", sizes("residuals of the nominal robot [m, rad]")),
       always("after", sizes("residuals of the calibrated robot [m, rad]")),
       always("measurements",
              a_list(an_object(
                  {always("file", a_text()), always("line", a_whole_number()), always("set", a_text()),
                   always("residuals_before", by_name(a_number())), always("residuals_after", by_name(a_number())),
                   always("weight", a_number("1, or less by a robust loss")), sometimes("outlier", a_truth())}))),
       sometimes("validation", sets("data that was not used")), sometimes("cross", sets("each set left out in turn")),
       sometimes("not_validated", texts_list("sets for which there was no time when the work was stopped")),
       always("suspicions", texts_list("slips in the data that would explain the residuals")),
       always("remarks", texts_list())});
  AnswerShape planned = an_object(
      {always("robot", a_text()), always("frame", a_text()), always("model", a_text()),
       always("rank", a_whole_number()), always("condition", a_number().or_null()),
       always("expected", a_list(an_object({always("name", a_text()), always("deviation", a_number().or_null())}),
                                 "standard deviations before anything is measured [SI]")),
       sometimes("candidate", a_list(a_whole_number(), "numbers of the chosen states, from 1")),
       sometimes("q", a_list(numbers_list(), "chosen states")),
       sometimes("left_out", a_whole_number("states that touch an obstacle")), sometimes("mean_deviation", a_number()),
       sometimes("mean_deviation_of_random_choices", a_number()), always("remarks", texts_list())});
  return either({std::move(found), std::move(planned), a_text("an empty file for measurements")});
}

}  // namespace sinew
