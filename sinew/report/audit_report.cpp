// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/audit_report.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "sinew/errors/visible_text.h"
#include "sinew/formats/states_csv.h"
#include "sinew/model/end_frame.h"
#include "sinew/print/json_writer.h"
#include "sinew/print/table.h"

namespace sinew {
namespace {

using Eigen::Index;
using Eigen::VectorXd;
using Json = nlohmann::ordered_json;

std::string joules(double x) { return fmt::format("{:.4g} J", x); }

const char* name_of(TorqueFault fault) {
  switch (fault) {
    case TorqueFault::Scaled:
      return "scaled";
    case TorqueFault::Delayed:
      return "delayed";
    case TorqueFault::OtherPayload:
      return "payload";
    default:
      return "friction";
  }
}

const char* name_of(VelocityVerdict verdict) {
  switch (verdict) {
    case VelocityVerdict::Right:
      return "right";
    case VelocityVerdict::Flipped:
      return "flipped";
    case VelocityVerdict::Wrong:
      return "wrong";
    default:
      return "unknown";
  }
}

std::string closing_sentence(const EnergyAudit& audit) {
  const EnergyWindow& whole = audit.whole;
  const std::string figures =
      fmt::format("{} of the {} that went through the joints are unexplained; noise explains {}",
                  joules(whole.unexplained), joules(audit.turnover), joules(whole.noise));
  if (audit.closes) return "The energy closes: " + figures + " (standard deviation).";
  std::string where;
  double worst = 0.0;
  for (const EnergyWindow& window : audit.windows) {
    const double share = std::abs(window.unexplained) / std::max(window.noise, 1e-300);
    if (share <= worst) continue;
    worst = share;
    where = fmt::format(" The worst stretch is {:.4g} s to {:.4g} s with {} where noise explains {}.", window.from,
                        window.to, joules(window.unexplained), joules(window.noise));
  }
  return "The energy does not close: " + figures + " (standard deviation)." + where;
}

std::string velocity_sentence(const std::string& joint, const StateNumber& number, const VelocityCheck& check) {
  const std::string unit = (number.dimension * Dimension{0, 0, -1, 0}).si_text();
  const std::string evidence = fmt::format(
      " is {:.4g} times the derivative of the position and differs from it by {:.3g} {} (RMS), where noise "
      "explains {:.3g} {}",
      check.slope, check.difference, unit, check.expected, unit);
  if (check.verdict == VelocityVerdict::Flipped)
    return "Suspect: the velocity of " + joint + " has the wrong sign. It" + evidence + ".";
  std::string guess;
  if (std::abs(check.slope - 180.0 / M_PI) < 0.5) guess = " It looks like degrees per second.";
  return "Suspect: the velocity of " + joint + " is not the derivative of its position. It" + evidence + "." + guess;
}

std::string of_joint(const std::vector<StateNumber>& joints, const TriedFault& fault) {
  return fault.joint ? visible_text(joints[static_cast<std::size_t>(*fault.joint)].name) : std::string("all joints");
}

std::string friction_parameters(const std::vector<StateNumber>& joints, const TriedFault& fault) {
  std::string text;
  for (Index k = 0; k + 1 < fault.parameters.size(); k += 2) {
    const std::size_t joint = fault.joint ? static_cast<std::size_t>(*fault.joint) : static_cast<std::size_t>(k / 2);
    const bool turns = joints[joint].dimension == dimension::torque;
    text += (text.empty() ? "" : "; ") + visible_text(joints[joint].name) +
            fmt::format(" {:.3g} {} viscous and {:.3g} {} dry", fault.parameters[k], turns ? "N·m·s/rad" : "N·s/m",
                        fault.parameters[k + 1], turns ? "N·m" : "N");
  }
  return text;
}

/// "the torques of all joints are 1.100 ± 0.001 times what the motion takes"
std::string fault_words(const Arm& arm, const std::vector<StateNumber>& joints, const TriedFault& fault) {
  const VectorXd &x = fault.parameters, &s = fault.deviations;
  if (fault.fault == TorqueFault::Scaled)
    return fmt::format("the torques of {} are {:.4g} ± {:.1g} times what the motion takes", of_joint(joints, fault),
                       1.0 + x[0], s[0]);
  if (fault.fault == TorqueFault::Delayed)
    return fmt::format("the torques come {:.3g} ± {:.1g} ms {} the motion", std::abs(x[0]) * 1e3, s[0] * 1e3,
                       x[0] > 0.0 ? "after" : "before");
  if (fault.fault == TorqueFault::OtherPayload)
    return fmt::format(
        "the robot carries {:.4g} ± {:.1g} kg {} than its model, {:.0f} mm from the origin of {} (at {:.0f}, {:.0f}, "
        "{:.0f} mm)",
        std::abs(x[0]), s[0], x[0] > 0.0 ? "more" : "less", 1e3 * x.tail<3>().norm(),
        visible_text(end_frame(arm.model())), 1e3 * x[1], 1e3 * x[2], 1e3 * x[3]);
  return "friction is missing in the model or wrong, by " + friction_parameters(joints, fault);
}

/// What the torques say as a whole.
std::string torque_sentence(const Arm& arm, const std::vector<StateNumber>& joints, const TorqueFaults& torques) {
  if (torques.tried.empty()) return "";
  const TriedFault& best = torques.tried.front();
  const double per_number = torques.chi_squared / torques.samples;
  constexpr double beyond_noise = 1.5;
  if (torques.is_named) {
    std::string text =
        "Suspect: " + fault_words(arm, joints, best) +
        fmt::format(". The mean square of the differences, in units of the noise, falls from {:.4g} to {:.4g}",
                    per_number, best.chi_squared / torques.samples);
    if (torques.tried.size() > 1)
      text += fmt::format(". The next best explanation ({}, {}) leaves {:.4g}", name_of(torques.tried[1].fault),
                          of_joint(joints, torques.tried[1]), torques.tried[1].chi_squared / torques.samples);
    text += ".";
    if (best.chi_squared > beyond_noise * torques.samples)
      text += " What is left is more than noise: a smaller fault may stand behind this one.";
    return text;
  }
  constexpr double preferred = 40.0;
  const bool is_beyond = torques.information - best.information >= preferred && per_number > beyond_noise;
  if (!best.is_relevant || !is_beyond) return "";
  return fmt::format(
             "The torques differ from the model's by more than noise (mean square {:.4g} in units of the noise), and "
             "no "
             "single fault that was tried explains it; the best is that ",
             per_number) +
         fault_words(arm, joints, best) + fmt::format(", which leaves {:.4g}.", best.chi_squared / torques.samples);
}

Json window_json(const EnergyWindow& w) {
  return {{"from", w.from},       {"to", w.to},   {"stored", w.stored},     {"drive", w.drive},
          {"viscous", w.viscous}, {"dry", w.dry}, {"wrenches", w.wrenches}, {"unexplained", w.unexplained},
          {"noise", w.noise}};
}

Json numbers_list_json(const VectorXd& x) { return std::vector<double>(x.begin(), x.end()); }

Json fault_json(const std::vector<StateNumber>& joints, const TorqueFaults& torques, const TriedFault& fault) {
  Json y{{"fault", name_of(fault.fault)}};
  y["joint"] = fault.joint ? Json(joints[static_cast<std::size_t>(*fault.joint)].name) : Json(nullptr);
  y["parameters"] = numbers_list_json(fault.parameters);
  y["deviations"] = numbers_list_json(fault.deviations);
  y["chi_squared"] = fault.chi_squared;
  y["preferred_by"] = torques.information - fault.information;
  return y;
}

/// One sentence a line, those behind the first further in.
std::string on_lines(std::string sentences) {
  for (std::size_t at = sentences.find(". "); at != std::string::npos; at = sentences.find(". ", at + 2))
    sentences.replace(at, 2, ".\n  ");
  return sentences;
}

std::string windows_text(const EnergyAudit& audit, const Showing& showing) {
  Table table({{"from [s]", Table::Align::Right},
               {"to [s]", Table::Align::Right},
               {"stored [J]", Table::Align::Right},
               {"drive [J]", Table::Align::Right},
               {"viscous [J]", Table::Align::Right},
               {"dry [J]", Table::Align::Right},
               {"wrenches [J]", Table::Align::Right},
               {"unexplained [J]", Table::Align::Right},
               {"noise [J]", Table::Align::Right}});
  const auto add = [&](const EnergyWindow& w) {
    std::vector<std::string> cells;
    for (const double x : {w.from, w.to, w.stored, w.drive, -w.viscous, -w.dry, w.wrenches, w.unexplained, w.noise})
      cells.push_back(plain_figure(x, showing.digits));
    table.add(std::move(cells));
  };
  for (const EnergyWindow& window : audit.windows) add(window);
  if (audit.windows.size() > 1) add(audit.whole);
  return table.text(2);
}

std::string joints_text(const std::vector<StateNumber>& joints, const EnergyAudit& audit, const Showing& showing) {
  Table table({{"joint", Table::Align::Left},
               {"driven [J]", Table::Align::Right},
               {"braked [J]", Table::Align::Right},
               {"viscous [J]", Table::Align::Right},
               {"dry [J]", Table::Align::Right},
               {"unexplained [J]", Table::Align::Right}});
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const JointEnergy& e = audit.joints[j];
    std::vector<std::string> cells = {visible_text(joints[j].name)};
    for (const double x : {e.driven, e.braked, -e.viscous, -e.dry, e.unexplained})
      cells.push_back(plain_figure(x, showing.digits));
    table.add(std::move(cells));
  }
  return table.text(2);
}

}  // namespace

