// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/choices/objective_choice.h"

#include "sinew/errors/diagnostic.h"
#include "sinew/formats/source_text.h"
#include "sinew/problems/problem_obstacles.h"
#include "sinew/tasks/objectives/formula_objective.h"
#include "sinew/tasks/objectives/joint_range.h"
#include "sinew/tasks/objectives/manipulability.h"
#include "sinew/tasks/task_frame.h"
#include "sinew/units/characters.h"

namespace sinew {

void ObjectiveChoice::describe(Fields& fields, const std::string& when) {
  fields
      .add("objective", &objective,
           when +
               " The objective is \"joint range\", manipulability, \"obstacle distance\", or a formula of q1, q2, … "
               "whose "
               "value is made small. If the option is repeated, the sum of all objectives counts.")
      .of("H");
  fields
      .add("obstacles", &obstacles,
           "A problem file that gives the `shapes` of the robot and the `obstacles` around it.")
      .of("FILE");
}

void ObjectiveChoice::check(const Fields& fields) const {
  if (!is_among("obstacle distance", objective))
    fields.refuse_idle({"obstacles"}, "nobody looks at them without --objective \"obstacle distance\"");
}

std::vector<std::shared_ptr<Objective>> ObjectiveChoice::made(const Model<double>& model,
                                                              const std::string& frame) const {
  std::vector<std::shared_ptr<Objective>> objectives;
  for (const std::string& name : objective) {
    if (name == "joint range") {
      objectives.push_back(std::make_shared<JointRange>(model));
    } else if (name == "manipulability") {
      FrameMotionChoice choice;
      choice.frame = frame;
      choice.rows = FrameRows::position();
      objectives.push_back(std::make_shared<Manipulability>(std::make_unique<FrameTask>(model, choice)));
    } else if (name == "obstacle distance") {
      if (obstacles.empty())
        refuse("--objective", "wants the shapes of the robot and the obstacles", "give a file of them: --obstacles");
      objectives.push_back(read_obstacle_distance(read_source_text(obstacles), model));
    } else if (name.find_first_of("0123456789(*/^+") == std::string::npos) {
      refuse("--objective", "there is no " + in_quotes(name),
             "choose of \"joint range\", manipulability, \"obstacle distance\", or write a formula such as sin(q2)^2");
    } else {
      objectives.push_back(std::make_shared<FormulaObjective>(model, name, false));
    }
  }
  return objectives;
}

}  // namespace sinew
