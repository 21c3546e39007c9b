// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/fields.h"

#include <fmt/format.h>

#include <algorithm>

#include "sinew/questions/usage_error.h"
#include "sinew/units/text_parts.h"

namespace sinew {

Field& Field::shows_initial() {
  if (const auto* text = std::get_if<std::string*>(&value)) initial = **text;
  if (const auto* whole = std::get_if<int*>(&value)) initial = std::to_string(**whole);
  if (const auto* whole = std::get_if<unsigned*>(&value)) initial = std::to_string(**whole);
  if (const auto* number = std::get_if<double*>(&value)) {
    initial = fmt::format("{}", **number);
    if (const std::size_t padded = initial.find("e-0"); padded != std::string::npos) initial.erase(padded + 2, 1);
  }
  return *this;
}

std::string Field::option() const {
  if (is_positional) return name;
  std::string option = "--" + (option_name.empty() ? name : option_name);
  std::replace(option.begin(), option.end(), '_', '-');
  return option;
}

Field& Fields::add(std::string name, Field::Value value, std::string help) {
  return all_.emplace_back(Field{std::move(name), value, std::move(help)});
}

void Fields::remove(std::string_view name) {
  std::erase_if(all_, [&](const Field& field) { return field.name == name; });
}

const Field* Fields::find(std::string_view name) const {
  const auto found = std::find_if(all_.begin(), all_.end(), [&](const Field& field) { return field.name == name; });
  return found == all_.end() ? nullptr : &*found;
}

Field* Fields::find(std::string_view name) { return const_cast<Field*>(std::as_const(*this).find(name)); }

bool Fields::is_given(std::string_view name) const {
  const Field* field = find(name);
  return field != nullptr && field->is_given;
}

std::string Fields::given_text(std::string_view name) const {
  const Field* field = find(name);
  return field != nullptr && field->is_given && field->is_text() ? *std::get<std::string*>(field->value) : "";
}

std::vector<std::string> Fields::names() const {
  std::vector<std::string> names;
  for (const Field& field : all_) names.push_back(field.name);
  return names;
}

void Fields::refuse_idle(const std::vector<std::string>& fields, const std::string& why) const {
  for (const std::string& name : fields)
    if (is_given(name)) throw UsageError(name, why);
}

void Fields::refuse_all_but(const std::vector<std::string>& used, const std::string& why) const {
  for (const Field& field : all_)
    if (!field.is_positional && std::find(used.begin(), used.end(), field.name) == used.end())
      refuse_idle({field.name}, why);
}

void Fields::refuse_empty() const {
  const auto check = [](const Field& field, const std::string& text) {
    if (trimmed(text).empty()) throw UsageError(field.name, "is empty; give it a value, or leave it out");
  };
  const auto check_structure = [&](const Field& field, const StructuredValue& structure) {
    if (!structure.parts) check(field, structure.text);
  };
  for (const Field& field : all_) {
    if (!field.is_given) continue;
    if (field.is_text()) check(field, *std::get<std::string*>(field.value));
    if (field.is_list())
      for (const std::string& text : *std::get<std::vector<std::string>*>(field.value)) check(field, text);
    if (field.is_structure()) check_structure(field, *std::get<StructuredValue*>(field.value));
    if (field.is_list_of_structures())
      for (const StructuredValue& one : *std::get<std::vector<StructuredValue>*>(field.value))
        check_structure(field, one);
  }
}

void Fields::refuse_stdin_twice() const {
  std::string first;
  for (const Field& field : all_) {
    if (!field.is_input || given_text(field.name) != "-") continue;
    if (!first.empty()) throw UsageError(field.name, "stdin is the " + first + " already; give one of them as a file");
    first = field.name;
  }
}

void Fields::check() const {
  refuse_empty();
  refuse_stdin_twice();
  const std::string format = given_text("format");
  if (format.empty() || format == "table")
    refuse_idle({"repeat_state"}, "is for programs; take --format csv or json with it");
  else if (find("units") != nullptr)
    refuse_idle({"units", "digits"}, "is for tables; leave it out, for csv and json are in SI and in full");
}

}  // namespace sinew
