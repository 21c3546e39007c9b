// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/analysis/equilibria.h"

#include <Eigen/Eigenvalues>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "sinew/analysis/linear_model.h"
#include "sinew/analysis/matrices.h"
#include "sinew/analysis/random_states.h"

namespace sinew {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double whole_turn = 2.0 * std::numbers::pi;

/// F(q) = g(q) + springs(q) − τ and its derivative K, of one robot.
class RestingForces {
 public:
  RestingForces(const Model<double>& model, const VectorXd& tau, Workspace& work)
      : model_(model),
        tau_(tau),
        work_(work),
        zero_(VectorXd::Zero(tau.size())),
        force_(zero_),
        K_(tau.size(), tau.size()),
        D_(K_),
        M_(K_) {}

  const VectorXd& force(const VectorXd& q) {
    numbers::torque(model_, in(q), in(zero_), in(zero_), work_, out(force_));
    force_ -= tau_;
    return force_;
  }
  const RowMatrix& stiffness(const VectorXd& q) {
    numbers::torque_derivatives(model_, {in(q), in(zero_), in(zero_)}, numbers::own_loads(model_), work_,
                                {out(K_), out(D_), out(M_)});
    return K_;
  }

  const Model<double>& model() const { return model_; }
  const VectorXd& tau() const { return tau_; }
  Workspace& work() { return work_; }

 private:
  const Model<double>& model_;
  const VectorXd& tau_;
  Workspace& work_;
  VectorXd zero_, force_;
  RowMatrix K_, D_, M_;
};

/// The singular values of K and its directions; those of less than `tolerance` of the largest are free.
struct Stiffness {
  Eigen::JacobiSVD<MatrixXd> svd;
  Index rank = 0;

  Stiffness(const MatrixXd& K, double tolerance, double floor) : svd(K, Eigen::ComputeFullU | Eigen::ComputeFullV) {
    const VectorXd& sizes = svd.singularValues();
    while (rank < sizes.size() && sizes[rank] > std::max(tolerance * sizes[0], floor)) ++rank;
  }
  MatrixXd free_directions() const { return svd.matrixV().rightCols(svd.matrixV().cols() - rank); }
  /// The shortest step with K·step = −force, with λ added to the singular values' squares.
  VectorXd step(const VectorXd& force, double lambda) const {
    const VectorXd sizes = svd.singularValues().head(rank);
    const VectorXd gain = sizes.cwiseQuotient((sizes.cwiseAbs2().array() + lambda).matrix());
    return -svd.matrixV().leftCols(rank) * gain.cwiseProduct(svd.matrixU().leftCols(rank).transpose() * force);
  }
};

/// Which joints turn so that whole turns change nothing, and the limits of all.
struct JointRanges {
  std::vector<bool> wraps;
  VectorXd lower, upper;

  explicit JointRanges(const Model<double>& model)
      : wraps(static_cast<std::size_t>(model.position_count()), true),
        lower(VectorXd::Constant(model.position_count(), -Limits::none)),
        upper(VectorXd::Constant(model.position_count(), Limits::none)) {
    for (const Link<double>& link : model.links()) {
      const Index i = link.position_index;
      const bool turns_only = link.kind == JointKind::Revolute || link.kind == JointKind::Continuous;
      const bool is_whole = std::abs(link.multiplier - std::round(link.multiplier)) == 0.0;
      if (!turns_only || link.spring || !is_whole) wraps[static_cast<std::size_t>(i)] = false;
      if (link.follows) continue;
      lower[i] = link.limits.lower;
      upper[i] = link.limits.upper;
    }
  }

  bool wraps_at(Index i) const { return wraps[static_cast<std::size_t>(i)]; }

  /// The same configuration with angles as close to zero as the limits allow; nothing where they allow none.
  std::optional<VectorXd> inside(VectorXd q) const {
    constexpr double slack = 1e-9;
    for (Index i = 0; i < q.size(); ++i) {
      if (wraps_at(i)) {
        q[i] = std::remainder(q[i], whole_turn);
        if (q[i] <= -std::numbers::pi + slack) q[i] += whole_turn;  // of both ends of a turn, +180°
        while (q[i] < lower[i] - slack) q[i] += whole_turn;
        while (q[i] > upper[i] + slack) q[i] -= whole_turn;
      }
      if (q[i] < lower[i] - slack || q[i] > upper[i] + slack) return std::nullopt;
    }
    return q;
  }
  VectorXd difference(const VectorXd& a, const VectorXd& b) const {
    VectorXd d = a - b;
    for (Index i = 0; i < d.size(); ++i)
      if (wraps_at(i)) d[i] = std::remainder(d[i], whole_turn);
    return d;
  }
};

/// One search from many starts.
class EquilibriumSeeker {
 public:
  EquilibriumSeeker(const Model<double>& model, const VectorXd& tau, Workspace& work)
      : forces_(model, tau, work), ranges_(model), n_(model.velocity_count()) {}

