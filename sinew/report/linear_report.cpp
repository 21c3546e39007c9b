// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/linear_report.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <numbers>

#include "sinew/analysis/matrices.h"
#include "sinew/errors/visible_text.h"
#include "sinew/formats/states_csv.h"
#include "sinew/print/json_writer.h"
#include "sinew/print/table.h"

namespace sinew {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Json = nlohmann::ordered_json;

Labels pole_numbers(std::size_t count) {
  std::vector<std::string> numbers;
  for (std::size_t k = 1; k <= count; ++k) numbers.push_back(std::to_string(k));
  return labels(std::move(numbers));
}

/// "q.elbow" of every velocity, or "qd.elbow".
std::vector<std::string> with_symbol(const Model<double>& model, const Coordinates& of, bool is_rate) {
  static constexpr const char* base[] = {"rx", "ry", "rz", "x", "y", "z"};
  std::vector<std::string> names;
  for (const std::string& rate : *of.rates) {
    const bool is_of_base = model.floating_base() && names.size() < 6;
    names.push_back(is_rate ? "qd." + rate : is_of_base ? std::string("q.base.") + base[names.size()] : "q." + rate);
  }
  return names;
}

/// What a position is measured in: radians or metres.
std::vector<Dimension> position_dimensions(const Coordinates& of) { return inverse(of.per_position); }

/// A mode as people read it: both of a pair in one line.
bool is_shown(const LinearMode& mode) { return mode.pole.imag() >= 0.0; }

std::string pole_text(const LinearMode& mode, int digits) {
  const std::string real = plain_figure(mode.pole.real(), digits);
  if (mode.pole.imag() == 0.0) return real;
  return real + " ± " + plain_figure(mode.pole.imag(), digits) + "i";
}

std::string modes_text(const std::vector<LinearMode>& modes, int digits) {
  Table table({{"mode", Table::Align::Right},
               {"pole [1/s]", Table::Align::Right},
               {"natural frequency [Hz]", Table::Align::Right},
               {"[rad/s]", Table::Align::Right},
               {"damping ratio", Table::Align::Right},
               {"time constant [s]", Table::Align::Right},
               {"", Table::Align::Left}});
  int number = 0;
  for (const LinearMode& mode : modes) {
    if (!is_shown(mode)) continue;
    const bool is_zero = mode.pole == 0.0;
    const char* meaning = is_zero                   ? "free: nothing drives it back"
                          : mode.pole.real() > 0.0  ? "grows"
                          : mode.pole.real() == 0.0 ? "swings on"
                          : mode.pole.imag() == 0.0 ? "creeps back"
                                                    : "swings out";
    table.add({std::to_string(++number), pole_text(mode, digits),
               plain_figure(mode.natural_frequency / (2.0 * std::numbers::pi), digits),
               plain_figure(mode.natural_frequency, digits), is_zero ? "" : plain_figure(mode.damping_ratio, digits),
               std::isfinite(mode.time_constant) ? plain_figure(mode.time_constant, digits) : "", meaning});
  }
  return table.text(2);
}

/// One entry of a shape: a number, with the phase where it is neither in step nor against.
std::string shape_text(std::complex<double> entry, int digits) {
  const double size = std::abs(entry);
  if (size < 0.5 * std::pow(10.0, -digits)) return "0";
  if (std::abs(entry.imag()) <= 1e-9 * size) return plain_figure(entry.real(), digits);
  return plain_figure(size, digits) + fmt::format(" at {:.0f}°", std::arg(entry) * 180.0 / std::numbers::pi);
}

std::string shapes_text(const Model<double>& model, const Coordinates& of, const std::vector<LinearMode>& modes,
                        const Showing& showing) {
  std::vector<Table::Column> columns = {{"joint", Table::Align::Left}};
  int number = 0;
  for (const LinearMode& mode : modes)
    if (is_shown(mode)) columns.push_back({"mode " + std::to_string(++number), Table::Align::Right});
  Table table(std::move(columns));
  const std::vector<Dimension> dimensions = position_dimensions(of);
  const std::vector<std::string> positions = with_symbol(model, of, false);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    std::vector<std::string> cells = {visible_text(positions[i].substr(2)) + " [" + dimensions[i].si_text() + "]"};
    for (const LinearMode& mode : modes)
      if (is_shown(mode)) cells.push_back(shape_text(mode.shape[static_cast<Index>(i)], showing.digits));
    table.add(std::move(cells));
  }
  return table.text(2);
}

std::string names_of_velocities(const Coordinates& of, const std::vector<int>& velocities) {
  std::string text;
  for (const int v : velocities)
    text += (text.empty() ? "" : ", ") + visible_text((*of.rates)[static_cast<std::size_t>(v)]);
  return text;
}

