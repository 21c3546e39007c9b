// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/given/spline_choice.h"

namespace sinew {

SplineChoice read_spline_choice(YamlFields& fields, MotionReading& reading, SplineChoice otherwise) {
  SplineChoice choice = otherwise;
  if (const YamlNode* degree = fields.find("spline"))
    if (const auto word = reading.word(*degree, {"cubic", "quintic"}, "spline"))
      choice.degree = *word == "cubic" ? 3 : 5;
  if (const YamlNode* ends = fields.find("ends"))
    if (const auto word = reading.word(*ends, {"natural", "clamped", "periodic", "not-a-knot"}, "kind of ends"))
      choice.end = *spline_end_named(*word);
  return choice;
}

}  // namespace sinew
