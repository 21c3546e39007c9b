// SPDX-License-Identifier: BSD-3-Clause
#include "apps/cli/options.h"

#include <variant>

namespace sinew::cli {
namespace {

CLI::Option* declare(CLI::App& app, const Field& field) {
  const std::string name = field.option();
  if (const auto* flag = std::get_if<bool*>(&field.value)) return app.add_flag(name, **flag, field.help);
  if (const auto* texts = std::get_if<std::vector<std::string>*>(&field.value)) {
    CLI::Option* option = app.add_option(name, **texts, field.help);
    if (!field.is_positional) option->allow_extra_args(false)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    return option;
  }
  return std::visit(
      [&](auto* value) -> CLI::Option* {
        if constexpr (std::is_same_v<decltype(value), bool*> ||
                      std::is_same_v<decltype(value), std::vector<std::string>*>)
          return nullptr;
        else
          return app.add_option(name, *value, field.help);
      },
      field.value);
}

}  // namespace

void declare_options(CLI::App& app, Fields& fields) {
  for (const Field& field : fields) {
    CLI::Option* option = declare(app, field);
    if (field.is_required) option->required();
    if (!field.value_name.empty()) option->type_name(field.value_name);
    if (!field.choices.empty()) option->check(CLI::IsMember(field.choices));
    if (field.least < field.most) {
      if (std::holds_alternative<double*>(field.value))
        option->check(CLI::Range(field.least, field.most));
      else
        option->check(CLI::Range(static_cast<int>(field.least), static_cast<int>(field.most)));
    }
    if (!field.initial.empty()) option->capture_default_str();
  }
  for (const Field& field : fields) {
    CLI::Option* option = app.get_option(field.option());
    if (!field.needed.empty()) option->needs(app.get_option(fields[field.needed].option()));
    for (const std::string& other : field.excluded) option->excludes(app.get_option(fields[other].option()));
  }
}

void note_given(const CLI::App& app, Fields& fields) {
  for (Field& field : fields) field.is_given = app.get_option(field.option())->count() > 0;
}

}  // namespace sinew::cli
