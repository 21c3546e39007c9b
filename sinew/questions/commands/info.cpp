// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/commands/info.h"

#include "sinew/report/robot_card.h"

namespace sinew {

void InfoQuestion::describe(Fields& fields) {
  robot.describe(fields);
  showing.describe_format(fields);
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