  std::vector<Equilibrium> found(const EquilibriumSearch& search) {
    constexpr int per_joint = 100, most = 800;
    const int starts = search.starts > 0 ? search.starts : std::min(per_joint * static_cast<int>(n_), most);
    RandomStates random(search.seed);
    measure(random);
    std::vector<Equilibrium> all;
    for (int k = 0; k < starts; ++k) {
      // the first start stands at zero, where whoever wrote the file put its easiest configuration
      const VectorXd start = k == 0 ? VectorXd::Zero(n_) : random.position(forces_.model());
      const std::optional<VectorXd> root = settled(start);
      if (!root) continue;
      const std::optional<VectorXd> q = ranges_.inside(at_representative(*root));
      if (q) add(*q, all);
    }
    for (Equilibrium& one : all) judge(one);
    // energies of the same size are the same number, so that round-off does not decide
    const auto level = [&](const Equilibrium& one) {
      return energy_scale_ > 0.0 ? std::round(1e9 * one.potential_energy / energy_scale_) : 0.0;
    };
    std::stable_sort(all.begin(), all.end(), [&](const Equilibrium& a, const Equilibrium& b) {
      if (level(a) != level(b)) return level(a) < level(b);
      return std::lexicographical_compare(a.q.begin(), a.q.end(), b.q.begin(), b.q.end());
    });
    return all;
  }

 private:
  /// Sizes of forces and stiffnesses, against which zero is measured.
  void measure(RandomStates& random) {
    constexpr int looks = 20;
    for (int k = 0; k < looks; ++k) {
      const VectorXd q = random.position(forces_.model());
      force_scale_ = std::max(force_scale_, forces_.force(q).cwiseAbs().maxCoeff());
      stiffness_scale_ = std::max(stiffness_scale_, forces_.stiffness(q).cwiseAbs().maxCoeff());
      energy_scale_ = std::max(energy_scale_, std::abs(potential(q)));
    }
    force_scale_ = std::max(force_scale_, forces_.tau().cwiseAbs().maxCoeff());
  }

  double potential(const VectorXd& q) {
    const VectorXd rest = VectorXd::Zero(n_);
    const Energy<double> e =
        numbers::energy(forces_.model(), in(q), in(rest), forces_.model().gravity(), forces_.work());
    return e.potential + e.springs;
  }

  Stiffness stiffness(const VectorXd& q, double tolerance = 1e-9) {
    return {MatrixXd(forces_.stiffness(q)), tolerance, tolerance * stiffness_scale_};
  }

  /// A root near the start by Levenberg and Marquardt's steps, or nothing.
  std::optional<VectorXd> settled(VectorXd q) {
    constexpr int most_steps = 80;
    constexpr double close = 1e-13;
    double lambda = 1e-4 * stiffness_scale_ * stiffness_scale_;
    VectorXd force = forces_.force(q);
    for (int k = 0; k < most_steps && force.norm() > close * force_scale_; ++k) {
      const Stiffness here = stiffness(q, 1e-12);
      bool is_better = false;
      for (int tries = 0; tries < 12 && !is_better; ++tries) {
        VectorXd step = here.step(force, lambda);
        const double longest = step.cwiseAbs().maxCoeff();
        if (longest > 1.0) step /= longest;
        const VectorXd moved = q + step, there = forces_.force(moved);
        is_better = there.norm() < force.norm();
        if (is_better) {
          q = moved;
          force = there;
        }
        lambda *= is_better ? 0.1 : 10.0;
      }
      if (lambda < 1e-30 * stiffness_scale_ * stiffness_scale_) lambda = 0.0;
      if (!is_better) break;
    }
    constexpr double accepted = 1e-9;
    if (!(force.norm() <= accepted * force_scale_)) return std::nullopt;
    return q;
  }

  /// Free joints, those that no force depends on, at zero or as near to it as their limits allow.
  VectorXd at_representative(VectorXd q) {
    const MatrixXd K = forces_.stiffness(q);
    const VectorXd here = forces_.force(q);
    for (Index i = 0; i < n_; ++i) {
      if (K.col(i).cwiseAbs().maxCoeff() > 1e-9 * stiffness_scale_) continue;
      VectorXd moved = q;
      moved[i] = std::clamp(0.0, ranges_.lower[i], ranges_.upper[i]);
      const VectorXd between = 0.5 * (moved + q);
      const bool is_free = (forces_.force(moved) - here).norm() <= 1e-9 * force_scale_ &&
                           (forces_.force(between) - here).norm() <= 1e-9 * force_scale_;
      if (is_free) q = moved;
    }
    return q;
  }

