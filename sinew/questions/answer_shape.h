// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace sinew {

/// What the JSON of an answer is made of. The JSON Schema of answers is made of it.
struct AnswerShape {
  enum class Kind { Truth, Whole, Number, Text, List, Object, ByName, Either };
  struct Member;

  Kind kind = Kind::Text;
  std::string meaning;
  std::vector<Member> members;     ///< of an object
  std::vector<AnswerShape> parts;  ///< alternatives; of a list or of values by name: one for all of them
  bool may_be_null = false;

  AnswerShape or_null() &&;
};

/// A member of an object. Not every answer has one that is optional.
struct AnswerShape::Member {
  std::string name;
  AnswerShape shape;
  bool is_optional = false;
};

/// What is not finite is null in JSON.
AnswerShape a_number(std::string meaning = {});
AnswerShape a_whole_number(std::string meaning = {});
AnswerShape a_truth(std::string meaning = {});
AnswerShape a_text(std::string meaning = {});
AnswerShape a_list(AnswerShape of, std::string meaning = {});
AnswerShape numbers_list(std::string meaning = {});
AnswerShape texts_list(std::string meaning = {});
/// A list of rows.
AnswerShape a_matrix(std::string meaning = {});
AnswerShape an_object(std::vector<AnswerShape::Member> members, std::string meaning = {});
/// An object whose members are named by the robot or the request: links, frames, joints.
AnswerShape by_name(AnswerShape of, std::string meaning = {});

/// One of several.
AnswerShape either(std::vector<AnswerShape> alternatives);

AnswerShape::Member always(std::string name, AnswerShape shape);
AnswerShape::Member sometimes(std::string name, AnswerShape shape);

/// What is wrong with an input, each with its place and a remedy.
AnswerShape diagnostics_shape();
/// Whose axes the vectors of links are in, and their rows.
AnswerShape link_vectors_shape();
/// The answer of a question about states: what it says of the robot, and of every state.
AnswerShape states_shape(std::vector<AnswerShape::Member> of_robot, std::vector<AnswerShape::Member> of_state);

}  // namespace sinew
