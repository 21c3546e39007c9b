// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/analysis/stiction.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "sinew/algorithms/joint_forces.h"
#include "sinew/decompositions/symmetric.h"
#include "sinew/readings/checked.h"

namespace sinew {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

[[noreturn]] void refuse_given(const std::string& what, const std::string& remedy) {
  throw InputError({{Severity::Error, "stiction", 0, what, remedy}});
}

void expect_shape(const char* name, const MatrixXd& x, Index rows, Index columns) {
  if (x.rows() != rows || x.cols() != columns)
    refuse_given(std::string(name) + " is " + std::to_string(x.rows()) + "×" + std::to_string(x.cols()),
                 "give " + std::to_string(rows) + "×" + std::to_string(columns));
  if (!x.allFinite()) refuse_given(std::string(name) + " has an entry that is not finite", "give finite numbers");
}

/// The friction that may hold the joints: what acts is opposite to the push that it holds.
struct Box {
  VectorXd lower, upper;

  explicit Box(const std::vector<RestingJoint>& joints) : lower(std::ssize(joints)), upper(std::ssize(joints)) {
    for (Index i = 0; i < lower.size(); ++i) {
      lower[i] = -joints[static_cast<std::size_t>(i)].plus;
      upper[i] = joints[static_cast<std::size_t>(i)].minus;
    }
  }
  void open(Index i) {
    lower[i] = -std::numeric_limits<double>::infinity();
    upper[i] = -lower[i];
  }
};

/// An active-set method: the free entries go to their minimum or to the first bound on the way.
class BoxSearch {
 public:
  BoxSearch(const MatrixXd& A, const VectorXd& a, const VectorXd& lower, const VectorXd& upper)
      : A_(A), a_(a), lower_(lower), upper_(upper), f_(VectorXd::Zero(a.size()).cwiseMax(lower).cwiseMin(upper)) {}

  VectorXd result() {
    do settle();
    while (free_one());
    return f_;
  }

 private:
  bool is_inside(Index i) const { return lower_[i] < f_[i] && f_[i] < upper_[i]; }

  /// To the minimum over the free entries. Each bound that is met takes one entry away, and so it ends.
  void settle() {
    while (!free_.empty()) {
      const VectorXd here = f_(free_), slope = (A_ * f_ + a_)(free_);
      const MatrixXd A = A_(free_, free_);
      const VectorXd step = -solve_symmetric(A, slope);
      double share = 1.0;
      Index met = -1;
      for (Index k = 0; k < step.size(); ++k) {
        const double bound = step[k] < 0.0 ? lower_(free_)[k] : upper_(free_)[k];
        if (step[k] == 0.0 || std::abs(bound - here[k]) > share * std::abs(step[k])) continue;
        share = (bound - here[k]) / step[k];
        met = k;
      }
      f_(free_) += share * step;
      if (met < 0) return;
      const Index entry = free_[static_cast<std::size_t>(met)];
      f_[entry] = step[met] < 0.0 ? lower_[entry] : upper_[entry];
      free_.erase(free_.begin() + met);
    }
  }

  /// Frees the entry whose bound holds it back most. Each minimum is lower than the one before: no bounds come twice.
  bool free_one() {
    const VectorXd slope = A_ * f_ + a_;
    const VectorXd round_off = 1e-13 * (A_.cwiseAbs() * f_.cwiseAbs() + a_.cwiseAbs());
    double most = 0.0;
    Index chosen = -1;
    for (Index i = 0; i < f_.size(); ++i) {
      if (std::find(free_.begin(), free_.end(), i) != free_.end() || lower_[i] == upper_[i]) continue;
      const double pull = is_inside(i) ? std::abs(slope[i]) : (f_[i] == lower_[i] ? -slope[i] : slope[i]);
      const double weight = pull / std::sqrt(A_(i, i));
      if (pull <= round_off[i] || weight <= most) continue;
      most = weight;
      chosen = i;
    }
    if (chosen >= 0) free_.push_back(chosen);
    return chosen >= 0;
  }