  /// The free directions of an equilibrium along which a step stays among equilibria: not those of a point where K is
  /// singular by chance.
  MatrixXd free_directions(const VectorXd& q) {
    constexpr double length = 1e-2;
    MatrixXd kept(n_, 0);
    const MatrixXd all = stiffness(q, 1e-7).free_directions();
    for (Index k = 0; k < all.cols(); ++k) {
      const std::optional<VectorXd> there = settled(q + length * all.col(k));
      const bool went = there && (ranges_.difference(*there, q)).norm() > 0.5 * length;
      if (!went) continue;
      kept.conservativeResize(n_, kept.cols() + 1);
      kept.rightCols(1) = all.col(k);
    }
    return kept;
  }

  /// Can one be reached from the other along free directions?
  bool is_connected(const Equilibrium& from, const VectorXd& to) {
    constexpr int most_steps = 400;
    constexpr double stride = 0.05, same = 1e-5;
    if (from.free_directions.cols() == 0) return false;
    VectorXd q = from.q;
    double before = ranges_.difference(to, q).norm();
    for (int k = 0; k < most_steps; ++k) {
      const VectorXd way = ranges_.difference(to, q);
      if (way.norm() < same) return true;
      const MatrixXd N = stiffness(q, 1e-7).free_directions();
      VectorXd step = N * (N.transpose() * way);
      if (step.norm() > stride) step *= stride / step.norm();
      const std::optional<VectorXd> next = settled(q + step);
      if (!next) return false;
      q = *next;
      const double left = ranges_.difference(to, q).norm();
      if (left < same) return true;
      if (left > before * (1.0 - 1e-4)) return false;
      before = left;
    }
    return false;
  }

  void add(const VectorXd& q, std::vector<Equilibrium>& all) {
    constexpr double same = 1e-5;
    const double energy = potential(q);
    for (const Equilibrium& known : all) {
      if (ranges_.difference(q, known.q).cwiseAbs().maxCoeff() < same) return;
      // the energy of a continuum is the same everywhere where no torques work along it
      const bool may_be =
          !forces_.tau().isZero(0.0) || std::abs(energy - known.potential_energy) < 1e-7 * energy_scale_;
      if (may_be && is_connected(known, q)) return;
    }
    Equilibrium one;
    one.q = q;
    one.potential_energy = energy;
    one.free_directions = free_directions(q);
    all.push_back(std::move(one));
  }

  /// Where M is singular, accelerations have no bound, and the potential alone tells.
  void judge_by_stiffness(Equilibrium& one) {
    const MatrixXd K = forces_.stiffness(one.q);
    const VectorXd sizes = Eigen::SelfAdjointEigenSolver<MatrixXd>(0.5 * (K + K.transpose())).eigenvalues();
    const double zero = 1e-9 * stiffness_scale_;
    one.stability = sizes[0] < -zero ? Stability::Unstable : sizes[0] > zero ? Stability::Stable : Stability::Marginal;
  }

  void judge(Equilibrium& one) {
    const VectorXd rest = VectorXd::Zero(n_);
    LinearModel linear;
    try {
      linear = linear_model(forces_.model(), {in(one.q), in(rest), in(forces_.tau())}, forces_.work());
    } catch (const InputError&) {
      return judge_by_stiffness(one);
    }
    double largest = 0.0;
    for (const LinearMode& mode : linear.modes) largest = std::max(largest, mode.natural_frequency);
    const double zero = 1e-6 * largest;
    bool grows = false, stays = false, swings = false;
    for (const LinearMode& mode : linear.modes) {
      grows = grows || mode.pole.real() > zero;
      stays = stays || mode.natural_frequency <= zero;
      swings = swings || mode.pole.real() == 0.0;
    }
    one.stability = grows ? Stability::Unstable : stays ? Stability::Marginal : Stability::Stable;
    one.settles = one.stability == Stability::Stable && !swings;
  }

  RestingForces forces_;
  JointRanges ranges_;
  Index n_;
  double force_scale_ = 0.0, stiffness_scale_ = 0.0, energy_scale_ = 0.0;
};

}  // namespace

const char* name_of(Stability stability) {
  switch (stability) {
    case Stability::Stable:
      return "stable";
    case Stability::Unstable:
      return "unstable";
    default:
      return "marginal";
  }
}

std::vector<Equilibrium> equilibria(const Model<double>& model, const VectorXd& tau, Workspace& work,
                                    const EquilibriumSearch& search) {
  const int n = model.velocity_count();
  if (model.floating_base())
    refuse(model.name(), "its base floats, so that it falls or drifts and stays nowhere",
           "leave out --floating-base, or equilibria");
  if (n == 0) refuse(model.name(), "nothing on this robot moves", "give it a joint that is not fixed");
  if (tau.size() != n || !tau.allFinite())
    refuse(model.name(), "the torques of the equilibria are not " + std::to_string(n) + " finite numbers",
           "give one for each joint");
  // at rest dry friction is zero, and viscous friction changes the poles alone
  return EquilibriumSeeker(model, tau, work).found(search);
}

}  // namespace sinew
