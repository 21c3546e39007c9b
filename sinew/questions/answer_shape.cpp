// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/answer_shape.h"

#include <iterator>

namespace sinew {
namespace {

using ShapeKind = AnswerShape::Kind;
using Members = std::vector<AnswerShape::Member>;

Members joined(Members first, Members second) {
  first.insert(first.end(), std::make_move_iterator(second.begin()), std::make_move_iterator(second.end()));
  return first;
}

}  // namespace

AnswerShape AnswerShape::or_null() && {
  may_be_null = true;
  return std::move(*this);
}

AnswerShape a_number(std::string meaning) {
  return AnswerShape{ShapeKind::Number, std::move(meaning), {}, {}}.or_null();
}
AnswerShape a_whole_number(std::string meaning) { return {ShapeKind::Whole, std::move(meaning), {}, {}}; }
AnswerShape a_truth(std::string meaning) { return {ShapeKind::Truth, std::move(meaning), {}, {}}; }
AnswerShape a_text(std::string meaning) { return {ShapeKind::Text, std::move(meaning), {}, {}}; }
AnswerShape a_list(AnswerShape of, std::string meaning) {
  return {ShapeKind::List, std::move(meaning), {}, {std::move(of)}};
}
AnswerShape numbers_list(std::string meaning) { return a_list(a_number(), std::move(meaning)); }
AnswerShape texts_list(std::string meaning) { return a_list(a_text(), std::move(meaning)); }
AnswerShape a_matrix(std::string meaning) { return a_list(numbers_list(), std::move(meaning)); }
AnswerShape an_object(Members members, std::string meaning) {
  return {ShapeKind::Object, std::move(meaning), std::move(members), {}};
}
AnswerShape by_name(AnswerShape of, std::string meaning) {
  return {ShapeKind::ByName, std::move(meaning), {}, {std::move(of)}};
}

AnswerShape either(std::vector<AnswerShape> alternatives) {
  return {ShapeKind::Either, {}, {}, std::move(alternatives)};
}

AnswerShape::Member always(std::string name, AnswerShape shape) { return {std::move(name), std::move(shape)}; }
AnswerShape::Member sometimes(std::string name, AnswerShape shape) { return {std::move(name), std::move(shape), true}; }

AnswerShape diagnostics_shape() {
  return a_list(
      an_object({always("severity", a_text("error or warning")), always("file", a_text()),
                 always("line", a_whole_number().or_null()), always("what", a_text()), always("remedy", a_text())}));
}

AnswerShape link_vectors_shape() {
  return an_object({always("axes", a_text("of the vectors of links")), always("rows", texts_list("x, y, z"))});
}

AnswerShape states_shape(Members of_robot, Members of_state) {
  const Members before_robot{
      always("robot", a_text("name of the robot")),
      always("joints", texts_list("names of the joints, in the order of every list")),
      sometimes("rates", texts_list("names of the rates of a robot whose base floats, those of the base first")),
      sometimes("efforts", texts_list("names of its efforts, those on the base first"))};
  const Members before_state{sometimes("t", either({a_number("time, as the file of states has it"),
                                                    a_text("the same where it is no number")})),
                             sometimes("q", numbers_list("positions; with repeat_state")),
                             sometimes("qd", numbers_list("velocities; with repeat_state")),
                             sometimes("qdd", numbers_list("accelerations; with repeat_state")),
                             sometimes("tau", numbers_list("torques and forces; with repeat_state"))};
  const Members after_state{sometimes(
      "beyond_limits", by_name(by_name(a_number()), "by q, qd and tau, then by joint: how far beyond the limit"))};
  Members state;
  for (const AnswerShape::Member& own : before_state) {
    bool is_answer = false;
    for (const AnswerShape::Member& answer : of_state) is_answer = is_answer || answer.name == own.name;
    if (!is_answer) state.push_back(own);
  }
  state = joined(joined(std::move(state), std::move(of_state)), after_state);
  Members robot = joined(before_robot, std::move(of_robot));
  robot.push_back(always("states", a_list(an_object(std::move(state)), "one for each state, in their order")));
  return an_object(std::move(robot));
}

}  // namespace sinew
