// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sinew/formats/dh_table.h"
#include "sinew/model/description.h"

namespace sinew {

/// A robot in our own YAML, placed by poses. Numbers are SI and have as many digits as it takes to read them
/// back, those that are computed on the way (rpy, centres of mass, inertias about them) to round-off;
/// formulas of the file that it came from have become numbers.
std::string write_sinew_yaml(const RobotDescription<double>& description);

/// The same, its moving links placed by the rows of its DH table.
std::string write_sinew_yaml(const RobotDescription<double>& description, const DhTable& table);

}  // namespace sinew
