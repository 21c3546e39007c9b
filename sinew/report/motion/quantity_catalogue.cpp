// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/motion/quantity_catalogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "sinew/errors/formula_error.h"
#include "sinew/model/end_frame.h"
#include "sinew/report/coordinates.h"
#include "sinew/report/trace_vectors.h"
#include "sinew/units/text_parts.h"

namespace sinew {
namespace {

constexpr Dimension per_second_of_motion{0, 0, -1, 0};

struct FrameVector {
  const char* key;
  const char* title;
  Dimension dimension;
  FramePart part;
};
constexpr FrameVector frame_vectors[] = {
    {"position", "position", dimension::length, FramePart::Position},
    {"rpy", "roll, pitch and yaw", dimension::angle, FramePart::RollPitchYaw},
    {"quaternion", "orientation as a quaternion", dimension::none, FramePart::Quaternion},
    {"angular_velocity", "angular velocity", {0, 0, -1, 1}, FramePart::AngularVelocity},
    {"velocity", "velocity", {1, 0, -1, 0}, FramePart::Velocity},
    {"angular_acceleration", "angular acceleration", {0, 0, -2, 1}, FramePart::AngularAcceleration},
    {"acceleration", "acceleration", {1, 0, -2, 0}, FramePart::Acceleration},
};

std::vector<Measure> measures_of(const std::vector<Dimension>& dimensions) {
  return {dimensions.begin(), dimensions.end()};
}

std::string axes_of_links(VectorAxes axes) {
  return axes == VectorAxes::World ? ", in the world's axes" : ", in its own axes";
}

bool is_of(const std::string& name, const std::string& group) { return name.starts_with(group + "."); }

}  // namespace

QuantityCatalogue::QuantityCatalogue(const RobotMotion& motion) {
  const Model<double>& model = motion.arm.model();
  add_joints(model);
  add_torques(model);
  add_links(model, motion.axes);
  add_energies(model);
  add_frame(motion.frame.empty() ? end_frame(model) : motion.frame, motion.axes);
}

void QuantityCatalogue::add_joints(const Model<double>& model) {
  const Coordinates of(model);
  const struct {
    const char* name;
    const char* title;
    int rates;
    Eigen::VectorXd MotionSample::*part;
  } series[] = {{"q", "joint positions", 0, &MotionSample::q},
                {"qd", "joint velocities", 1, &MotionSample::qd},
                {"qdd", "joint accelerations", 2, &MotionSample::qdd},
                {"qddd", "joint jerks", 3, &MotionSample::qddd}};
  for (const auto& one : series)
    all_.push_back({one.name,
                    {},
                    {one.name},
                    one.title,
                    JointSeries{one.part},
                    of.rates,
                    measures_of(times(of.velocity, per_second_of_motion.to_the(one.rates - 1)))});
}

void QuantityCatalogue::add_torques(const Model<double>& model) {
  const Coordinates of(model);
  const std::string what = std::string(of.effort_name()) == "force" ? "forces of the joints" : "torques of the joints";
  all_.push_back({"torque", {"tau"}, {"tau"}, what, JointTorques{}, of.efforts, of.effort_measures()});
  for (const TorqueCause& cause : torque_causes())
    all_.push_back({std::string("torque.") + cause.key,
                    {},
                    {"parts", cause.key},
                    std::string(cause.title) + " part of the " + what,
                    TorqueShare{cause.part},
                    of.efforts,
                    of.effort_measures()});
}

void QuantityCatalogue::add_links(const Model<double>& model, VectorAxes axes) {
  for (int i = 0; i < model.link_count(); ++i) {
    const std::string& link = model.link(i).name;
    for (const auto vectors : {outward_vectors(), inward_vectors()})
      for (const TraceVector& v : vectors)
        all_.push_back({link + "." + v.key,
                        {link + "." + v.word},
                        {"links", link, v.key},
                        std::string(v.title) + " of " + link + axes_of_links(axes),
                        LinkVector{i, v.of},
                        xyz(),
                        std::vector<Measure>(3, v.dimension)});
  }
}

void QuantityCatalogue::add_energies(const Model<double>& model) {
  const auto add = [&](const char* key, const char* title, EnergyPart part) {
    all_.push_back({std::string("energy.") + key, {}, {"energy", key}, title, part, nullptr, {measure::energy}});
  };
  add("kinetic", "kinetic energy", EnergyPart::Kinetic);
  add("potential", "potential energy of gravity", EnergyPart::Potential);
  if (model.has_springs()) add("springs", "energy of the springs", EnergyPart::Springs);
  add("total", "total energy", EnergyPart::Total);
  const Coordinates of(model);
  all_.push_back({"power",
                  {},
                  {"power", "joints"},
                  "power of the joints",
                  JointPowers{},
                  of.efforts,
                  std::vector<Measure>(of.effort.size(), measure::power)});
  all_.push_back(
      {"power.total", {}, {"power", "total"}, "power of all joints", TotalPower{}, nullptr, {measure::power}});
}

void QuantityCatalogue::add_frame(const std::string& frame, VectorAxes axes) {
  static const Labels angles = labels({"roll", "pitch", "yaw"}), xyzw = labels({"x", "y", "z", "w"});
  for (const FrameVector& v : frame_vectors) {
    const bool is_motion = v.part >= FramePart::AngularVelocity;
    const char* whose = !is_motion ? "" : axes == VectorAxes::Own ? ", in its own axes" : ", in the world's axes";
    const Labels& rows = v.part == FramePart::RollPitchYaw ? angles : v.part == FramePart::Quaternion ? xyzw : xyz();
    all_.push_back({std::string("end.") + v.key,
                    {},
                    {"frames", frame, v.key},
                    std::string(v.title) + " of " + frame + whose,
                    v.part,
                    rows,
                    std::vector<Measure>(rows->size(), v.dimension)});
  }
  all_.push_back({"end.speed",
                  {},
                  {"frames", frame, "speed"},
                  "speed of " + frame,
                  FrameMagnitude{FramePart::Velocity},
                  nullptr,
                  {Dimension{1, 0, -1, 0}}});
}

std::vector<std::size_t> QuantityCatalogue::places_of(const std::string& word) const {
  std::vector<std::size_t> exact, group;
  for (std::size_t i = 0; i < all_.size(); ++i) {
    const NamedQuantity& one = all_[i];
    std::string stem;
    for (const std::string& part : one.path) stem += (stem.empty() ? "" : ".") + part;
    const auto is_word = [&](const std::string& name) { return name == word; };
    if (is_word(one.name) || is_word(stem) || std::any_of(one.aliases.begin(), one.aliases.end(), is_word))
      exact.push_back(i);
    const bool is_link_vector = one.path.front() == "links";
    const auto is_of_every_link = [&](const std::string& name) {
      return "links" + name.substr(name.rfind('.')) == word;
    };
    if (word == "all" || is_of(one.name, word) || (word == "causes" && is_of(one.name, "torque")) ||
        (word == "links" && is_link_vector) ||
        (is_link_vector && (is_of_every_link(one.name) || is_of_every_link(one.aliases.front()))))
      group.push_back(i);
  }
  if (exact.size() > 1) exact.resize(1);  // a link called "energy": its own names still lead to it by `links.energy.w`
  return exact.empty() ? group : exact;
}

std::vector<std::string> QuantityCatalogue::known_words() const {
  std::vector<std::string> words = {"all", "causes", "links", "energy", "end"};
  for (const NamedQuantity& one : all_) {
    words.push_back(one.name);
    words.insert(words.end(), one.aliases.begin(), one.aliases.end());
  }
  return words;
}

std::vector<NamedQuantity> QuantityCatalogue::chosen(const std::string& list) const {
  std::vector<NamedQuantity> found;
  std::set<std::size_t> taken;
  for (const std::string& word : list_parts(list)) {
    const std::vector<std::size_t> places = places_of(word);
    if (places.empty()) throw FormulaError("there is no quantity " + in_quotes(word), suggestion(word, known_words()));
    for (const std::size_t place : places)
      if (taken.insert(place).second) found.push_back(all_[place]);
  }
  if (found.empty()) throw FormulaError("no quantity is named", "name one, such as torque");
  return found;
}

std::string QuantityCatalogue::words_help() {
  std::string lines;
  const auto add = [&](const std::string& word, const std::string& meaning) {
    lines += fmt::format("\n  {:<20}{}", word, meaning);
  };
  const auto listed = [](const std::string& first, const auto& entries) {
    std::string text;
    for (const auto& one : entries) text += (text.empty() ? first : std::string(", ")) + "." + one.key;
    return text;
  };
  add("qddd", "jerks of the joints; rows have q, qd and qdd anyway");
  add("torque", "torques and forces of the joints");
  add("causes", "the same by cause: " + listed("torque", torque_causes()));
  add("LINK",
      "vectors of the Newton-Euler passes: " + listed("LINK", outward_vectors()) + listed(", ", inward_vectors()));
  add("links", "the same of all links; links.f: one vector of all links");
  add("energy", "energy.kinetic, .potential (of gravity), .springs, .total");
  add("power", "τ·q̇ of each joint; power.total: of all together");
  add("end", "pose and motion of --frame: " + listed("end", frame_vectors) + ", .speed");
  add("all", "everything");
  return lines;
}

std::vector<MotionQuantity> quantities_of(const std::vector<NamedQuantity>& named) {
  std::vector<MotionQuantity> quantities;
  quantities.reserve(named.size());
  for (const NamedQuantity& one : named) quantities.push_back(one.quantity);
  return quantities;
}

}  // namespace sinew
