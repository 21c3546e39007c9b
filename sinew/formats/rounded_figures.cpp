// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/rounded_figures.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numbers>
#include <string_view>
#include <utility>

#include "sinew/symbolic/print/print.h"

namespace sinew {
namespace {

constexpr double twelfth = std::numbers::pi / 12;
constexpr double needs_no_digits = 1e-12;

std::string shortest_text(double x) {
  std::array<char, 32> buffer{};
  return {buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), x).ptr};
}

/// One unit of the last digit that a double must have been written with: 10⁻⁴ for 1.5708.
double last_digit(double x) {
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), x, std::chars_format::scientific);
  const std::string_view text(buffer.data(), static_cast<std::size_t>(end.ptr - buffer.data()));
  const std::size_t e = text.find('e'), point = text.find('.');
  int exponent = 0;
  const std::string_view power = text.substr(e + (text[e + 1] == '+' ? 2 : 1));
  std::from_chars(power.data(), power.data() + power.size(), exponent);
  const int decimals = point == std::string_view::npos ? 0 : static_cast<int>(e - point) - 1;
  return std::pow(10.0, exponent - decimals);
}

/// Is `written` the figure `meant`, rounded or cut off?
bool stands_for(double written, double meant) {
  constexpr double least_decimals = 1.001e-3;
  const double difference = std::abs(written - meant), unit = last_digit(written);
  return difference <= needs_no_digits || (unit <= least_decimals && difference < unit);
}

std::optional<int> twelfths_of(double written) {
  constexpr double most = 48.0, two_decimals = 1.001e-2;
  const double nearest = std::nearbyint(written / twelfth), difference = std::abs(written - nearest * twelfth);
  if (!(std::abs(nearest) <= most)) return {};
  const int k = static_cast<int>(nearest);
  if (stands_for(written, nearest * twelfth)) return k;
  const bool rounded_quarter =
      k % 6 == 0 && k != 0 && last_digit(written) <= two_decimals && difference <= last_digit(written) / 2;
  return rounded_quarter ? std::optional(k) : std::nullopt;
}

std::string degrees_text(int twelfths) {
  return (twelfths < 0 ? "−" : "") + std::to_string(std::abs(15 * twelfths)) + "°";
}

/// At a pitch of ±90° only one of roll and yaw is determined, and rounding must not choose.
RollPitchYaw<double> angles_of(const Rotation<double>& R, double tolerance) {
  if (std::hypot(R(0, 0), R(1, 0)) > tolerance) return roll_pitch_yaw(R);
  return {std::atan2(-R(1, 2), R(1, 1)), std::copysign(6 * twelfth, -R(2, 0)), 0.0};
}

std::array<int, 3> nearest_twelfths(const Rotation<double>& R, double tolerance) {
  const RollPitchYaw<double> a = angles_of(R, tolerance);
  const auto nearest = [](double angle) { return static_cast<int>(std::lround(angle / twelfth)); };
  return {nearest(a.roll), nearest(a.pitch), nearest(a.yaw)};
}

Rotation<Expr> turned_by(const std::array<int, 3>& twelfths) {
  const auto angle = [](int k) { return Expr(Rational(k, 12) * Rational::pi()); };
  return Rotation<Expr>::from(RollPitchYaw<Expr>{angle(twelfths[0]), angle(twelfths[1]), angle(twelfths[2])});
}

bool are_near(const Rotation<Expr>& exact, const Rotation<double>& R, double tolerance) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      if (std::abs(exact(i, j).constant().to_double() - R(i, j)) > tolerance) return false;
  return true;
}

std::string vector_text(const Vec3<double>& v) {
  return "[" + shortest_text(v.x) + ", " + shortest_text(v.y) + ", " + shortest_text(v.z) + "]";
}

/// The vectors that a file's could stand for.
std::vector<Vec3<double>> candidates_for(const Vec3<double>& v) {
  const double third = 1.0 / std::sqrt(3.0);
  std::vector<Vec3<double>> candidates{
      {std::copysign(third, v.x), std::copysign(third, v.y), std::copysign(third, v.z)}};
  for (int normal = 0; normal < 3; ++normal) {
    const int i = (normal + 1) % 3, k = (normal + 2) % 3;
    if (v[i] == 0.0 && v[k] == 0.0) continue;
    const SurdSinCos both = sincos_of_twelfths(std::lround(std::atan2(v[k], v[i]) / twelfth));
    Vec3<double> candidate;
    candidate[i] = Rational(both.cos).to_double();
    candidate[k] = Rational(both.sin).to_double();
    candidates.push_back(candidate);
  }
  return candidates;
}

}  // namespace

