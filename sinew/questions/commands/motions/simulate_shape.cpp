// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/commands/motions/simulate.h"

namespace sinew {
namespace {

AnswerShape peak_shape(const std::string& meaning) {
  return an_object({always("value", a_number()), always("t", a_number())}, meaning);
}

AnswerShape state_shape() {
  return an_object({always("t", a_number()), sometimes("q", numbers_list()), sometimes("qd", numbers_list()),
                    sometimes("qdd", numbers_list()), sometimes("tau", numbers_list("of the drive")),
                    sometimes("spreads", by_name(an_object({always("mean", a_number()), always("deviation", a_number()),
                                                            always("least", a_number()), always("most", a_number()),
                                                            always("worst_copy", a_whole_number())},
                                                           "of all copies")
                                                     .or_null()))});
}

AnswerShape event_shape() {
  return an_object({always("t", a_number()), always("kind", a_text()), sometimes("joint", a_text()),
                    always("value", a_number("what it is depends on the kind")), always("text", a_text())});
}

AnswerShape energy_shape() {
  return an_object({always("at_start", a_number()), always("kinetic", a_number("at the end")),
                    always("potential", a_number()), always("springs", a_number()), always("total", a_number()),
                    always("drive", numbers_list("work, joint by joint")),
                    always("viscous", numbers_list("lost in viscous friction")),
                    always("dry", numbers_list("lost in dry friction")),
                    always("impacts", numbers_list("lost at stops")), always("wrenches", a_number()),
                    always("changes", a_number("brought by payloads that are picked up or put down")),
                    always("residual", a_number("what integration gained")), always("drift", a_number("per second"))});
}

}  // namespace

AnswerShape SimulateQuestion::answer_shape() const {
  const AnswerShape joints = by_name(
      an_object({always("tau", peak_shape("largest torque or force")), always("qd", peak_shape("largest speed"))}));
  const AnswerShape positions =
      by_name(an_object({always("lowest", peak_shape("")), always("highest", peak_shape(""))}));
  return an_object(
      {always("robot", a_text("name of the robot")),
       sometimes("joints", texts_list("names of the joints, in the order of every list")),
       sometimes("driven", a_text("what drives it")), always("states", a_list(state_shape())),
       sometimes("method", a_text()), sometimes("reason", a_text("why this method")),
       sometimes("duration", a_number("when the run ended")), sometimes("steps", a_whole_number()),
       sometimes("rejected", a_whole_number("steps that were tried again")),
       sometimes("evaluations", a_whole_number("of the equations of motion")),
       sometimes("events", a_list(event_shape())),
       sometimes("largest", an_object({always("q", positions), always("joints", joints)})),
       sometimes("energy", energy_shape()), sometimes("stopped_at", a_number("of a run that did not reach its end")),
       sometimes("stopped_by", a_text()), sometimes("copies", a_whole_number()),
       sometimes("failed", a_whole_number("copies that came to no end")),
       sometimes("numbers", a_list(an_object({always("varied", a_text()), always("duration", a_number()),
                                              always("residual", a_number()), sometimes("stopped_by", a_text())},
                                             "of each copy")))});
}

}  // namespace sinew
