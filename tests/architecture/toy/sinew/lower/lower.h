// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace sinew {
int lower();
}
