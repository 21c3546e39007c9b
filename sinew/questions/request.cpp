// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/request.h"

#include <istream>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "sinew/errors/renamed.h"
#include "sinew/print/datum.h"
#include "sinew/print/diagnostics_json.h"
#include "sinew/questions/question.h"
#include "sinew/questions/usage_error.h"
#include "sinew/units/characters.h"
#include "sinew/units/text_parts.h"

namespace sinew {
namespace {

using Json = nlohmann::json;

/// Collects the answer of one request.
class ReplyDoor final : public Door {
 public:
  explicit ReplyDoor(Robots& robots) : robots_(robots) {}

  void write(std::string_view text) override { answer += text; }
  void flush() override {}
  bool is_open() const override { return true; }
  void warn(const std::vector<Diagnostic>& diagnostics) override {
    warnings.insert(warnings.end(), diagnostics.begin(), diagnostics.end());
  }
  void remark(std::string_view text) override { remarks += text; }
  bool progress(const std::function<std::string()>& text) override {
    static_cast<void>(text);
    return true;  // nothing is remarked: replies are the same however long they take
  }
  Stop stop() override { return Stop::GoOn; }
  Robots& robots() override { return robots_; }

  std::string answer, remarks;
  std::vector<Diagnostic> warnings;

 private:
  Robots& robots_;
};

/// A JSON value as the text that the command line would have: lists in brackets, values by name with commas between.
std::string text_of(const Json& value, const Field& field) {
  switch (value.type()) {
    case Json::value_t::string:
      return value.get<std::string>();
    case Json::value_t::number_integer:
    case Json::value_t::number_unsigned:
    case Json::value_t::number_float:
      return value.dump();
    case Json::value_t::array: {
      std::string text = "[";
      for (const Json& entry : value) text += (text.size() > 1 ? "," : "") + text_of(entry, field);
      return text + "]";
    }
    case Json::value_t::object: {
      std::string text;
      for (const auto& [name, entry] : value.items())
        text += (text.empty() ? "" : ",") + name + "=" + text_of(entry, field);
      return text;
    }
    default:
      throw UsageError(field.name, std::string("is ") + value.type_name() + "; give a text, a number or a list");
  }
}

void check_range(const Field& field, double number) {
  if (field.least < field.most && !(number >= field.least && number <= field.most))
    throw UsageError(field.name,
                     "is " + shown(number) + "; give a number from " + shown(field.least) + " to " + shown(field.most));
}

double number_of(const Json& value, const Field& field) {
  if (!value.is_number()) throw UsageError(field.name, std::string("is ") + value.type_name() + "; give a number");
  const double number = value.get<double>();
  check_range(field, number);
  return number;
}

template <class Whole>
Whole whole_of(const Json& value, const Field& field) {
  const double number = number_of(value, field);
  if (!value.is_number_integer() || number < static_cast<double>(std::numeric_limits<Whole>::lowest()) ||
      number > static_cast<double>(std::numeric_limits<Whole>::max()))
    throw UsageError(field.name, "is " + shown(number) + "; give a whole number");
  return value.get<Whole>();
}

void check_choice(const std::string& text, const Field& field) {
  if (!field.choices.empty() && !is_among(text, field.choices))
    throw UsageError(field.name, "there is no " + in_quotes(text) + "; " +
                                     renamed_or_suggestion(field.name, text, suggestion(text, field.choices)));
}

/// Sets one field from its member of the request.
void set(Field& field, const Json& value) {
  if (auto* const* text = std::get_if<std::string*>(&field.value)) {
    **text = text_of(value, field);
    check_choice(**text, field);
    if (field.is_input && (**text == "-" || **text == "/dev/stdin"))
      throw UsageError(field.name, "stdin is the requests' own; name a file");
  } else if (auto* const* texts = std::get_if<std::vector<std::string>*>(&field.value)) {
    if (!value.is_array()) **texts = {text_of(value, field)};
    if (value.is_array())
      for (const Json& entry : value) (*texts)->push_back(text_of(entry, field));
  } else if (auto* const* flag = std::get_if<bool*>(&field.value)) {
    if (!value.is_boolean())
      throw UsageError(field.name, std::string("is ") + value.type_name() + "; give true or false");
    **flag = value.get<bool>();
    field.is_given = **flag;
    return;
  } else if (auto* const* whole = std::get_if<int*>(&field.value)) {
    **whole = whole_of<int>(value, field);
  } else if (auto* const* natural = std::get_if<unsigned*>(&field.value)) {
    **natural = whole_of<unsigned>(value, field);
  } else if (auto* const* number = std::get_if<double*>(&field.value)) {
    **number = number_of(value, field);
  }
  field.is_given = true;
}

/// Every member of the request into its field.
void fill(Fields& fields, const Json& request) {
  for (const auto& [name, value] : request.items()) {
    if (name == "command" || name == "id") continue;
    Field* field = fields.find(name);
    if (field == nullptr)
      throw UsageError(name,
                       "there is no such field; " + renamed_or_suggestion("", name, suggestion(name, fields.names())));
    set(*field, value);
  }
  for (const Field& field : fields) {
    if (field.is_required && !field.is_given) throw UsageError(field.name, "is missing; give it");
    if (field.is_given && !field.needed.empty() && !fields.is_given(field.needed))
      throw UsageError(field.name, "needs " + field.needed + "; give that, too");
    for (const std::string& other : field.excluded)
      if (field.is_given && fields.is_given(other))
        throw UsageError(field.name, "excludes " + other + "; give one of them");
  }
}

/// Answers are JSON unless the request asks for something else.
bool wants_json(Fields& fields) {
  Field* format = fields.find("format");
  if (format == nullptr) return false;
  if (!format->is_given && is_among("json", format->choices)) {
    *std::get<std::string*>(format->value) = "json";
    format->is_given = true;
  }
  return *std::get<std::string*>(format->value) == "json";
}

std::string without_line_end(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text;
}

/// One line, whatever the answer's own layout is. Line ends stand only between JSON's own tokens.
std::string on_one_line(std::string json) {
  for (char& c : json)
    if (c == '\n') c = ' ';
  return without_line_end(std::move(json));
}

/// Null where everything went to a file.
std::string answer_value(std::string answer, bool is_json) {
  if (answer.empty()) return "null";
  return is_json ? on_one_line(std::move(answer)) : json_text(answer);
}

std::string error_object(const char* kind, const std::string& field, const std::string& what,
                         const std::vector<Diagnostic>& diagnostics) {
  std::string text = std::string(R"("error": {"kind": )") + json_text(kind);
  if (!field.empty()) text += ", \"field\": " + json_text(field);
  text += ", \"what\": " + json_text(what);
  if (!diagnostics.empty()) text += ", \"diagnostics\": " + on_one_line(diagnostics_json(diagnostics));
  return text + "}";
}

}  // namespace

std::string RequestReader::reply(std::string_view request) {
  std::string id;
  const auto failed = [&](const std::string& error) {
    all_answered_ = false;
    return "{" + id + error + "}";
  };
  try {
    const Json read = Json::parse(request);
    if (!read.is_object())
      throw UsageError("", "a request is a JSON object such as {\"command\": \"info\", \"robot\": \"puma560\"}");
    if (read.contains("id")) id = "\"id\": " + read["id"].dump() + ", ";
    if (!read.contains("command") || !read["command"].is_string())
      throw UsageError("command", "is missing; name one such as \"torque\"");
    const std::unique_ptr<Question> question = command_named(read["command"].get<std::string>()).make();
    Fields& fields = question->fields();
    fill(fields, read);
    const bool json = wants_json(fields);
    ReplyDoor door(robots_);
    const Outcome outcome = question->answer(door);
    std::string text = "{" + id + "\"answer\": " + answer_value(std::move(door.answer), json);
    text += outcome == Outcome::Yes ? ", \"outcome\": \"yes\"" : ", \"outcome\": \"no\"";
    if (!door.warnings.empty()) text += ", \"warnings\": " + on_one_line(diagnostics_json(door.warnings));
    if (!door.remarks.empty()) text += ", \"remarks\": " + json_text(door.remarks);
    return text + "}";
  } catch (const Json::exception& e) {
    return failed(error_object("syntax", "", std::string("this is no JSON: ") + e.what(), {}));
  } catch (const UsageError& e) {
    return failed(error_object("usage", e.field, e.what(), {}));
  } catch (const InputError& e) {
    return failed(error_object("input", "", e.what(), e.diagnostics()));
  } catch (const std::bad_alloc&) {
    return failed(error_object("memory", "", "there is not enough memory for this answer; ask for less", {}));
  } catch (const std::exception& e) {
    return failed(error_object("input", "", e.what(), {}));
  }
}

bool answer_requests(std::istream& in, Door& door) {
  RequestReader reader(door.robots());
  for (std::string line; door.is_open() && door.stop() == Door::Stop::GoOn && std::getline(in, line);) {
    if (trimmed(line).empty()) continue;
    door.write(reader.reply(line));
    door.write("\n");
    // whoever waits for this reply before asking again gets it now; a pipe that is full of requests is not held up
    if (in.rdbuf()->in_avail() <= 0) door.flush();
  }
  door.flush();
  return reader.all_answered();
}

bool answer_requests(const std::string& text, Door& door) {
  std::istringstream in(text);
  if (!Json::accept(text)) return answer_requests(in, door);
  RequestReader reader(door.robots());
  door.write(reader.reply(text) + "\n");
  return reader.all_answered();
}

}  // namespace sinew
