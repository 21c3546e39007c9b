// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/results/suspicion.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <utility>

#include "sinew/calibration/results/baseline.h"
#include "sinew/calibration/results/residual_statistics.h"

namespace sinew {
namespace {

constexpr double believable_length = 0.02, believable_angle = 0.03;  // m, rad: what a robot itself may be off by
constexpr double clearly_smaller = 5.0;

/// What was measured, with one slip undone.
struct Undone {
  std::string slip;
  std::function<void(Measurements&, std::vector<JointReading>&)> undo;
};

class SlipSearch {
 public:
  SlipSearch(const std::shared_ptr<const CalibrationChain>& chain, const Measurements& measurements,
             const std::vector<JointReading>& readings, const std::vector<Unknown>& beside_robot)
      : chain_(chain), measurements_(measurements), readings_(readings), beside_robot_(beside_robot) {}

  std::vector<Suspicion> search() {
    const auto [position, angle] = sizes(measurements_, readings_);
    if (position <= believable_length && angle <= believable_angle) return {};
    uses_position_ = position > believable_length;
    const double as_is = uses_position_ ? position : angle;
    add_units();
    add_columns();
    std::vector<Suspicion> found;
    for (const Undone& one : undone_) {
      Measurements measurements = measurements_;
      std::vector<JointReading> readings = readings_;
      one.undo(measurements, readings);
      const auto [p, a] = sizes(measurements, readings);
      const double rms = uses_position_ ? p : a;
      if (rms * clearly_smaller < as_is) found.push_back({one.slip, rms, as_is});
    }
    std::sort(found.begin(), found.end(), [](const Suspicion& a, const Suspicion& b) { return a.rms < b.rms; });
    return found;
  }

 private:
  /// Root mean squares of the residuals' lengths; infinite where no places can be found at all.
  std::pair<double, double> sizes(const Measurements& measurements, const std::vector<JointReading>& readings) const {
    try {
      const Baseline nominal = baseline(chain_, chain_->nominal(), measurements, readings, beside_robot_, Loss::Huber);
      const ResidualStatistics s = residual_statistics(*nominal.problem, nominal.residuals());
      return {s.position.rms, s.angle.rms};
    } catch (const InputError&) {
      constexpr double none = std::numeric_limits<double>::infinity();
      return {none, none};
    }
  }

  const JointDescription<double>& joint(std::size_t i) const {
    const ChainPath& path = chain_->parts().path;
    return chain_->parts().description.joints[static_cast<std::size_t>(path.joints[i].joint)];
  }
  Eigen::Index column(std::size_t i) const { return chain_->parts().path.joints[i].position; }
  std::size_t joint_count() const { return chain_->parts().path.joints.size(); }

  /// The positions of all joints that turn (or slide) multiplied by a factor.
  void scale_joints(bool turning, double factor, std::vector<JointReading>& readings) const {
    for (std::size_t i = 0; i < joint_count(); ++i)
      if (turns(joint(i).kind) == turning)
        for (JointReading& reading : readings) reading.q[column(i)] *= factor;
  }

  void add_units() {
    constexpr double one_degree = std::numbers::pi / 180.0;
    undone_.push_back({"the joint positions seem to be in degrees, and are read as radians",
                       [this](Measurements&, std::vector<JointReading>& r) { scale_joints(true, one_degree, r); }});
    undone_.push_back(
        {"the joint positions seem to be in radians, and are read as degrees",
         [this](Measurements&, std::vector<JointReading>& r) { scale_joints(true, 1.0 / one_degree, r); }});
    bool slides = false;
    for (std::size_t i = 0; i < joint_count(); ++i) slides = slides || !turns(joint(i).kind);
    for (const auto& [factor, is, read_as] :
         {std::tuple{1e-3, "millimetres", "metres"}, std::tuple{1e3, "metres", "millimetres"}}) {
      const std::string units = std::string(" seem to be in ") + is + ", and are read as " + read_as;
      const double by = factor;
      if (slides)
        undone_.push_back({"the positions of joints that slide" + units,
                           [this, by](Measurements&, std::vector<JointReading>& r) { scale_joints(false, by, r); }});
      undone_.push_back({"the measured lengths" + units, [by](Measurements& m, std::vector<JointReading>&) {
                           for (Measurement& row : m.rows) {
                             row.X_MF.p = by * row.X_MF.p;
                             row.distance *= by;
                           }
                         }});
    }
  }

  void add_columns() {
    for (std::size_t i = 0; i < joint_count(); ++i) {
      undone_.push_back({"the column of joint " + in_quotes(joint(i).name) + " seems to have the wrong sign",
                         [c = column(i)](Measurements&, std::vector<JointReading>& readings) {
                           for (JointReading& reading : readings) reading.q[c] *= -1.0;
                         }});
      for (std::size_t j = 0; j < i; ++j)
        undone_.push_back({"the columns of the joints " + in_quotes(joint(j).name) + " and " +
                               in_quotes(joint(i).name) + " seem to be swapped",
                           [a = column(j), b = column(i)](Measurements&, std::vector<JointReading>& readings) {
                             for (JointReading& reading : readings) std::swap(reading.q[a], reading.q[b]);
                           }});
    }
    constexpr const char* axes[] = {"x", "y", "z"};
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < i; ++j)
        undone_.push_back({std::string("the columns ") + axes[j] + " and " + axes[i] + " seem to be swapped",
                           [i, j](Measurements& m, std::vector<JointReading>&) {
                             for (Measurement& row : m.rows) std::swap(row.X_MF.p[i], row.X_MF.p[j]);
                           }});
  }

  std::shared_ptr<const CalibrationChain> chain_;
  const Measurements& measurements_;
  const std::vector<JointReading>& readings_;
  const std::vector<Unknown>& beside_robot_;
  std::vector<Undone> undone_;
  bool uses_position_ = true;
};

}  // namespace

std::vector<Suspicion> suspicions(const std::shared_ptr<const CalibrationChain>& chain,
                                  const Measurements& measurements, const std::vector<JointReading>& readings,
                                  const std::vector<Unknown>& beside_robot) {
  return SlipSearch(chain, measurements, readings, beside_robot).search();
}

}  // namespace sinew
