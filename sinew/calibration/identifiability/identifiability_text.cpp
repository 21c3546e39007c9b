// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/identifiability/identifiability_text.h"

#include <array>
#include <cmath>
#include <numeric>

#include "sinew/errors/diagnostic.h"
#include "sinew/scalar/index.h"

namespace sinew {
namespace {

std::string counted(std::size_t count) {
  static constexpr std::array words = {"none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"};
  return count < words.size() ? words[count] : std::to_string(count);
}

std::vector<std::string> combination_texts(const std::vector<Combination>& combinations,
                                           const std::vector<CalibrationParameter>& unknowns) {
  std::vector<std::string> texts;
  for (const Combination& one : combinations) texts.push_back(combination_text(one, unknowns));
  return texts;
}

std::string entangled_text(const EntangledUnknowns& group, const std::vector<CalibrationParameter>& unknowns) {
  const std::string seen = listed(combination_texts(group.seen, unknowns));
  if (group.unknowns.size() == 2) return "only " + seen + " can be seen: one of the two cannot be told from the other";
  std::vector<std::string> names;
  for (const int unknown : group.unknowns) names.push_back(unknowns[at(unknown)].name);
  std::vector<std::string> ratios;
  for (const Combination& one : group.unseen) ratios.push_back(ratio_text(one, unknowns));
  return "only " + seen + " can be seen of " + listed(names) + ": errors with " + listed(ratios) + " change nothing";
}

std::string weak_text(const WeakDirection& direction, const Identifiability& result) {
  std::string text = "weakly seen: ";
  for (std::size_t i = 0; i < direction.amounts.size(); ++i) {
    const auto& [quantity, size] = direction.amounts[i];
    const Combination& what = result.seen[at(quantity)].what;
    const Dimension& dimension = result.unknowns[at(what.leading)].dimension;
    if (i > 0) text += i == 1 ? " together with " : ", ";
    text += combination_text(what, result.unknowns) + (size < 0.0 ? " ∓" : " ±") +
            deviation_text(std::abs(size), dimension);
  }
  return text + " (expected standard deviation)";
}

/// "measurement 1", "measurements 1 and 2".
std::string measurements_text(const std::vector<int>& numbers, const std::vector<std::string>& labels) {
  std::vector<std::string> names;
  for (const int number : numbers) names.push_back(labels[at(number)]);
  return (numbers.size() == 1 ? "measurement " : "measurements ") + listed(names);
}

std::string sees_text(const std::vector<std::string>& seen, std::size_t measurements, std::size_t unknowns) {
  const std::string verb = measurements == 1 ? " sees " : " together see ";
  if (seen.empty()) return verb + "nothing";
  if (seen.size() == unknowns) return verb + (unknowns > 2 ? "all " + counted(unknowns) + " unknowns" : listed(seen));
  return verb + "only " + listed(seen);
}

void add_dead_rows(const Identifiability& result, std::vector<std::string>& texts) {
  for (const DeadRows& dead : result.dead_rows) {
    std::string text = "measurement " + result.labels[at(dead.measurement)];
    if (dead.is_whole)
      text += " sees no unknown";
    else
      text += " has " + std::to_string(dead.rows.size()) + (dead.rows.size() == 1 ? " dead row: " : " dead rows: ") +
              listed(dead.rows);
    texts.push_back(text);
  }
}

}  // namespace

std::string rank_text(const Identifiability& result) {
  const std::string count = std::to_string(result.unknowns.size());
  std::string text = "rank " + std::to_string(result.rank) + " of " + count;
  if (result.rank > 0) text += ", condition number " + shown(result.condition);
  text += "; singular values count as zero up to " + shown(result.rank_tolerance) +
          " of the largest, with columns of length 1";
  const double largest = result.unit_singular_values.size() > 0 ? result.unit_singular_values[0] : 0.0;
  if (result.rank == 0 || !(largest > 0.0)) return text;
  text += ": the smallest that counts is " + shown(result.unit_singular_values[result.rank - 1] / largest);
  if (!result.is_complete()) text += ", the next one " + shown(result.unit_singular_values[result.rank] / largest);
  return text;
}

std::vector<std::string> findings_about_unknowns(const Identifiability& result) {
  std::vector<std::string> texts, by_prior;
  const auto name = [&](int unknown) -> const std::string& { return result.unknowns[at(unknown)].name; };
  for (const int unknown : result.dead) {
    std::string text = name(unknown) + " cannot be seen at all";
    if (result.is_prior_alone[at(unknown)])
      text += ": its expected standard deviation, " +
              deviation_text(result.deviations[unknown], result.unknowns[at(unknown)].dimension) +
              ", is the prior's alone";
    texts.push_back(text);
  }
  for (const EntangledUnknowns& group : result.entangled) {
    texts.push_back(entangled_text(group, result.unknowns));
    for (const int unknown : group.unknowns)
      if (result.is_prior_alone[at(unknown)]) by_prior.push_back(name(unknown));
  }
  // once for all groups: the same sentence again and again would hide the others
  if (!by_prior.empty())
    texts.push_back("the expected standard " + std::string(by_prior.size() == 1 ? "deviation of " : "deviations of ") +
                    listed(by_prior) + (by_prior.size() == 1 ? " is" : " are") + " finite by priors alone");
  for (const WeakDirection& direction : result.weak) texts.push_back(weak_text(direction, result));
  return texts;
}

std::vector<std::string> findings(const Identifiability& result) {
  std::vector<std::string> texts = findings_about_unknowns(result);
  add_dead_rows(result, texts);
  for (const AlikeMeasurements& alike : result.alike)
    texts.push_back(
        measurements_text(alike.measurements, result.labels) +
        sees_text(combination_texts(alike.seen, result.unknowns), alike.measurements.size(), result.unknowns.size()));
  if (!result.idle.empty())
    texts.push_back(measurements_text(result.idle, result.labels) + (result.idle.size() == 1 ? " adds" : " add") +
                    " nothing: without " + (result.idle.size() == 1 ? "it" : "any one of them") +
                    " the rank is the same and no expected deviation rises by more than 0.1 %");
  return texts;
}

std::string seen_by_text(const Sensitivity& sensitivity, const std::vector<int>& chosen, double rank_tolerance) {
  if (chosen.empty()) refuse("no measurement is chosen", "name at least one");
  IdentifiabilityOptions options;
  options.rank_tolerance = rank_tolerance;
  sensitivity.check();
  const Identifiability result = identifiability(sensitivity.of(chosen), options);
  std::vector<int> numbers(chosen.size());
  std::iota(numbers.begin(), numbers.end(), 0);
  std::vector<std::string> seen;
  for (const SeenQuantity& quantity : result.seen) seen.push_back(combination_text(quantity.what, result.unknowns));
  return measurements_text(numbers, result.labels) + sees_text(seen, chosen.size(), result.unknowns.size());
}

}  // namespace sinew
