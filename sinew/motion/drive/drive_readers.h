// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>

#include "sinew/motion/drive/drive_reading.h"
#include "sinew/motion/drive/given_drive.h"

namespace sinew {

// Readers of the parts of a drive's file. What is wrong is noted, and then nothing is returned or added.

/// `control`: one law. `is_sampled`: the file gives a sampling time, which an integral needs.
std::unique_ptr<TorquePart> read_control(const YamlNode& node, bool is_sampled, DriveReading& reading);
/// `torque`: formulas of the joints, or a list of such maps with windows of time.
void read_torques(const YamlNode& node, DriveReading& reading, SummedDrive& drive);
/// `samples`: a CSV of torques; `between`: linear or held.
std::unique_ptr<TorquePart> read_samples(const YamlNode& node, const YamlNode* between, DriveReading& reading);
/// `wrenches`: a list.
void read_wrenches(const YamlNode& node, DriveReading& reading, GivenDrive& given);
/// `payloads`: a list.
void read_payloads(const YamlNode& node, DriveReading& reading, GivenDrive& given);

}  // namespace sinew
