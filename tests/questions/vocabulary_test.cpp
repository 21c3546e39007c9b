// SPDX-License-Identifier: BSD-3-Clause
/// Holds docs/notation.md, the vocabulary, against commands, requests, answers and `Arm`, in both directions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "sinew/equations/equation_book.h"
#include "sinew/errors/renamed.h"
#include "sinew/formats/source_text.h"
#include "sinew/questions/choices/robots.h"
#include "sinew/questions/question.h"
#include "sinew/questions/request.h"
#include "sinew/questions/schema.h"
#include "sinew/report/terms_report.h"
#include "tests/support/command.h"

namespace sinew {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using Names = std::set<std::string>;

std::string text_of_file(const std::string& path) {
  return read_source_text(std::string(SINEW_SOURCE_DIR) + "/" + path).text;
}

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream in(line.substr(1));
  for (std::string cell; std::getline(in, cell, '|');) {
    const std::size_t begin = std::min(cell.find_first_not_of(' '), cell.size());
    cells.push_back(cell.substr(begin, cell.find_last_not_of(' ') + 1 - begin));
  }
  return cells;
}

/// The words in `backticks` of every column with this head, in all tables behind "## Vocabulary" but that of old names.
Names listed(const std::string& head) {
  std::istringstream in(text_of_file("docs/notation.md"));
  Names names;
  std::vector<std::string> heads;
  bool counts = false;
  for (std::string line; std::getline(in, line);) {
    if (line == "## Vocabulary") counts = true;
    if (line == "### Names that have changed") break;
    if (!counts || !line.starts_with("|")) {
      heads.clear();
      continue;
    }
    const std::vector<std::string> cells = cells_of(line);
    if (heads.empty()) {
      heads = cells;
      continue;
    }
    static const std::regex word("`([^`]+)`");
    for (std::size_t i = 0; i < cells.size() && i < heads.size(); ++i)
      if (heads[i] == head)
        for (std::sregex_iterator at(cells[i].begin(), cells[i].end(), word), end; at != end; ++at)
          names.insert((*at)[1]);
  }
  return names;
}

void expect_same(const Names& has, const Names& lists, const std::string& what) {
  for (const std::string& name : has)
    EXPECT_TRUE(lists.contains(name)) << what << " '" << name << "' is missing in docs/notation.md";
  for (const std::string& name : lists)
    EXPECT_TRUE(has.contains(name)) << "docs/notation.md lists the " << what << " '" << name
                                    << "', which does not exist";
}

TEST(Vocabulary, ListsEveryFieldOfEveryCommand) {
  Names fields;
  for (const Command& command : commands())
    for (const std::string& name : command.make()->fields().names()) fields.insert(name);
  expect_same(fields, listed("field"), "field");
}

TEST(Vocabulary, ListsEveryTermThatCanBeShown) {
  Names terms, parts;
  for (const TermName& term : term_names()) terms.insert(term.name);
  for (const EquationPartName& part : equation_parts()) parts.insert(part.name);
  expect_same(terms, listed("`terms --show`"), "term");
  expect_same(parts, listed("`equations --show`"), "part of the equations");
}

TEST(Vocabulary, ListsEveryMethodOfArm) {
  const std::string header = text_of_file("sinew/arm/arm.h");
  const std::size_t begin = header.find("\nclass Arm {"), end = header.find("\n private:", begin);
  ASSERT_LT(begin, end);
  const std::string body = header.substr(begin, end - begin);
  static const std::regex method(R"(\n  [A-Za-z][\w:<>,&* ]* [&*]?([a-z]\w*)\()");
  Names methods;
  for (std::sregex_iterator at(body.begin(), body.end(), method), none; at != none; ++at) methods.insert((*at)[1]);
  EXPECT_GT(methods.size(), 30U);
  expect_same(methods, listed("`Arm`"), "method of Arm");
}

/// Poses of the tip of point_mass_2r as a tracker at its base reads them, in two sets, one of them wrong.
std::string poses_beside(const std::string& file) {
  const std::string path = (std::filesystem::path(file).parent_path() / "poses.csv").string();
  std::ofstream out(path);
  out << "q1,q2,x,y,z,qx,qy,qz,qw,place,set\n";
  for (int i = 0; i < 12; ++i) {
    const double q1 = 0.5 * i, q2 = 1.0 - 0.2 * i, x = 0.5 * (std::cos(q1) + std::cos(q1 + q2));
    const double y = 0.5 * (std::sin(q1) + std::sin(q1 + q2)) + (i == 4 ? 0.1 : 0.0), half = 0.5 * (q1 + q2);
    out << q1 << ',' << q2 << ',' << x << ',' << y << ",0,0,0," << std::sin(half) << ',' << std::cos(half)
        << ",tracker," << (i % 2 == 0 ? "even" : "odd") << '\n';
  }
  return path;
}

