// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sinew/questions/choices/showing_choice.h"
#include "sinew/questions/question.h"

namespace sinew {

/// `swing`: the moment of inertia of a part from the period in which it swings, with its uncertainty.
struct SwingQuestion final : Question {
  std::string pendulum = "compound";
  std::string mass, period, amplitude, free_fall;
  std::string distance;              ///< of a compound pendulum
  std::string wire_length, spacing;  ///< of two wires
  std::string radius, upper_radius;  ///< of three
  std::string platform_mass, platform_period, platform_amplitude;
  ShowingChoice showing;

  AnswerShape answer_shape() const override;

 protected:
  void describe(Fields& fields) override;
  Outcome respond(Door& door) override;

 private:
  void check_usage();
};

}  // namespace sinew
