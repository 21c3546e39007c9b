// SPDX-License-Identifier: BSD-3-Clause
#include "apps/cli/equation_options.h"

#include <fmt/format.h>
#include <unistd.h>

#include <ctime>
#include <iostream>
#include <utility>
#include <vector>

#include "apps/cli/arm_argument.h"
#include "sinew/model/end_frame.h"

namespace sinew::cli {
namespace {

/// Products of terms beyond which no closed form is ever finished.
constexpr std::size_t most_products = 40'000'000;
/// Of the processor. Products of long fractions are slow, and fewer of them are too many.
constexpr double most_seconds = 10.0;

void watch(Ring& ring, bool unlimited, const std::shared_ptr<const ClosedFormWork>& work) {
  const bool terminal = isatty(STDERR_FILENO) != 0;
  ring.watch([unlimited, work, terminal, said = std::string()](std::size_t products) mutable {
    const double seconds = static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
    if (terminal && seconds > 1.0)
      std::cerr << fmt::format("\rworking out {}: {} million products, {:.0f} s (Ctrl-C ends it) ", work->what,
                               products / 1'000'000, seconds);
    else if (seconds > 2.0 && std::exchange(said, work->what) != work->what)
      std::cerr << fmt::format("sinew: working out {}\n", work->what);
    if ((products <= most_products && seconds <= most_seconds) || unlimited) return;
    if (terminal) std::cerr << '\n';
    throw InputError({{Severity::Error, "sinew", 0,
                       fmt::format("the closed form of {} is too large to be written out", work->what), work->remedy}});
  });
}

}  // namespace

void SymbolicRobotArgument::declare(CLI::App& app) {
  robot.declare(app);
  app.remove_option(app.get_option("--floating-base"));  // of which there are no equations
  app.add_option("--symbols", symbols,
                 "numbers of the file that become symbols: inertial (m, h, I of each link, about its frame) or central "
                 "(m, r, I about the centre of mass), lengths, gravity; zeros with them for all ten of each link; all "
                 "for inertial,lengths,gravity. Named parameters of the file always are")
      ->type_name("LIST");
  app.add_option("--frame", frame, "of the Jacobian and the Cartesian forms; the last one if left out")
      ->type_name("NAME");
  app.add_option("--axes", axes, "of those: own (the frame's) or base")->check(CLI::IsMember({"own", "base"}));
  app.add_option("--rows", rows,
                 "of those: linear, angular, all or a list such as x,y; as many as there are joints if left out")
      ->type_name("LIST");
  app.add_flag("--full", full, "closed forms however long they are");
}

SymbolChoice SymbolicRobotArgument::chosen_symbols() const {
  SymbolChoice choice;
  choice.numbers_will_do = numbers_will_do || numbers;
  choice.parameters = !numbers;
  if (symbols.empty()) return choice;
  const std::vector<std::string> known{"inertial", "central", "lengths", "gravity", "zeros", "all"};
  for (const std::string& word : chosen_words("--symbols", symbols, known)) {
    choice.inertial = choice.inertial || word == "inertial" || word == "all";
    choice.central = choice.central || word == "central";
    choice.lengths = choice.lengths || word == "lengths" || word == "all";
    choice.gravity = choice.gravity || word == "gravity" || word == "all";
    choice.zeros_too = choice.zeros_too || word == "zeros";
  }
  if (choice.central && choice.inertial)
    throw CLI::ValidationError("--symbols", "inertial and central name the same figures twice; choose one");
  if (choice.zeros_too && !choice.central && !choice.inertial)
    throw CLI::ValidationError("--symbols", "zeros goes with inertial or central");
  return choice;
}

SymbolicRobot SymbolicRobotArgument::load() const {
  SymbolicRobot loaded = symbolic_robot(robot.source(), chosen_symbols(), robot.read_options());
  watch(*loaded.ring, full, work);
  return loaded;
}

CartesianChoice SymbolicRobotArgument::choice(const SymbolicRobot& loaded) const {
  CartesianChoice choice{frame.empty() ? end_frame(loaded.numbers) : frame, axes == "own", {}};
  if (!choice.frame.empty()) loaded.model.frame(choice.frame);  // or it throws
  if (rows.empty()) return choice;
  RowsArgument chosen;
  chosen.rows = rows;
  const auto named = chosen.value();  // its order is a view of it
  for (const std::size_t row : named.order()) choice.components.push_back(static_cast<int>(row));
  return choice;
}

}  // namespace sinew::cli
