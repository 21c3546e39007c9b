// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <functional>
#include <vector>

#include "sinew/motion/trajectory/trajectory.h"

namespace sinew {

/// A time in which a motion is smooth and every joint moves in one sense: between two knots and two turns of joints. It ends
/// just before the knot, and begins just behind it, so that what jumps there has the value of this side.
///
/// An instant at a knot in which joints rest that move beside it is a stretch of its own, with `from` = `to`: dry friction is
/// gone there, and a joint that it helped to brake needs more torque than just before.
struct MotionStretch {
  std::size_t segment = 0;
  double from = 0.0, to = 0.0;
  std::vector<int> senses;  ///< −1, 0 or +1 for each joint; 0 where it stands still
};

/// All of them. `samples` are spread over the whole motion, at least eight in every stretch; a joint that
/// turns back twice between two of them is found where its velocity comes near zero in between.
std::vector<MotionStretch> motion_stretches(const Trajectory& trajectory, int samples);

/// The largest value of one function over a motion.
struct MotionPeak {
  double value = 0.0, t = 0.0;
  std::size_t stretch = 0;
};

/// The values of several functions at one time, which belongs to a stretch.
using MotionValues = std::function<void(const MotionSample&, const MotionStretch&, Eigen::VectorXd&)>;

/// The largest of each of `count` functions that are smooth, or the larger of smooth ones, over every stretch: the largest
/// sample, and wherever a greater value may lie beside a sample, the top that Brent's method finds there.
std::vector<MotionPeak> motion_peaks(const Trajectory& trajectory, const std::vector<MotionStretch>& stretches,
                                     int samples, Eigen::Index count, const MotionValues& values);

/// How many samples a stretch gets of so many for the whole motion.
int samples_of(const MotionStretch& stretch, double duration, int samples);

/// Where a function of one variable is largest between a and b, by Brent's method; it has one top there.
double place_of_top(const std::function<double(double)>& y, double a, double b);

}  // namespace sinew
