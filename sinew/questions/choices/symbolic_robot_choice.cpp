// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/choices/symbolic_robot_choice.h"

#include <fmt/format.h>

#include <ctime>
#include <utility>
#include <vector>

#include "sinew/model/end_frame.h"
#include "sinew/questions/choices/frame_choice.h"
#include "sinew/questions/choices/text_values.h"
#include "sinew/questions/usage_error.h"

namespace sinew {
namespace {

/// Products of terms beyond which no closed form is ever finished.
constexpr std::size_t most_products = 40'000'000;
/// Of the processor. Products of long fractions are slow, and fewer of them are too many.
constexpr double most_seconds = 10.0;

void watch(Ring& ring, bool unlimited, const std::shared_ptr<const ClosedFormWork>& work, Door& door) {
  const double begin = static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
  ring.watch([unlimited, work, begin, &door, said = std::string()](std::size_t products) mutable {
    const double seconds = static_cast<double>(std::clock()) / CLOCKS_PER_SEC - begin;
    const bool watched = door.progress([&] {
      return fmt::format("working out {}: {} million products (Ctrl-C ends it)", work->what, products / 1'000'000);
    });
    if (!watched && seconds > 2.0 && std::exchange(said, work->what) != work->what)
      door.remark(fmt::format("sinew: working out {}\n", work->what));
    if ((products <= most_products && seconds <= most_seconds) || unlimited) return;
    throw InputError({{Severity::Error, "sinew", 0,
                       fmt::format("the closed form of {} is too large to be written out", work->what), work->remedy}});
  });
}

}  // namespace

void SymbolicRobotChoice::describe(Fields& fields) {
  robot.describe(fields);
  fields.remove("floating_base");  // there are no equations of one
  fields
      .add("symbols", &symbols,
           "The numbers of the file that become symbols: inertial (m, h, I of each link about its frame), central (m, "
           "r, I "
           "about the centre of mass), lengths, gravity, or all for inertial,lengths,gravity. With zeros, parameters "
           "that "
           "are zero become symbols too. Named parameters of the file are always symbols.")
      .of("LIST");
  describe_end_frame(fields, frame, "The link or frame of the Jacobian and the Cartesian forms.");
  fields.add("axes", &axes, "The axes of the Jacobian and the Cartesian forms: world, or own for the frame's own axes.")
      .one_of({"world", "own"})
      .shows_initial();
  fields
      .add("rows", &rows,
           "The rows of the Jacobian and the Cartesian forms: all, angular, linear, or a list such as x,y. If it is "
           "left out, "
           "there are as many rows as joints.")
      .of("LIST");
  fields.add("full", &full, "Print closed forms however long they are.");
}

SymbolChoice SymbolicRobotChoice::chosen_symbols() const {
  SymbolChoice choice;
  choice.numbers_will_do = numbers_will_do || numbers;
  choice.parameters = !numbers;
  if (symbols.empty()) return choice;
  const std::vector<std::string> known{"inertial", "central", "lengths", "gravity", "zeros", "all"};
  for (const std::string& word : chosen_words("symbols", symbols, known)) {
    choice.inertial = choice.inertial || word == "inertial" || word == "all";
    choice.central = choice.central || word == "central";
    choice.lengths = choice.lengths || word == "lengths" || word == "all";
    choice.gravity = choice.gravity || word == "gravity" || word == "all";
    choice.zeros_too = choice.zeros_too || word == "zeros";
  }
  if (choice.central && choice.inertial)
    throw UsageError("symbols", "inertial and central name the same figures twice; choose one");
  if (choice.zeros_too && !choice.central && !choice.inertial)
    throw UsageError("symbols", "zeros goes with inertial or central");
  return choice;
}

SymbolicRobot SymbolicRobotChoice::load(Door& door) const {
  SymbolicRobot loaded = symbolic_robot(robot.source(), chosen_symbols(), robot.read_options());
  watch(*loaded.ring, full, work, door);
  return loaded;
}

CartesianChoice SymbolicRobotChoice::choice(const SymbolicRobot& loaded) const {
  CartesianChoice choice{frame.empty() ? end_frame(loaded.numbers) : frame, axes == "own", {}};
  if (!choice.frame.empty()) loaded.model.frame(choice.frame);  // or it throws
  if (rows.empty()) return choice;
  RowsChoice chosen;
  chosen.rows = rows;
  const auto named = chosen.value();  // its order is a view of it
  for (const std::size_t row : named.order()) choice.components.push_back(static_cast<int>(row));
  return choice;
}

}  // namespace sinew
