// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/questions/choices/drive_choice.h"
#include "sinew/questions/choices/plot_choice.h"
#include "sinew/questions/choices/robot_choice.h"
#include "sinew/questions/choices/showing_choice.h"
#include "sinew/questions/choices/state_choice.h"
#include "sinew/questions/choices/wrench_choice.h"
#include "sinew/questions/question.h"

namespace sinew {

/// `simulate`: how a robot moves by itself, and where the energy goes.
struct SimulateQuestion final : Question {
  RobotChoice robot;
  StateChoice state{{StatePart::Position, StatePart::Velocity}};
  DriveChoice drive;
  WrenchChoice wrench;
  std::vector<std::string> until;
  std::string method = "automatic";
  std::string time_step = "1 ms";
  double tolerance = 1e-9;
  std::string friction = "stick-slip";
  bool without_limits = false;
  std::string restitution;
  int samples = 101;
  std::string period;
  bool audit = false;
  int copies = 0;
  std::string vary;
  std::string spread = "normal";
  unsigned seed = 1;
  std::string resume;
  int checkpoint = 1000;
  PlotChoice plot;
  ShowingChoice showing;
  std::string out = "-";
  bool force = false;

  AnswerShape answer_shape() const override;

 protected:
  void describe(Fields& fields) override;
  Outcome respond(Door& door) override;

 private:
  void describe_run(Fields& fields);
  void describe_output(Fields& fields);
  void check_usage();
};

}  // namespace sinew
