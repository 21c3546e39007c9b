// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/commands/robots/info.h"

#include "sinew/report/robot_card.h"

namespace sinew {

void InfoQuestion::describe(Fields& fields) {
  robot.describe(fields);
  showing.describe_format(fields);
}

AnswerShape InfoQuestion::answer_shape() const {
  const AnswerShape body =
      an_object({always("mass", a_number("[kg]")), always("com", numbers_list("in the link's frame [m]").or_null()),
                 always("inertia_about_com", a_matrix("[kg·m²]").or_null()),
                 always("inertia_about_origin", a_matrix("[kg·m²]"))});
  const AnswerShape pose = an_object({always("R", a_matrix()), always("p", numbers_list("[m]"))});
  const AnswerShape limits =
      an_object({always("position", numbers_list()), always("velocity", a_number()), always("acceleration", a_number()),
                 always("jerk", a_number()), always("effort", a_number()), always("restitution", a_number())},
                "null where there is none");
  const AnswerShape friction =
      an_object({always("viscous", a_number()), always("coulomb", numbers_list()), always("static", numbers_list()),
                 always("stribeck_velocity", a_number()), always("table", a_matrix("position and effort"))});
  const AnswerShape joint = an_object(
      {always("name", a_text()), always("kind", a_text()), always("position_index", a_whole_number()),
       always("limits", limits), always("friction", friction), sometimes("pitch", a_number("of a helical joint")),
       sometimes("mimic", an_object({always("joint", a_text()), always("multiplier", a_number()),
                                     always("offset", a_number())})),
       sometimes("motor", an_object({always("carrier", a_text().or_null()), always("axis_on_carrier", numbers_list()),
                                     always("rotor_inertia", a_number("[kg·m²]")), always("gear_ratio", a_number())})),
       sometimes("spring", an_object({always("stiffness", a_number()), always("rest", a_number())})),
       sometimes("transmission", an_object({always("motor", a_text("the joint that the motor is")),
                                            always("stiffness", a_number()), always("damping", a_number())}))});
  const AnswerShape row =
      an_object({always("joint", a_text()), always("theta", a_number("[rad]")), always("d", a_number("[m]")),
                 always("a", a_number("[m]")), always("alpha", a_number("[rad]")), always("after", pose)});
  const AnswerShape table = either({an_object({always("base", pose), always("rows", a_list(row))}),
                                    an_object({always("refused", a_text("why there is no such table"))})});
  return an_object({always("name", a_text()), always("source", a_text()), always("units", a_text()),
                    always("gravity", numbers_list("[m/s²]")), always("floating_base", a_truth()),
                    always("moving_mass", a_number("[kg]")), always("base_mass", a_number("[kg]")),
                    always("com_at_zero", numbers_list("[m]")),
                    always("links", a_list(an_object({always("name", a_text()), always("parent", a_text().or_null()),
                                                      always("joint", joint), always("joint_on_parent", pose),
                                                      always("body", body)}))),
                    always("frames", a_list(an_object({always("name", a_text()), always("link", a_text().or_null()),
                                                       always("pose_on_joint", pose)}))),
                    always("payloads", a_list(an_object({always("frame", a_text()), always("body", body)}))),
                    always("parameters", by_name(an_object({always("value", a_number()), always("unit", a_text())}))),
                    always("dh", an_object({always("standard", table), always("modified", table)})),
                    always("warnings", diagnostics_shape())});
}

Outcome InfoQuestion::respond(Door& door) {
  const std::shared_ptr<const LoadedRobot> loaded = robot.load(door);
  door.write(showing.format == "json"  ? robot_json(*loaded)
             : showing.format == "csv" ? robot_csv(*loaded)
                                       : robot_card(*loaded));
  if (showing.format == "csv") door.warn(loaded->warnings);
  return Outcome::Yes;
}

}  // namespace sinew
