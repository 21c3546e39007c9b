// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/motion/audit/energy_audit.h"
#include "sinew/print/figures.h"
#include "sinew/print/plots/plotted_quantity.h"
#include "sinew/print/plots/recording.h"

/// Where the energy of a log went and which signal is suspect, for programs and for people.
namespace sinew {

/// Whether the energy closes, and then one sentence for each suspect, with its evidence.
std::vector<std::string> audit_verdict(const Arm& arm, const EnergyAudit& audit);

std::string audit_text(const Arm& arm, const MotionLog& log, const EnergyAudit& audit, const Showing& showing);
std::string audit_json(const Arm& arm, const MotionLog& log, const EnergyAudit& audit);

/// The ledger over time: "stored" and "work". Plots are drawn of it, and the CSV is made of it.
std::vector<PlottedQuantity> audit_plots();
Recording audit_recording(const Arm& arm, const MotionLog& log, const EnergyAudit& audit);

}  // namespace sinew
