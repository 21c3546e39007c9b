// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace sinew {

/// The greatest velocity v that a joint may have over the next sample, `room` before its limit, and still be stopped before
/// it by commands that change once per sampling time T and brake with A at most.
///
/// The velocities v, v − A·T, v − 2·A·T, …, each held for T, cover T·Σ max(v − j·A·T, 0). That is a line between the multiples of
/// A·T, so its inverse is one as well:
///
///     v = (room/T + A·T·m·(m + 1)/2)/(m + 1),    m = ⌊(−1 + √(1 + 8·room/(A·T²)))/2⌋ whole samples of braking.
///
/// It is below √(2·A·room), what could be braked in continuous time from here, and comes near it for short T. Without room
/// it is the velocity that brings the joint back within T, room/T; for an infinite A it is room/T, too.
double stopping_speed(double room, double A, double T);

}  // namespace sinew
