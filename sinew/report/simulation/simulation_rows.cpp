// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/simulation/simulation_rows.h"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <sstream>

#include "sinew/errors/diagnostic.h"
#include "sinew/errors/visible_text.h"
#include "sinew/formats/states_csv.h"
#include "sinew/motion/simulation/simulation_settings.h"
#include "sinew/print/datum.h"
#include "sinew/print/number_rows.h"
#include "sinew/report/simulation/simulation_page.h"

namespace sinew {
namespace {

constexpr std::string_view checkpoint_word = "# checkpoint ";

/// Sixteen hexadecimal digits, or nothing.
bool read_hex(std::string_view digits, std::uint64_t& value) {
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  return error == std::errc() && end == digits.data() + digits.size();
}

/// What the value of an event is measured in, of this velocity.
std::string unit_of(SimulationEvent::Kind kind, const StateNumber& velocity, const StateNumber& effort) {
  using enum SimulationEvent::Kind;
  const Dimension position = velocity.dimension * dimension::time;
  if (kind == HitsStop) return velocity.dimension.si_text();
  return (kind == LeavesStop ? position : effort.dimension).si_text();
}

}  // namespace

SimulationCsv::SimulationCsv(const Model<double>& model) : header_("t") {
  for (const StatePart part : {StatePart::Position, StatePart::Velocity, StatePart::Acceleration, StatePart::Effort})
    for (const StateNumber& number : state_numbers(model, part))
      header_ += "," + csv_text(std::string(symbol_of(part)) + "." + number.name);
  header_ += "\n";
}

void SimulationCsv::add(const SimulationSample& sample, std::string& text) const {
  append_exact(sample.t, text);
  for (const std::vector<double>* part : {&sample.q, &sample.qd, &sample.qdd, &sample.tau}) {
    text += ',';
    append_exact(*part, text);
  }
  text += '\n';
}

void add_json_row(long i, const SimulationSample& sample, std::string& text) {
  text += i == 0 ? "\n  {\"t\": " : ",\n  {\"t\": ";
  append_exact(sample.t, text);
  const std::pair<const char*, const std::vector<double>*> parts[] = {
      {"q", &sample.q}, {"qd", &sample.qd}, {"qdd", &sample.qdd}, {"tau", &sample.tau}};
  for (const auto& [name, values] : parts) {
    text += std::string(", \"") + name + "\": [";
    append_exact(*values, text);
    text += "]";
  }
  text += "}";
}

std::string event_text(const SimulationEvent& event, const Model<double>& model,
                       const std::vector<std::string>& conditions) {
  using enum SimulationEvent::Kind;
  if (event.kind == StopCondition) {
    const auto number = static_cast<std::size_t>(event.value);
    return "the condition " + (number < conditions.size() ? in_quotes(conditions[number]) : "") + " ends the run";
  }
  if (event.kind == RobotChange) return fmt::format("the robot changes, which brings {:.6g} J", event.value);
  if (event.kind == MethodChange)
    return fmt::format("the method {} goes on", word_of(static_cast<SimulationMethod>(std::lround(event.value))));
  const std::vector<StateNumber> velocities = state_numbers(model, StatePart::Velocity),
                                 efforts = state_numbers(model, StatePart::Effort);
  const bool has_joint = event.velocity_index >= 0;
  const std::size_t i = has_joint ? at(event.velocity_index) : 0;
  const std::string text = (has_joint ? visible_text(velocities[i].name) + " " : "") + name_of(event.kind);
  if (event.kind == StartsSliding) return text + (event.value > 0.0 ? " forwards" : " backwards");
  if (event.kind == BouncesEnd) return text + fmt::format(" after {:.0f} that were computed", event.value);
  if (!has_joint) return text;
  return text + fmt::format(" ({:.6g} {})", event.value, unit_of(event.kind, velocities[i], efforts[i]));
}

std::string event_comment(const SimulationEvent& event, const Model<double>& model,
                          const std::vector<std::string>& conditions) {
  std::string text = "# event at ";
  append_exact(event.t, text);
  return text + " s: " + event_text(event, model, conditions) + "\n";
}

std::string short_sum(std::string_view text) {
  std::uint64_t sum = 0xcbf29ce484222325U;
  for (const char c : text) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return fmt::format("{:016x}", sum);
}

std::string checkpoint_line(const RunCheckpoint& checkpoint) {
  std::string line = std::string(checkpoint_word) + std::to_string(checkpoint.next_row) + " " + checkpoint.run + " ";
  for (const double number : checkpoint.numbers) line += fmt::format("{:016x}", std::bit_cast<std::uint64_t>(number));
  return line + " " + short_sum(line) + "\n";
}

bool read_checkpoint_line(const std::string& line, RunCheckpoint& checkpoint) {
  const std::size_t last = line.rfind(' ');
  if (!line.starts_with(checkpoint_word) || last == std::string::npos) return false;
  if (line.substr(last + 1) != short_sum(line.substr(0, last))) return false;
  std::istringstream words(line.substr(checkpoint_word.size(), last - checkpoint_word.size()));
  std::string digits;
  if (!(words >> checkpoint.next_row >> checkpoint.run >> digits)) return false;
  constexpr std::size_t digits_of_one = 16;
  checkpoint.numbers.clear();
  for (std::size_t i = 0; i + digits_of_one <= digits.size(); i += digits_of_one) {
    std::uint64_t bits = 0;
    if (!read_hex(std::string_view(digits).substr(i, digits_of_one), bits)) return false;
    checkpoint.numbers.push_back(std::bit_cast<double>(bits));
  }
  return true;
}

std::string run_line(const std::string& run) {
  return "# sinew simulate, run " + run + ": --resume goes on from its checkpoints\n";
}

LastCheckpoint last_checkpoint(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) refuse(path, "cannot be read", "name the CSV of a run that was interrupted");
  LastCheckpoint last;
  long long end = 0;
  for (std::string line; std::getline(in, line);) {
    if (end == 0) last.first_line = line;
    if (in.eof()) break;  // a line without its end was cut off
    end += std::ssize(line) + 1;
    RunCheckpoint read;
    if (!read_checkpoint_line(line, read)) continue;
    last.checkpoint = std::move(read);
    last.bytes = end;
  }
  return last;
}

}  // namespace sinew
