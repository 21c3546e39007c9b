// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/problem/calibration_problem.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <map>
#include <span>

namespace sinew {
namespace {

using StepKind = ChainStep::Kind;

constexpr double typical_place_length = 1e-3, typical_place_angle = 1e-3;  // m, rad

struct PlaceStep {
  StepKind kind;
  const char* name;
};

/// The small displacements by which a place is found, in the order in which they are made.
std::span<const PlaceStep> steps_of(PlaceKind kind) {
  static constexpr std::array<PlaceStep, 6> frame = {{{StepKind::SlideX, ".x"},
                                                      {StepKind::SlideY, ".y"},
                                                      {StepKind::SlideZ, ".z"},
                                                      {StepKind::TurnX, ".rx"},
                                                      {StepKind::TurnY, ".ry"},
                                                      {StepKind::TurnZ, ".rz"}}};
  static constexpr std::array<PlaceStep, 3> plane = {
      {{StepKind::TurnX, ".rx"}, {StepKind::TurnY, ".ry"}, {StepKind::SlideZ, ".z"}}};
  const std::span<const PlaceStep> all = frame;
  switch (kind) {
    case PlaceKind::Frame:
      return all;
    case PlaceKind::Point:
      return all.first(3);
    case PlaceKind::Plane:
      return plane;
  }
  return {};
}

double in_direction(const Pose<double>& X, int i) { return i == 0 ? X.p.x : i == 1 ? X.p.y : X.p.z; }

PlaceKind place_kind_of(MeasurementKind kind) {
  switch (kind) {
    case MeasurementKind::Distance:
    case MeasurementKind::Socket:
      return PlaceKind::Point;
    case MeasurementKind::Plane:
      return PlaceKind::Plane;
    default:
      return PlaceKind::Frame;
  }
}

Eigen::Vector3d eigen(const Vec3<double>& v) { return {v.x, v.y, v.z}; }

}  // namespace

CalibrationProblem::CalibrationProblem(std::shared_ptr<const CalibrationChain> chain, Eigen::VectorXd start,
                                       Measurements measurements, std::vector<JointReading> readings,
                                       std::vector<Unknown> of_robot)
    : chain_(std::move(chain)),
      start_(std::move(start)),
      measurements_(std::move(measurements)),
      readings_(std::move(readings)),
      unknowns_(std::move(of_robot)),
      robot_unknowns_(static_cast<Eigen::Index>(unknowns_.size())) {
  for (const Unknown& unknown : unknowns_)
    for (const auto& [parameter, factor] : unknown.moves)
      if (std::find(moved_.begin(), moved_.end(), parameter) == moved_.end()) moved_.push_back(parameter);
  moved_by_.setZero(static_cast<Eigen::Index>(moved_.size()), robot_unknowns_);
  for (Eigen::Index j = 0; j < robot_unknowns_; ++j)
    for (const auto& [parameter, factor] : unknowns_[static_cast<std::size_t>(j)].moves)
      moved_by_(std::find(moved_.begin(), moved_.end(), parameter) - moved_.begin(), j) =
          factor * unknowns_[static_cast<std::size_t>(j)].parameter.typical_error;
  are_untied_ = moved_by_.rows() == moved_by_.cols() && moved_by_.isDiagonal(0.0);
  add_place_unknowns();
  find_places();
  add_rows();
}

void CalibrationProblem::add_place_unknowns() {
  for (const MeasuringPlace& place : measurements_.places) {
    place_first_.push_back(place.is_known ? -1 : unknown_count());
    if (place.is_known) continue;
    for (const PlaceStep& step : steps_of(place.kind)) {
      const bool turn = is_turn(step.kind);
      Unknown unknown;
      unknown.parameter = {.name = place.name + step.name,
                           .dimension = turn ? dimension::angle : dimension::length,
                           .typical_error = turn ? typical_place_angle : typical_place_length,
                           .of_robot = false,
                           .group = "place"};
      if (place.kind == PlaceKind::Point && place.X_WM)
        unknown.parameter.nominal =
            in_direction(*place.X_WM, static_cast<int>(step.kind) - static_cast<int>(StepKind::SlideX));
      unknowns_.push_back(std::move(unknown));
    }
  }
}

void CalibrationProblem::find_places() {
  std::map<std::string, int> by_name;
  std::vector<std::string> names;
  Diagnostics diagnostics("");
  for (const MeasuringPlace& place : measurements_.places) {
    if (!by_name.emplace(place.name, static_cast<int>(names.size())).second)
      diagnostics.error({}, "there are two places called " + in_quotes(place.name), "give each a name of its own");
    if (!place.X_WM)
      diagnostics.error({}, "the place " + in_quotes(place.name) + " has no pose to begin with", "give one");
    names.push_back(place.name);
  }
  const auto find = [&](const std::string& name, PlaceKind wanted, const std::string& file, int line) {
    const auto found = by_name.find(name);
    if (found == by_name.end()) {
      diagnostics.add({Severity::Error, file, line, "there is no place " + in_quotes(name), suggestion(name, names)});
      return -1;
    }
    if (measurements_.places[static_cast<std::size_t>(found->second)].kind != wanted)
      diagnostics.add({Severity::Error, file, line, "the place " + in_quotes(name) + " is of another kind",
                       "sockets and distances need a point, heights a plane, positions and poses a frame"});
    return found->second;
  };
  for (const Measurement& m : measurements_.rows)
    place_of_.push_back(m.place.empty() ? -1 : find(m.place, place_kind_of(m.kind), m.file, m.line));
  for (const KnownDistance& d : measurements_.distances)
    ends_.emplace_back(find(d.from, PlaceKind::Point, {}, 0), find(d.to, PlaceKind::Point, {}, 0));
  diagnostics.throw_if_errors();
}

void CalibrationProblem::add_rows() {
  std::vector<int> starts;
  for (const Measurement& m : measurements_.rows) {
    starts.push_back(static_cast<int>(residual_rows_.size()));
    for (ResidualRow& row : sinew::residual_rows(m)) residual_rows_.push_back(std::move(row));
  }
  for (const KnownDistance& d : measurements_.distances) {
    starts.push_back(static_cast<int>(residual_rows_.size()));
    residual_rows_.push_back({"distance", d.deviation, false});
  }
  rows_ = static_cast<Eigen::Index>(residual_rows_.size());
  for (std::size_t j = 0; j < unknowns_.size(); ++j)
    if (std::isfinite(unknowns_[j].prior_deviation)) {
      with_prior_.push_back(j);
      starts.push_back(static_cast<int>(rows_++));
    }
  starts.push_back(static_cast<int>(rows_));
  starts_ = Eigen::Map<const Eigen::VectorXi>(starts.data(), static_cast<Eigen::Index>(starts.size()));
}

std::string CalibrationProblem::block_label(Eigen::Index block) const {
  std::size_t i = static_cast<std::size_t>(block);
  if (i < measurements_.rows.size()) {
    const Measurement& m = measurements_.rows[i];
    return m.file.empty() ? "measurement " + std::to_string(i + 1)
                          : std::filesystem::path(m.file).filename().string() + ":" + std::to_string(m.line);
  }
  i -= measurements_.rows.size();
  if (i < measurements_.distances.size()) return measurements_.distances[i].from + "-" + measurements_.distances[i].to;
  return "prior of " + unknowns_[with_prior_[i - measurements_.distances.size()]].parameter.name;
}

Eigen::VectorXd CalibrationProblem::chain_values(const Eigen::VectorXd& x) const {
  Eigen::VectorXd values = start_;
  const Eigen::VectorXd change = moved_by_ * x.head(robot_unknowns_);
  for (std::size_t k = 0; k < moved_.size(); ++k) values[moved_[k]] += change[static_cast<Eigen::Index>(k)];
  return values;
}

Eigen::VectorXd CalibrationProblem::values(const Eigen::VectorXd& x) const {
  Eigen::VectorXd v(unknown_count());
  for (Eigen::Index j = 0; j < v.size(); ++j) {
    const CalibrationParameter& parameter = unknowns_[static_cast<std::size_t>(j)].parameter;
    v[j] = parameter.nominal + x[j] * parameter.typical_error;
  }
  return v;
}

std::vector<CalibrationProblem::PlaceAt> CalibrationProblem::places_at(const Eigen::VectorXd& x) const {
  std::vector<PlaceAt> all;
  for (std::size_t i = 0; i < measurements_.places.size(); ++i) {
    PlaceAt at{*measurements_.places[i].X_WM, {}, place_first_[i]};
    if (at.first >= 0) {
      Eigen::Index j = at.first;
      for (const PlaceStep& step : steps_of(measurements_.places[i].kind)) {
        const double amount = x[j] * unknowns_[static_cast<std::size_t>(j)].parameter.typical_error;
        const Pose<double> X = elementary_pose(step.kind, amount), back = X.inverse();
        at.X_WM = at.X_WM * X;
        for (Motion<double>& twist : at.twists) twist = back * twist;
        at.twists.push_back(unknowns_[static_cast<std::size_t>(j)].parameter.typical_error * unit_twist(step.kind));
        ++j;
      }
    }
    all.push_back(std::move(at));
  }
  return all;
}

std::vector<MeasuringPlace> CalibrationProblem::places(const Eigen::VectorXd& x) const {
  std::vector<MeasuringPlace> all = measurements_.places;
  const std::vector<PlaceAt> at = places_at(x);
  for (std::size_t i = 0; i < all.size(); ++i) all[i].X_WM = at[i].X_WM;
  return all;
}

void CalibrationProblem::measure(std::size_t measurement, const Pose<double>& X_MF, Eigen::VectorXd& residuals,
                                 ResidualSlopes* slopes) const {
  const Eigen::Index begin = starts_[static_cast<Eigen::Index>(measurement)];
  const Eigen::Index count = starts_[static_cast<Eigen::Index>(measurement) + 1] - begin;
  measured_residual(measurements_.rows[measurement], X_MF, residuals.segment(begin, count), slopes);
  for (Eigen::Index r = 0; r < count; ++r) {
    const double weight = 1.0 / residual_rows_[static_cast<std::size_t>(begin + r)].deviation;
    residuals[begin + r] *= weight;
    if (slopes) slopes->row(r) *= weight;
  }
}

void CalibrationProblem::add_robot_columns(std::size_t measurement, const ResidualSlopes& slopes, const PlaceAt* place,
                                           const TwistColumns& twists, Eigen::MatrixXd& jacobian) const {
  const Eigen::Index begin = starts_[static_cast<Eigen::Index>(measurement)];
  // a row answers either to turning or to sliding
  struct Row {
    Vec3<double> slope_W;
    int part;
  };
  std::array<Row, 6> rows;
  const auto count = static_cast<std::size_t>(slopes.rows());
  for (std::size_t r = 0; r < count; ++r) {
    const int part = residual_rows_[static_cast<std::size_t>(begin) + r].is_angle ? 0 : 3;
    const auto row = static_cast<Eigen::Index>(r);
    const Vec3<double> slope_M{slopes(row, part), slopes(row, part + 1), slopes(row, part + 2)};
    rows[r] = {place ? place->X_WM.R * slope_M : slope_M, part};
  }
  TwistColumns mixed;
  if (!are_untied_) mixed.noalias() = twists * moved_by_;
  const TwistColumns& columns = are_untied_ ? twists : mixed;
  for (Eigen::Index j = 0; j < robot_unknowns_; ++j) {
    const double factor = are_untied_ ? moved_by_(j, j) : 1.0;
    const double* twist = &columns(0, j);
    double* out = &jacobian(begin, j);
    for (std::size_t r = 0; r < count; ++r) {
      const double* t = twist + rows[r].part;
      const Vec3<double>& s = rows[r].slope_W;
      out[r] = factor * (s.x * t[0] + s.y * t[1] + s.z * t[2]);
    }
  }
}

void CalibrationProblem::add_place_columns(std::size_t measurement, const ResidualSlopes& slopes, const PlaceAt& place,
                                           const Pose<double>& X_MF, Eigen::MatrixXd& jacobian) const {
  const Eigen::Index begin = starts_[static_cast<Eigen::Index>(measurement)];
  for (std::size_t k = 0; k < place.twists.size(); ++k) {
    const Motion<double>& m = place.twists[k];
    const Vec3<double> v = m.v + cross(m.w, X_MF.p);
    Eigen::Vector<double, 6> relative;
    relative << -eigen(m.w), -eigen(v);
    jacobian.block(begin, place.first + static_cast<Eigen::Index>(k), slopes.rows(), 1) = slopes * relative;
  }
}

void CalibrationProblem::evaluate(const Eigen::VectorXd& x, Eigen::VectorXd& residuals,
                                  Eigen::MatrixXd* jacobian) const {
  residuals.resize(rows_);
  if (jacobian) jacobian->setZero(rows_, unknown_count());
  const ChainAt chain(*chain_, chain_values(x), moved_);
  const std::vector<PlaceAt> places = places_at(x);
  TwistColumns twists(6, static_cast<Eigen::Index>(moved_.size()));
  ResidualSlopes slopes;
  for (std::size_t i = 0; i < measurements_.rows.size(); ++i) {
    const PlaceAt* place = place_of_[i] < 0 ? nullptr : &places[static_cast<std::size_t>(place_of_[i])];
    const Pose<double> X_WF = jacobian ? chain.pose(readings_[i], twists) : chain.pose(readings_[i]);
    const Pose<double> X_MF = place ? place->X_WM.inverse() * X_WF : X_WF;
    measure(i, X_MF, residuals, jacobian ? &slopes : nullptr);
    if (!jacobian) continue;
    if (robot_unknowns_ > 0) add_robot_columns(i, slopes, place, twists, *jacobian);
    if (place && place->first >= 0) add_place_columns(i, slopes, *place, X_MF, *jacobian);
  }
  evaluate_distances(places, residuals, jacobian);
  evaluate_priors(x, residuals, jacobian);
}

void CalibrationProblem::evaluate_distances(const std::vector<PlaceAt>& places, Eigen::VectorXd& residuals,
                                            Eigen::MatrixXd* jacobian) const {
  for (std::size_t i = 0; i < ends_.size(); ++i) {
    const Eigen::Index row = starts_[measurement_count() + static_cast<Eigen::Index>(i)];
    const PlaceAt& from = places[static_cast<std::size_t>(ends_[i].first)];
    const PlaceAt& to = places[static_cast<std::size_t>(ends_[i].second)];
    const Vec3<double> between = to.X_WM.p - from.X_WM.p;
    const double length = norm(between);
    const double weight = 1.0 / residual_rows_[static_cast<std::size_t>(row)].deviation;
    residuals[row] = weight * (length - measurements_.distances[i].distance);
    if (!jacobian || !(length > 0.0)) continue;
    const Vec3<double> direction = between / length;
    for (const auto& [end, sign] : {std::pair{&from, -1.0}, std::pair{&to, 1.0}})
      for (std::size_t k = 0; end->first >= 0 && k < end->twists.size(); ++k)
        (*jacobian)(row, end->first + static_cast<Eigen::Index>(k)) +=
            weight * sign * dot(direction, end->X_WM.R * end->twists[k].v);
  }
}

void CalibrationProblem::evaluate_priors(const Eigen::VectorXd& x, Eigen::VectorXd& residuals,
                                         Eigen::MatrixXd* jacobian) const {
  Eigen::Index row = static_cast<Eigen::Index>(residual_rows_.size());
  for (const std::size_t j : with_prior_) {
    const Eigen::Index column = static_cast<Eigen::Index>(j);
    const double weight = unknowns_[j].parameter.typical_error / unknowns_[j].prior_deviation;
    residuals[row] = x[column] * weight;
    if (jacobian) (*jacobian)(row, column) = weight;
    ++row;
  }
}

Eigen::VectorXd CalibrationProblem::natural_residuals(const Eigen::VectorXd& x) const {
  Eigen::VectorXd residuals;
  evaluate(x, residuals, nullptr);
  return without_weights(residuals);
}

Eigen::VectorXd CalibrationProblem::without_weights(const Eigen::VectorXd& residuals) const {
  Eigen::VectorXd natural = residuals.head(static_cast<Eigen::Index>(residual_rows_.size()));
  for (std::size_t i = 0; i < residual_rows_.size(); ++i)
    natural[static_cast<Eigen::Index>(i)] *= residual_rows_[i].deviation;
  return natural;
}

Eigen::VectorXd CalibrationProblem::bounds(double Unknown::*bound) const {
  Eigen::VectorXd limits(unknown_count());
  for (Eigen::Index j = 0; j < limits.size(); ++j) {
    const Unknown& unknown = unknowns_[static_cast<std::size_t>(j)];
    limits[j] = (unknown.*bound - unknown.parameter.nominal) / unknown.parameter.typical_error;
  }
  return limits;
}

Eigen::VectorXd CalibrationProblem::lower_bounds() const { return bounds(&Unknown::lower); }
Eigen::VectorXd CalibrationProblem::upper_bounds() const { return bounds(&Unknown::upper); }

}  // namespace sinew
