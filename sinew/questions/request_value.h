// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// A JSON value of a request. Members keep their order, for a parameter of a problem may use those before it, and numbers
/// keep their text.
struct RequestValue {
  enum class Kind { Null, Truth, Whole, Number, Text, List, Object };
  struct Member;

  Kind kind = Kind::Null;
  std::string text;  ///< of a text, a number, true or false
  std::vector<RequestValue> items;
  std::vector<Member> members;

  bool is(Kind wanted) const { return kind == wanted; }
  bool is_number() const { return kind == Kind::Whole || kind == Kind::Number; }
  /// The member of that name, or nothing.
  const RequestValue* find(std::string_view name) const;
  /// As a sentence has it: "a list".
  const char* kind_text() const;
  /// The same value as JSON again.
  std::string json() const;
};

struct RequestValue::Member {
  std::string name;
  RequestValue value;
};

/// A text that is no JSON, or JSON that no request can be: a member that is given twice, or values nested without end.
struct RequestSyntaxError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Lists and objects may stand in each other so deep: far deeper than any question needs, and not too deep for a function
/// that calls itself for what is inside.
inline constexpr std::size_t deepest_request = 64;

/// The one JSON value of a text. Throws RequestSyntaxError.
RequestValue read_request(std::string_view text);

}  // namespace sinew
