// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/problem/place_guess.h"

#include <limits>

#include "sinew/calibration/fit/levenberg_marquardt.h"
#include "sinew/calibration/problem/calibration_problem.h"
#include "sinew/decompositions/singular_values.h"
#include "sinew/decompositions/symmetric.h"

namespace sinew {
namespace {

using Points = Eigen::Matrix3Xd;

Pose<double> pose_of(const Eigen::Matrix3d& R, const Eigen::Vector3d& p) {
  return {Rotation<double>::from_rows({R(0, 0), R(0, 1), R(0, 2)}, {R(1, 0), R(1, 1), R(1, 2)},
                                      {R(2, 0), R(2, 1), R(2, 2)}),
          {p.x(), p.y(), p.z()}};
}

/// The vector across two others. (Eigen's own comes with a header that takes a second to read.)
Eigen::Vector3d across_both(const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
  return {a.y() * b.z() - a.z() * b.y(), a.z() * b.x() - a.x() * b.z(), a.x() * b.y() - a.y() * b.x()};
}

/// +1 for a rotation, −1 for a mirror.
double handedness(const Eigen::Matrix3d& R) { return across_both(R.col(0), R.col(1)).dot(R.col(2)) < 0.0 ? -1.0 : 1.0; }

/// What one place was measured with: its rows, and where the robot had F.
struct Seen {
  std::vector<Measurement> rows;
  std::vector<JointReading> readings;
  std::vector<Pose<double>> X_WF;

