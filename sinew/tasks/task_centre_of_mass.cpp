// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/tasks/task_centre_of_mass.h"

namespace sinew {
namespace {

std::vector<TaskRow> names_of(std::array<bool, 3> axes) {
  std::vector<TaskRow> names;
  for (std::size_t i = 0; i < 3; ++i)
    if (axes[i]) names.push_back({std::string("centre of mass ") + "xyz"[i], "m"});
  return names;
}

}  // namespace

CentreOfMassTask::CentreOfMassTask(const Model<double>& model, std::array<bool, 3> axes, Workspace* work)
    : Task(model, work, "centre of mass", names_of(axes)),
      base_path_(base_joints(model)),
      carried_(at(model.link_count())),
      base_joints_(base_path_.size()),
      joints_(at(model.link_count())),
      before_(at(model.link_count())) {
  for (int i = 0; i < 3; ++i)
    if (axes[at(i)]) axes_.push_back(i);
  mass_ = model.floating_base() ? model.base_inertia().m : 0.0;
  for (int i = 0; i < model.link_count(); ++i) {
    mass_ += model.link(i).inertia.m;
    paths_.push_back(joint_of(model, i));
  }
  if (!(mass_ > 0.0)) refuse("nothing that moves has mass", "give the links masses");
}

void CentreOfMassTask::set_goal(const Vec3<double>& p_W) {
  expect_finite("the goal", p_W);
  goal_ = p_W;
  goal_is_set();
}

void CentreOfMassTask::read_carried(const LinkMotions& motions) {
  const auto share = [&](const Inertia<double>& body, const Pose<double>& X) {
    const double m = body.m / mass_;
    return Share{m, X.R * (body.h / mass_) + m * X.p};
  };
  whole_ = model().floating_base() ? share(model().base_inertia(), motions.pose(base_link)) : Share{};
  for (int i = 0; i < model().link_count(); ++i) carried_[at(i)] = share(model().link(i).inertia, motions.pose(i));
  for (int i = model().link_count() - 1; i >= 0; --i) {
    const int parent = model().link(i).parent;
    Share& below = parent == base_link ? whole_ : carried_[at(parent)];
    below.m += carried_[at(i)].m;
    below.h += carried_[at(i)].h;
  }
  // a unit of q̇ at the origin of W, and from there to all that the joint carries
  const auto moved = [&](const PathJoint& joint, const Share& part) {
    const Motion<double> u = joint.motion_at(motions, {});
    return Motion<double>{u.w, part.m * u.v + cross(u.w, part.h)};
  };
  for (std::size_t k = 0; k < base_path_.size(); ++k) base_joints_[k] = moved(base_path_[k], whole_);
  for (std::size_t i = 0; i < joints_.size(); ++i) joints_[i] = moved(paths_[i], carried_[i]);
}

void CentreOfMassTask::compute(const LinkMotions& motions, TaskState& state) {
  read_carried(motions);
  const std::size_t n = at(model().velocity_count());
  const auto add = [&](const PathJoint& joint, const Vec3<double>& v) {
    double* entry = state.J.data() + joint.velocity;
    for (const int axis : axes_) {
      *entry += v[axis];
      entry += n;
    }
  };
  for (std::size_t k = 0; k < base_path_.size(); ++k) add(base_path_[k], base_joints_[k].v);
  for (std::size_t i = 0; i < joints_.size(); ++i) add(paths_[i], joints_[i].v);

  Vec3<double> a;
  if (!motions.at_rest()) {
    const auto add_share = [&](const Inertia<double>& body, int link) {
      const Vec3<double> h = motions.pose(link).R * (body.h / mass_);
      const PointMotion& u = motions.motion(link);
      a += (body.m / mass_) * u.a + cross(u.wd, h) + cross(u.w, cross(u.w, h));
    };
    if (model().floating_base()) add_share(model().base_inertia(), base_link);
    for (int i = 0; i < model().link_count(); ++i) add_share(model().link(i).inertia, i);
  }
  for (std::size_t r = 0; r < axes_.size(); ++r) {
    const auto row = static_cast<Eigen::Index>(r);
    state.value[row] = whole_.h[axes_[r]];
    state.drift[row] = a[axes_[r]];
    if (has_goal()) state.error[row] = goal_[axes_[r]] - whole_.h[axes_[r]];
  }
}

void CentreOfMassTask::add_jacobian_gradient(const LinkMotions& motions, const RowMatrix& W, Out<double> gradient) {
  // ∂J_i/∂q_k = w_k × J_i for a joint k before i, w_i × J_k for one behind it, nothing for one on another branch
  read_carried(motions);
  const auto weight = [&](const PathJoint& joint) {
    Vec3<double> y;
    for (std::size_t r = 0; r < axes_.size(); ++r) y[axes_[r]] = W(static_cast<Eigen::Index>(r), joint.velocity);
    return y;
  };
  Vec3<double> base_before;
  for (std::size_t k = 0; k < base_path_.size(); ++k) base_before += cross(weight(base_path_[k]), base_joints_[k].w);
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const int parent = model().link(static_cast<int>(i)).parent;
    const Vec3<double>& before = parent == base_link ? base_before : before_[at(parent)];
    gradient[at(paths_[i].velocity)] += dot(joints_[i].v, before);
    before_[i] = before + cross(weight(paths_[i]), joints_[i].w);
  }
  // tip to base, in the same room: the moment of all that a joint turns
  Vec3<double> moment;
  for (std::size_t i = 0; i < joints_.size(); ++i) before_[i] = cross(joints_[i].v, weight(paths_[i]));
  for (std::size_t i = joints_.size(); i-- > 0;) {
    gradient[at(paths_[i].velocity)] += dot(joints_[i].w, before_[i]);
    const int parent = model().link(static_cast<int>(i)).parent;
    (parent == base_link ? moment : before_[at(parent)]) += before_[i];
  }
  for (std::size_t k = 0; k < base_path_.size(); ++k) moment += cross(base_joints_[k].v, weight(base_path_[k]));
  for (std::size_t k = 0; k < base_path_.size(); ++k)
    gradient[at(base_path_[k].velocity)] += dot(base_joints_[k].w, moment);
}

}  // namespace sinew
