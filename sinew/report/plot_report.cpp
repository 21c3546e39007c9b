// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/plot_report.h"

#include "sinew/motion/extremes/motion_search.h"
#include "sinew/report/trace_vectors.h"

namespace sinew {
namespace {

constexpr Dimension m_per_s{1, 0, -1, 0}, m_per_s2{1, 0, -2, 0}, rad_per_s{0, 0, -1, 1}, rad_per_s2{0, 0, -2, 1};

void add_link(const std::string& link, bool has_joint, std::vector<PlottedQuantity>& plots) {
  for (const auto vectors : {outward_vectors(), inward_vectors()})
    for (const TraceVector& v : vectors)
      if (has_joint || *v.symbol != '\0')
        plots.push_back({link_plot_name(link, v.key, v.word),
                         std::string(v.title) + " of " + link + ", in its own axes",
                         {"links", link, v.key},
                         {v.dimension},
                         {},
                         {link + "." + v.key, link + "." + v.word}});
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

std::string link_plot_name(const std::string& link, const std::string& key, const std::string& word) {
  return link + "." + (word.size() > 1 ? word : key);
}

std::vector<PlottedQuantity> torque_plots(const Model<double>& model, const Coordinates& of) {
  const std::vector<Measure> measures = of.effort_measures();
  const std::string what = std::string(of.effort_name()) == "force" ? "forces of the joints" : "torques of the joints";
  std::vector<PlottedQuantity> plots = {{"torque", what, {"tau"}, measures, limits_of_effort(model), {"tau"}}};
  for (const TorqueCause& cause : torque_causes())
    plots.push_back({std::string("torque.") + cause.key,
                     std::string(cause.title) + " part of the " + what,
                     {"parts", cause.key},
                     measures});
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
    add("position", "position of ", dimension::length);
    if (with_point) add("point_position", "position of the point on ", dimension::length);
    add("rpy", "roll, pitch and yaw of ", dimension::angle);
    add("quaternion", "orientation as quaternion of ", dimension::none);
    if (!moves) continue;
    add("angular_velocity", "angular velocity of ", rad_per_s);
    add("velocity", with_point ? "velocity of the point on " : "velocity of ", m_per_s);
    add("angular_acceleration", "angular acceleration of ", rad_per_s2);
    add("acceleration", with_point ? "acceleration of the point on " : "acceleration of ", m_per_s2);
  }
  return plots;
}

std::vector<PlottedQuantity> follow_plots(const Model<double>& model, const Coordinates& of) {
  std::vector<Measure> positions;
  for (const Dimension& dimension : of.velocity) positions.emplace_back(dimension * dimension::time);
  return {{"q",
           "positions of the joints",
           {"q"},
           positions,
           limits_of(model,
                     [](const Limits& limits) {
                       return SeriesLimits{limits.lower, limits.upper};
                     })},
          {"qd",
           "velocities of the joints",
           {"qd"},
           {of.velocity.begin(), of.velocity.end()},
           limits_of(model, [](const Limits& limits) { return around_zero(limits.velocity); })},
          {"qdd",
           "accelerations of the joints",
           {"qdd"},
           of.acceleration_measures(),
           limits_of(model, [](const Limits& limits) { return around_zero(limits.acceleration); })},
          {"error.position", "distance from the path", {"error", "position"}, {dimension::length}},
          {"error.orientation", "angle from the path's orientation", {"error", "orientation"}, {dimension::angle}},
          {"scale", "pace along the path, 1 where it is the path's own", {"scale"}, {dimension::none}}};
}

}  // namespace sinew
