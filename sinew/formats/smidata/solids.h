// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sinew/formats/smidata/graph.h"
#include "sinew/formats/source_text.h"

namespace sinew {

/// The solid that each part of the graph is made of, by the number of the part; null for an assembly.
///
/// Solids are listed once per design, parts once per instance, and only their names tie them together:
/// `Part1*:*Default` is the solid of `Part1-1` and `Part1-2`, `Middle v2.ipt_{…}` that of `Middle v2:1`.
/// Where the names leave it open, because they are opaque or because two solids fit, the user has to say: a
/// wrong guess would be a wrong mass that nobody sees.
std::vector<const SmiSolid*> match_smi_solids(const SmiGraph& graph, const std::vector<SmiSolid>& solids,
                                              const ReadOptions& options, Diagnostics& diagnostics);

}  // namespace sinew
