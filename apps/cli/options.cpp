// SPDX-License-Identifier: BSD-3-Clause
#include "apps/cli/options.h"

#include <sstream>
#include <variant>

#include "sinew/errors/diagnostic.h"
#include "sinew/errors/renamed.h"
#include "sinew/print/table.h"

namespace sinew::cli {
namespace {

/// One paragraph in lines that a terminal holds beside the options.
std::string wrapped(const std::string& paragraph) {
  constexpr std::size_t most_characters = 90;
  std::istringstream words(paragraph);
  std::string text, line;
  for (std::string word; words >> word;) {
    if (!line.empty() && display_width(line) + 1 + display_width(word) > most_characters) {
      text += line + "\n";
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
  }
  return text + line;
}

/// The help in lines; those of a list, which are indented, stay as they are.
std::string in_lines(const std::string& help) {
  std::istringstream lines(help);
  std::string text;
  for (std::string line; std::getline(lines, line);)
    text += (text.empty() ? "" : "\n") + (line.starts_with(' ') ? line : wrapped(line));
  return text;
}

/// A value that is set by a function of the option's texts.
template <class Texts, class Set>
CLI::Option* declare_texts(CLI::App& app, const Field& field, const std::string& help, const Set& set) {
  return app.add_option_function<Texts>(field.option(), set, help);
}

CLI::Option* declare_list(CLI::Option* option, const Field& field) {
  if (!field.is_positional) option->allow_extra_args(false)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  return option;
}

CLI::Option* declare(CLI::App& app, const Field& field) {
  const std::string help = in_lines(field.help);
  const std::string name =
      (field.short_option == '\0' ? "" : "-" + std::string(1, field.short_option) + ",") + field.option();
  if (auto* const* flag = std::get_if<bool*>(&field.value)) return app.add_flag(name, **flag, help);
  if (auto* const* text = std::get_if<std::string*>(&field.value)) return app.add_option(name, **text, help);
  if (auto* const* texts = std::get_if<std::vector<std::string>*>(&field.value))
    return declare_list(app.add_option(name, **texts, help), field);
  if (auto* const* whole = std::get_if<int*>(&field.value)) return app.add_option(name, **whole, help);
  if (auto* const* natural = std::get_if<unsigned*>(&field.value)) return app.add_option(name, **natural, help);
  if (auto* const* number = std::get_if<double*>(&field.value)) return app.add_option(name, **number, help);
  if (auto* const* structure = std::get_if<StructuredValue*>(&field.value))
    return declare_texts<std::string>(app, field, help, [to = *structure](const std::string& given) { *to = {given}; });
  std::vector<StructuredValue>* const list = std::get<std::vector<StructuredValue>*>(field.value);
  const auto set = [list](const std::vector<std::string>& given) {
    list->clear();
    for (const std::string& one : given) list->push_back({one});
  };
  return declare_list(declare_texts<std::vector<std::string>>(app, field, help, set), field);
}

/// One of the choices; the new name is told of one that was called otherwise.
CLI::Validator choice_check(const Field& field) {
  const CLI::IsMember members(field.choices);
  const auto check = [members, name = field.name](std::string& text) -> std::string {
    const std::string_view now = name_now(name, text);
    const std::string fault = members(text);
    return fault.empty() || now.empty()
               ? fault
               : "there is no " + in_quotes(text) + "; it is called " + in_quotes(now) + " now";
  };
  return {check, members.get_description()};
}

}  // namespace

void declare_options(CLI::App& app, Fields& fields) {
  for (const Field& field : fields) {
    if (!field.has_option) continue;
    CLI::Option* option = declare(app, field);
    if (field.is_required) option->required();
    if (!field.value_name.empty()) option->type_name(field.value_name);
    if (!field.told_by.empty()) option->group("");  // the help leaves it out
    if (!field.choices.empty()) option->check(choice_check(field));
    if (field.least < field.most) {
      if (std::holds_alternative<double*>(field.value))
        option->check(CLI::Range(field.least, field.most));
      else
        option->check(CLI::Range(static_cast<int>(field.least), static_cast<int>(field.most)));
    }
    if (!field.initial.empty()) option->capture_default_str();
  }
  for (const Field& field : fields) {
    if (!field.has_option) continue;
    CLI::Option* option = app.get_option(field.option());
    if (!field.needed.empty()) option->needs(app.get_option(fields[field.needed].option()));
    for (const std::string& other : field.excluded) option->excludes(app.get_option(fields[other].option()));
  }
}

void note_given(const CLI::App& app, Fields& fields) {
  for (Field& field : fields)
    if (field.has_option) field.is_given = app.get_option(field.option())->count() > 0;
}

}  // namespace sinew::cli