/// Requests whose answers have every key between them.
std::vector<json> requests_for_all_keys(const std::string& pendulum) {
  return {
      {{"command", "info"}, {"robot", "puma560"}},
      {{"command", "info"}, {"robot", "panda"}},
      {{"command", "check"}, {"robot", "robots/elbow_3r.yaml"}},
      {{"command", "pose"}, {"robot", "ur5"}, {"qd", {1, 0, 0, 0, 0, 0}}, {"point", {0.1, 0, 0}}},
      {{"command", "jacobian"}, {"robot", "two_link_2r"}, {"q", {0.3, 0}}, {"qd", {1, 1}}, {"rate", true}},
      {{"command", "torque"}, {"robot", "ur5"}, {"qd", {9, 0, 0, 0, 0, 0}}, {"trace", true}, {"repeat_state", true}},
      {{"command", "accelerate"}, {"robot", pendulum}, {"tau", 1}},
      {{"command", "terms"},
       {"robot", "two_link_2r"},
       {"show", "all"},
       {"q", {0.3, 0.7}},
       {"qd", {1, 1}},
       {"frame", "tip"},
       {"rows", "x,y"}},
      {{"command", "terms"}, {"robot", pendulum}, {"show", "friction,springs"}},
      {{"command", "statics"}, {"robot", "statics_rr"}, {"wrench", "P1:F=[0,-100N,0]"}},
      {{"command", "equations"},
       {"robot", "point_mass_2r"},
       {"show", "tau,M,J,balance,routes"},
       {"count", true},
       {"at", "q=0.1,0.2"}},
      {{"command", "equations"},
       {"robot", "point_mass_2r"},
       {"show", "tau,M"},
       {"move", "0,0 -> 1,1 in 3s with trapezoidal"}},
      {{"command", "solve"},
       {"robot", "panda"},
       {"q", {0, -0.6, 0, -2.2, 0, 1.7, 0.8, 0}},
       {"tasks", "panda_hand position velocity=[0.1,0,0]"},
       {"explain", true}},
      {{"command", "solve"},
       {"J", "[[cos(q1),1],[0,1]]"},
       {"q", {0, 0}},
       {"search_singularities", true},
       {"over", "q1=-180deg..180deg"}},
      {{"command", "ik"}, {"robot", "ur5"}, {"position", {0.4, 0.2, 0.3}}},
      {{"command", "ik"}, {"robot", "ur5"}, {"position", {4, 0.2, 0.3}}, {"starts", 5}},
      {{"command", "motion"},
       {"robot", "panda"},
       {"move", "0,-0.6,0,-2.2,0,1.7,0.8,0 -> 1.5,-0.6,0,-2.2,0,1.7,0.8,0 in 0.5s"},
       {"samples", 3},
       {"show", "all"}},
      {{"command", "retime"},
       {"robot", "two_link_2r"},
       {"move", "0,0 -> 1,1 in 1s"},
       {"torque_limit", {500, 150}},
       {"explain", true}},
      {{"command", "retime"}, {"robot", pendulum}, {"move", "0 -> 1 in 1s"}, {"torque_limit", 20}},
      {{"command", "retime"},
       {"link_inertia", 1.5},
       {"gravity_moment", 14.715},
       {"between", "0 -> 180deg"},
       {"torque_limit", 15}},
      {{"command", "calibrate"},
       {"robot", "point_mass_2r"},
       {"data", poses_beside(pendulum)},
       {"free", "l1,l2"},
       {"bound", "l1 = 0.5 .. 0.50000001"},
       {"loss", "cauchy"},
       {"validate", poses_beside(pendulum)}},
      {{"command", "calibrate"},
       {"robot", "point_mass_2r"},
       {"data", poses_beside(pendulum)},
       {"free", "l1,l2"},
       {"cross", true}},
      {{"command", "calibrate"}, {"robot", "point_mass_2r"}, {"free", "l1,l2"}, {"design", 4}},
      {{"command", "calibrate"},
       {"robot", "panda"},
       {"frame", "panda_link8"},
       {"kind", "position"},
       {"design", 12},
       {"candidates", 60},
       {"obstacles", "examples/problems/panda_among_obstacles.yaml"}},
      {{"command", "audit"}, {"robot", "two_link_2r"}, {"log", "examples/logs/two_link_swing.csv"}},
      {{"command", "swing"}, {"mass", "1kg+-1g"}, {"distance", 0.2}, {"period", "1.2s"}},
      {{"command", "retime"},
       {"link_inertia", 1.5},
       {"between", "0 -> 1"},
       {"profile", "double-s"},
       {"new_duration", "1s"}},
      {{"command", "simulate"}, {"robot", pendulum}, {"qd", 1}, {"until", "2s"}},
      {{"command", "simulate"},
       {"robot", pendulum},
       {"hold", true},
       {"copies", 2},
       {"vary", "q:1deg"},
       {"until", "1s"}},
      {{"command", "verify"}, {"robot", "point_mass_2r"}, {"statements", {"M22 = m2*l2^3", "C = [[1, 1], [1, 0]]"}}},
  };
}

