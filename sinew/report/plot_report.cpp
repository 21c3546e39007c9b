// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/plot_report.h"

#include <algorithm>

#include "sinew/report/limit_report.h"

namespace sinew {
namespace {

constexpr Dimension m_per_s{1, 0, -1, 0}, m_per_s2{1, 0, -2, 0}, rad_per_s{0, 0, -1, 1}, rad_per_s2{0, 0, -2, 1};

/// A vector of the passes: its name in plots, its key in answers, what it is.
struct PlottedVector {
  const char* name;
  const char* key;
  const char* title;
  Dimension dimension;
  bool is_of_joint = false;  ///< a floating base has none
};

constexpr PlottedVector plotted_vectors[] = {
    {"angular_velocity", "w", "Angular velocity", rad_per_s},
    {"angular_acceleration", "wd", "Angular acceleration", rad_per_s2},
    {"velocity", "v", "Velocity of the origin", m_per_s},
    {"acceleration", "vd", "Acceleration of the origin", m_per_s2},
    {"transport", "vd_transport", "Transport acceleration", m_per_s2, true},
    {"centrifugal", "vd_centrifugal", "Centrifugal acceleration", m_per_s2, true},
    {"coriolis", "vd_coriolis", "Coriolis acceleration", m_per_s2, true},
    {"joint_acceleration", "vd_joint", "Acceleration along the sliding joint", m_per_s2, true},
    {"com_velocity", "v_com", "Velocity of the centre of mass", m_per_s},
    {"com_acceleration", "vd_com", "Acceleration of the centre of mass", m_per_s2},
    {"gravity", "gravity", "Gravity vector", m_per_s2},
    {"net_force", "F", "Net force", dimension::force},
    {"net_moment", "N", "Net moment about the centre of mass", dimension::torque},
    {"force", "f", "Force of the joint", dimension::force},
    {"moment", "n", "Moment of the joint", dimension::torque},
};

struct PlottedCause {
  const char* key;
  const char* title;
};
constexpr PlottedCause torque_causes[] = {
    {"inertial", "Torques of inertia"},      {"coriolis", "Coriolis torques"}, {"centrifugal", "Centrifugal torques"},
    {"gravity", "Torques against gravity"},  {"friction", "Friction torques"}, {"spring", "Spring torques"},
    {"external", "Torques against wrenches"}};

void add_link(const std::string& link, bool has_joint, std::vector<PlottedQuantity>& plots) {
  for (const PlottedVector& vector : plotted_vectors)
    if (has_joint || !vector.is_of_joint)
      plots.push_back({link + "." + vector.name,
                       std::string(vector.title) + " of " + link + ", in its own axes",
                       {"links", link, vector.key},
                       {vector.dimension}});
}

std::vector<SeriesLimits> limits_of_effort(const Model<double>& model) {
  std::vector<SeriesLimits> limits;
  for (const double most : effort_limits(model)) limits.push_back({-most, most});
  return limits;
}

/// Those of positions and velocities of a robot that stands on something; a floating base has none.
std::vector<SeriesLimits> limits_of(const Model<double>& model, SeriesLimits (*of)(const Limits&)) {
  std::vector<SeriesLimits> limits(static_cast<std::size_t>(model.velocity_count()));
  for (const Link<double>& link : model.links())
    if (!link.follows) limits[static_cast<std::size_t>(link.velocity_index)] = of(link.limits);
  return limits;
}

SeriesLimits around_zero(double most) { return most > 0.0 ? SeriesLimits{-most, most} : SeriesLimits{}; }

}  // namespace

std::vector<PlottedQuantity> torque_plots(const Model<double>& model, const Coordinates& of) {
  const std::vector<Measure> measures = of.effort_measures();
  std::vector<PlottedQuantity> plots = {
      {"torque", "Torques and forces of the joints", {"tau"}, measures, limits_of_effort(model)}};
  if (std::all_of(of.effort.begin(), of.effort.end(), [](const Dimension& d) { return d == dimension::torque; }))
    plots.front().title = "Torques of the joints";
  for (const PlottedCause& cause : torque_causes)
    plots.push_back({std::string("torque.") + cause.key, cause.title, {"parts", cause.key}, measures});
  if (model.floating_base()) add_link("base", false, plots);
  for (const Link<double>& link : model.links()) add_link(link.name, true, plots);
  return plots;
}

bool is_of_trace(const std::string& name) { return name != "torque"; }

std::vector<PlottedQuantity> pose_plots(const std::vector<std::string>& frames, bool with_point, bool moves) {
  std::vector<PlottedQuantity> plots;
  for (const std::string& frame : frames) {
    const auto add = [&](const char* key, const char* title, const Dimension& dimension) {
      plots.push_back({frame + "." + key, std::string(title) + frame, {"frames", frame, key}, {dimension}});
    };
    add("position", "Position of ", dimension::length);
    if (with_point) add("point_position", "Position of the point on ", dimension::length);
    add("rpy", "Roll, pitch and yaw of ", dimension::angle);
    add("quaternion", "Orientation as quaternion of ", dimension::none);
    if (!moves) continue;
    add("angular_velocity", "Angular velocity of ", rad_per_s);
    add("velocity", with_point ? "Velocity of the point on " : "Velocity of ", m_per_s);
    add("angular_acceleration", "Angular acceleration of ", rad_per_s2);
    add("acceleration", with_point ? "Acceleration of the point on " : "Acceleration of ", m_per_s2);
  }
  return plots;
}

std::vector<PlottedQuantity> follow_plots(const Model<double>& model, const Coordinates& of) {
  std::vector<Measure> positions;
  for (const Dimension& dimension : of.velocity) positions.emplace_back(dimension * dimension::time);
  return {{"q",
           "Positions of the joints",
           {"q"},
           positions,
           limits_of(model,
                     [](const Limits& limits) {
                       return SeriesLimits{limits.lower, limits.upper};
                     })},
          {"qd",
           "Velocities of the joints",
           {"qd"},
           {of.velocity.begin(), of.velocity.end()},
           limits_of(model, [](const Limits& limits) { return around_zero(limits.velocity); })},
          {"qdd",
           "Accelerations of the joints",
           {"qdd"},
           of.acceleration_measures(),
           limits_of(model, [](const Limits& limits) { return around_zero(limits.acceleration); })},
          {"error.position", "Distance from the path", {"error", "position"}, {dimension::length}},
          {"error.orientation", "Angle from the path's orientation", {"error", "orientation"}, {dimension::angle}},
          {"scale", "Pace along the path, 1 where it is the path's own", {"scale"}, {dimension::none}}};
}

}  // namespace sinew
