// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// The library in one include: `sinew::load` reads a robot, `sinew::Arm` answers what is asked of it.
///
/// The headers that are installed are listed in sinew/public_headers.txt: those below, and what they include.

#include "sinew/arm/arm.h"
#include "sinew/formats/load.h"
#include "sinew/ik/inverse_kinematics.h"
#include "sinew/motion/given/load_trajectory.h"
#include "sinew/readings/numbers.h"