  Points points() const {
    Points all(3, static_cast<Eigen::Index>(X_WF.size()));
    for (Eigen::Index i = 0; i < all.cols(); ++i) {
      const Vec3<double>& p = X_WF[static_cast<std::size_t>(i)].p;
      all.col(i) << p.x, p.y, p.z;
    }
    return all;
  }
};

/// Axes along which points spread, with the least spread as z.
Eigen::Matrix3d axes_of(const Points& points) {
  const Points centred = points.colwise() - points.rowwise().mean();
  const Eigen::Matrix3d V = symmetric_axes(centred * centred.transpose()).V;
  Eigen::Matrix3d R;
  R.col(2) = V.col(0);
  R.col(0) = V.col(2);
  R.col(1) = across_both(R.col(2), R.col(0));
  return R;
}

/// c from |pᵢ − c| = dᵢ, whose squares are linear in c and |c|². Points in one plane leave its two sides open.
std::vector<Pose<double>> points_at_distances(const Seen& seen) {
  const Points p = seen.points();
  const Eigen::Vector3d mean = p.rowwise().mean();
  Eigen::MatrixXd A(p.cols(), 4);
  Eigen::VectorXd b(p.cols());
  for (Eigen::Index i = 0; i < p.cols(); ++i) {
    const Eigen::Vector3d from_mean = p.col(i) - mean;
    const double d = seen.rows[static_cast<std::size_t>(i)].distance;
    A.row(i) << 2.0 * from_mean.transpose(), 1.0;
    b[i] = from_mean.squaredNorm() - d * d;
  }
  const SingularValues svd = singular_values(A, SingularVectors::ThinBoth);
  const Eigen::Index rank = svd.rank(1e-4);
  const Eigen::VectorXd along = (svd.U.leftCols(rank).transpose() * b).cwiseQuotient(svd.sigma.head(rank));
  const Eigen::Vector4d solution = svd.V.leftCols(rank) * along;
  const Eigen::Vector3d c = solution.head<3>(), normal = axes_of(p).col(2);
  std::vector<Pose<double>> starts = {pose_of(Eigen::Matrix3d::Identity(), mean + c)};
  const double reach = seen.rows.front().distance;
  for (const double side : {-1.0, 1.0})
    starts.push_back(pose_of(Eigen::Matrix3d::Identity(), mean + c + side * reach * normal));
  return starts;
}

/// The plane through points that are at their heights above it, its normal on either side.
std::vector<Pose<double>> planes(const Seen& seen) {
  const Points p = seen.points();
  Eigen::Matrix3d R = axes_of(p);
  std::vector<Pose<double>> starts;
  for (int side = 0; side < 2; ++side) {
    double height = 0.0;
    for (const Measurement& m : seen.rows) height += m.distance / static_cast<double>(seen.rows.size());
    starts.push_back(pose_of(R, p.rowwise().mean() - height * R.col(2)));
    R.col(2) *= -1.0;
    R.col(1) *= -1.0;
  }
  // a table: its normal upwards fits as well as downwards where all points lie on it
  if (R(2, 2) > 0.0) return starts;
  return {starts[1], starts[0]};
}

bool is_whole_position(const Measurement& m) {
  return m.kind == MeasurementKind::Pose || (m.has_axis[0] && m.has_axis[1] && m.has_axis[2]);
}

/// The rigid displacement that takes the points read to those of the robot (Kabsch).
Pose<double> frame_of_points(const Seen& seen) {
  Points read(3, static_cast<Eigen::Index>(seen.rows.size())), robot = seen.points();
  for (Eigen::Index i = 0; i < read.cols(); ++i) {
    const Vec3<double>& p = seen.rows[static_cast<std::size_t>(i)].X_MF.p;
    read.col(i) << p.x, p.y, p.z;
  }
  const Eigen::Vector3d read_mean = read.rowwise().mean(), robot_mean = robot.rowwise().mean();
  const Eigen::Matrix3d H = (read.colwise() - read_mean) * (robot.colwise() - robot_mean).transpose();
  const SingularValues svd = singular_values(H, SingularVectors::WholeBoth);
  const Eigen::Matrix3d U = svd.U, V = svd.V;
  const Eigen::Vector3d signs(1.0, 1.0, handedness(V * U.transpose()));
  const Eigen::Matrix3d R = V * signs.asDiagonal() * U.transpose();
  return pose_of(R, robot_mean - R * read_mean);
}

/// The 24 ways in which a cube can lie along the base's axes, about the middle of the points.
std::vector<Pose<double>> ways_to_lie(const Seen& seen) {
  const Eigen::Vector3d mean = seen.points().rowwise().mean();
  std::vector<Pose<double>> starts;
  for (int x = 0; x < 3; ++x)
    for (int y = 0; y < 3; ++y)
      for (int signs = 0; x != y && signs < 4; ++signs) {
        Eigen::Matrix3d R;
        R.col(0) = (signs & 1 ? -1.0 : 1.0) * Eigen::Vector3d::Unit(x);
        R.col(1) = (signs & 2 ? -1.0 : 1.0) * Eigen::Vector3d::Unit(y);
        R.col(2) = across_both(R.col(0), R.col(1));
        starts.push_back(pose_of(R, mean));
      }
  return starts;
}

std::vector<Pose<double>> starts_of(PlaceKind kind, const Seen& seen) {
  if (kind == PlaceKind::Plane) return planes(seen);
  if (kind == PlaceKind::Point) {
    if (seen.rows.front().kind == MeasurementKind::Distance) return points_at_distances(seen);
    return {pose_of(Eigen::Matrix3d::Identity(), seen.points().rowwise().mean())};
  }
  for (std::size_t i = 0; i < seen.rows.size(); ++i)
    if (seen.rows[i].kind == MeasurementKind::Pose) return {seen.X_WF[i] * seen.rows[i].X_MF.inverse()};
  for (const Measurement& m : seen.rows)
    if (!is_whole_position(m)) return ways_to_lie(seen);
  return {frame_of_points(seen)};
}

/// How many measurements it takes to find a place at all.
std::size_t least_count(PlaceKind kind, const Seen& seen) {
  const MeasurementKind measured = seen.rows.front().kind;
  if (measured == MeasurementKind::Socket || measured == MeasurementKind::Pose) return 1;
  if (kind == PlaceKind::Frame && !is_whole_position(seen.rows.front())) return 6;
  return 3;
}

}  // namespace

void guess_places(const std::shared_ptr<const CalibrationChain>& chain, const std::vector<JointReading>& readings,
                  const Eigen::VectorXd& values, Measurements& measurements) {
  const ChainAt at(*chain, values, {});
  for (MeasuringPlace& place : measurements.places) {
    if (place.X_WM) continue;
    Seen seen;
    for (std::size_t i = 0; i < measurements.rows.size(); ++i) {
      if (measurements.rows[i].place != place.name) continue;
      seen.rows.push_back(measurements.rows[i]);
      seen.readings.push_back(readings[i]);
      seen.X_WF.push_back(at.pose(readings[i]));
    }
    if (seen.rows.empty())
      refuse("nothing was measured at the place " + in_quotes(place.name), "measure there, or leave the place out");
    if (const std::size_t least = least_count(place.kind, seen); seen.rows.size() < least)
      refuse("the place " + in_quotes(place.name) + " has " + std::to_string(seen.rows.size()) + " measurements",
             "it takes at least " + std::to_string(least) + " to find it; measure more, or say where it is");
    double best = std::numeric_limits<double>::infinity();
    Pose<double> X_best;
    for (const Pose<double>& start : starts_of(place.kind, seen)) {
      Measurements one{seen.rows, {place}, {}};
      one.places[0].X_WM = start;
      const CalibrationProblem problem(chain, values, std::move(one), seen.readings, {});
      const Fit found = fit(problem, {.loss = Loss::Huber});
      if (!(found.cost < best * (1.0 - 1e-9))) continue;
      best = found.cost;
      X_best = *problem.places(found.x)[0].X_WM;
    }
    place.X_WM = X_best;
  }
}

}  // namespace sinew
