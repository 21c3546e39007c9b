// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/request_value.h"

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>

#include "sinew/errors/diagnostic.h"
#include "sinew/print/datum.h"

namespace sinew {
namespace {

using ValueKind = RequestValue::Kind;
using ParsedJson = nlohmann::json;

/// Builds the value from the parser's events. The parser's own builder would keep the last of two members of one name.
class RequestBuilder final : public nlohmann::json_sax<ParsedJson> {
 public:
  RequestValue root;
  std::string error;  ///< why the text is refused

  bool null() override { return add(ValueKind::Null, "null"); }
  bool boolean(bool value) override { return add(ValueKind::Truth, value ? "true" : "false"); }
  bool number_integer(std::int64_t value) override { return add(ValueKind::Whole, std::to_string(value)); }
  bool number_unsigned(std::uint64_t value) override { return add(ValueKind::Whole, std::to_string(value)); }
  bool number_float(double /*value*/, const std::string& text) override { return add(ValueKind::Number, text); }
  bool string(std::string& value) override {
    if (value.find('\0') == std::string::npos) return add(ValueKind::Text, std::move(value));
    error = "a text has the character \\u0000; leave it out";
    return false;
  }
  bool binary(ParsedJson::binary_t& /*value*/) override { return false; }  // JSON as text has none

  bool start_object(std::size_t /*size*/) override { return open(ValueKind::Object); }
  bool start_array(std::size_t /*size*/) override { return open(ValueKind::List); }
  bool key(std::string& name) override {
    key_ = std::move(name);
    return true;
  }
  bool end_object() override {
    const bool once = names_come_once(*open_.back());
    open_.pop_back();
    return once;
  }
  bool end_array() override {
    open_.pop_back();
    return true;
  }
  bool parse_error(std::size_t /*position*/, const std::string& /*token*/,
                   const nlohmann::detail::exception& why) override {
    error = std::string("this is no JSON: ") + why.what();
    return false;
  }

 private:
  bool add(ValueKind kind, std::string text) {
    RequestValue& value = place();
    value.kind = kind;
    value.text = std::move(text);
    return true;
  }

  bool open(ValueKind kind) {
    if (open_.size() == deepest_request) {
      error = "lists and objects stand in each other more than " + std::to_string(deepest_request) +
              " deep; a request needs fewer";
      return false;
    }
    open_.push_back(&place());
    open_.back()->kind = kind;
    return true;
  }

  /// Room for the next value. It stays where it is until its list or object gets another one.
  RequestValue& place() {
    if (open_.empty()) return root;
    RequestValue& in = *open_.back();
    if (in.is(ValueKind::List)) return in.items.emplace_back();
    return in.members.emplace_back(RequestValue::Member{std::move(key_), {}}).value;
  }

  bool names_come_once(const RequestValue& object) {
    std::vector<std::string_view> names;
    names.reserve(object.members.size());
    for (const RequestValue::Member& member : object.members) names.emplace_back(member.name);
    std::sort(names.begin(), names.end());
    const auto twice = std::adjacent_find(names.begin(), names.end());
    if (twice == names.end()) return true;
    error = in_quotes(*twice) + " is given twice; keep one";
    return false;
  }

  std::vector<RequestValue*> open_;
  std::string key_;
};

}  // namespace

const RequestValue* RequestValue::find(std::string_view name) const {
  const auto found = std::find_if(members.begin(), members.end(), [&](const Member& m) { return m.name == name; });
  return found == members.end() ? nullptr : &found->value;
}

const char* RequestValue::kind_text() const {
  switch (kind) {
    case Kind::Null:
      return "null";
    case Kind::Truth:
      return "true or false";
    case Kind::Whole:
    case Kind::Number:
      return "a number";
    case Kind::Text:
      return "a text";
    case Kind::List:
      return "a list";
    case Kind::Object:
      return "an object";
  }
  return "";
}

std::string RequestValue::json() const {
  std::string written;
  switch (kind) {
    case Kind::Text:
      return json_text(text);
    case Kind::List:
      for (const RequestValue& item : items) written += (written.empty() ? "" : ",") + item.json();
      return "[" + written + "]";
    case Kind::Object:
      for (const Member& member : members)
        written += (written.empty() ? "" : ",") + json_text(member.name) + ":" + member.value.json();
      return "{" + written + "}";
    default:
      return text;
  }
}

RequestValue read_request(std::string_view text) {
  RequestBuilder builder;
  if (!ParsedJson::sax_parse(text, &builder)) throw RequestSyntaxError(builder.error);
  return std::move(builder.root);
}

}  // namespace sinew
