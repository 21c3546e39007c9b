// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>

namespace sinew {

/// Adds a number with as few digits as give it back bit for bit; zero has no sign.
void append_exact(double value, std::string& text);
/// The same of many numbers with commas between them, quickly: long CSVs spend most of their time here.
void append_exact(std::span<const double> values, std::string& text);

}  // namespace sinew