Rotation<Expr> exact_rotation(const Rotation<double>& R) {
  const RollPitchYaw<double> a = angles_of(R, needs_no_digits);
  const auto is_multiple = [](double angle) {
    return std::abs(angle - std::nearbyint(angle / twelfth) * twelfth) <= needs_no_digits;
  };
  if (!is_multiple(a.roll) && !is_multiple(a.pitch) && !is_multiple(a.yaw)) {
    // any quaternion, however rounded, divided by its norm is a rotation
    const Quaternion<double> q = quaternion(R);
    const auto decimal = [](double x) { return Expr(Rational::decimal(x).rounded()); };
    return Rotation<Expr>::from(Quaternion<Expr>{decimal(q.x), decimal(q.y), decimal(q.z), decimal(q.w)});
  }
  const auto exact = [&](double angle) {
    if (!is_multiple(angle)) return Expr(angle);
    return Expr(Rational(static_cast<int>(std::lround(angle / twelfth)), 12) * Rational::pi());
  };
  return Rotation<Expr>::from(RollPitchYaw<Expr>{exact(a.roll), exact(a.pitch), exact(a.yaw)});
}

Expr taken_for_multiple_of_15_degrees(const Expr& angle, RoundedFigures* rounded, SourceLine source) {
  if (rounded == nullptr || !angle.is_constant() || !angle.constant().is_fraction()) return angle;
  const std::optional<int> twelfths = rounded->angle(angle.constant().to_double(), source);
  return twelfths ? Expr(Rational(*twelfths, 12) * Rational::pi()) : angle;
}

std::optional<int> RoundedFigures::angle(double written, SourceLine source) {
  const std::optional<int> twelfths = twelfths_of(written);
  if (!twelfths) return {};
  const double nearest = *twelfths * twelfth;
  if (std::abs(written - nearest) > 4e-16 * std::abs(nearest))
    add(shortest_text(written), degrees_text(*twelfths), source);
  return twelfths;
}

std::optional<Vec3<double>> RoundedFigures::unit_vector(const Vec3<double>& written, SourceLine source) {
  for (const Vec3<double>& meant : candidates_for(written)) {
    bool all = true, exact = true;
    for (int i = 0; i < 3; ++i) {
      all = all && stands_for(written[i], meant[i]);
      exact = exact && std::abs(written[i] - meant[i]) <= 4e-16;
    }
    if (!all) continue;
    Vec3<Expr> figures = unit_vector_along<Expr>(meant);
    const auto text = [](const Expr& x) { return printed(x, Language::Unicode); };
    if (!exact)
      add(vector_text(written), "[" + text(figures.x) + ", " + text(figures.y) + ", " + text(figures.z) + "]", source);
    return meant;
  }
  return {};
}

std::optional<Rotation<Expr>> RoundedFigures::rotation(const Rotation<double>& R, const std::vector<double>& written,
                                                       SourceLine source) {
  constexpr double exact = 1e-14, least_decimals = 1.001e-3;
  double tolerance = exact;
  std::string figures;
  for (const double x : written) {
    if (last_digit(x) <= least_decimals) tolerance = std::max(tolerance, 4 * last_digit(x));
    figures += (figures.empty() ? "[" : ", ") + shortest_text(x);
  }
  const std::array<int, 3> twelfths = nearest_twelfths(R, tolerance);
  const Rotation<Expr> meant = turned_by(twelfths);
  if (!are_near(meant, R, tolerance)) return {};
  if (!are_near(meant, R, exact))
    add(figures + "]",
        "rpy " + degrees_text(twelfths[0]) + ", " + degrees_text(twelfths[1]) + ", " + degrees_text(twelfths[2]),
        source);
  return meant;
}

void RoundedFigures::add(std::string written, std::string meant, SourceLine source) {
  const auto known =
      std::find_if(figures_.begin(), figures_.end(), [&](const Figure& f) { return f.written == written; });
  Figure& figure =
      known == figures_.end() ? figures_.emplace_back(Figure{std::move(written), std::move(meant), {}}) : *known;
  if (source.line > 0 && (figure.lines.empty() || figure.lines.back() != source.line))
    figure.lines.push_back(source.line);
}

std::string RoundedFigures::note() const {
  std::string note;
  for (const Figure& figure : figures_) {
    note += (note.empty() ? "Rounded figures of the file are taken for what they stand for: " : "; ") + figure.written +
            " for " + figure.meant;
    for (std::size_t i = 0; i < figure.lines.size(); ++i)
      note += (i > 0 ? ", " : figure.lines.size() > 1 ? " (lines " : " (line ") + std::to_string(figure.lines[i]);
    if (!figure.lines.empty()) note += ")";
  }
  return note.empty() ? note : note + ".";
}

}  // namespace sinew