std::vector<std::string> audit_verdict(const Arm& arm, const EnergyAudit& audit) {
  const std::vector<StateNumber> joints = state_numbers(arm.model(), StatePart::Effort),
                                 positions = state_numbers(arm.model(), StatePart::Position);
  std::vector<std::string> sentences = {closing_sentence(audit)};
  for (std::size_t j = 0; j < audit.velocities.size(); ++j) {
    const VelocityVerdict verdict = audit.velocities[j].verdict;
    if (verdict == VelocityVerdict::Flipped || verdict == VelocityVerdict::Wrong)
      sentences.push_back(velocity_sentence(visible_text(joints[j].name), positions[j], audit.velocities[j]));
  }
  if (std::string torques = torque_sentence(arm, joints, audit.torques); !torques.empty())
    sentences.push_back(std::move(torques));
  if (sentences.size() == 1)
    sentences.emplace_back(audit.closes ? "No signal is suspect."
                                        : "None of the faults that were tried is seen in the signals.");
  return sentences;
}

std::string audit_text(const Arm& arm, const MotionLog& log, const EnergyAudit& audit, const Showing& showing) {
  const std::vector<StateNumber> joints = state_numbers(arm.model(), StatePart::Effort);
  std::string text = fmt::format("{}, {}: {} samples from {:.6g} s to {:.6g} s\n\n", visible_text(arm.model().name()),
                                 visible_text(log.name.empty() ? "log" : log.name), log.times.size(), log.times.front(),
                                 log.times.back());
  for (const std::string& sentences : audit_verdict(arm, audit)) text += on_lines(sentences) + "\n";
  text += "\nWhere the energy went: stored = drive + viscous + dry + wrenches + unexplained\n";
  text += windows_text(audit, showing);
  text += fmt::format("  unexplained power on average: {} W, of which noise explains {} W (standard deviation)\n",
                      plain_figure(audit.drift, showing.digits), plain_figure(audit.drift_noise, showing.digits));
  return text + "\nJoint by joint\n" + joints_text(joints, audit, showing);
}

