// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <kdl/chain.hpp>
#include <kdl/frames.hpp>

#include "bench/peers/arm.h"

namespace sinew_bench {

KDL::Frame as_kdl(const sinew::Pose<double>& X);
sinew::Pose<double> from_kdl(const KDL::Frame& X);

/// An arm as KDL knows arms, without masses, up to a frame on its last link.
KDL::Chain kdl_chain(const sinew::Model<double>& arm, const sinew::Frame<double>& end);

}  // namespace sinew_bench
