// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/calibration/calibration.h"
#include "sinew/questions/choices/calibration_chain_choice.h"
#include "sinew/questions/choices/measurements_choice.h"
#include "sinew/questions/choices/plot_choice.h"
#include "sinew/questions/choices/robot_choice.h"
#include "sinew/questions/choices/showing_choice.h"
#include "sinew/questions/question.h"
#include "sinew/report/calibration/calibration_plan.h"
#include "sinew/report/calibration/calibration_report.h"

namespace sinew {

/// `calibrate`: the parameters of the robot that stands there, from measurements of it; and, before anything is
/// measured, what measurements at given states could tell, and which of them to take.
struct CalibrateQuestion final : Question {
  RobotChoice robot;
  MeasurementsChoice data;
  std::string frame, by;
  std::vector<std::string> free = {"all"}, tie, prior, bound, stage;
  std::string loss = "linear", method = "least-squares";
  double loss_width = 0.0;
  bool trust_deviations = false;
  std::vector<std::string> validate;
  bool cross = false;
  bool expect = false;
  int design = 0, candidates = 300;
  std::string obstacles;
  std::string criterion = "mean";
  bool explain = false;
  std::string make_template, out;
  bool force = false;
  ShowingChoice showing;
  PlotChoice plot;

  AnswerShape answer_shape() const override;

 protected:
  void describe(Fields& fields) override;
  Outcome respond(Door& door) override;

 private:
  void describe_parameters(Fields& fields);
  void describe_fit(Fields& fields);
  void describe_planning(Fields& fields);
  void check_usage();
  void check_plan();
  CalibrationSettings settings(Door& door) const;
  Measurement imagined_at(const Eigen::VectorXd& q, const ChainAt& nominal, std::size_t number) const;
  CalibrationPlan states_of_plan(Door& door, const Arm& arm) const;
  std::vector<std::string> remarks_about_data(const Measurements& measurements, const Arm& arm,
                                              const std::string& measured) const;
  Outcome plan(Door& door, const Arm& arm, const ChosenChain& chosen, Calibration calibration);
};

}  // namespace sinew
