// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/analysis/structure_report.h"

#include <algorithm>
#include <cmath>

#include "sinew/analysis/matrices.h"
#include "sinew/analysis/random_states.h"
#include "sinew/decompositions/symmetric.h"

namespace sinew {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Keeps the worst of what is seen of a property.
class Verdict {
 public:
  Verdict(std::string name, double tolerance) : property_{std::move(name), true, 0.0, {}}, tolerance_(tolerance) {}

  void see(double residual, const std::string& where) {
    if (!(residual <= property_.residual)) property_.residual = residual;
    if (!(residual <= tolerance_) && property_.holds) {
      property_.holds = false;
      property_.detail = where;
    }
  }
  StructuralProperty result() const { return property_; }

 private:
  StructuralProperty property_;
  double tolerance_;
};

double relative(const MatrixXd& difference, const MatrixXd& scale) {
  const double size = scale.cwiseAbs().maxCoeff();
  return difference.cwiseAbs().maxCoeff() / (size > 0.0 ? size : 1.0);
}

/// √(M(i,i)·M(j,j))·‖q̇‖, what entry (i, j) of Ṁ and C is like: not of Ṁ and C themselves, which may be nothing but
/// round-off where M is constant, and entry by entry, for a wrist's are small beside a shoulder's.
MatrixXd rate_scale(const MatrixXd& M, const VectorXd& qd) {
  const VectorXd root = M.diagonal().cwiseMax(0.0).cwiseSqrt();
  const double largest = std::sqrt(M.cwiseAbs().maxCoeff()), speed = qd.cwiseAbs().maxCoeff();
  MatrixXd scale = speed * root * root.transpose();
  for (double& entry : scale.reshaped())
    if (!(entry > 0.0)) entry = largest * largest * speed;
  return scale;
}

/// The largest entry of `difference`, each against its own scale.
double largest_share(const MatrixXd& difference, const MatrixXd& scale) {
  double largest = 0.0;
  for (Eigen::Index i = 0; i < difference.size(); ++i) {
    const double size = scale.reshaped()[i], share = std::abs(difference.reshaped()[i]) / (size > 0.0 ? size : 1.0);
    if (!(share <= largest)) largest = share;
  }
  return largest;
}

std::string at_state(const VectorXd& q) {
  std::string text = "at q = [";
  for (Eigen::Index i = 0; i < q.size(); ++i) text += (i ? ", " : "") + shown(q[i]);
  return text + "]";
}

std::string largest_asymmetry(const MatrixXd& M, const VectorXd& q) {
  Eigen::Index i = 0, j = 0;
  (M - M.transpose()).cwiseAbs().maxCoeff(&i, &j);
  return "M(" + std::to_string(i + 1) + ", " + std::to_string(j + 1) + ") = " + shown(M(i, j)) + " but M(" +
         std::to_string(j + 1) + ", " + std::to_string(i + 1) + ") = " + shown(M(j, i)) + " " + at_state(q);
}

double smallest_eigenvalue(const MatrixXd& M) {
  const MatrixXd symmetric = 0.5 * (M + M.transpose());
  return symmetric_eigenvalues(symmetric)[0];
}

/// Positive definiteness keeps the smallest eigenvalue, and fails where it is not above round-off.
class Definiteness {
 public:
  void see(const MatrixXd& M, const VectorXd& q) {
    const double smallest = smallest_eigenvalue(M), scale = M.cwiseAbs().maxCoeff();
    std::optional<double>& seen = property_.smallest_eigenvalue;
    seen = seen ? std::min(*seen, smallest) : smallest;
    if (!(smallest > 1e-13 * scale) && property_.holds) {
      property_.holds = false;
      property_.detail = "its smallest eigenvalue is " + shown(smallest) + " " + at_state(q);
    }
  }
  StructuralProperty result() const { return property_; }

 private:
  StructuralProperty property_{"M is positive definite", true, 0.0, {}};
};

}  // namespace