std::string audit_json(const Arm& arm, const MotionLog& log, const EnergyAudit& audit) {
  const std::vector<StateNumber> joints = state_numbers(arm.model(), StatePart::Effort);
  Json y{{"robot", arm.model().name()},
         {"joints", arm.joint_names()},
         {"samples", log.times.size()},
         {"closes", audit.closes},
         {"verdict", audit_verdict(arm, audit)}};
  y["turnover"] = audit.turnover;
  y["drift"] = audit.drift;
  y["drift_noise"] = audit.drift_noise;
  y["whole"] = window_json(audit.whole);
  y["windows"] = Json::array();
  for (const EnergyWindow& window : audit.windows) y["windows"].push_back(window_json(window));
  y["joint_energies"] = Json::array();
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const JointEnergy& e = audit.joints[j];
    y["joint_energies"].push_back({{"joint", joints[j].name},
                                   {"driven", e.driven},
                                   {"braked", e.braked},
                                   {"viscous", e.viscous},
                                   {"dry", e.dry},
                                   {"unexplained", e.unexplained}});
  }
  y["noise"] = {{"q", numbers_list_json(audit.noise.q)},
                {"qd", numbers_list_json(audit.noise.qd)},
                {"qdd", numbers_list_json(audit.noise.qdd)},
                {"tau", numbers_list_json(audit.noise.tau)}};
  y["velocities"] = Json::array();
  for (const VelocityCheck& check : audit.velocities)
    y["velocities"].push_back({{"verdict", name_of(check.verdict)},
                               {"slope", check.slope},
                               {"difference", check.difference},
                               {"expected", check.expected}});
  y["compared"] = audit.torques.samples;
  y["chi_squared"] = audit.torques.chi_squared;
  y["suspect"] =
      audit.torques.is_named ? fault_json(joints, audit.torques, audit.torques.tried.front()) : Json(nullptr);
  y["tried"] = Json::array();
  for (const TriedFault& fault : audit.torques.tried) y["tried"].push_back(fault_json(joints, audit.torques, fault));
  return json_page(y);
}

std::vector<PlottedQuantity> audit_plots() {
  return {{"stored", "Stored energy", {"stored"}, {measure::energy}},
          {"work", "Work since the start", {"work"}, {measure::energy}}};
}

Recording audit_recording(const Arm& arm, const MotionLog& log, const EnergyAudit& audit) {
  const EnergyHistory& history = audit.history;
  const auto series = [&](const std::string& name, const std::string& title,
                          const std::vector<std::pair<std::string, VectorXd>>& curves) {
    TimeSeries y;
    y.name = name;
    y.title = title;
    y.values.resize(std::ssize(curves), std::ssize(history.times));
    for (std::size_t k = 0; k < curves.size(); ++k) {
      y.rows.push_back(curves[k].first);
      y.measures.push_back(measure::energy);
      y.values.row(static_cast<Index>(k)) = curves[k].second.transpose();
    }
    return y;
  };
  Recording recording;
  recording.title = arm.model().name() + ", " + log.name.substr(log.name.rfind('/') + 1);
  recording.t = history.times;
  recording.series = {series("stored", "Stored energy",
                             {{"kinetic", history.kinetic},
                              {"potential", history.potential},
                              {"springs", history.springs},
                              {"total", history.stored()}}),
                      series("work", "Work since the start",
                             {{"drive", history.drive},
                              {"viscous", -history.viscous},
                              {"dry", -history.dry},
                              {"wrenches", history.wrenches},
                              {"unexplained", history.unexplained}})};
  return recording;
}

}  // namespace sinew
