// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/schema.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "sinew/print/json_writer.h"
#include "sinew/questions/example_request.h"
#include "sinew/units/characters.h"

namespace sinew {
namespace {

using OrderedJson = nlohmann::ordered_json;

/// A text may also be a number, a list or values by name: see RequestReader.
OrderedJson text_schema(const Field& field) {
  if (!field.choices.empty()) return {{"enum", field.choices}};
  if (field.is_input || field.name == "out") return {{"type", "string"}};
  return {{"type", {"string", "number", "array", "object"}}};
}

OrderedJson value_schema(const Field& field) {
  OrderedJson schema;
  if (field.is_text()) {
    schema = text_schema(field);
  } else if (field.is_list()) {
    schema = {{"type", {"string", "array", "object"}}, {"items", {{"type", {"string", "number", "array", "object"}}}}};
  } else if (field.is_structure()) {
    schema = {{"type", {"string", "number", "array", "object"}}};
  } else if (field.is_list_of_structures()) {
    schema = {{"type", {"string", "object", "array"}}, {"items", {{"type", {"string", "object"}}}}};
  } else if (field.is_flag()) {
    schema = {{"type", "boolean"}};
  } else {
    schema = {{"type", std::holds_alternative<double*>(field.value) ? "number" : "integer"}};
    if (field.least < field.most) {
      schema["minimum"] = field.least;
      schema["maximum"] = field.most;
    }
    if (std::holds_alternative<unsigned*>(field.value)) schema["minimum"] = 0;
  }
  schema["description"] = field.help;
  if (!field.initial.empty()) schema["default"] = field.initial;
  return schema;
}

OrderedJson schema_of(const Command& command) {
  const std::unique_ptr<Question> question = command.make();
  OrderedJson properties{{"command", {{"const", command.name}}},
                         {"id", {{"description", "Any value; the reply repeats it."}}}};
  OrderedJson required = OrderedJson::array({"command"});
  for (const Field& field : question->fields()) {
    properties[field.name] = value_schema(field);
    if (field.is_required) required.push_back(field.name);
  }
  return {{"description", command.answers},
          {"type", "object"},
          {"properties", std::move(properties)},
          {"required", std::move(required)},
          {"additionalProperties", false},
          {"examples", OrderedJson::array({OrderedJson::parse(example_request(command))})}};
}

/// Text of a cell of a Markdown table, which takes q.<joint> for HTML. Lines of a list, "  name   meaning", stay lines.
std::string in_one_cell(const std::string& help) {
  std::string text;
  for (std::size_t begin = 0; begin < help.size();) {
    const std::size_t end = std::min(help.find('\n', begin), help.size());
    const std::string line = replaced(help.substr(begin, end - begin), "<", "\\<");
    const std::size_t name = line.find_first_not_of(' ');
    const std::size_t name_end = std::min(line.find(' ', std::min(name, line.size())), line.size());
    if (begin > 0) text += "<br>";
    if (line.starts_with("  ") && name != std::string::npos)
      text += "`" + line.substr(name, name_end - name) +
              "`: " + line.substr(std::min(line.find_first_not_of(' ', name_end), line.size()));
    else
      text += line;
    begin = end + 1;
  }
  return replaced(std::move(text), "|", "\\|");
}

/// One JSON type, or null as well.
OrderedJson type_of(const AnswerShape& shape, const char* type) {
  if (shape.may_be_null) return {{"type", {type, "null"}}};
  return {{"type", type}};
}

OrderedJson schema_of(const AnswerShape& shape);

OrderedJson object_schema(const AnswerShape& shape) {
  OrderedJson schema = type_of(shape, "object"), properties = OrderedJson::object(), required = OrderedJson::array();
  for (const AnswerShape::Member& member : shape.members) {
    properties[member.name] = schema_of(member.shape);
    if (!member.is_optional) required.push_back(member.name);
  }
  schema["properties"] = std::move(properties);
  schema["required"] = std::move(required);
  schema["additionalProperties"] = false;
  return schema;
}

OrderedJson schema_of_kind(const AnswerShape& shape) {
  switch (shape.kind) {
    case AnswerShape::Kind::Truth:
      return type_of(shape, "boolean");
    case AnswerShape::Kind::Whole:
      return type_of(shape, "integer");
    case AnswerShape::Kind::Number:
      return type_of(shape, "number");
    case AnswerShape::Kind::Text:
      return type_of(shape, "string");
    case AnswerShape::Kind::Object:
      return object_schema(shape);
    case AnswerShape::Kind::List: {
      OrderedJson schema = type_of(shape, "array");
      schema["items"] = schema_of(shape.parts.front());
      return schema;
    }
    case AnswerShape::Kind::ByName: {
      OrderedJson schema = type_of(shape, "object");
      schema["additionalProperties"] = schema_of(shape.parts.front());
      return schema;
    }
    case AnswerShape::Kind::Either: {
      OrderedJson alternatives = OrderedJson::array();
      for (const AnswerShape& alternative : shape.parts) alternatives.push_back(schema_of(alternative));
      return {{"anyOf", std::move(alternatives)}};
    }
  }
  return {};
}

OrderedJson schema_of(const AnswerShape& shape) {
  OrderedJson schema = schema_of_kind(shape);
  if (!shape.meaning.empty()) schema["description"] = shape.meaning;
  return schema;
}

/// A reply without its answer's own shape: an answer, or an error.
OrderedJson reply_schema() {
  const AnswerShape diagnostics = diagnostics_shape();
  const OrderedJson id{{"description", "that of the request"}};
  OrderedJson answered =
      schema_of(an_object({always("outcome", a_text("yes, or no where the answer is not the one that was hoped for")),
                           sometimes("warnings", diagnostics), sometimes("remarks", a_text("a summary for people"))}));
  answered["properties"]["outcome"]["enum"] = {"yes", "no"};
  answered["properties"]["answer"] = {{"description", "what the command prints with --format json"}};
  answered["required"].push_back("answer");
  answered["properties"]["id"] = id;
  OrderedJson failed = schema_of(
      an_object({always("error", an_object({always("kind", a_text()), sometimes("field", a_text("which is wrong")),
                                            always("what", a_text()), sometimes("diagnostics", diagnostics)}))}));
  failed["properties"]["error"]["properties"]["kind"]["enum"] = {"syntax", "usage", "input", "memory", "stopped"};
  failed["properties"]["id"] = id;
  return {{"oneOf", {std::move(answered), std::move(failed)}}};
}

constexpr const char* dialect = "https://json-schema.org/draft/2020-12/schema";

}  // namespace

std::string request_schema(const Command& command) {
  OrderedJson schema{{"$schema", dialect}, {"title", std::string("request of sinew ") + command.name}};
  schema.update(schema_of(command));
  return json_page(schema);
}

std::string request_schema() {
  OrderedJson alternatives = OrderedJson::array();
  for (const Command& command : commands()) alternatives.push_back(schema_of(command));
  return json_page(
      OrderedJson{{"$schema", dialect}, {"title", "request of sinew ask"}, {"oneOf", std::move(alternatives)}});
}

std::string answer_schema() {
  OrderedJson definitions = OrderedJson::object();
  for (const Command& command : commands()) definitions[command.name] = schema_of(command.make()->answer_shape());
  definitions["reply"] = reply_schema();
  return json_page(OrderedJson{{"$schema", dialect},
                               {"title", "replies of sinew ask"},
                               {"$ref", "#/$defs/reply"},
                               {"$defs", std::move(definitions)}});
}

std::string options_table(const Command& command) {
  const std::unique_ptr<Question> question = command.make();
  std::string text = "| option | value | meaning |\n| --- | --- | --- |\n";
  for (const Field& field : question->fields()) {
    if (!field.has_option || !field.told_by.empty()) continue;
    std::string value = field.value_name;
    for (const std::string& choice : field.choices) value += (value.empty() ? "" : ", ") + choice;
    std::string meaning = in_one_cell(field.help);
    if (!field.initial.empty()) meaning += " The default is `" + field.initial + "`.";
    text += "| " + (field.short_option == '\0' ? "" : "`-" + std::string(1, field.short_option) + "`, ") + "`" +
            field.option() + "` | " + replaced(value, "|", "\\|") + " | " + meaning + " |\n";
  }
  return text;
}

std::string reference_page() {
  std::string text =
      "# Commands and their options\n\n"
      "`sinew help --reference` writes this page; do not edit it by hand. The options are also the members of requests "
      "([`sinew ask`](guides/ask.md)),\nwith `_` in place of `-`. [The vocabulary](notation.md) lists all names with "
      "their "
      "symbols and units. Every number may have a unit\n(20deg, 350mm); without one it is in SI units and radians.\n";
  for (const Command& command : commands())
    text += std::string("\n## ") + command.name + "\n\n`sinew " + command.name + "` answers: " + command.answers +
            ".\n\n    " + command.example + "\n\n" + options_table(command);
  return text;
}

std::string bash_completion() {
  std::string names, cases;
  for (const Command& command : commands()) {
    names += std::string(names.empty() ? "" : " ") + command.name;
    const std::unique_ptr<Question> question = command.make();
    std::string options, choices;
    for (const Field& field : question->fields()) {
      if (!field.has_option) continue;
      if (!field.is_positional) options += (options.empty() ? "" : " ") + field.option();
      if (field.choices.empty()) continue;
      choices += "      " + field.option() + ") words=\"";
      for (const std::string& choice : field.choices) choices += (choices.ends_with('"') ? "" : " ") + choice;
      choices += "\" ;;\n";
    }
    cases += std::string("    ") + command.name + ") words=\"" + options + "\"\n      case \"$before\" in\n" + choices +
             "      esac ;;\n";
  }
  return "# bash completion of sinew: source this file, or put it into /etc/bash_completion.d\n"
         "_sinew() {\n"
         "  local word=\"${COMP_WORDS[COMP_CWORD]}\" before=\"${COMP_WORDS[COMP_CWORD-1]}\" words=\"\"\n"
         "  case \"${COMP_WORDS[1]}\" in\n" +
         cases + "    *) words=\"" + names +
         " ask help\" ;;\n"
         "  esac\n"
         "  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\"; [[ $word == -* ]] || compgen -f -- "
         "\"$word\")\n"
         "}\n"
         "complete -o filenames -F _sinew sinew\n";
}

}  // namespace sinew