std::string head_text(const Coordinates& of, const LinearReport& report, const Showing& showing) {
  std::string text = report.are_given ? "Linear model under the given torques"
                                      : "Linear model under the torques that the motion of the state takes";
  text += "\n  d/dt (δq, δq̇) = A·(δq, δq̇) + B·δτ,  A = [0, 1; ∂q̈/∂q, ∂q̈/∂q̇],  B = [0; M⁻¹]\n";
  if (!report.linear.resting.empty())
    text += "  The dry friction of " + names_of_velocities(of, report.linear.resting) +
            " is left out: it jumps at rest, which no linear model has.\n"
            "  It holds these joints against small pushes. Viscous friction counts.\n";
  const bool accelerates = report.linear.qdd.cwiseAbs().maxCoeff() > 1e-9;
  text +=
      "\n" + figure_table("joint", *of.rates,
                          accelerates ? std::vector<FigureColumn>{{"τ", report.tau, of.effort_measures()},
                                                                  {"q̈", report.linear.qdd, of.acceleration_measures()}}
                                      : std::vector<FigureColumn>{{"τ", report.tau, of.effort_measures()}},
                          showing, 2);
  if (accelerates) text += "  The state is no equilibrium: modes are seen from the motion that goes on with q̈.\n";
  return text;
}

std::string undamped_text(const Model<double>& model, const Coordinates& of, const LinearReport& report,
                          const Showing& showing) {
  const bool has_damping = !report.linear.A.bottomRightCorner(report.tau.size(), report.tau.size()).isZero(0.0);
  if (!report.linear.undamped || !has_damping) return "";
  std::vector<LinearMode> modes;
  for (Index k = 0; k < report.linear.undamped->squared_frequencies.size(); ++k) {
    LinearMode mode;
    mode.pole = std::sqrt(std::complex<double>(-report.linear.undamped->squared_frequencies[k]));
    mode.natural_frequency = std::abs(mode.pole);
    mode.time_constant = mode.pole.real() == 0.0 ? std::numeric_limits<double>::infinity() : -1.0 / mode.pole.real();
    mode.damping_ratio = mode.pole == 0.0 ? 0.0 : -mode.pole.real() / mode.natural_frequency;
    mode.shape = report.linear.undamped->shapes.col(k).cast<std::complex<double>>();
    modes.push_back(std::move(mode));
  }
  return "\nModes without friction\n" + modes_text(modes, showing.digits) + "\nTheir shapes\n" +
         shapes_text(model, of, modes, showing);
}

}  // namespace

Labels linear_state_names(const Model<double>& model, const Coordinates& of) {
  std::vector<std::string> names = with_symbol(model, of, false);
  for (std::string& name : with_symbol(model, of, true)) names.push_back(std::move(name));
  return labels(std::move(names));
}

std::vector<Datum> linear_data(const Model<double>& model, const Coordinates& of, const LinearReport& report) {
  const LinearModel& y = report.linear;
  const Index n = report.tau.size(), count = std::ssize(y.modes);
  const Labels state = linear_state_names(model, of), numbers = pole_numbers(y.modes.size());
  const Labels modes_of_M = pole_numbers(static_cast<std::size_t>(n));
  VectorXd real(count), imag(count), frequency(count), ratio(count), time(count);
  MatrixXd shape_real(n, count), shape_imag(n, count);
  for (Index k = 0; k < count; ++k) {
    const LinearMode& mode = y.modes[static_cast<std::size_t>(k)];
    real[k] = mode.pole.real();
    imag[k] = mode.pole.imag();
    frequency[k] = mode.natural_frequency;
    ratio[k] = mode.damping_ratio;
    time[k] = mode.time_constant;
    shape_real.col(k) = mode.shape.real();
    shape_imag.col(k) = mode.shape.imag();
  }
  // where there are none, the members stay, so that rows of CSV have the same columns
  const double none = std::numeric_limits<double>::quiet_NaN();
  const UndampedModes undamped =
      y.undamped.value_or(UndampedModes{VectorXd::Constant(n, none), MatrixXd::Constant(n, n, none)});
  return {{{"linear", "A"}, y.A, state, state},
          {{"linear", "B"}, y.B, state, of.efforts},
          {{"linear", "tau"}, report.tau, of.efforts, nullptr},
          {{"linear", "qdd"}, y.qdd, of.rates, nullptr},
          {{"linear", "poles", "real"}, real, numbers, nullptr},
          {{"linear", "poles", "imag"}, imag, numbers, nullptr},
          {{"linear", "natural_frequency"}, frequency, numbers, nullptr},
          {{"linear", "damping_ratio"}, ratio, numbers, nullptr},
          {{"linear", "time_constant"}, time, numbers, nullptr},
          {{"linear", "shapes", "real"}, shape_real, of.rates, numbers},
          {{"linear", "shapes", "imag"}, shape_imag, of.rates, numbers},
          {{"linear", "undamped", "squared_frequency"}, undamped.squared_frequencies, modes_of_M, nullptr},
          {{"linear", "undamped", "shapes"}, undamped.shapes, of.rates, modes_of_M},
          count_datum({"linear", "resting_joints"}, static_cast<int>(y.resting.size()))};
}

