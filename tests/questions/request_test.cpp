// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "sinew/problems/problem_statement.h"
#include "sinew/questions/choices/robots.h"
#include "sinew/questions/question.h"
#include "sinew/questions/schema.h"
#include "tests/questions/every_request.h"
#include "tests/support/command.h"

namespace sinew {
namespace {

using nlohmann::json;
using sinew_test::requests;
using testing::HasSubstr;
using testing::Not;

std::string text_of(const json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_structured()) return value.dump();
  std::string text;
  for (const auto& [name, entry] : value.items())
    text += (text.empty() ? "" : ",") + (value.is_object() ? name + "=" : "") +
            (entry.is_array() ? "[" + text_of(entry) + "]" : text_of(entry));
  return text;
}

/// The same question as a command line.
std::string command_line(const std::string& command, const json& request) {
  const std::unique_ptr<Question> question = command_named(command).make();
  std::string line = command, options;
  for (const Field& field : question->fields()) {
    if (!request.contains(field.name)) continue;
    const json& value = request.at(field.name);
    const auto quoted = [](const std::string& text) { return " '" + text + "'"; };
    if (field.is_positional)
      line += quoted(text_of(value));
    else if (field.is_flag())
      options += " " + field.option();
    else if (field.is_list() && value.is_array())  // the option is repeated
      for (const json& item : value) options += " '" + field.option() + "=" + text_of(item) + "'";
    else
      options += " '" + field.option() + "=" + text_of(value) + "'";
  }
  if (const Field* format = question->fields().find("format"); format != nullptr) options += " --format json";
  return line + options;
}

json reply_to(const std::string& command, json request) {
  request["command"] = command;
  Robots robots;
  return json::parse(RequestReader(robots).reply(request.dump()));
}

TEST(Requests, OfEveryCommandAreAnsweredAsTheCommandDoes) {
  for (const Command& command : commands()) {
    const json& request = requests().at(command.name);
    const sinew_test::Outcome printed =
        sinew_test::run("'" SINEW_COMMAND "' " + command_line(command.name, request), SINEW_SOURCE_DIR);
    const json reply = reply_to(command.name, request);
    ASSERT_TRUE(reply.contains("answer")) << command.name << ": " << reply;
    EXPECT_EQ(printed.code, reply["outcome"] == "yes" ? 0 : 1) << command.name << ": " << printed.err;
    if (reply["answer"].is_string())
      EXPECT_EQ(reply["answer"], printed.out) << command.name;
    else
      EXPECT_EQ(reply["answer"], json::parse(printed.out)) << command.name;
  }
}

TEST(Requests, RepeatTheirId) {
  EXPECT_EQ(reply_to("check", {{"robot", "puma560"}, {"id", {1, "a"}}})["id"], json({1, "a"}));
  EXPECT_EQ(reply_to("chek", {{"id", 7}})["id"], 7);
}

TEST(Requests, ThatAreWrongSayWhichFieldAndWhatToDo) {
  const auto expect_error = [](const std::string& command, const json& request, const std::string& kind,
                               const std::string& field, const std::string& what) {
    const json error = reply_to(command, request)["error"];
    EXPECT_EQ(error["kind"], kind) << error;
    EXPECT_EQ(error.value("field", ""), field) << error;
    EXPECT_THAT(error["what"].get<std::string>(), HasSubstr(what));
  };
  expect_error("torq", {}, "usage", "command", "there is no command 'torq'");
  expect_error("torque", {}, "usage", "robot", "is missing");
  expect_error("torque", {{"robot", "ur5"}, {"qq", 1}}, "usage", "qq", "there is no such field; did you mean 'q'");
  expect_error("torque", {{"robot", "ur5"}, {"trace", "yes"}}, "usage", "trace", "give true or false");
  expect_error("torque", {{"robot", "ur5"}, {"digits", 99}}, "usage", "digits", "from 0 to 15");
  expect_error("torque", {{"robot", "ur5"}, {"format", "xml"}}, "usage", "format", "there is no 'xml'");
  expect_error("torque", {{"robot", "ur5"}, {"states", "-"}}, "usage", "states", "stdin is the requests' own");
  expect_error("torque", {{"robot", "ur5"}, {"q", nullptr}}, "usage", "q", "is null");
  expect_error("torque", {{"robot", "ur5"}, {"q", {1, 2}}}, "input", "", "has 2 values");
  expect_error("follow", {{"robot", "ur5"}, {"line_by", {0, 0, 1}}, {"circle", {0, 0, 0}}}, "usage", "line_by",
               "excludes circle");
  expect_error("follow", {{"robot", "ur5"}, {"line_by", {0, 0, 1}}, {"turn", "90deg"}}, "usage", "turn",
               "needs circle");
}

TEST(Requests, ThatAreMalformedDoNotEndTheStream) {
  const sinew_test::Outcome done = sinew_test::run(
      "printf '%s\\n' '{\"command\"' '[]' '' '{\"command\": \"check\", \"robot\": \"ur5\"}' | '" SINEW_COMMAND "' ask",
      SINEW_SOURCE_DIR);
  EXPECT_EQ(done.code, 1);
  std::istringstream lines(done.out);
  std::vector<json> replies;
  for (std::string line; std::getline(lines, line);) replies.push_back(json::parse(line));
  ASSERT_EQ(replies.size(), 3U) << done.out;
  EXPECT_EQ(replies[0]["error"]["kind"], "syntax");
  EXPECT_EQ(replies[1]["error"]["kind"], "usage");
  EXPECT_EQ(replies[2]["outcome"], "yes");
}

json reply_to_line(const std::string& line) {
  Robots robots;
  return json::parse(RequestReader(robots).reply(line));
}

TEST(Requests, ThatNoParserLikesAreSyntaxErrors) {
  const auto expect_syntax_error = [](const std::string& line, const std::string& what) {
    const json reply = reply_to_line(line);
    ASSERT_TRUE(reply.contains("error")) << line.substr(0, 80) << ": " << reply;
    EXPECT_EQ(reply["error"]["kind"], "syntax") << reply;
    EXPECT_THAT(reply["error"]["what"].get<std::string>(), HasSubstr(what));
  };
  const std::string begin = R"({"command": "torque", "robot": "ur5", "q": )";
  expect_syntax_error(begin + "[NaN]}", "no JSON");
  expect_syntax_error(begin + "[1e999]}", "1e999");
  expect_syntax_error(begin + "[0]} {}", "no JSON");
  expect_syntax_error(begin + "\"\xff\xfe\"}", "no JSON");
  expect_syntax_error(begin + R"("\u0000"})", "\\u0000");
  expect_syntax_error(R"({"command": "check", "robot": "ur5", "robot": "panda"})", "'robot' is given twice");
  expect_syntax_error(R"({"command": "check", "id": {"a": 1, "b": 2, "a": 3}})", "'a' is given twice");
  const std::size_t many = 1000000;
  expect_syntax_error(std::string(many, '['), "deep");
  expect_syntax_error(R"({"command": "check", "id": )" + std::string(many, '['), "deep");
  std::string objects;
  for (std::size_t i = 0; i < many / 10; ++i) objects += "{\"q\":";
  expect_syntax_error(objects, "deep");
}

TEST(Requests, MayBeNestedAsDeepAsAnyProblemIs) {
  const std::string id = std::string(deepest_request - 1, '[') + std::string(deepest_request - 1, ']');
  const json reply = reply_to_line(R"({"command": "check", "robot": "ur5", "id": )" + id + "}");
  EXPECT_EQ(reply["id"], json::parse(id));
  EXPECT_EQ(reply["outcome"], "yes");
}

TEST(Requests, KeepEveryDigitOfTheirNumbers) {
  const json reply = reply_to_line(
      R"({"command": "pose", "robot": "ur5", "q": [0.12345678901234567, 1E-3, -0, 12e-1, 0, 0], "repeat_state": true})");
  EXPECT_EQ(reply["answer"]["states"][0]["q"], json({0.12345678901234567, 1e-3, 0.0, 1.2, 0.0, 0.0})) << reply;
}

TEST(AStream, GoesOnAfterALineThatIsLongerThanAnyRequest) {
  const sinew_test::TemporaryFolder folder;
  const std::string file = (folder.path() / "requests").string();
  const std::string right = R"({"command": "check", "robot": "ur5"})";
  std::ofstream(file) << right << "\n{\"command\": \"" << std::string(std::size_t{17} << 20U, 'x') << "\"}\n" << right;
  const sinew_test::Outcome done = sinew_test::run("'" SINEW_COMMAND "' ask < '" + file + "'", SINEW_SOURCE_DIR);
  std::istringstream lines(done.out);
  std::vector<json> replies;
  for (std::string line; std::getline(lines, line);) replies.push_back(json::parse(line));
  ASSERT_EQ(replies.size(), 3U) << done.out.substr(0, 500);
  EXPECT_EQ(replies[0]["outcome"], "yes");
  EXPECT_THAT(replies[1]["error"]["what"].get<std::string>(), HasSubstr("16 million characters"));
  EXPECT_EQ(replies[2]["outcome"], "yes");
}

TEST(Requests, SeeAFileThatHasChanged) {
  const sinew_test::TemporaryFolder folder;
  const std::string file = (folder.path() / "arm.yaml").string();
  const auto write = [&](const std::string& mass) {
    std::ofstream(file) << "sinew: 1\nname: pendulum\nlinks:\n  - {name: link, joint: revolute, axis: y, mass: " << mass
                        << " kg, com: [1 m, 0, 0]}\n";
  };
  Robots robots;
  RequestReader reader(robots);
  const auto torque = [&] {
    const json reply = json::parse(reader.reply(json{{"command", "torque"}, {"robot", file}}.dump()));
    return reply.contains("answer") ? reply["answer"]["states"][0]["tau"][0].get<double>() : 0.0;
  };
  write("1");
  const double light = torque();
  EXPECT_EQ(torque(), light);
  write("10");
  EXPECT_NEAR(torque(), 10.0 * light, 1e-9);
  EXPECT_NE(light, 0.0);
}

// ---- problems of solve

json json_of(const YamlNode& node) {
  json value;
  if (node.is(YamlNode::Kind::Scalar)) value = node.text;
  if (node.is(YamlNode::Kind::Sequence)) value = json::array();
  if (node.is(YamlNode::Kind::Map)) value = json::object();
  for (const YamlNode::Pointer& item : node.items) value.push_back(json_of(*item));
  for (const YamlNode::Entry& entry : node.entries) value[entry.key] = json_of(*entry.value);
  return value;
}

/// The problem of a file as a request, with the same members.
json request_of(const ProblemStatement& statement) {
  const std::unique_ptr<Question> question = command_named("solve").make();
  json request;
  for (const ProblemStatement::Entry& entry : statement.entries()) {
    const Field* field = question->fields().find(entry.key);
    json value = json_of(*entry.value);
    if (field != nullptr && field->is_flag()) value = value == "true";
    const std::filesystem::path beside = std::filesystem::path(statement.file()).parent_path() / entry.value->text;
    if (entry.key == "robot" && std::filesystem::exists(beside)) value = beside.string();
    request[entry.key] = value;
  }
  return request;
}

TEST(AProblemFile, IsTheQuestionInYaml) {
  const std::unique_ptr<Question> question = command_named("solve").make();
  for (const std::string& key : problem_keys())
    EXPECT_NE(question->fields().find(key), nullptr) << "solve has no field " << key;
  const sinew_test::TemporaryFolder folder;
  const std::string file = (folder.path() / "problem.yaml").string();
  for (const Field& field : question->fields()) {
    if (field.name == "problem" || field.name == "methods") continue;  // the file itself; and about no problem
    std::ofstream(file) << field.name << ": 1\n";
    const json reply = reply_to("solve", {{"problem", file}});
    EXPECT_THAT(reply.dump(), Not(HasSubstr("unknown entry"))) << field.name;
  }
}

TEST(AProblemFile, HasTheSameAnswerAsItsRequest) {
  int problems = 0;
  for (const auto& file : std::filesystem::directory_iterator(SINEW_SOURCE_DIR "/examples/problems")) {
    const ProblemStatement statement(SourceText{file.path().string(), sinew_test::text_of(file.path())});
    if (statement.find("tasks") == nullptr && statement.find("J") == nullptr) continue;  // a robot
    ++problems;
    const json of_file = reply_to("solve", {{"problem", file.path().string()}, {"explain", true}});
    json request = request_of(statement);
    request["explain"] = true;
    const json of_request = reply_to("solve", request);
    EXPECT_TRUE(of_file.contains("answer")) << file.path() << ": " << of_file;
    EXPECT_EQ(of_file, of_request) << file.path();
  }
  EXPECT_GE(problems, 10);
}

TEST(AProblemFile, MayHaveTheOtherFieldsOfTheQuestion) {
  const sinew_test::TemporaryFolder folder;
  const std::string file = (folder.path() / "problem.yaml").string();
  std::ofstream(file) << sinew_test::text_of(SINEW_SOURCE_DIR "/examples/problems/panda_two_tasks.yaml")
                      << "gravity: [0, 0, -1]\nwithout: friction\nexplain: true\n";
  const json of_file = reply_to("solve", {{"problem", file}});
  const json of_request = reply_to("solve", {{"problem", SINEW_SOURCE_DIR "/examples/problems/panda_two_tasks.yaml"},
                                             {"gravity", {0, 0, -1}},
                                             {"without", "friction"},
                                             {"explain", true}});
  EXPECT_TRUE(of_file.contains("answer")) << of_file;
  EXPECT_EQ(of_file["answer"], of_request["answer"]);
  EXPECT_TRUE(of_file["answer"].contains("steps"));
}

TEST(AProblemFile, WithAWrongFieldSaysWhere) {
  const sinew_test::TemporaryFolder folder;
  const std::string file = (folder.path() / "problem.yaml").string();
  std::ofstream(file) << "J: [[1, 2]]\ny: 1\nexplain: perhaps\n";
  const json error = reply_to("solve", {{"problem", file}})["error"];
  EXPECT_EQ(error["diagnostics"][0]["line"], 3) << error;
  EXPECT_THAT(error["what"].get<std::string>(), HasSubstr("'explain' is a text; give true or false"));
}

TEST(Schema, HasEveryFieldOfEveryCommand) {
  const json schema = json::parse(request_schema());
  ASSERT_EQ(schema["oneOf"].size(), commands().size());
  for (std::size_t i = 0; i < commands().size(); ++i) {
    const std::unique_ptr<Question> question = commands()[i].make();
    for (const Field& field : question->fields())
      EXPECT_TRUE(schema["oneOf"][i]["properties"].contains(field.name)) << commands()[i].name << " " << field.name;
  }
}

}  // namespace
}  // namespace sinew
