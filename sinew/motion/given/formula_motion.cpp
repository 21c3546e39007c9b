// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/motion/given/motion_readers.h"
#include "sinew/motion/trajectory/formula_path.h"

namespace sinew {
namespace {

/// Keys of a motion, and of a file that is one motion, that name no joint.
const std::set<std::string, std::less<>> keys_of_formulas = {"trajectory", "name", "source", "notes",    "parameters",
                                                             "start",      "from", "until",  "duration", "robot"};

struct Span {
  double from = 0.0, duration = 0.0;
};

/// From `from`, 0 if it is left out, to `until`, or for `duration`.
std::optional<Span> read_span(YamlFields& fields, MotionReading& reading) {
  const YamlNode *from = fields.find("from"), *until = fields.find("until"), *duration = fields.find("duration");
  const auto start = from != nullptr ? reading.seconds(*from, "time of the start (from)") : std::optional(0.0);
  if (until != nullptr && duration != nullptr) {
    reading.diagnostics().error(duration->source, "there are both `until` and `duration`", "keep one of them");
    return std::nullopt;
  }
  if (until == nullptr && duration == nullptr) {
    reading.diagnostics().error(fields.source(), "the " + fields.what() + " does not say how long its formulas hold",
                                "write `until: 10 s`, or `duration: 10 s`");
    return std::nullopt;
  }
  if (duration != nullptr) {
    const auto length = reading.duration(*duration, "duration");
    if (!start || !length) return std::nullopt;
    return Span{*start, *length};
  }
  const auto end = reading.seconds(*until, "time of the end (until)");
  if (!start || !end) return std::nullopt;
  if (*end > *start) return Span{*start, *end - *start};
  reading.diagnostics().error(
      until->source,
      "the formulas hold until " + shown(*end) + " s, which is not after their start at " + shown(*start) + " s",
      "let `until` be later than `from`");
  return std::nullopt;
}

/// q4 of a robot that may have fewer joints.
bool is_numbered_joint(std::string_view name) {
  return name.size() > 1 && name.front() == 'q' && name.find_first_not_of("0123456789", 1) == std::string_view::npos;
}

/// The formula of every joint; joints without one stand where they are.
std::optional<std::vector<Expr>> read_joints(YamlFields& fields, const YamlNode& node, MotionReading& reading) {
  const JointList& joints = reading.joints();
  std::vector<const YamlNode*> given(static_cast<std::size_t>(joints.count()), nullptr);
  bool whole = true;
  for (const YamlNode::Entry& entry : node.entries) {
    if (keys_of_formulas.contains(entry.key)) continue;
    const std::optional<int> joint = joints.find(entry.key);
    if (!joint && !is_numbered_joint(entry.key)) continue;  // `refuse_the_rest` tells
    fields.find(entry.key);
    if (!joint) {
      reading.diagnostics().error(entry.source, joints.no_such_joint(entry.key),
                                  "its joints are " + joints.names() + ", or q1 to q" + std::to_string(joints.count()));
      whole = false;
      continue;
    }
    const YamlNode*& formula = given[static_cast<std::size_t>(*joint)];
    if (formula != nullptr) {
      reading.diagnostics().error(entry.source, "joint " + in_quotes(joints.name(*joint)) + " has two formulas",
                                  "keep one of them");
      whole = false;
    }
    formula = entry.value.get();
  }
  if (whole && std::all_of(given.begin(), given.end(), [](const YamlNode* formula) { return formula == nullptr; })) {
    reading.diagnostics().error(
        node.source, "the " + fields.what() + " has no motion",
        "give formulas such as `q1: sin(t)`, or one of `via`, `to`, `hold`, `samples`, `path`, or a "
        "list of `segments`");
    for (const char* key : {"from", "until", "duration"}) fields.find(key);
    return std::nullopt;
  }
  std::vector<Expr> formulas;
  std::string standing;
  for (int joint = 0; joint < joints.count(); ++joint) {
    const YamlNode* formula = given[static_cast<std::size_t>(joint)];
    if (formula == nullptr) {
      standing += (standing.empty() ? "" : ", ") + in_quotes(joints.name(joint));
      formulas.emplace_back(reading.here()[joint]);
      continue;
    }
    const std::optional<Expr> read = reading.formula(*formula, joint);
    whole = whole && read.has_value();
    formulas.push_back(read.value_or(Expr(0.0)));
  }
  if (!standing.empty() && !reading.knows_here())
    reading.diagnostics().warning(node.source, "without a formula, these joints stand at 0: " + standing,
                                  "give each a formula, or say with `start:` where they stand");
  if (!whole) return std::nullopt;
  return formulas;
}

}  // namespace

std::optional<ReadMotion> read_formulas(YamlFields& fields, const YamlNode& node, MotionReading& reading) {
  const std::optional<std::vector<Expr>> formulas = read_joints(fields, node, reading);
  if (!formulas) return std::nullopt;
  const std::optional<Span> span = read_span(fields, reading);
  if (!span) return std::nullopt;
  const auto path =
      reading.at(node.source, [&] { return formula_path(*formulas, reading.t(), span->from, span->duration); });
  if (!path) return std::nullopt;
  ReadMotion motion{{{*path, plain_clock(span->duration)}}};
  motion.formulas = JointFormulas{reading.graph(), reading.t(), *formulas};
  motion.start = span->from;
  return motion;
}

}  // namespace sinew
