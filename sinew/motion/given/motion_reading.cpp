// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/given/motion_reading.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sinew/motion/given/time_formula.h"
#include "sinew/units/text_parts.h"

namespace sinew {
namespace {

const char* rate_text(int rate) {
  constexpr const char* texts[] = {"position", "velocity", "acceleration", "jerk"};
  return texts[rate];
}

/// A part of a text as a value of its own.
YamlNode value_node(std::string text, SourceLine source) {
  YamlNode node;
  node.kind = YamlNode::Kind::Scalar;
  node.source = source;
  node.text = std::move(text);
  return node;
}

}  // namespace

MotionReading::MotionReading(const Arm& arm, std::string file)
    : arm_(arm),
      joints_(arm.model()),
      diagnostics_(std::move(file)),
      values_(symbols_, diagnostics_),
      t_(graph_->symbol("t")),
      here_(Eigen::VectorXd::Zero(joints_.count())) {}

void MotionReading::begin_at(const Eigen::VectorXd& q) {
  here_ = q;
  knows_here_ = true;
}

void MotionReading::note(const InputError& error, SourceLine source) {
  for (const Diagnostic& found : error.diagnostics()) {
    const bool has_place = found.line > 0;
    diagnostics_.add({found.severity, has_place ? found.file : file(), has_place ? found.line : source.line,
                      (has_place || found.file.empty() ? "" : found.file + ": ") + found.what, found.remedy});
  }
}

void MotionReading::read_parameters(const YamlNode& node) {
  YamlFields fields(node, "parameters", diagnostics_);  // refuses what is no map
  for (const YamlNode::Entry& entry : node.entries) read_parameter(entry);
}

void MotionReading::read_parameter(const YamlNode::Entry& entry) {
  try {
    if (is_formula_function(entry.key) || entry.key == "pi" || entry.key == "t")
      throw FormulaError("has the name of a function, of π or of the time", "call it something else");
    if (!entry.value->is(YamlNode::Kind::Scalar)) throw FormulaError("is no number", "write it like 2 rad/s");
    const Formula formula(entry.value->text);
    const Quantity<double> value = formula.value(symbols_.numbers);
    if (!std::isfinite(value.value)) throw FormulaError("is not finite", "correct it");
    names_[entry.key] = formula.value(names_);
    symbols_.numbers[entry.key] = symbols_.values[entry.key] = value;
  } catch (const FormulaError& e) {
    diagnostics_.error(entry.value->source.or_else(entry.source),
                       "the parameter " + in_quotes(entry.key) + " cannot be understood: " + e.what(), e.remedy);
  }
}

std::optional<Eigen::VectorXd> MotionReading::by_joint(const std::vector<Entry>& entries, SourceLine source, int rate,
                                                       Eigen::VectorXd values, const std::string& what) {
  const bool named = std::any_of(entries.begin(), entries.end(), [](const Entry& e) { return !e.name.empty(); });
  const auto n = static_cast<std::size_t>(joints_.count());
  if (!named && entries.size() != n) {
    diagnostics_.error(source,
                       "the " + what + " has " + std::to_string(entries.size()) +
                           (entries.size() == 1 ? " value, and " : " values, and ") + joints_.robot() + " has " +
                           std::to_string(n) + (n == 1 ? " joint: " : " joints: ") + joints_.names(),
                       "give one value per joint in this order, or name the joints");
    return std::nullopt;
  }
  std::vector<bool> seen(n, false);
  bool whole = true;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Entry& entry = entries[i];
    const std::optional<int> joint = named ? joints_.find(entry.name) : static_cast<int>(i);
    whole = whole && joint.has_value();
    if (!joint) {
      diagnostics_.error(entry.value->source, "the " + what + ": " + joints_.no_such_joint(entry.name),
                         joints_.nearest(entry.name));
      continue;
    }
    if (seen[static_cast<std::size_t>(*joint)])
      diagnostics_.error(entry.value->source,
                         "the " + what + " names joint " + in_quotes(joints_.name(*joint)) + " twice",
                         "keep one of them");
    seen[static_cast<std::size_t>(*joint)] = true;
    const auto value = values_.plain_number(*entry.value, joints_.dimension(*joint, rate),
                                            rate_text(rate) + (" of joint " + in_quotes(joints_.name(*joint))));
    whole = whole && value.has_value();
    if (value) values[*joint] = *value;
  }
  if (!whole) return std::nullopt;
  return values;
}

