// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/problems/problem_weights.h"

#include <algorithm>
#include <cmath>

#include "sinew/problems/problem_entry.h"

namespace sinew {

namespace {

/// A number is μ; else "mu=0.5", "mu^2=0.25", with "region=0.1" and "filtered=true"; or "none".
void read_damping(const YamlNode& node, const ProblemValues& values, Damping& damping) {
  const bool flag = values.diagnostics().file().starts_with("--");
  const char* how = flag ? "write 0.5 or mu=0.5, or mu^2=0.25, and region=0.1 where it is to vary"
                         : "write 0.5 or {mu: 0.5}, or {mu^2: 0.25}, and `region:` where it is to vary";
  damping = {};
  if (node.is(YamlNode::Kind::Scalar)) {
    if (node.text == "none") return;
    damping.mu = values.number(node, "damping").value_or(0.0);
    damping.kind = Damping::Kind::Constant;
    if (damping.mu < 0.0) values.diagnostics().error(node.source, "the damping is negative", "give one above zero");
    return;
  }
  if (!node.is(YamlNode::Kind::Map)) {
    values.diagnostics().error(node.source, "the damping is a list", how);
    return;
  }
  YamlFields fields(node, "damping", values.diagnostics());
  const YamlNode *mu = fields.find("mu"), *squared = fields.find("mu^2"), *region = fields.find("region"),
                 *filtered = fields.find("filtered");
  fields.refuse_the_rest();
  if (!mu == !squared) {
    values.diagnostics().error(node.source, "the damping has neither mu nor mu^2, or both", how);
    return;
  }
  const double value = values.number(mu ? *mu : *squared, "damping").value_or(0.0);
  if (value < 0.0) values.diagnostics().error(node.source, "the damping is negative", "give one above zero");
  damping.mu = mu ? value : std::sqrt(std::max(value, 0.0));
  damping.kind = Damping::Kind::Constant;
  const bool each = filtered && values.typed().flag(*filtered, "entry filtered").value_or(false);
  if (region) {
    damping.region = values.number(*region, "region of singular values").value_or(0.0);
    damping.kind = each ? Damping::Kind::Filtered : Damping::Kind::Variable;
    if (!(damping.region > 0.0))
      values.diagnostics().error(region->source, "the damping has no region", "give one above zero");
  } else if (each) {
    values.diagnostics().error(node.source, "a damping that is filtered wants a region",
                               flag ? "add region=0.1" : "add `region:`");
  }
}

}  // namespace

Damping damping_given(const std::string& text, const std::string& option) {
  ProblemStatement statement;
  statement.set("damping", text, option);
  Damping damping;
  Diagnostics diagnostics(option);
  read_entry(statement.find("damping"), {}, diagnostics,
             [&](const YamlNode& node, const ProblemValues& values) { read_damping(node, values, damping); });
  diagnostics.throw_if_errors();
  return damping;
}

void read_weights(const ProblemStatement& statement, const ProblemJoints& joints, const Symbols<double>& symbols,
                  RedundancyProblem& problem, Diagnostics& diagnostics) {
  const auto n = joints.count();
  const auto entry = [&](const char* key, const auto& read) {
    read_entry(statement.find(key), symbols, diagnostics, read);
  };
  entry("M", [&](const YamlNode& node, const ProblemValues& values) {
    const auto M = values.matrix(node, "mass matrix");
    if (!M) return;
    if (M->rows() != n || M->cols() != n)
      values.diagnostics().error(node.source,
                                 "the mass matrix is " + std::to_string(M->rows()) + "×" + std::to_string(M->cols()) +
                                     " for " + std::to_string(n) + " joints",
                                 "give it a row and a column per joint");
    else if (!M->isApprox(M->transpose(), 1e-9))
      values.diagnostics().error(node.source, "the mass matrix is not symmetric", "correct it");
    else
      problem.mass_matrix = *M;
  });
  entry("n", [&](const YamlNode& node, const ProblemValues& values) {
    if (problem.level == CommandLevel::Velocity)
      values.diagnostics().error(node.source, "n is a torque, and has no say at velocity level",
                                 "leave it out, or give the task an acceleration");
    if (const auto bias = values.vector(node, n, "torque n = c + g", joints.effort_dimensions())) problem.bias = *bias;
  });
  bool weight_is_inertia = false;
  entry("weight", [&](const YamlNode& node, const ProblemValues& values) {
    if (node.text == "M" || node.text == "mass matrix") {
      weight_is_inertia = true;
      return;
    }
    if (node.is(YamlNode::Kind::Map)) {
      if (const auto each = joints.read_each(node, "weight", {}, 1.0, values))
        problem.weight = Eigen::MatrixXd(each->asDiagonal());
      return;
    }
    const auto W = values.matrix(node, "weight of the joints");
    if (!W) return;
    if (W->rows() == 1 && W->cols() == n && n > 1)
      problem.weight = Eigen::MatrixXd(W->row(0).transpose().asDiagonal());
    else if (W->rows() == n && W->cols() == n)
      problem.weight = *W;
    else
      values.diagnostics().error(node.source, "the weight of the joints fits no " + std::to_string(n) + " joints",
                                 "give one number per joint, as a list or by name, or a square matrix");
  });
  entry("damping",
        [&](const YamlNode& node, const ProblemValues& values) { read_damping(node, values, problem.damping); });
  entry("rank_tolerance", [&](const YamlNode& node, const ProblemValues& values) {
    const auto tolerance = values.number(node, "rank tolerance");
    if (tolerance && (*tolerance < 0.0 || *tolerance >= 1.0))
      values.diagnostics().error(node.source, "the rank tolerance is " + shown(*tolerance),
                                 "it is relative to the largest singular value: give one such as 1e-9");
    problem.rank_tolerance = tolerance.value_or(0.0);
  });
  if (!weight_is_inertia) return;
  const ProblemStatement::Entry* weight = statement.find("weight");
  if (problem.mass_matrix)
    problem.weight = problem.mass_matrix;
  else
    diagnostics.add({Severity::Error, weight->origin, weight->source.line,
                     "the weight is to be the mass matrix, and there is none", "give M, or a robot with masses"});
}

void read_inequalities(const ProblemStatement& statement, const ProblemJoints& joints, const Symbols<double>& symbols,
                       RedundancyProblem& problem, Diagnostics& diagnostics) {
  const auto n = joints.count();
  read_entry(statement.find("inequalities"), symbols, diagnostics,
             [&](const YamlNode& node, const ProblemValues& values) {
               YamlFields fields(node, "inequalities", values.diagnostics());
               const YamlNode *C = fields.find("C"), *d = fields.find("d"), *hard = fields.find("hard");
               fields.refuse_the_rest();
               if (!C || !d) {
                 values.diagnostics().error(node.source, "inequalities C·x ≤ d want both C and d",
                                            "write {C: [[1, 0]], d: [0.5]}");
                 return;
               }
               const auto matrix = values.matrix(*C, "matrix C of the inequalities");
               if (!matrix) return;
               if (matrix->cols() != n)
                 values.diagnostics().error(C->source,
                                            "the matrix C of the inequalities has " + std::to_string(matrix->cols()) +
                                                " columns for " + std::to_string(n) + " joints",
                                            "give it a column per joint");
               const auto limit = values.vector(*d, matrix->rows(), "limit d of the inequalities");
               if (!limit) return;
               problem.inequality_matrix = *matrix;
               problem.inequality_limit = *limit;
               if (hard) problem.hard_inequalities = values.typed().flag(*hard, "entry hard").value_or(false);
             });
}

}  // namespace sinew
