// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/example_request.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <vector>

#include "sinew/print/json_writer.h"

namespace sinew {
namespace {

/// The words of a command line; a text in quotes is one word.
std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> words(1);
  char quote = 0;
  for (const char c : line) {
    if (c == quote)
      quote = 0;
    else if (quote == 0 && (c == '"' || c == '\''))
      quote = c;
    else if (quote == 0 && c == ' ')
      words.emplace_back();
    else
      words.back() += c;
  }
  return words;
}

}  // namespace

std::string example_request(const Command& command) {
  const std::unique_ptr<Question> question = command.make();
  std::vector<const Field*> positional;
  for (const Field& field : question->fields())
    if (field.is_positional) positional.push_back(&field);
  nlohmann::ordered_json request{{"command", command.name}};
  const std::vector<std::string> words = words_of(command.example);
  auto next_positional = positional.begin();
  for (std::size_t i = 2; i < words.size(); ++i) {  // behind "sinew" and the command
    const Field* field = nullptr;
    if (!words[i].starts_with("--")) {
      if (next_positional == positional.end()) throw std::logic_error(command.example);
      field = *next_positional;
      if (!field->is_list()) ++next_positional;
    } else {
      const auto& fields = question->fields();
      const auto found =
          std::find_if(fields.begin(), fields.end(), [&](const Field& f) { return f.option() == words[i]; });
      if (found == fields.end()) throw std::logic_error(command.example);
      field = &*found;
      if (!field->is_flag()) ++i;
    }
    if (field->is_flag())
      request[field->name] = true;
    else if (i < words.size())
      request[field->name] = words[i];
  }
  return json_line(request);
}

}  // namespace sinew