std::optional<Eigen::VectorXd> MotionReading::joint_values(const YamlNode& node, int rate,
                                                           const Eigen::VectorXd& others, const std::string& what) {
  std::vector<Entry> entries;
  if (node.is(YamlNode::Kind::Sequence)) {
    for (const YamlNode::Pointer& item : node.items) entries.push_back({{}, item.get()});
    return by_joint(entries, node.source, rate, others, what);
  }
  if (node.is(YamlNode::Kind::Map)) {
    for (const YamlNode::Entry& entry : node.entries) entries.push_back({entry.key, entry.value.get()});
    return by_joint(entries, node.source, rate, others, what);
  }
  const std::vector<std::string> parts = list_parts(node.text);
  std::vector<YamlNode> nodes;
  nodes.reserve(parts.size());
  const bool named = node.text.find('=') != std::string::npos;
  for (const std::string& part : parts) {
    const std::size_t equals = std::min(part.find('='), part.size());
    if (named && equals == part.size()) {
      diagnostics_.error(node.source,
                         "the " + what + " has " + in_quotes(part) + " without a name, and others have one",
                         "name all of them or none");
      return std::nullopt;
    }
    nodes.push_back(value_node(named ? part.substr(equals + 1) : part, node.source));
    entries.push_back({named ? std::string(trimmed(part.substr(0, equals))) : std::string(), &nodes.back()});
  }
  return by_joint(entries, node.source, rate, others, what);
}

std::optional<Eigen::VectorXd> MotionReading::positions(const YamlNode& node, const Eigen::VectorXd& others,
                                                        const std::string& what) {
  return joint_values(node, 0, others, what);
}

std::optional<Eigen::VectorXd> MotionReading::rates(const YamlNode& node, int rate, const std::string& what) {
  const Eigen::VectorXd none = Eigen::VectorXd::Constant(joints_.count(), std::numeric_limits<double>::infinity());
  const bool single = node.is(YamlNode::Kind::Scalar) && node.text.find_first_of(",=") == std::string::npos;
  if (!single) return joint_values(node, rate, none, what);
  const std::vector<Entry> same(static_cast<std::size_t>(joints_.count()), Entry{{}, &node});
  return by_joint(same, node.source, rate, none, what);
}

std::optional<double> MotionReading::seconds(const YamlNode& node, const std::string& what) {
  return values_.plain_number(node, dimension::time, what);
}

std::optional<double> MotionReading::duration(const YamlNode& node, const std::string& what) {
  const std::optional<double> time = seconds(node, what);
  if (!time || *time > 0.0) return time;
  diagnostics_.error(node.source, "the " + what + " is " + shown(*time) + " s", "give a time above zero");
  return std::nullopt;
}

std::optional<std::string> MotionReading::word(const YamlNode& node, const std::vector<std::string>& known,
                                               const std::string& what) {
  if (std::find(known.begin(), known.end(), node.text) != known.end()) return node.text;
  diagnostics_.error(node.source, "there is no " + what + " " + in_quotes(node.text), suggestion(node.text, known));
  return std::nullopt;
}

std::optional<Expr> MotionReading::formula(const YamlNode& node, int joint) {
  const std::string what = "formula of joint " + in_quotes(joints_.name(joint));
  if (!node.is(YamlNode::Kind::Scalar)) {
    diagnostics_.error(node.source, "the " + what + " is a list or a map",
                       "write a formula of t, such as 20deg*sin(2*t)");
    return std::nullopt;
  }
  try {
    return time_formula(node.text, names_, t_, joints_.dimension(joint));
  } catch (const FormulaError& e) {
    diagnostics_.error(node.source, "the " + what + " cannot be understood: " + e.what(), e.remedy);
    return std::nullopt;
  }
}

}  // namespace sinew