bool StructureReport::all_hold() const {
  return std::all_of(properties.begin(), properties.end(), [](const StructuralProperty& p) { return p.holds; });
}

StructureReport structure_report(const Model<double>& model, int states, unsigned seed) {
  const int n = model.velocity_count();
  if (n == 0)
    throw InputError({{Severity::Error, model.name(), 0, "nothing on this robot moves",
                       "give it a joint that is not fixed, or free its base with --floating-base"}});
  Workspace work(model);
  RandomStates random(seed);
  const auto M_at = [&](const VectorXd& q) {
    RowMatrix M(n, n);
    numbers::mass_matrix(model, in(q), work, out(M));
    return MatrixXd(M);
  };
  Verdict symmetric("M is symmetric", 1e-13), rate("Mdot = C + C^T", 1e-8), skew("Mdot - 2C is skew-symmetric", 1e-8),
      product("C*qd = c(q, qd)", 1e-12), energy("dT/dt + dU/dt = power of the joints", 1e-10);
  Verdict first("M does not depend on q1", 1e-12);
  Definiteness definite;
  const bool has_first = !model.floating_base() && model.link_count() > 0;
  const bool follows_tree = [&] {
    // the first joint carries the whole robot
    return has_first && model.subtree_end(0) == model.link_count() && !model.has_followers();
  }();
  for (int state = 0; state < states; ++state) {
    const VectorXd q = random.position(model), qd = random.rate(model), qdd = random.rate(model);
    const MatrixXd M = M_at(q);
    symmetric.see(relative(M - M.transpose(), M), largest_asymmetry(M, q));
    definite.see(M, q);
    RowMatrix C(n, n);
    numbers::coriolis_matrix(model, in(q), in(qd), work, out(C));
    VectorXd c(n), tau(n), g(n);
    numbers::coriolis_torque(model, in(q), in(qd), work, out(c));
    const MatrixXd scale = rate_scale(M, qd);
    product.see(largest_share(C * qd - c, scale * qd.cwiseAbs()), at_state(q));
    // Ṁ along the motion, by central differences of fourth order; M does not depend on where a base floats
    const double h = 1e-3;
    const auto along = [&](double t) {
      VectorXd moved = q;
      const int shift = model.floating_base() ? 1 : 0;
      for (int i = model.floating_base() ? 6 : 0; i < n; ++i) moved[i + shift] += t * qd[i];
      return M_at(moved);
    };
    const MatrixXd Md = (8.0 * (along(h) - along(-h)) - (along(2 * h) - along(-2 * h))) / (12.0 * h);
    rate.see(largest_share(Md - C - C.transpose(), scale), at_state(q));
    const MatrixXd S = Md - 2.0 * C;
    skew.see(largest_share(S + S.transpose(), scale), at_state(q));
    // power: the rates of the energies from the terms, against inverse dynamics
    numbers::torque(model, in(q), in(qd), in(qdd), work, out(tau));
    numbers::gravity_torque(model, in(q), model.gravity(), work, out(g));
    double held = 0.0, size = 0.0;
    for (int i = 0; i < n; ++i) {
      const double passive =
          friction_at<double, double>(model, in(q), in(qd), i) + spring_at<double, double>(model, in(q), i);
      held += qd[i] * (tau[i] - passive);
      size += std::abs(qd[i] * tau[i]) + std::abs(qd[i] * g[i]);
    }
    const double stored = qd.dot(M * qdd) + 0.5 * qd.dot(Md * qd) + qd.dot(g);
    energy.see(std::abs(stored - held) / (size > 0.0 ? size : 1.0), at_state(q));
    if (follows_tree) {
      VectorXd turned = q;
      turned[model.link(0).position_index] += 0.7;
      first.see(relative(M_at(turned) - M, M), at_state(q));
    }
  }
  StructureReport report;
  report.properties = {symmetric.result(), definite.result()};
  if (follows_tree) report.properties.push_back(first.result());
  for (const StructuralProperty& p : {rate.result(), skew.result(), product.result(), energy.result()})
    report.properties.push_back(p);
  return report;
}

