// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/torque_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "sinew/analysis/matrices.h"
#include "sinew/errors/visible_text.h"
#include "sinew/report/totals.h"
#include "sinew/report/trace_vectors.h"

namespace sinew {
namespace {

Eigen::VectorXd share(const Trace& trace, const TorqueCause& cause) {
  Eigen::VectorXd values(trace.tau.size());
  for (Eigen::Index i = 0; i < values.size(); ++i) values[i] = trace.torques[static_cast<std::size_t>(i)].*cause.part;
  return values;
}

/// A moving body under its name: a link with the joint that moves it, or a floating base.
struct TracedBody {
  std::string name, joint;
  const LinkTrace<double>* vectors;

  /// A floating base has no joint that would take its acceleration apart.
  bool has(const TraceVector& v) const { return !joint.empty() || *v.symbol != '\0'; }
};
std::vector<TracedBody> traced_bodies(const Model<double>& model, const std::vector<LinkTrace<double>>& links,
                                      const std::optional<LinkTrace<double>>& base) {
  std::vector<TracedBody> bodies;
  if (base) bodies.push_back({"base", "", &*base});
  for (int i = 0; i < model.link_count(); ++i)
    bodies.push_back({model.link(i).name, model.link(i).joint_name, &links[at(i)]});
  return bodies;
}

std::vector<FigureLine> lines_of(std::span<const TraceVector> vectors, const TracedBody& body) {
  std::vector<FigureLine> lines;
  for (const TraceVector& v : vectors)
    if (body.has(v)) lines.push_back({v.symbol, vector(v.of(*body.vectors)), v.dimension, v.meaning});
  return lines;
}

void add_vectors(std::span<const TraceVector> vectors, const std::vector<TracedBody>& bodies,
                 std::vector<Datum>& data) {
  for (const TracedBody& body : bodies)
    for (const TraceVector& v : vectors)
      if (body.has(v)) data.push_back({{"links", body.name, v.key}, vector(v.of(*body.vectors)), xyz(), nullptr});
}

/// f and n of every joint, from the tip inwards.
std::string reactions_text(const std::vector<TracedBody>& bodies, const Showing& showing) {
  // one table, so that forces stand below forces
  std::vector<std::string> names;
  for (const TracedBody& body : bodies)
    names.push_back(body.joint.empty() ? body.name : body.joint + " → " + body.name);
  std::reverse(names.begin(), names.end());
  std::vector<FigureColumn> columns;
  for (const TraceVector& v : inward_vectors())
    for (int axis = 0; axis < 3; ++axis) {
      FigureColumn column{std::string(v.symbol) + "xyz" [axis], Eigen::VectorXd(std::ssize(bodies)), { v.dimension }};
      for (std::size_t i = 0; i < bodies.size(); ++i)
        column.values[static_cast<Eigen::Index>(bodies.size() - 1 - i)] = v.of(*bodies[i].vectors)[axis];
      columns.push_back(std::move(column));
    }
  return figure_table("joint → link", names, columns, showing, 2);
}

}  // namespace

std::vector<Datum> torque_data(const Coordinates& of, const Eigen::VectorXd& tau) {
  return {{{"tau"}, tau, of.efforts, nullptr}};
}

std::string torque_text(const Coordinates& of, const Eigen::VectorXd& tau, const Showing& showing,
                        const std::vector<std::string>& marks) {
  return figure_table("joint", *of.efforts, {{of.effort_name(), tau, of.effort_measures()}}, showing, 0, marks);
}

std::vector<Datum> trace_data(const Model<double>& model, const Coordinates& of, const Trace& trace) {
  std::vector<Datum> data;
  for (const TorqueCause& cause : torque_causes())
    data.push_back({{"parts", cause.key}, share(trace, cause), of.efforts, nullptr});
  const std::vector<TracedBody> bodies = traced_bodies(model, trace.links, trace.base);
  add_vectors(outward_vectors(), bodies, data);
  add_vectors(inward_vectors(), bodies, data);
  return data;
}

std::string trace_text(const Model<double>& model, const Coordinates& of, const Trace& trace, const Showing& showing) {
  std::string text = "Outwards: how each link moves and what that takes, in the link's own axes (x y z)\n";
  const std::vector<TracedBody> bodies = traced_bodies(model, trace.links, trace.base);
  for (const TracedBody& body : bodies)
    text += "\n" + visible_text(body.name + (body.joint.empty() ? ", floating" : ", moved by " + body.joint)) + "\n" +
            figure_lines(lines_of(outward_vectors(), body), showing, 2);
  text += "\nInwards: what each joint gives to its link, at the joint, in the link's own axes\n";
  text += reactions_text(bodies, showing);
  text += "\nBy cause\n";
  std::vector<FigureColumn> columns;
  for (const TorqueCause& cause : torque_causes())
    columns.push_back({cause.title, share(trace, cause), of.effort_measures()});
  columns.push_back({"together", trace.tau, of.effort_measures()});
  return text + figure_table("joint", *of.efforts, columns, showing, 2);
}

std::string link_vectors_member() {
  return json_member("links",
                     "{" + json_member("axes", json_text("own")) + ", " + json_member("rows", json_list(*xyz())) + "}");
}

std::vector<Datum> acceleration_data(const Coordinates& of, const Eigen::VectorXd& qdd) {
  return {{{"qdd"}, qdd, of.rates, nullptr}};
}

std::string acceleration_text(const Coordinates& of, const Eigen::VectorXd& qdd, const Showing& showing) {
  return figure_table("joint", *of.rates, {{"acceleration", qdd, of.acceleration_measures()}}, showing);
}

std::vector<Datum> stiction_data(const Coordinates& of, const Stiction& stiction) {
  std::vector<Datum> data;
  if (stiction.joints.empty()) return data;
  for (const RestingJoint& joint : stiction.joints) {
    const std::string& name = (*of.rates)[at(joint.velocity_index)];
    data.push_back({{"static_friction", name, "band"},
                    Eigen::Vector2d(-joint.minus, joint.plus),
                    labels({"from", "to"}),
                    nullptr});
    data.push_back(number_datum({"static_friction", name, "push"}, joint.push));
    data.push_back(truth_datum({"static_friction", name, "holds"}, joint.holds));
  }
  data.push_back({{"qdd_with_static_friction"}, stiction.qdd, of.rates, nullptr});
  for (Datum& datum : data) datum.varies = true;
  return data;
}

std::string stiction_text(const Coordinates& of, const Stiction& stiction, const Showing& showing) {
  const std::vector<RestingJoint>& joints = stiction.joints;
  if (joints.empty()) return {};
  std::string text = "At rest, dry friction takes any value within its band; the accelerations above are without it.\n";
  for (const RestingJoint& joint : joints) {
    const std::size_t i = at(joint.velocity_index);
    const auto amount = [&](double value) { return figure(value, of.effort[i], showing); };
    text += fmt::format("  {}: holds from {} to {}; the push is {}: {}\n", visible_text((*of.rates)[i]),
                        amount(-joint.minus), amount(joint.plus), amount(joint.push),
                        joint.holds ? "it stays" : "it breaks away");
  }
  const bool all = joints.size() == of.rates->size() &&
                   std::all_of(joints.begin(), joints.end(), [](const RestingJoint& joint) { return joint.holds; });
  if (all) return text + "Every joint stays: the robot remains at rest.\n";
  return text + "With it:\n" +
         figure_table("joint", *of.rates, {{"acceleration", stiction.qdd, of.acceleration_measures()}}, showing, 2);
}

std::vector<Datum> statics_data(const Model<double>& model, const Coordinates& of, const StaticsReport& statics) {
  std::vector<Datum> data = {{{"tau"}, statics.tau, of.efforts, nullptr},
                             {{"parts", "external"}, statics.from_wrenches, of.efforts, nullptr},
                             {{"parts", "gravity"}, statics.from_gravity, of.efforts, nullptr},
                             {{"parts", "spring"}, statics.from_springs, of.efforts, nullptr},
                             truth_datum({"in_equilibrium"}, statics.in_equilibrium)};
  add_vectors(inward_vectors(), traced_bodies(model, statics.reactions, statics.base), data);
  return data;
}

std::vector<Weight> weights(const Arm& arm, const Eigen::VectorXd& q) {
  const Model<double>& model = arm.model();
  std::vector<Weight> all;
  if (norm(model.gravity()) == 0.0) return all;
  const auto add = [&](const std::string& link, const Inertia<double>& body, const Pose<double>& X_WF) {
    if (body.m != 0.0) all.push_back({link, vector(body.m * model.gravity()), vector(X_WF * centre_of_mass(body))});
  };
  if (model.floating_base()) add("base", model.base_inertia(), base_pose<double>(in(q)));
  for (int i = 0; i < model.link_count(); ++i)
    add(model.link(i).name, body_in_link_frame(model, i), arm.pose(q, model.link(i).name));
  return all;
}

std::string statics_text(const Model<double>& model, const Coordinates& of, const StaticsReport& statics,
                         const std::vector<Weight>& weights, const Showing& showing,
                         const std::vector<std::string>& marks) {
  const std::vector<Measure> measures = of.effort_measures();
  std::string text = "What the joints must hold with\n";
  text += figure_table("joint", *of.efforts,
                       {{of.effort_name(), statics.tau, measures},
                        {"against wrenches", statics.from_wrenches, measures},
                        {"gravity", statics.from_gravity, measures},
                        {"springs", statics.from_springs, measures}},
                       showing, 2, marks);
  text += "\nWhat each joint gives to its link, at the joint, in the link's own axes\n";
  text += reactions_text(traced_bodies(model, statics.reactions, statics.base), showing);
  if (!weights.empty()) {
    text += "\nGravity as wrenches, in the world's frame\n";
    std::vector<std::string> links;
    std::vector<FigureColumn> columns;
    links.reserve(weights.size());
    for (const Weight& weight : weights) links.push_back(weight.link);
    const auto add = [&](const char* symbol, const Dimension& d, Eigen::Vector3d Weight::*part) {
      for (int axis = 0; axis < 3; ++axis) {
        FigureColumn column{std::string(symbol) + "xyz" [axis], Eigen::VectorXd(std::ssize(weights)), { d }};
        for (std::size_t i = 0; i < weights.size(); ++i)
          column.values[static_cast<Eigen::Index>(i)] = (weights[i].*part)[axis];
        columns.push_back(std::move(column));
      }
    };
    add("F", dimension::force, &Weight::force);
    add("at ", dimension::length, &Weight::point);
    text += figure_table("link", links, columns, showing, 2);
  }
  return text + (statics.in_equilibrium ? "\nIn equilibrium: nothing is left for the joints to hold.\n"
                                        : "\nNot in equilibrium by itself: the joints must hold it as above.\n");
}

}  // namespace sinew
