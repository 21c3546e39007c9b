// SPDX-License-Identifier: BSD-3-Clause
#include "apps/cli/usage.h"

#include <algorithm>

#include "sinew/errors/problem.h"
#include "sinew/formats/quantity_text.h"

namespace sinew::cli {
namespace {

bool is_given(const CLI::App& command, const std::string& name) {
  const CLI::Option* option = command.get_option_no_throw(name);
  return option != nullptr && option->count() > 0;
}

/// What was given last, or nothing.
std::string given(const CLI::App& command, const std::string& name) {
  return is_given(command, name) ? command.get_option(name)->results().back() : std::string();
}

void refuse_empty(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options())
    for (const std::string& value : option->results())
      if (trimmed(value).empty())
        throw CLI::ValidationError(option->get_name(), "is empty; give it a value, or leave it out");
}

void refuse_stdin_twice(const CLI::App& command) {
  if (given(command, "robot") != "-") return;
  for (const char* option : {"--states", "--matrix"})
    if (given(command, option) == "-")
      throw CLI::ValidationError(option, "stdin is the robot already; give one of them as a file");
}

std::vector<std::string> options_of(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

std::string unexpected(const CLI::App& command) {
  std::vector<std::string> left = command.remaining();
  const auto option = std::find_if(left.begin(), left.end(), [](const auto& word) { return word.starts_with('-'); });
  if (option == left.end()) return in_quotes(left.front()) + " is one argument too many; is there a space in a value?";
  const std::string name = option->substr(0, option->find('='));
  return command.get_name() + " takes no " + name + "; " + suggestion(name, options_of(command));
}

}  // namespace

void refuse_idle(const CLI::App& command, const std::vector<std::string>& options, const std::string& why) {
  for (const std::string& option : options)
    if (is_given(command, option)) throw CLI::ValidationError(option, why);
}

void refuse_all_but(const CLI::App& command, const std::vector<std::string>& used, const std::string& why) {
  std::vector<std::string> others = options_of(command);
  std::erase_if(others, [&](const auto& name) { return std::find(used.begin(), used.end(), name) != used.end(); });
  refuse_idle(command, others, why);
}

void check_usage(const CLI::App& command) {
  refuse_empty(command);
  refuse_stdin_twice(command);
  const std::string format = given(command, "--format");
  if (format.empty() || format == "table")
    refuse_idle(command, {"--repeat-state"}, "is for programs; take --format csv or json with it");
  else
    refuse_idle(command, {"--units", "--digits"},
                "is for tables; leave it out, for csv and json are in SI and in full");
}

std::string usage_problem(const CLI::App& command, const CLI::ParseError& error) {
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) return unexpected(command);
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr)
    for (const CLI::Option* option : command.get_options())
      if (option->get_items_expected_max() == 1 && option->count() > 1)
        return option->get_name() + " is given " + std::to_string(option->count()) + " times; keep one";
  return error.what();
}

}  // namespace sinew::cli
