// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/formats/dh_table.h"

namespace sinew {

/// Where the links' own frames stand once rows of a DH table have changed. The frame at the end of the chain is the
/// same.
enum class LinkPlacement {
  /// Where the table has them: X_base,link = base·row₁(q₁) ⋯ rowᵢ(qᵢ)·afterᵢ. For small changes.
  OnRows,
  /// As they were on their own axes: each link is shifted along its axis and turned about it until the next axis, seen
  /// from the link, is as near to its old place as can be; the last link is on its row. For rows that go far astray
  /// between axes that are nearly parallel, where d may be hundreds of metres although no link has moved by more than a
  /// millimetre.
  OnAxes
};

/// The DH table of the chain from the base to a link or a frame on it, empty: to the end of the arm. Other branches are
/// left out. Throws InputError where there is no such chain.
DhTable dh_table_to(const RobotDescription<double>& description, DhConvention convention, const std::string& tip = {});

/// The robot with the joints of `before`, which is its table, set so that `after` is its table. The tables have the
/// same joints, base and convention. Joints' poses X_PJ take the changes; X_JC changes only where a link's frame moves
/// against its own axis. Everything else, fixed joints and bodies and frames on their links, is as it was; what would
/// change by round-off alone is left.
RobotDescription<double> with_dh_table(RobotDescription<double> description, const DhTable& before,
                                       const DhTable& after, LinkPlacement placement = LinkPlacement::OnRows);

/// The robot with `changes` added to the rows of the table of `dh_table_to`, one for each of its joints. Throws
/// InputError where their number is another, or one is not finite.
RobotDescription<double> with_dh_changes(const RobotDescription<double>& description, DhConvention convention,
                                         const std::vector<DhRow<double>>& changes, const std::string& tip = {},
                                         LinkPlacement placement = LinkPlacement::OnRows);

}  // namespace sinew
