// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/request.h"

#include <istream>
#include <memory>
#include <sstream>

#include "sinew/formats/source_text.h"
#include "sinew/print/datum.h"
#include "sinew/print/diagnostics_json.h"
#include "sinew/questions/door_input.h"
#include "sinew/questions/question.h"
#include "sinew/questions/request_fields.h"
#include "sinew/questions/usage_error.h"
#include "sinew/units/characters.h"
#include "sinew/units/text_parts.h"

namespace sinew {
namespace {

/// A line that is longer is no request. What it says is not kept.
constexpr std::size_t longest_line = std::size_t{16} << 20U;

/// Collects the answer of one request.
class ReplyDoor final : public Door {
 public:
  /// `behind`: the door of the whole stream, which may stop the work; or nothing.
  ReplyDoor(Robots& robots, Door* behind) : robots_(robots), behind_(behind) {}

  void write(std::string_view text) override { answer += text; }
  void flush() override {}
  bool is_open() const override { return behind_ == nullptr || behind_->is_open(); }
  void warn(const std::vector<Diagnostic>& diagnostics) override {
    warnings.insert(warnings.end(), diagnostics.begin(), diagnostics.end());
  }
  void remark(std::string_view text) override { remarks += text; }
  bool progress(const std::function<std::string()>& text) override {
    static_cast<void>(text);
    return true;  // nothing is remarked: replies are the same however long they take
  }
  Stop stop() override { return behind_ == nullptr ? Stop::GoOn : behind_->stop(); }
  Robots& robots() override { return robots_; }

  std::string answer, remarks;
  std::vector<Diagnostic> warnings;

 private:
  Robots& robots_;
  Door* behind_;
};

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

/// The next line, without its end. False at the end of the input; `too_long` where it has more characters than a request.
bool next_line(std::istream& in, std::string& line, bool& too_long) {
  line.clear();
  too_long = false;
  using Traits = std::istream::traits_type;
  std::streambuf& from = *in.rdbuf();
  bool any = false;
  for (auto c = from.sbumpc(); !Traits::eq_int_type(c, Traits::eof()); c = from.sbumpc()) {
    any = true;
    if (Traits::to_char_type(c) == '\n') return true;
    too_long = too_long || line.size() >= longest_line;
    if (!too_long) line.push_back(Traits::to_char_type(c));
  }
  return any;
}

}  // namespace

std::string RequestReader::failed(const std::string& id, const std::string& error) {
  all_answered_ = false;
  return "{" + id + error + "}";
}

std::string RequestReader::answered(const std::string& id, const RequestValue& request) {
  const RequestValue* command = request.find("command");
  if (command == nullptr || !command->is(RequestValue::Kind::Text))
    throw UsageError("command", "is missing; name one such as \"torque\"");
  const std::unique_ptr<Question> question = command_named(command->text).make();
  Fields& fields = question->fields();
  fill(fields, request);
  const bool json = wants_json(fields);
  ReplyDoor door(robots_, behind_);
  const Outcome outcome = question->answer(door);
  if (door.stop() != Door::Stop::GoOn)
    return failed(id, error_object("stopped", "", "the work was stopped before its end; ask again", {}));
  std::string text = "{" + id + "\"answer\": " + answer_value(std::move(door.answer), json);
  text += outcome == Outcome::Yes ? ", \"outcome\": \"yes\"" : ", \"outcome\": \"no\"";
  if (!door.warnings.empty()) text += ", \"warnings\": " + on_one_line(diagnostics_json(door.warnings));
  if (!door.remarks.empty()) text += ", \"remarks\": " + json_text(door.remarks);
  return text + "}";
}

std::string RequestReader::reply(std::string_view request) {
  std::string id;
  try {
    const RequestValue read = read_request(request);
    if (!read.is(RequestValue::Kind::Object))
      throw UsageError("", "a request is a JSON object such as {\"command\": \"info\", \"robot\": \"puma560\"}");
    if (const RequestValue* given = read.find("id")) id = "\"id\": " + given->json() + ", ";
    return answered(id, read);
  } catch (const RequestSyntaxError& e) {
    return failed(id, error_object("syntax", "", e.what(), {}));
  } catch (const UsageError& e) {
    return failed(id, error_object("usage", e.field, e.what(), {}));
  } catch (const InputError& e) {
    return failed(id, error_object("input", "", e.what(), e.diagnostics()));
  } catch (const std::bad_alloc&) {
    return failed(id, error_object("memory", "", "there is not enough memory for this answer; ask for less", {}));
  } catch (const std::exception& e) {
    return failed(id, error_object("input", "", e.what(), {}));
  }
}

std::string RequestReader::reply_to_long_line() {
  return failed({}, error_object("syntax", "",
                                 "the line has more than " + std::to_string(longest_line >> 20U) +
                                     " million characters; a request needs fewer",
                                 {}));
}

bool answer_requests(std::istream& in, Door& door) {
  RequestReader reader(door.robots(), &door);
  std::string line;
  bool too_long = false;
  const auto goes_on = [&] { return door.is_open() && door.stop() == Door::Stop::GoOn; };
  // where the work was stopped, the last line may have been cut short
  while (goes_on() && next_line(in, line, too_long) && goes_on()) {
    if (!too_long && trimmed(line).empty()) continue;
    door.write(too_long ? reader.reply_to_long_line() : reader.reply(line));
    door.write("\n");
  }
  door.flush();
  return reader.all_answered();
}

bool answer_requests(const std::string& file, Door& door) {
  if (file == "-") {
    // whoever waits for a reply before asking again gets it now; a pipe that is full of requests is not held up
    DoorInput input(file, door, [&] { door.flush(); });
    std::istream in(&input);
    return answer_requests(in, door);
  }
  const std::string text = read_source_text(file).text;
  try {
    static_cast<void>(read_request(text));  // is it one request, over several lines?
  } catch (const RequestSyntaxError&) {
    std::istringstream in(text);
    return answer_requests(in, door);
  }
  RequestReader reader(door.robots(), &door);
  door.write(reader.reply(text) + "\n");
  return reader.all_answered();
}

}  // namespace sinew