  const MatrixXd& A_;
  const VectorXd &a_, &lower_, &upper_;
  VectorXd f_;
  std::vector<Index> free_;
};

/// The band of all joints that move by one velocity: mimic joints hold their leader, too.
StaticBand<double> band_at(const Model<double>& model, const numbers::Position& q, int velocity_index) {
  StaticBand<double> sum{0.0, 0.0};
  for (const Link<double>& link : model.links()) {
    if (link.velocity_index != velocity_index) continue;
    const StaticBand<double> own = static_band(link.friction, own_position<double, double>(link, q.get()));
    const double size = std::abs(link.multiplier);
    sum.minus += size * (link.multiplier < 0.0 ? own.plus : own.minus);
    sum.plus += size * (link.multiplier < 0.0 ? own.minus : own.plus);
  }
  return {std::max(sum.minus, 0.0), std::max(sum.plus, 0.0)};
}

}  // namespace

VectorXd smallest_in_box(const MatrixXd& A, const VectorXd& a, const VectorXd& lower, const VectorXd& upper) {
  expect_shape("A", A, a.size(), a.size());
  expect_shape("a", a, a.size(), 1);
  for (const VectorXd* bound : {&lower, &upper})
    if (bound->size() != a.size() || bound->array().isNaN().any())
      refuse_given(std::string(bound == &lower ? "lower" : "upper") + " is no bound of each entry",
                   "give " + std::to_string(a.size()) + " numbers or infinities");
  return BoxSearch(A, a, lower, upper).result();
}

std::vector<RestingJoint> resting_joints(const Model<double>& model, In<double> q, In<double> qd) {
  const numbers::Position position(model, q);
  numbers::expect_velocity(model, "qd", qd);
  std::vector<RestingJoint> joints;
  for (const Link<double>& link : model.links()) {
    if (link.follows || qd[at(link.velocity_index)] != 0.0) continue;
    const StaticBand<double> band = band_at(model, position, link.velocity_index);
    if (band.minus > 0.0 || band.plus > 0.0) joints.push_back({link.velocity_index, band.minus, band.plus});
  }
  return joints;
}

Stiction stiction(std::vector<RestingJoint> joints, const VectorXd& qdd_free, const MatrixXd& M_inverse) {
  expect_shape("qdd_free", qdd_free, qdd_free.size(), 1);
  expect_shape("M_inverse", M_inverse, qdd_free.size(), qdd_free.size());
  for (const RestingJoint& joint : joints)
    if (joint.velocity_index < 0 || joint.velocity_index >= qdd_free.size())
      refuse_given("there is no velocity number " + std::to_string(joint.velocity_index),
                   "give one of 0 to " + std::to_string(qdd_free.size() - 1));
  Stiction y{std::move(joints), qdd_free};
  std::vector<Index> at_rest;
  for (const RestingJoint& joint : y.joints) at_rest.push_back(joint.velocity_index);
  const MatrixXd A = M_inverse(at_rest, at_rest);
  const VectorXd a = qdd_free(at_rest);
  const Box box(y.joints);
  const VectorXd f = smallest_in_box(A, a, box.lower, box.upper);
  const VectorXd gain = A * f + a, round_off = 1e-12 * (A.cwiseAbs() * f.cwiseAbs() + a.cwiseAbs());
  y.qdd += M_inverse(Eigen::all, at_rest) * f;
  for (std::size_t k = 0; k < y.joints.size(); ++k) {
    RestingJoint& joint = y.joints[k];
    const auto i = static_cast<Index>(k);
    joint.holds = std::abs(gain[i]) <= round_off[i];
    joint.push = -f[i];
    if (joint.holds) {
      y.qdd[joint.velocity_index] = 0.0;
      continue;
    }
    // what would hold it, if friction had no end
    Box without_end = box;
    without_end.open(i);
    joint.push = -smallest_in_box(A, a, without_end.lower, without_end.upper)[i];
  }
  return y;
}

}  // namespace sinew