StructureReport check_claimed_matrices(int n, const MatrixOfQ& M, const MatrixOfQAndRate& C, int states,
                                       unsigned seed) {
  RandomStates random(seed);
  const auto vector = [&](double size) {
    VectorXd x(n);
    for (double& value : x) value = random.uniform(-size, size);
    return x;
  };
  const auto expect_size = [&](const MatrixXd& m, const char* name) {
    if (m.rows() != n || m.cols() != n)
      throw InputError({{Severity::Error, name, 0,
                         std::string(name) + " is " + std::to_string(m.rows()) + " by " + std::to_string(m.cols()),
                         "give " + std::to_string(n) + " rows of " + std::to_string(n)}});
  };
  Verdict symmetric("M is symmetric", 1e-12), first("M does not depend on q1", 1e-12),
      skew("Mdot - 2C is skew-symmetric", 1e-7);
  Definiteness definite;
  for (int state = 0; state < states; ++state) {
    const VectorXd q = vector(std::numbers::pi), qd = vector(1.0);
    const MatrixXd m = M(q);
    expect_size(m, "M");
    symmetric.see(relative(m - m.transpose(), m), largest_asymmetry(m, q));
    definite.see(m, q);
    VectorXd turned = q;
    turned[0] += 0.7;
    first.see(relative(M(turned) - m, m), at_state(q));
    if (!C) continue;
    const MatrixXd c = C(q, qd);
    expect_size(c, "C");
    const double h = 1e-3;
    const MatrixXd Md = (8.0 * (M(q + h * qd) - M(q - h * qd)) - (M(q + 2 * h * qd) - M(q - 2 * h * qd))) / (12.0 * h);
    const MatrixXd S = Md - 2.0 * c;
    Eigen::Index i = 0, j = 0;
    (S + S.transpose()).cwiseAbs().maxCoeff(&i, &j);
    skew.see(largest_share(S + S.transpose(), rate_scale(m, qd)),
             "entry (" + std::to_string(i + 1) + ", " + std::to_string(j + 1) +
                 ") of Mdot - 2C plus its transpose is " + shown(S(i, j) + S(j, i)) + " " + at_state(q));
  }
  StructureReport report;
  report.properties = {symmetric.result(), definite.result(), first.result()};
  if (C) report.properties.push_back(skew.result());
  return report;
}

StructureReport check_claimed_mass_matrix(const Model<double>& model, const VectorXd& q, const MatrixXd& claimed) {
  const int n = model.velocity_count();
  if (claimed.rows() != n || claimed.cols() != n)
    throw InputError({{Severity::Error, model.name(), 0,
                       "the matrix is " + std::to_string(claimed.rows()) + " by " + std::to_string(claimed.cols()),
                       "give " + std::to_string(n) + " rows of " + std::to_string(n)}});
  Workspace work(model);
  RowMatrix own(n, n);
  numbers::mass_matrix(model, in(q), work, out(own));
  Verdict symmetric("M is symmetric", 1e-9), equal("M is that of this robot", 1e-6);
  Definiteness definite;
  symmetric.see(relative(claimed - claimed.transpose(), claimed), largest_asymmetry(claimed, q));
  definite.see(claimed, q);
  Eigen::Index i = 0, j = 0;
  (claimed - own).cwiseAbs().maxCoeff(&i, &j);
  equal.see(relative(claimed - own, own), "M(" + std::to_string(i + 1) + ", " + std::to_string(j + 1) + ") is " +
                                              shown(own(i, j)) + " here, not " + shown(claimed(i, j)));
  return {{symmetric.result(), definite.result(), equal.result()}};
}

}  // namespace sinew
