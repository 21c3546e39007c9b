// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <iostream>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <string>

#include "apps/cli/command.h"
#include "apps/cli/process.h"
#include "apps/cli/usage.h"
#include "apps/cli/visible_stream.h"
#include "sinew/errors/problem.h"
#include "sinew/errors/visible_text.h"

namespace sinew::cli {
namespace {

constexpr Command commands[] = {
    {"info", "what is this robot: its tree, joints, DH table, bodies, limits, totals", "sinew info puma560",
     declare_info},
    {"check", "is it physically possible, and is the file right", "sinew check robots/elbow_3r.yaml", declare_check},
    {"convert", "the same robot in another format", "sinew convert ur5 ur5.urdf", declare_convert},
    {"pose", "where every frame is, and how it moves", "sinew pose ur5 --q 0,-90deg,90deg,0,90deg,0", declare_pose},
    {"jacobian", "what joint rates do to a frame, and what they cannot",
     "sinew jacobian two_link_2r --frame tip --q 20deg,40deg --rows linear", declare_jacobian},
    {"torque", "the torques that a motion takes (inverse dynamics)",
     "sinew torque two_link_2r --q 20deg,40deg --qd 0.2,0.15 --qdd 0.1,0.085", declare_torque},
    {"accelerate", "the motion that torques give (forward dynamics)",
     "sinew accelerate two_link_2r --q 20deg,40deg --qd 0.2,0.15 --tau 318.1937,38.6735", declare_accelerate},
    {"terms", "mass matrix, Coriolis and gravity terms, energies, Cartesian forms, regressors",
     "sinew terms two_link_2r --q 20deg,40deg --qd 0.2,0.15 --show M,c,g,energy", declare_terms},
    {"statics", "what the joints must hold under wrenches and gravity, and what they transmit",
     "sinew statics statics_rr --q 30deg,-60deg --wrench P1:F=[0,-100N,0] --units mm,N,Nmm", declare_statics},
    {"equations", "the same terms in closed form, with their derivation", "sinew equations point_mass_2r",
     declare_equations},
    {"solve", "one joint command for tasks, priorities, limits and objectives (redundancy)",
     "sinew solve panda --q 0,-0.6,0,-2.2,0,1.7,0.8,0 --task \"panda_hand position velocity=[0.1,0,0]\"",
     declare_solve},
    {"ik", "joint positions that put a frame where it is wanted (inverse kinematics)",
     "sinew ik ur5 --position 0.4,0.2,0.3 --rows x,y,z", declare_ik},
    {"follow", "a Cartesian path to a joint trajectory, by any of solve's methods",
     "sinew follow panda --q 0,-0.6,0,-2.2,0,1.7,0.8,0 --line-by 0.1,0,0 --duration 2s --out way.csv", declare_follow},
    {"verify", "is my matrix, torque, S or formula right",
     "sinew verify point_mass_2r 'M12 = m2*l2^2 + m2*l1*l2*cos(q2)'", declare_verify},
};

constexpr const char* manual =
    "Every command answers in SI units and radians unless it says otherwise; every number given to it may "
    "carry a\n"
    "unit (20deg, 350mm). Results go to stdout, everything else to stderr.\n"
    "Exit codes: 0 done, 1 bad input, 2 bad usage.";

std::string overview() {
  std::string text =
      "sinew: robot-arm dynamics that you can read, trust and ship\n\n"
      "usage: sinew COMMAND ROBOT [options]\n\n";
  for (const Command& command : commands) text += fmt::format("  {:<12}{}\n", command.name, command.answers);
  text += fmt::format("  {:<12}{}\n\n", "help", "this page, or `sinew help COMMAND` for all about one");
  text += "Begin with\n\n";
  for (const Command& command : commands) text += fmt::format("  {}\n", command.example);
  return text + "\n" + manual + "\n";
}

std::vector<std::string> command_names() {
  std::vector<std::string> names;
  for (const Command& command : commands) names.emplace_back(command.name);
  return names;
}

/// Results may go to a full disk or a closed pipe; that must not look like success.
Exit flushed(Exit result) {
  std::cout.flush();
  if (std::cout.good() && std::fflush(stdout) == 0) return result;
  std::cerr << "sinew: the result could not be written; make room, or check what reads it\n";
  return Exit::BadInput;
}

/// Does the command print for people, and not a file or numbers for programs?
bool prints_page(const CLI::App& command) {
  const CLI::Option* format = command.get_option_no_throw("--format");
  if (format == nullptr) return command.get_option_no_throw("--out") == nullptr && command.get_name() != "convert";
  const std::string chosen = format->count() > 0 ? format->results().back() : "table";
  return chosen == "table" || chosen == "unicode" || chosen == "text";
}

int run(int argc, char** argv) {
  CLI::App app("sinew", "sinew");
  app.set_help_flag();
  app.require_subcommand(0, 1);
  bool help = false, version = false;
  app.add_flag("-h,--help", help);
  app.add_flag("--version", version);
  std::map<const CLI::App*, Action> actions;
  std::map<std::string, CLI::App*> by_name;
  for (const Command& command : commands) {
    CLI::App* sub = app.add_subcommand(command.name, command.answers);
    sub->set_help_flag("-h,--help", "this page");
    sub->footer(std::string("example: ") + command.example + "\n\n" + manual);
    actions[sub] = command.declare(*sub);
    by_name[command.name] = sub;
  }
  std::string topic;
  CLI::App* help_command = app.add_subcommand("help", "this page, or all about one command");
  help_command->add_option("command", topic)->type_name("COMMAND");

  const auto refuse_usage = [](const std::string& why, const std::string& remedy) {
    std::cerr << "sinew: " << visible_text(why) << "; " << visible_text(remedy) << '\n';
    return static_cast<int>(Exit::BadUsage);
  };
  const auto chosen = [&]() -> const CLI::App* {
    return app.get_subcommands().empty() ? nullptr : app.get_subcommands().front();
  };
  const std::string first = argc > 1 ? argv[1] : "";
  if (!first.starts_with('-') && argc > 1 && first != "help" && !by_name.contains(first))
    return refuse_usage("there is no command " + in_quotes(first),
                        suggestion(first, command_names()) + " (see `sinew help`)");
  try {
    app.parse(argc, argv);
    if (version) {
      std::cout << "sinew " SINEW_VERSION "\n";
      return static_cast<int>(flushed(Exit::Done));
    }
    if (help || (chosen() == help_command && topic.empty())) {
      std::cout << overview();
      return static_cast<int>(flushed(Exit::Done));
    }
    if (chosen() == help_command) {
      const auto found = by_name.find(topic);
      if (found == by_name.end())
        return refuse_usage("there is no command " + in_quotes(topic),
                            suggestion(topic, command_names()) + " (see `sinew help`)");
      std::cout << found->second->help("sinew");
      return static_cast<int>(flushed(Exit::Done));
    }
    if (!chosen()) {
      std::cerr << overview();
      return static_cast<int>(Exit::BadUsage);
    }
    check_usage(*chosen());
    std::optional<VisibleStream> page;
    if (prints_page(*chosen())) page.emplace(std::cout);
    return static_cast<int>(flushed(actions.at(chosen())()));
  } catch (const CLI::CallForHelp&) {
    std::cout << (chosen() ? chosen()->help("sinew") : overview());
    return static_cast<int>(flushed(Exit::Done));
  } catch (const CLI::ParseError& e) {
    const std::string about = chosen() ? std::string(" ") + chosen()->get_name() : std::string();
    return refuse_usage(chosen() ? usage_problem(*chosen(), e) : e.what(), "see `sinew help" + about + "`");
  } catch (const InputError& e) {
    std::cerr << e.what() << '\n';
    return static_cast<int>(Exit::BadInput);
  }
}

}  // namespace
}  // namespace sinew::cli

int main(int argc, char** argv) {
  sinew::cli::prepare_process();
  const sinew::cli::VisibleStream errors(std::cerr);
  try {
    return sinew::cli::run(argc, argv);
  } catch (const std::bad_alloc&) {
    sinew::cli::stop_out_of_memory();
  } catch (const std::exception& e) {
    std::cerr << "sinew: " << e.what() << '\n';
    return static_cast<int>(sinew::cli::Exit::BadInput);
  }
}
