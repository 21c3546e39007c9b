// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/commands/calibration/swing.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "sinew/calibration/swing/compound_pendulum.h"
#include "sinew/calibration/swing/wire_swing.h"
#include "sinew/formats/quantity_text.h"
#include "sinew/print/json_writer.h"
#include "sinew/print/table.h"
#include "sinew/questions/choices/text_values.h"
#include "sinew/questions/usage_error.h"
#include "sinew/units/text_parts.h"

namespace sinew {
namespace {

/// "2.31 kg +- 5 g", "0.953s", and nothing at all for zero.
UncertainNumber uncertain(const char* option, const std::string& text, const Dimension& dimension) {
  if (text.empty()) return {};
  return value_of(option, [&]() -> UncertainNumber {
    std::size_t sign = text.find("+-"), length = 2;
    if (sign == std::string::npos) {
      sign = text.find("±");
      length = std::string_view("±").size();
    }
    if (sign == std::string::npos) return {quantity(text, dimension), 0.0};
    return {quantity(trimmed(std::string_view(text).substr(0, sign)), dimension),
            quantity(trimmed(std::string_view(text).substr(sign + length)), dimension)};
  });
}

/// A result and what it is about: "about the pivot".
using NamedInertia = std::pair<std::string, UncertainResult>;

std::string inertia_text(const std::vector<NamedInertia>& found, const Showing& showing) {
  std::string text;
  for (const auto& [about, result] : found)
    text += "moment of inertia " + about + ": " + figure(result.value, dimension::inertia, showing) +
            ", standard uncertainty " + figure(result.deviation, dimension::inertia, showing) + "\n";
  const bool is_exact = found.back().second.deviation == 0.0;
  if (is_exact) return text + "The inputs have no uncertainties; give them as in --period \"0.953s+-2ms\".\n";
  std::vector<Table::Column> columns = {{"share of", Table::Align::Left}};
  for (const auto& [about, result] : found) columns.push_back({about, Table::Align::Right});
  Table table(std::move(columns));
  for (std::size_t k = 0; k < found.front().second.shares.size(); ++k) {
    std::vector<std::string> cells = {found.front().second.shares[k].input};
    for (const auto& [about, result] : found)
      cells.push_back(figure(result.shares[k].deviation, dimension::inertia, showing));
    table.add(std::move(cells));
  }
  return text + "\n" + table.text(2);
}

std::string inertia_json(const std::vector<NamedInertia>& found) {
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (const auto& [about, result] : found) {
    nlohmann::ordered_json shares = nlohmann::ordered_json::object();
    for (const UncertaintyShare& share : result.shares) shares[share.input] = share.deviation;
    out.push_back({{"about", about}, {"value", result.value}, {"deviation", result.deviation}, {"shares", shares}});
  }
  return json_page(nlohmann::ordered_json{{"inertia", out}});
}

}  // namespace

void SwingQuestion::describe(Fields& fields) {
  fields
      .add("pendulum", &pendulum,
           "How the part swings: compound (about a horizontal axis through it), bifilar or trifilar (it turns to and "
           "fro "
           "about the vertical axis in the middle of two or three wires).")
      .one_of({"compound", "bifilar", "trifilar"})
      .positional()
      .shows_initial();
  fields.add("mass", &mass, "The mass of the part [kg]. Any number may have its standard uncertainty: 2.31kg+-5g.")
      .of("MASS");
  fields.add("period", &period, "The time of a full swing, there and back [s].").of("TIME");
  fields
      .add("amplitude", &amplitude,
           "How far it swings to either side. Swings are taken to be small if it is left out; large ones are corrected "
           "for exactly.")
      .of("ANGLE");
  fields.add("distance", &distance, "Of the centre of mass from the axis of a compound pendulum [m].").of("LENGTH");
  fields.add("wire_length", &wire_length, "The length of the wires [m].").of("LENGTH");
  fields.add("spacing", &spacing, "The distance between two wires [m].").of("LENGTH");
  fields.add("radius", &radius, "Of the circle on which three wires end at the part or its platform [m].").of("LENGTH");
  fields
      .add("upper_radius", &upper_radius,
           "Of the circle that three wires hang from [m]; the wires are vertical if it is left out.")
      .needs("radius")
      .of("LENGTH");
  fields.add("platform_mass", &platform_mass, "Of a platform that carries the part [kg]; it is subtracted.").of("MASS");
  fields.add("platform_period", &platform_period, "Of the platform alone on the same wires [s].")
      .needs("platform_mass")
      .of("TIME");
  fields.add("platform_amplitude", &platform_amplitude, "Of that swing.").needs("platform_mass").of("ANGLE");
  fields.add("free_fall", &free_fall, "The acceleration of free fall [m/s²]; 9.80665 if it is left out.")
      .of("ACCELERATION");
  showing.describe(fields);
  fields["format"].one_of({"table", "json"});
}

AnswerShape SwingQuestion::answer_shape() const {
  return an_object(
      {always("inertia", a_list(an_object({always("about", a_text()), always("value", a_number("kg·m²")),
                                           always("deviation", a_number("standard uncertainty [kg·m²]")),
                                           always("shares", by_name(a_number("of each input [kg·m²]")))})))});
}

void SwingQuestion::check_usage() {
  for (const char* field : {"mass", "period"})
    if (!fields().is_given(field)) throw UsageError(field, "is missing; give it");
  const std::vector<std::string> of_pendulum = {"distance"}, of_two = {"spacing"},
                                 of_three = {"radius", "upper_radius"};
  const std::vector<std::string> of_wires = {"wire_length", "platform_mass", "platform_period", "platform_amplitude"};
  const std::string why = "does nothing for a " + pendulum + " pendulum; leave it out";
  if (pendulum == "compound") fields().refuse_idle(of_wires, why);
  if (pendulum != "compound") fields().refuse_idle(of_pendulum, why);
  if (pendulum != "bifilar") fields().refuse_idle(of_two, why);
  if (pendulum != "trifilar") fields().refuse_idle(of_three, why);
  const std::string needed = pendulum == "compound" ? "distance" : pendulum == "bifilar" ? "spacing" : "radius";
  for (const std::string& field : {needed, std::string(pendulum == "compound" ? "distance" : "wire_length")})
    if (!fields().is_given(field)) throw UsageError(field, "is missing for a " + pendulum + " pendulum; give it");
  if (fields().is_given("platform_mass") != fields().is_given("platform_period"))
    throw UsageError("platform_period", "and --platform-mass go together; give both");
}

Outcome SwingQuestion::respond(Door& door) {
  check_usage();
  const UncertainNumber m = uncertain("--mass", mass, dimension::mass),
                        T = uncertain("--period", period, dimension::time);
  const UncertainNumber swing = uncertain("--amplitude", amplitude, dimension::angle);
  const UncertainNumber g = free_fall.empty() ? UncertainNumber{standard_gravity, 0.0}
                                              : uncertain("--free-fall", free_fall, dimension::acceleration);
  std::optional<SwingingPlatform> platform;
  if (!platform_mass.empty())
    platform = SwingingPlatform{uncertain("--platform-mass", platform_mass, dimension::mass),
                                uncertain("--platform-period", platform_period, dimension::time),
                                uncertain("--platform-amplitude", platform_amplitude, dimension::angle)};
  const UncertainNumber length = uncertain("--wire-length", wire_length, dimension::length);
  std::vector<NamedInertia> found;
  if (pendulum == "compound") {
    const PendulumInertia inertia =
        compound_pendulum_inertia({m, uncertain("--distance", distance, dimension::length), T, swing, g});
    found = {{"about the pivot", inertia.about_pivot}, {"about the centre of mass", inertia.about_centre}};
  } else if (pendulum == "bifilar") {
    found = {{"about the vertical axis",
              bifilar_inertia({m, length, uncertain("--spacing", spacing, dimension::length), T, swing, platform, g})}};
  } else {
    TrifilarSwing three{m, length, uncertain("--radius", radius, dimension::length), {}, T, swing, platform, g};
    if (!upper_radius.empty()) three.upper_radius = uncertain("--upper-radius", upper_radius, dimension::length);
    found = {{"about the vertical axis", trifilar_inertia(three)}};
  }
  door.write(showing.format == "json" ? inertia_json(found) : inertia_text(found, showing.showing()));
  return Outcome::Yes;
}

}  // namespace sinew
