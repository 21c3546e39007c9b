// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <iostream>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <string>

#include "apps/cli/exit.h"
#include "apps/cli/interruption.h"
#include "apps/cli/options.h"
#include "apps/cli/process.h"
#include "apps/cli/terminal_door.h"
#include "apps/cli/usage.h"
#include "apps/cli/visible_stream.h"
#include "sinew/errors/diagnostic.h"
#include "sinew/errors/visible_text.h"
#include "sinew/questions/question.h"
#include "sinew/questions/request.h"
#include "sinew/questions/schema.h"
#include "sinew/questions/usage_error.h"

namespace sinew::cli {
namespace {

constexpr const char* ask_answers = "requests in JSON, one process for all of them, for scripts and editors";
constexpr const char* ask_example = R"(echo '{"command":"torque","robot":"panda","q":[0,0,0,0,0,0,0,0]}' | sinew ask)";
constexpr const char* ask_manual =
    "A request has the command's options as members, with _ for -: {\"command\": \"jacobian\", \"robot\": \"ur5\",\n"
    "\"q\": [0, \"-90deg\", \"90deg\", 0, \"90deg\", 0], \"rows\": \"linear\", \"id\": 7}. Each reply is one line: "
    "\"answer\" is what the\n"
    "command prints with --format json; \"error\" says what is wrong, and the next request is read.\n"
    "Exit codes: 0 all were answered, 1 some were not, 2 bad usage.";

constexpr const char* manual =
    "Every command answers in SI units and radians unless it says otherwise; every number given to it may "
    "carry a\n"
    "unit (20deg, 350mm). Results go to stdout, everything else to stderr.\n"
    "Exit codes: 0 done, 1 bad input, 2 bad usage.";

std::string overview() {
  std::string text =
      "sinew: robot-arm dynamics that you can read, trust and ship\n\n"
      "usage: sinew COMMAND ROBOT [options]\n\n";
  for (const Command& command : commands()) text += fmt::format("  {:<12}{}\n", command.name, command.answers);
  text += fmt::format("  {:<12}{}\n", "ask", ask_answers);
  text += fmt::format("  {:<12}{}\n\n", "help", "this page, or `sinew help COMMAND` for all about one");
  text += "Begin with\n\n";
  for (const Command& command : commands()) text += fmt::format("  {}\n", command.example);
  text += fmt::format("  {}\n", ask_example);
  return text + "\n" + manual + "\n";
}

std::vector<std::string> command_names() {
  std::vector<std::string> names;
  for (const Command& command : commands()) names.emplace_back(command.name);
  names.emplace_back("ask");
  return names;
}

/// Results may go to a full disk or a closed pipe; that must not look like success.
Exit flushed(Exit result) {
  std::cout.flush();
  if (std::cout.good() && std::fflush(stdout) == 0) return result;
  std::cerr << "sinew: the result could not be written; make room, or check what reads it\n";
  return Exit::BadInput;
}

/// Does the answer go to a terminal's reader, and not to a file or a program?
bool prints_page(const Fields& fields) {
  const Field* format = fields.find("format");
  if (format == nullptr) {
    const Field* out = fields.find("out");  // what goes to a file leaves stdout to people
    return out == nullptr || *std::get<std::string*>(out->value) != "-";
  }
  const std::string& chosen = *std::get<std::string*>(format->value);
  return chosen == "table" || chosen == "unicode" || chosen == "text";
}

/// Where a signal has stopped the work, everything that was answered goes out, and the program ends as the signal wants it.
void end_as_signalled() {
  if (interrupted_by() == 0) return;
  std::cout.flush();
  std::raise(interrupted_by());
}

Exit answered(Question& question) {
  std::optional<VisibleStream> page;
  if (prints_page(question.fields())) page.emplace(std::cout);
  Outcome outcome = Outcome::No;
  {
    TerminalDoor door(page ? &*page : nullptr);
    outcome = question.answer(door);
  }
  end_as_signalled();
  return flushed(outcome == Outcome::Yes ? Exit::Done : Exit::BadInput);
}

Exit asked(const std::string& requests) {
  std::ios::sync_with_stdio(false);  // replies are written in large pieces
  bool all = false;
  {
    TerminalDoor door;
    all = answer_requests(requests, door);
  }
  end_as_signalled();
  return all ? Exit::Done : Exit::BadInput;
}

int run(int argc, char** argv) {
  CLI::App app("sinew", "sinew");
  app.set_help_flag();
  app.require_subcommand(0, 1);
  bool help = false, version = false;
  app.add_flag("-h,--help", help);
  app.add_flag("--version", version);
  std::map<const CLI::App*, std::unique_ptr<Question>> questions;
  std::map<std::string, CLI::App*> by_name;
  for (const Command& command : commands()) {
    CLI::App* sub = app.add_subcommand(command.name, command.answers);
    sub->set_help_flag("-h,--help", "Print this page.");
    sub->footer(std::string("example: ") + command.example + "\n\n" + manual);
    questions[sub] = command.make();
    declare_options(*sub, questions[sub]->fields());
    by_name[command.name] = sub;
  }
  std::string topic;
  CLI::App* help_command = app.add_subcommand("help", "this page, or all about one command");
  help_command->add_option("command", topic)->type_name("COMMAND");
  bool reference = false;
  help_command->add_flag("--reference", reference,
                         "Print all commands and options as the Markdown page docs/reference.md.");

  std::string requests = "-";
  CLI::App* ask_command = app.add_subcommand("ask", ask_answers);
  ask_command
      ->add_option("requests", requests,
                   "A file of requests in JSON, one per line or one in all; - is the standard input.")
      ->type_name("FILE")
      ->capture_default_str();
  bool schema = false, schema_of_answers = false, completion = false;
  ask_command->add_flag("--schema", schema, "Print the JSON Schema of requests.");
  ask_command->add_flag("--answer-schema", schema_of_answers,
                        "Print the JSON Schema of replies and of every command's answer.");
  ask_command->add_flag("--completion", completion,
                        "Print a script that lets bash complete commands, options and choices.");
  by_name["ask"] = ask_command;
  ask_command->set_help_flag("-h,--help", "Print this page.");
  ask_command->footer(std::string("example: ") + ask_example + "\n\n" + ask_manual);

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
    if (reference) {
      std::cout << reference_page();
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
    if (chosen() == ask_command && (schema || schema_of_answers || completion)) {
      std::cout << (schema ? request_schema() : schema_of_answers ? answer_schema() : bash_completion());
      return static_cast<int>(flushed(Exit::Done));
    }
    if (chosen() == ask_command) return static_cast<int>(flushed(asked(requests)));
    Question& question = *questions.at(chosen());
    note_given(*chosen(), question.fields());
    return static_cast<int>(answered(question));
  } catch (const CLI::CallForHelp&) {
    std::cout << (chosen() ? chosen()->help("sinew") : overview());
    return static_cast<int>(flushed(Exit::Done));
  } catch (const CLI::ParseError& e) {
    const std::string about = chosen() ? std::string(" ") + chosen()->get_name() : std::string();
    return refuse_usage(chosen() ? usage_problem(*chosen(), e) : e.what(), "see `sinew help" + about + "`");
  } catch (const UsageError& e) {
    const Field* field = questions.at(chosen())->fields().find(e.field);  // a question has thrown it
    return refuse_usage((field != nullptr ? field->option() : e.field) + ": " + e.what(),
                        "see `sinew help " + chosen()->get_name() + "`");
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
