// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/given/jump_remarks.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "sinew/motion/trajectory/continuity.h"

namespace sinew {
namespace {

std::string amount_text(const Jump& jump, const JointList& joints) {
  return shown(std::abs(jump.amount)) + " " + joints.dimension(jump.joint, jump.order).si_text();
}

std::string place_text(const Jump& jump, double start, const JointList& joints) {
  return "joint " + in_quotes(joints.name(jump.joint)) + " at t = " + shown(start + jump.t) + " s";
}

/// How many times there are, not how many joints.
std::size_t count_times(const std::vector<Jump>& jumps, int order) {
  std::size_t count = 0;
  double last = -1.0;
  for (const Jump& jump : jumps) {
    if (jump.order != order || jump.t == last) continue;
    ++count;
    last = jump.t;
  }
  return count;
}

void warn_of(const std::vector<Jump>& jumps, int order, double start, const JointList& joints,
             const std::vector<SourceLine>& lines, Diagnostics& diagnostics) {
  const Jump* most = nullptr;
  for (const Jump& jump : jumps)
    if (jump.order == order && (most == nullptr || std::abs(jump.amount) > std::abs(most->amount))) most = &jump;
  if (most == nullptr) return;
  const std::size_t times = count_times(jumps, order);
  const std::string what = order == 1 ? "velocity" : "acceleration";
  diagnostics.warning(lines[most->segment],
                      "the " + what + " jumps" + (times > 1 ? " at " + std::to_string(times) + " times, most" : "") +
                          " by " + amount_text(*most, joints) + ": " + place_text(*most, start, joints),
                      order == 1 ? "a robot cannot follow that; begin and end motions at rest, or join them by a spline"
                                 : "torques jump with it; a quintic or a double S has no such jumps");
}

}  // namespace

void note_jumps(const Trajectory& trajectory, double start, const JointList& joints,
                const std::vector<SourceLine>& lines, Diagnostics& diagnostics) {
  const std::vector<Jump> jumps = jumps_of(trajectory);
  for (const Jump& jump : jumps)
    if (jump.order == 0)
      diagnostics.error(lines[jump.segment],
                        "the position jumps by " + amount_text(jump, joints) + ": " + place_text(jump, start, joints),
                        "let each motion begin where the one before ends; a move without `from` does");
  for (const int order : {1, 2}) warn_of(jumps, order, start, joints, lines, diagnostics);
}

}  // namespace sinew
