// SPDX-License-Identifier: BSD-3-Clause
#include "apps/cli/usage.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "sinew/errors/diagnostic.h"
#include "sinew/errors/renamed.h"
#include "sinew/questions/fields.h"

namespace sinew::cli {
namespace {

std::vector<std::string> options_of(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

/// The right idea under another name, or asked of the wrong command: what to do instead.
struct OptionHint {
  std::string_view option;
  std::vector<std::string_view> commands;  ///< none: any command
  std::string_view remedy;
};

const std::vector<OptionHint>& option_hints() {
  static const std::vector<OptionHint> hints{
      {"--qdd", {"accelerate"}, "accelerations are its answer: give the torques, --tau, or ask `sinew torque`"},
      {"--tau", {"torque"}, "torques are its answer: give the accelerations, --qdd, or ask `sinew accelerate`"},
      {"--tau", {"statics"}, "torques are its answer: give what pulls at the links, --wrench"},
      {"--tau", {}, "what torques do is the question of `sinew accelerate`"},
      {"--qd", {"statics"}, "nothing moves in statics; ask `sinew torque`"},
      {"--qdd", {"statics"}, "nothing moves in statics; ask `sinew torque`"},
      {"--qdd", {"jacobian"}, "a Jacobian has no accelerations; `sinew pose --qdd` has those of frames"},
      {"--q", {"ik"}, "q is its answer: say where the search begins with --start"},
      {"--q", {"info", "check", "convert"}, "it is about the robot in every position; ask `sinew pose`"},
      {"--q", {"equations", "verify"}, "write numbers as --at \"q=20deg,40deg\""},
      {"--start", {"follow"}, "the path begins where the joints are: --q"},
      {"--target", {"ik"}, "say where to with --position and --orientation"},
      {"--goal", {"ik"}, "say where to with --position and --orientation"},
      {"--pose", {"ik"}, "say where to with --position and --orientation, or --pose-of"},
      {"--rpy", {"ik"}, "give roll,pitch,yaw as --orientation"},
      {"--xyz", {"ik"}, "give them as --position"},
      {"--to", {"follow"}, "a line to a place is --line-to, one by so much --line-by"},
      {"--force", {"torque", "accelerate", "statics", "terms"}, "what pulls at a link is a --wrench"},
      {"--load", {}, "what pulls at a link is a --wrench; a mass in the hand is a --payload"},
      {"--json", {}, "write --format json"},
      {"--csv", {}, "write --format csv"},
      {"--deg", {}, "a number carries its unit, 20deg; those of the tables are chosen with --units deg"},
      {"--degrees", {}, "a number carries its unit, 20deg; those of the tables are chosen with --units deg"},
      {"--precision", {}, "decimals of the tables are --digits"},
      {"--robot", {}, "the robot is named without an option, before the others"},
      {"--file", {}, "the robot is named without an option, before the others"},
      {"--urdf", {}, "the robot is named without an option, before the others"},
  };
  return hints;
}

/// Nothing if no hint fits.
std::optional<std::string> hint_for(const CLI::App& command, const std::string& option) {
  for (const OptionHint& hint : option_hints()) {
    const auto& of = hint.commands;
    if (hint.option == option && (of.empty() || std::find(of.begin(), of.end(), command.get_name()) != of.end()))
      return std::string(hint.remedy);
  }
  return std::nullopt;
}

/// How an option of the command was called before is told in one table for all doors.
std::optional<std::string> option_now(const CLI::App& command, std::string option) {
  option.erase(0, option.find_first_not_of('-'));
  std::replace(option.begin(), option.end(), '-', '_');
  const std::string_view now = name_now("", option);
  const std::vector<std::string> options = options_of(command);
  const std::string spelled = Field{std::string(now), {}, {}}.option();
  if (now.empty() || std::find(options.begin(), options.end(), spelled) == options.end()) return std::nullopt;
  return spelled;
}

std::string unexpected(const CLI::App& command) {
  std::vector<std::string> left = command.remaining();
  const auto option = std::find_if(left.begin(), left.end(), [](const auto& word) { return word.starts_with('-'); });
  if (option == left.end()) return in_quotes(left.front()) + " is one argument too many; is there a space in a value?";
  const std::string name = option->substr(0, option->find('='));
  std::string remedy = hint_for(command, name).value_or(suggestion(name, options_of(command)));
  if (const std::optional<std::string> now = option_now(command, name)) remedy = "it is called " + *now + " now";
  return command.get_name() + " takes no " + name + "; " + remedy;
}

}  // namespace

std::string usage_problem(const CLI::App& command, const CLI::ParseError& error) {
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) return unexpected(command);
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr)
    for (const CLI::Option* option : command.get_options())
      if (option->get_items_expected_max() == 1 && option->count() > 1)
        return option->get_name() + " is given " + std::to_string(option->count()) + " times; keep one";
  return error.what();
}

}  // namespace sinew::cli
