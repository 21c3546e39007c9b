// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/tasks/task_joints.h"

#include "sinew/readings/door.h"
#include "sinew/tasks/joint_names.h"

namespace sinew {
namespace {

std::vector<JointCombination> each_alone(const std::vector<std::string>& joints) {
  std::vector<JointCombination> rows;
  for (const std::string& joint : joints) rows.push_back({{{joint, 1.0}}, ""});
  return rows;
}

std::string name_of(const JointCombination& row) {
  if (!row.name.empty()) return row.name;
  std::string name;
  for (const auto& [joint, coefficient] : row.terms) {
    if (!name.empty()) name += " + ";
    if (coefficient != 1.0) name += shown(coefficient) + "·";
    name += joint;
  }
  return name;
}

std::vector<TaskRow> names_of(const Model<double>& model, const std::vector<JointCombination>& rows) {
  std::vector<TaskRow> names;
  for (const JointCombination& row : rows) {
    bool any_turns = false, any_slides = false;
    for (const auto& term : row.terms)
      (turns(model.link(joint_named(model, term.joint)).kind) ? any_turns : any_slides) = true;
    names.push_back({name_of(row), any_turns && any_slides ? "" : any_slides ? "m" : "rad"});
  }
  return names;
}

}  // namespace

JointTask::JointTask(const Model<double>& model, const std::vector<std::string>& joints, Workspace* work)
    : JointTask(model, each_alone(joints), work) {}

JointTask::JointTask(const Model<double>& model, const std::vector<JointCombination>& rows, Workspace* work)
    : Task(model, work, "joints", names_of(model, rows)),
      J_(RowMatrix::Zero(this->rows(), model.velocity_count())),
      offset_(Eigen::VectorXd::Zero(this->rows())),
      goal_(Eigen::VectorXd::Zero(this->rows())),
      skipped_(model.position_count() - model.velocity_count()) {
  for (Eigen::Index r = 0; r < J_.rows(); ++r) {
    const JointCombination& row = rows[static_cast<std::size_t>(r)];
    if (row.terms.empty()) refuse("row " + in_quotes(row.name) + " has no joints", "give it one or more");
    for (const auto& [name, coefficient] : row.terms) {
      expect_finite("a coefficient", In<double>(&coefficient, 1));
      const Link<double>& joint = model.link(joint_named(model, name));
      J_(r, joint.velocity_index) += coefficient * (joint.follows ? joint.multiplier : 1.0);
      if (joint.follows) offset_[r] += coefficient * joint.offset;
    }
  }
}

void JointTask::set_goal(In<double> values) {
  numbers::expect_length(model(), "the goal", values.size(), at(rows()));
  expect_finite("the goal", values);
  for (std::size_t r = 0; r < values.size(); ++r) goal_[static_cast<Eigen::Index>(r)] = values[r];
  goal_is_set();
}

void JointTask::compute(const LinkMotions& motions, TaskState& state) {
  const double* q = motions.q().data() + skipped_;
  const Eigen::Index first = skipped_ > 0 ? 6 : 0;
  state.J = J_;
  for (Eigen::Index r = 0; r < J_.rows(); ++r) {
    double value = offset_[r];
    for (Eigen::Index i = first; i < J_.cols(); ++i) value += J_(r, i) * q[i];
    state.value[r] = value;
    if (has_goal()) state.error[r] = goal_[r] - value;
  }
}

}  // namespace sinew