std::string linear_text(const Model<double>& model, const Coordinates& of, const LinearReport& report,
                        const Showing& showing) {
  const Index n = report.tau.size();
  const std::vector<std::string>& names = *of.rates;
  const MatrixXd A = report.linear.A;
  const auto block = [&](const std::string& title, const MatrixXd& values, const std::vector<Dimension>& by) {
    return "\n" + figure_matrix({title, names, names, values, of.acceleration, by}, showing);
  };
  std::string text = head_text(of, report, showing);
  if (model.floating_base() && !A.topLeftCorner(n, n).isZero(0.0)) {
    const std::vector<std::string> base(names.begin(), names.begin() + 6);
    const std::vector<Dimension> rates(of.velocity.begin(), of.velocity.begin() + 6),
        per(of.per_position.begin(), of.per_position.begin() + 6);
    text += "\n" +
            figure_matrix({"A of the base's turn and shift, upper left", base, base, A.topLeftCorner(6, 6), rates, per},
                          showing);
  }
  text += block("A, lower left: ∂q̈/∂q", A.bottomLeftCorner(n, n), of.per_position);
  text += block("A, lower right: ∂q̈/∂q̇", A.bottomRightCorner(n, n), inverse(of.velocity));
  text += block("B, below: ∂q̈/∂τ", report.linear.B.bottomRows(n), inverse(of.effort));
  text += "\nModes\n" + modes_text(report.linear.modes, showing.digits);
  text += "\nShapes of the modes\n" + shapes_text(model, of, report.linear.modes, showing);
  return text + undamped_text(model, of, report, showing);
}

std::string equilibria_json(const std::vector<Equilibrium>& equilibria) {
  const auto numbers = [](const VectorXd& x) { return Json(std::vector<double>(x.begin(), x.end())); };
  Json list = Json::array();
  for (const Equilibrium& one : equilibria) {
    Json free = Json::array();
    for (Index k = 0; k < one.free_directions.cols(); ++k) free.push_back(numbers(one.free_directions.col(k)));
    list.push_back({{"q", numbers(one.q)},
                    {"potential_energy", one.potential_energy},
                    {"stability", name_of(one.stability)},
                    {"settles", one.settles},
                    {"free_directions", free}});
  }
  return json_line(list);
}

namespace {

/// "j1", "j1, j2", or a number of directions that several joints share.
std::string free_text(const std::vector<StateNumber>& joints, const Equilibrium& one) {
  if (one.free_directions.cols() == 0) return "";
  std::string text;
  double alone = 0.0;
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const double share = one.free_directions.row(static_cast<Index>(j)).squaredNorm();
    if (share < 1.0 - 1e-6) continue;
    text += (text.empty() ? "" : ", ") + visible_text(joints[j].name);
    alone += 1.0;
  }
  const int shared = static_cast<int>(one.free_directions.cols()) - static_cast<int>(alone);
  if (shared > 0)
    text += (text.empty() ? "" : " and ") + std::to_string(shared) +
            (shared == 1 ? " direction of several joints" : " directions of several joints");
  return text;
}

}  // namespace

std::string equilibria_text(const Model<double>& model, const std::vector<Equilibrium>& equilibria, bool under_torques,
                            const Showing& showing) {
  const std::string under = under_torques ? "under the given torques" : "without torques";
  if (equilibria.empty()) return "Equilibria " + under + ": none was found within the limits\n";
  const std::vector<StateNumber> joints = state_numbers(model, StatePart::Position);
  std::vector<Table::Column> columns = {{"", Table::Align::Right}};
  for (const StateNumber& joint : joints)
    columns.push_back(
        {visible_text(joint.name) + " [" + showing.units.unit_of(joint.dimension).text + "]", Table::Align::Right});
  columns.push_back({"potential energy [J]", Table::Align::Right});
  columns.push_back({"judged", Table::Align::Left});
  columns.push_back({"free", Table::Align::Left});
  Table table(std::move(columns));
  int number = 0;
  for (const Equilibrium& one : equilibria) {
    std::vector<std::string> cells = {std::to_string(++number)};
    for (std::size_t j = 0; j < joints.size(); ++j)
      cells.push_back(plain_figure(one.q[static_cast<Index>(j)] / showing.units.unit_of(joints[j].dimension).factor,
                                   showing.digits));
    cells.push_back(plain_figure(one.potential_energy, showing.digits));
    const bool is_stable = one.stability == Stability::Stable;
    cells.push_back(std::string(name_of(one.stability)) + (!is_stable    ? ""
                                                           : one.settles ? ", settles"
                                                                         : ", swings on"));
    cells.push_back(free_text(joints, one));
    table.add(std::move(cells));
  }
  return "Equilibria " + under + ", friction apart: " + std::to_string(equilibria.size()) + "\n" + table.text(2);
}

}  // namespace sinew
