// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <nlohmann/json.hpp>

#include "sinew/formats/dh_table.h"
#include "sinew/print/diagnostics_json.h"
#include "sinew/print/json_writer.h"
#include "sinew/print/table.h"
#include "sinew/report/numbers.h"
#include "sinew/report/robot_card.h"
#include "sinew/report/totals.h"

namespace sinew {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Vec3<double>& v) { return {v.x, v.y, v.z}; }
Json json_of(const Rotation<double>& R) { return {json_of(R.row(0)), json_of(R.row(1)), json_of(R.row(2))}; }
Json json_of(const Symmetric3<double>& S) { return {json_of(S.row(0)), json_of(S.row(1)), json_of(S.row(2))}; }
Json json_of(const Pose<double>& X) { return {{"R", json_of(X.R)}, {"p", json_of(X.p)}}; }

/// JSON knows no infinity: no limit is null.
Json limit(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

/// Mass, centre of mass (null without mass) and inertia about the link frame's origin.
Json json_of(const Inertia<double>& body) {
  return {{"mass", body.m},
          {"com", body.m == 0.0 ? Json(nullptr) : json_of(centre_of_mass(body))},
          {"inertia_about_com", body.m == 0.0 ? Json(nullptr) : json_of(inertia_about_com(body))},
          {"inertia_about_origin", json_of(body.I)}};
}

Json json_of(const Friction<double>& f) {
  Json table = Json::array();
  for (const auto& point : f.table) table.push_back({point.position, point.effort});
  return {{"viscous", f.viscous},
          {"coulomb", {f.coulomb_plus, f.coulomb_minus}},
          {"static", {f.static_plus, f.static_minus}},
          {"stribeck_velocity", f.stribeck_velocity ? Json(*f.stribeck_velocity) : Json(nullptr)},
          {"table", table}};
}

Json json_of_link(const Model<double>& model, int i) {
  const Link<double>& link = model.link(i);
  Json joint = {{"name", link.joint_name},
                {"kind", name_of(link.kind)},
                {"position_index", link.position_index},
                {"limits",
                 {{"position", {limit(link.limits.lower), limit(link.limits.upper)}},
                  {"velocity", limit(link.limits.velocity)},
                  {"acceleration", limit(link.limits.acceleration)},
                  {"jerk", limit(link.limits.jerk)},
                  {"effort", limit(link.limits.effort)},
                  {"restitution", link.limits.restitution}}},
                {"friction", json_of(link.friction)}};
  if (link.kind == JointKind::Helical) joint["pitch"] = link.pitch;
  if (link.follows)
    joint["mimic"] = {{"joint", leader_of(model, link)}, {"multiplier", link.multiplier}, {"offset", link.offset}};
  if (link.motor)
    joint["motor"] = {
        {"carrier", link.motor->carrier == base_link ? Json(nullptr) : Json(model.link(link.motor->carrier).name)},
        {"axis_on_carrier", json_of(link.motor->axis)},
        {"rotor_inertia", link.motor->rotor_inertia},
        {"gear_ratio", link.motor->gear_ratio}};
  if (link.spring) joint["spring"] = {{"stiffness", link.spring->stiffness}, {"rest", link.spring->rest}};
  for (const Coupling<double>& coupling : model.couplings())
    if (coupling.joint == i)
      joint["transmission"] = {{"motor", model.link(coupling.motor).joint_name},
                               {"stiffness", coupling.stiffness},
                               {"damping", coupling.damping}};
  return {{"name", link.name},
          {"parent", link.parent == base_link ? Json(nullptr) : Json(model.link(link.parent).name)},
          {"joint", joint},
          {"joint_on_parent", json_of(pose_on_parent(link, 0.0))},
          {"body", json_of(body_in_link_frame(model, i))}};
}

Json json_of_dh(const RobotDescription<double>& description, DhConvention convention) {
  Diagnostics diagnostics(description.file);
  const std::optional<DhTable> table = dh_table(description, convention, diagnostics);
  if (!table) return {{"refused", diagnostics.all().front().what}};
  Json rows = Json::array();
  for (const DhTableRow& row : table->rows)
    rows.push_back({{"joint", row.joint},
                    {"theta", row.row.theta},
                    {"d", row.row.d},
                    {"a", row.row.a},
                    {"alpha", row.row.alpha},
                    {"after", json_of(row.after)}});
  return {{"base", json_of(table->base)}, {"rows", rows}};
}

}  // namespace

std::string robot_json(const LoadedRobot& robot) {
  const Model<double>& model = robot.model;
  const MassTotals totals = mass_totals(model);
  Json out = {{"name", model.name()},
              {"source", robot.description.source},
              {"units", "SI and radians"},
              {"gravity", json_of(model.gravity())},
              {"floating_base", model.floating_base()},
              {"moving_mass", totals.moving + (model.floating_base() ? totals.base : 0.0)},
              {"base_mass", totals.base},
              {"com_at_zero", json_of(totals.com)},
              {"links", Json::array()},
              {"frames", Json::array()},
              {"payloads", Json::array()},
              {"parameters", Json::object()},
              {"dh",
               {{"standard", json_of_dh(robot.description, DhConvention::Standard)},
                {"modified", json_of_dh(robot.description, DhConvention::Modified)}}},
              {"warnings", Json::parse(diagnostics_json(robot.warnings))}};
  for (int i = 0; i < model.link_count(); ++i) out["links"].push_back(json_of_link(model, i));
  for (const Frame<double>& frame : model.frames())
    out["frames"].push_back({{"name", frame.name},
                             {"link", frame.link == base_link ? Json(nullptr) : Json(model.link(frame.link).name)},
                             {"pose_on_joint", json_of(frame.X_LF)}});
  for (const PayloadDescription<double>& payload : robot.description.payloads)
    out["payloads"].push_back({{"frame", payload.frame}, {"body", json_of(payload.inertia)}});
  for (const ParameterDescription& p : robot.description.parameters)
    out["parameters"][p.name] = {{"value", p.value}, {"unit", p.unit}};
  return json_page(out);
}

std::string robot_csv(const LoadedRobot& robot) {
  const Model<double>& model = robot.model;
  std::vector<Table::Column> columns;
  for (const char* title :
       {"link", "parent", "joint", "kind",  "lower", "upper", "velocity", "acceleration", "jerk", "effort",
        "mass", "com_x",  "com_y", "com_z", "ixx",   "ixy",   "ixz",      "iyy",          "iyz",  "izz"})
    columns.push_back({title, Table::Align::Left});
  Table table(columns);
  const auto bound = [](double value) { return std::isfinite(value) ? exact(value) : std::string(); };
  for (int i = 0; i < model.link_count(); ++i) {
    const Link<double>& link = model.link(i);
    const Inertia<double> body = body_in_link_frame(model, i);
    const bool massive = body.m != 0.0;
    const Vec3<double> com = massive ? centre_of_mass(body) : Vec3<double>{};
    const Symmetric3<double> I = massive ? inertia_about_com(body) : body.I;
    table.add({link.name,
               link.parent == base_link ? "" : model.link(link.parent).name,
               link.joint_name,
               name_of(link.kind),
               bound(link.limits.lower),
               bound(link.limits.upper),
               bound(link.limits.velocity),
               bound(link.limits.acceleration),
               bound(link.limits.jerk),
               bound(link.limits.effort),
               exact(body.m),
               exact(com.x),
               exact(com.y),
               exact(com.z),
               exact(I.xx),
               exact(I.xy),
               exact(I.xz),
               exact(I.yy),
               exact(I.yz),
               exact(I.zz)});
  }
  return table.csv();
}

}  // namespace sinew
