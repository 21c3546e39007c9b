// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/request_fields.h"

#include <limits>
#include <memory>
#include <utility>

#include "sinew/errors/diagnostic.h"
#include "sinew/errors/renamed.h"
#include "sinew/questions/usage_error.h"
#include "sinew/units/characters.h"
#include "sinew/units/number_text.h"

namespace sinew {
namespace {

[[noreturn]] void refuse_kind(const Field& field, const RequestValue& value, const char* wanted) {
  throw UsageError(field.name, std::string("is ") + value.kind_text() + "; give " + wanted);
}

/// A value as the text that the command line would have: lists in brackets, values by name with commas between.
std::string text_of(const RequestValue& value, const Field& field) {
  switch (value.kind) {
    case RequestValue::Kind::Text:
    case RequestValue::Kind::Whole:
    case RequestValue::Kind::Number:
      return value.text;
    case RequestValue::Kind::List: {
      std::string text = "[";
      for (const RequestValue& item : value.items) text += (text.size() > 1 ? "," : "") + text_of(item, field);
      return text + "]";
    }
    case RequestValue::Kind::Object: {
      std::string text;
      for (const RequestValue::Member& member : value.members)
        text += (text.empty() ? "" : ",") + member.name + "=" + text_of(member.value, field);
      return text;
    }
    default:
      refuse_kind(field, value, "a text, a number or a list");
  }
}

/// The same value as a problem file would have it.
YamlNode::Pointer node_of(const RequestValue& value) {
  auto node = std::make_shared<YamlNode>();
  switch (value.kind) {
    case RequestValue::Kind::Null:
      break;
    case RequestValue::Kind::List:
      node->kind = YamlNode::Kind::Sequence;
      for (const RequestValue& item : value.items) {
        node->items.push_back(node_of(item));
        node->weight += node->items.back()->weight;
      }
      break;
    case RequestValue::Kind::Object:
      node->kind = YamlNode::Kind::Map;
      for (const RequestValue::Member& member : value.members) {
        node->entries.push_back({member.name, {}, node_of(member.value)});
        node->weight += node->entries.back().value->weight;
      }
      break;
    default:
      node->kind = YamlNode::Kind::Scalar;
      node->text = value.text;
  }
  return node;
}

/// One line as the command line has it, or the parts of a list or an object.
StructuredValue structure_of(const RequestValue& value, const Field& field) {
  if (value.is(RequestValue::Kind::List) || value.is(RequestValue::Kind::Object)) return {{}, node_of(value)};
  return {text_of(value, field)};
}

void check_range(const Field& field, double number) {
  if (field.least < field.most && !(number >= field.least && number <= field.most))
    throw UsageError(field.name,
                     "is " + shown(number) + "; give a number from " + shown(field.least) + " to " + shown(field.most));
}

double number_of(const RequestValue& value, const Field& field) {
  if (!value.is_number()) refuse_kind(field, value, "a number");
  const double number = leading_number(value.text).value;
  check_range(field, number);
  return number;
}

template <class Whole>
Whole whole_of(const RequestValue& value, const Field& field) {
  const double number = number_of(value, field);
  if (!value.is(RequestValue::Kind::Whole) || number < static_cast<double>(std::numeric_limits<Whole>::lowest()) ||
      number > static_cast<double>(std::numeric_limits<Whole>::max()))
    throw UsageError(field.name, "is " + shown(number) + "; give a whole number");
  return static_cast<Whole>(number);
}

void set_text(const Field& field, std::string text, std::string& into) {
  if (!field.choices.empty() && !is_among(text, field.choices))
    throw UsageError(field.name, "there is no " + in_quotes(text) + "; " +
                                     renamed_or_suggestion(field.name, text, suggestion(text, field.choices)));
  if (field.is_input && (text == "-" || text == "/dev/stdin"))
    throw UsageError(field.name, "stdin is the requests' own; name a file");
  into = std::move(text);
}

/// One value, or a list of them.
template <class One, class Read>
void set_list(const RequestValue& value, std::vector<One>& into, const Read& read) {
  into.clear();
  if (!value.is(RequestValue::Kind::List)) into.push_back(read(value));
  for (const RequestValue& item : value.items) into.push_back(read(item));
}

/// What the fields say of each other.
void check_together(const Fields& fields) {
  for (const Field& field : fields) {
    if (field.is_required && !field.is_given) throw UsageError(field.name, "is missing; give it");
    if (!field.is_given) continue;
    if (!field.needed.empty() && !fields.is_given(field.needed))
      throw UsageError(field.name, "needs " + field.needed + "; give that, too");
    for (const std::string& other : field.excluded)
      if (fields.is_given(other)) throw UsageError(field.name, "excludes " + other + "; give one of them");
  }
}

}  // namespace

void set(Field& field, const RequestValue& value) {
  field.is_given = true;
  if (auto* const* text = std::get_if<std::string*>(&field.value)) {
    set_text(field, text_of(value, field), **text);
  } else if (auto* const* texts = std::get_if<std::vector<std::string>*>(&field.value)) {
    set_list(value, **texts, [&](const RequestValue& one) { return text_of(one, field); });
  } else if (auto* const* structure = std::get_if<StructuredValue*>(&field.value)) {
    **structure = structure_of(value, field);
  } else if (auto* const* structures = std::get_if<std::vector<StructuredValue>*>(&field.value)) {
    set_list(value, **structures, [&](const RequestValue& one) { return structure_of(one, field); });
  } else if (auto* const* flag = std::get_if<bool*>(&field.value)) {
    if (!value.is(RequestValue::Kind::Truth)) refuse_kind(field, value, "true or false");
    field.is_given = ** flag = value.text == "true";
  } else if (auto* const* whole = std::get_if<int*>(&field.value)) {
    **whole = whole_of<int>(value, field);
  } else if (auto* const* natural = std::get_if<unsigned*>(&field.value)) {
    **natural = whole_of<unsigned>(value, field);
  } else if (auto* const* number = std::get_if<double*>(&field.value)) {
    **number = number_of(value, field);
  }
}

void fill(Fields& fields, const RequestValue& request) {
  for (const RequestValue::Member& member : request.members) {
    if (member.name == "command" || member.name == "id") continue;
    Field* field = fields.find(member.name);
    if (field == nullptr)
      throw UsageError(
          member.name,
          "there is no such field; " + renamed_or_suggestion("", member.name, suggestion(member.name, fields.names())));
    set(*field, member.value);
  }
  check_together(fields);
}

RequestValue value_for(const Field& field, const YamlNode& node) {
  RequestValue value;
  switch (node.kind) {
    case YamlNode::Kind::Null:
      break;
    case YamlNode::Kind::Sequence:
      value.kind = RequestValue::Kind::List;
      for (const YamlNode::Pointer& item : node.items) value.items.push_back(value_for(field, *item));
      break;
    case YamlNode::Kind::Map:
      value.kind = RequestValue::Kind::Object;
      for (const YamlNode::Entry& entry : node.entries)
        value.members.push_back({entry.key, value_for(field, *entry.value)});
      break;
    case YamlNode::Kind::Scalar:
      value.kind = RequestValue::Kind::Text;
      value.text = node.text;
      if (field.is_flag() && (node.text == "true" || node.text == "false")) value.kind = RequestValue::Kind::Truth;
      if (field.is_number() && leading_number(node.text).length == node.text.size())
        value.kind = node.text.find_first_of(".eE") == std::string::npos ? RequestValue::Kind::Whole
                                                                         : RequestValue::Kind::Number;
  }
  return value;
}

}  // namespace sinew
