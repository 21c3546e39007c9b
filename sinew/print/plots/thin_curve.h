// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

namespace sinew {

/// Leaves out points that no picture can show: the times are cut into a thousand equal pieces, and of each piece the
/// first, the lowest, the highest and the last point stay, and one NaN if there are any. So every peak and every gap
/// stays. Few points stay as they are.
void thin(std::vector<double>& t, std::vector<double>& values);

}  // namespace sinew
