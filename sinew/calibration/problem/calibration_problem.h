// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sinew/calibration/chain/calibration_chain.h"
#include "sinew/calibration/fit/least_squares_problem.h"
#include "sinew/calibration/problem/measured_residual.h"
#include "sinew/calibration/problem/unknowns.h"

namespace sinew {

/// A chain, what was measured of it, and what may change, as a least-squares problem.
///
/// Rows are those of the measurements in their order, then one per known distance, then one per prior. Unknowns are
/// those of the robot, then those of every place that is not known. x counts changes from the start, each divided by
/// the unknown's typical error. One measurement is one block.
class CalibrationProblem final : public LeastSquaresProblem {
 public:
  /// Every place has a pose: known, or to begin with. `start`: the values of the chain's parameters at x = 0. Throws
  /// InputError where a measurement names a place that is not there or is of another kind.
  CalibrationProblem(std::shared_ptr<const CalibrationChain> chain, Eigen::VectorXd start, Measurements measurements,
                     std::vector<JointReading> readings, std::vector<Unknown> of_robot);

  Eigen::Index unknown_count() const override { return static_cast<Eigen::Index>(unknowns_.size()); }
  Eigen::Index residual_count() const override { return rows_; }
  const Eigen::VectorXi& block_starts() const override { return starts_; }
  bool is_measured(Eigen::Index block) const override { return block < measurement_count(); }
  void evaluate(const Eigen::VectorXd& x, Eigen::VectorXd& residuals, Eigen::MatrixXd* jacobian) const override;

  const CalibrationChain& chain() const noexcept { return *chain_; }
  const Measurements& measurements() const noexcept { return measurements_; }
  const std::vector<JointReading>& readings() const noexcept { return readings_; }
  const std::vector<Unknown>& unknowns() const noexcept { return unknowns_; }
  Eigen::Index robot_unknown_count() const noexcept { return robot_unknowns_; }
  Eigen::Index measurement_count() const noexcept { return static_cast<Eigen::Index>(measurements_.rows.size()); }
  /// The rows of all measurements and known distances, in order; priors have none.
  const std::vector<ResidualRow>& residual_rows() const noexcept { return residual_rows_; }
  /// The measurement, known distance or prior that a block is, for people: "elbow.csv:12", "socket0-socket1", "prior of
  /// a2".
  std::string block_label(Eigen::Index block) const;

  /// The chain's parameters at x, all of them.
  Eigen::VectorXd chain_values(const Eigen::VectorXd& x) const;
  /// The value of every unknown at x [SI].
  Eigen::VectorXd values(const Eigen::VectorXd& x) const;
  /// The places as they are at x.
  std::vector<MeasuringPlace> places(const Eigen::VectorXd& x) const;
  /// Residuals at x in metres and radians, not divided by their deviations; those of priors are left out.
  Eigen::VectorXd natural_residuals(const Eigen::VectorXd& x) const;
  /// The same of residuals that were computed already.
  Eigen::VectorXd without_weights(const Eigen::VectorXd& residuals) const;
  /// Bounds of x; infinite where there are none.
  Eigen::VectorXd lower_bounds() const;
  Eigen::VectorXd upper_bounds() const;

 private:
  /// Where a place stands and how its unknowns move it.
  struct PlaceAt {
    Pose<double> X_WM;
    std::vector<Motion<double>> twists;  ///< of M in its own axes, one for each of its unknowns
    Eigen::Index first = 0;              ///< the number of the first of them
  };
  void add_place_unknowns();
  void find_places();
  void add_rows();
  std::vector<PlaceAt> places_at(const Eigen::VectorXd& x) const;
  /// The residuals of one measurement over their deviations. `slopes`: theirs, in the same way, or null.
  void measure(std::size_t measurement, const Pose<double>& X_MF, Eigen::VectorXd& residuals,
               ResidualSlopes* slopes) const;
  /// The columns of the robot in the rows of a measurement. `twists`: of F in W, for each parameter that is moved.
  void add_robot_columns(std::size_t measurement, const ResidualSlopes& slopes, const PlaceAt* place,
                         const TwistColumns& twists, Eigen::MatrixXd& jacobian) const;
  void add_place_columns(std::size_t measurement, const ResidualSlopes& slopes, const PlaceAt& place,
                         const Pose<double>& X_MF, Eigen::MatrixXd& jacobian) const;
  void evaluate_distances(const std::vector<PlaceAt>& places, Eigen::VectorXd& residuals,
                          Eigen::MatrixXd* jacobian) const;
  void evaluate_priors(const Eigen::VectorXd& x, Eigen::VectorXd& residuals, Eigen::MatrixXd* jacobian) const;
  Eigen::VectorXd bounds(double Unknown::*bound) const;

  std::shared_ptr<const CalibrationChain> chain_;
  Eigen::VectorXd start_;
  Measurements measurements_;
  std::vector<JointReading> readings_;
  std::vector<Unknown> unknowns_;
  Eigen::Index robot_unknowns_ = 0;
  std::vector<Eigen::Index> moved_;        ///< the parameters of the chain that some unknown moves
  Eigen::MatrixXd moved_by_;               ///< those parameters' changes for each unknown's: moved × robot unknowns
  bool are_untied_ = false;                ///< each unknown moves one parameter of its own, in the same order
  std::vector<int> place_of_;              ///< of each measurement; −1: the base's frame
  std::vector<Eigen::Index> place_first_;  ///< the first unknown of each place; −1: it is known
  std::vector<std::pair<int, int>> ends_;  ///< places of each known distance
  std::vector<std::size_t> with_prior_;    ///< unknowns that have one
  Eigen::VectorXi starts_;
  Eigen::Index rows_ = 0;
  std::vector<ResidualRow> residual_rows_;
};

}  // namespace sinew