/// Are the members of this object called after joints, links, frames or symbols?
bool is_by_name(const std::string& key, const json& value) {
  static const Names by_name{"frames",          "christoffel", "symbols", "values", "state",
                             "static_friction", "q",           "qd",      "tau",    "joints",
                             "places",          "spreads",     "shares",  "axes",   "residuals_before",
                             "residuals_after"};
  if (!value.is_object()) return false;
  // energies have lists in the order of the links, vectors of the passes an object for each link
  if (key == "links") return std::all_of(value.begin(), value.end(), [](const json& link) { return link.is_object(); });
  return by_name.contains(key);
}

void add_keys(const json& answer, Names& keys) {
  if (answer.is_array())
    for (const json& entry : answer) add_keys(entry, keys);
  if (!answer.is_object()) return;
  for (const auto& [key, value] : answer.items()) {
    keys.insert(key);
    if (is_by_name(key, value))
      for (const json& member : value) add_keys(member, keys);
    else
      add_keys(value, keys);
  }
}

TEST(Vocabulary, ListsEveryKeyOfAnswersInJson) {
  const sinew_test::TemporaryFolder folder;
  const std::string pendulum = (folder.path() / "pendulum.yaml").string();
  std::ofstream(pendulum)
      << "sinew: 1\nname: pendulum\nlinks:\n  - name: bob\n    axis: y\n    mass: 1 kg\n    com: [1 m, 0, 0]\n"
         "    joint: {kind: revolute, friction: {coulomb: 0.2 Nm}, spring: {stiffness: 3 Nm/rad}}\n";
  Robots robots;
  RequestReader reader(robots);
  Names keys;
  for (const json& request : requests_for_all_keys(pendulum)) {
    const json reply = json::parse(reader.reply(request.dump()));
    ASSERT_TRUE(reply.contains("answer")) << request << reply;
    add_keys(reply["answer"], keys);
  }
  expect_same(keys, listed("JSON key"), "key");
}

TEST(Vocabulary, RefusesOldNamesWithTheNewOne) {
  Robots robots;
  RequestReader reader(robots);
  const auto refusal = [&](const json& request) {
    return json::parse(reader.reply(request.dump()))["error"]["what"].get<std::string>();
  };
  for (const Renamed& one : renamed_names()) {
    const std::string before(one.before), called = "it is called '" + std::string(one.now) + "' now";
    if (one.field.empty() && before == "limits")
      EXPECT_THAT(refusal({{"command", "solve"}, {"J", {{1, 2}}}, {"y", 1}, {before, "none"}}), HasSubstr(called));
    else if (one.field.empty())
      EXPECT_THAT(refusal({{"command", "torque"}, {"robot", "two_link_2r"}, {before, {1, 1}}}), HasSubstr(called));
    else
      EXPECT_THAT(refusal({{"command", "equations"}, {"robot", "point_mass_2r"}, {std::string(one.field), before}}),
                  HasSubstr(called));
    EXPECT_THAT(text_of_file("docs/notation.md"), HasSubstr("`" + before)) << "old names are listed, too";
  }
}

TEST(HelpTexts, AreCompleteSentences) {
  for (const Command& command : commands()) {
    const std::unique_ptr<Question> question = command.make();
    for (const Field& field : question->fields()) {
      const std::string sentence = field.help.substr(0, field.help.find('\n'));
      ASSERT_FALSE(sentence.empty()) << command.name << " " << field.name;
      EXPECT_FALSE(sentence.front() >= 'a' && sentence.front() <= 'z')
          << command.name << " " << field.name << ": " << sentence;
      EXPECT_TRUE(sentence.ends_with('.') || (sentence.ends_with(':') && sentence != field.help))
          << command.name << " " << field.name << ": " << sentence;
    }
  }
}

TEST(TheReference, IsGeneratedFromTheFields) {
  EXPECT_EQ(text_of_file("docs/reference.md"), reference_page())
      << "write it again with `build/bin/sinew help --reference > docs/reference.md`";
}

}  // namespace
}  // namespace sinew
