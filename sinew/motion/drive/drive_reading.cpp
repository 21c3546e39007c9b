// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/drive/drive_reading.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sinew/errors/formula_error.h"
#include "sinew/formats/source_text.h"
#include "sinew/motion/given/trajectory_file.h"

namespace sinew {

DriveReading::DriveReading(const Arm& arm, const std::vector<double>& start, std::string file, StateFormulas& formulas)
    : arm_(arm),
      start_(start),
      joints_(arm.model()),
      diagnostics_(std::move(file)),
      formulas_(formulas),
      values_(symbols_, diagnostics_) {}

void DriveReading::note(const InputError& error, SourceLine source) {
  for (const Diagnostic& found : error.diagnostics()) {
    const bool has_place = found.line > 0;
    diagnostics_.add({found.severity, has_place ? found.file : diagnostics_.file(),
                      has_place ? found.line : source.line,
                      (has_place || found.file.empty() ? "" : found.file + ": ") + found.what, found.remedy});
  }
}

void DriveReading::read_parameters(const YamlNode& node) {
  YamlFields fields(node, "parameters", diagnostics_);  // refuses what is no map
  for (const YamlNode::Entry& entry : node.entries) {
    try {
      if (!entry.value->is(YamlNode::Kind::Scalar)) throw FormulaError("is no number", "write it like 20 N*m/rad");
      formulas_.add_parameter(entry.key, entry.value->text);
    } catch (const FormulaError& e) {
      diagnostics_.error(entry.value->source.or_else(entry.source),
                         "the parameter " + in_quotes(entry.key) + " cannot be understood: " + e.what(), e.remedy);
    }
  }
  symbols_.numbers = symbols_.values = formulas_.numbers();
}

std::optional<std::vector<double>> DriveReading::by_joint(const YamlNode& node, const std::string& what,
                                                          std::vector<double> values,
                                                          const std::vector<Dimension>& wanted) {
  std::vector<std::pair<std::size_t, const YamlNode*>> entries;
  bool whole = true;
  if (node.is(YamlNode::Kind::Map)) {
    for (const YamlNode::Entry& entry : node.entries) {
      const std::optional<std::size_t> joint = joints_.find(entry.key);
      const auto is_same = [&](const auto& other) { return joint && other.first == *joint; };
      if (!joint)
        diagnostics_.error(entry.source, "the " + what + ": " + joints_.no_such_joint(entry.key),
                           joints_.nearest(entry.key));
      else if (std::any_of(entries.begin(), entries.end(), is_same))
        diagnostics_.error(entry.source, "the " + what + " names joint " + in_quotes(joints_.name(*joint)) + " twice",
                           "keep one of them");
      else
        entries.emplace_back(*joint, entry.value.get());
      whole = whole && joint.has_value();
    }
  } else if (node.is(YamlNode::Kind::Sequence)) {
    if (node.items.size() != joints_.count()) {
      diagnostics_.error(node.source,
                         "the " + what + " has " + std::to_string(node.items.size()) + " values, and " +
                             arm_.model().name() + " has " + std::to_string(joints_.count()) +
                             (joints_.count() == 1 ? " joint: " : " joints: ") + joints_.names(),
                         "give one value per joint in this order, or name the joints");
      return std::nullopt;
    }
    for (std::size_t j = 0; j < node.items.size(); ++j) entries.emplace_back(j, node.items[j].get());
  } else {
    for (std::size_t j = 0; j < joints_.count(); ++j) entries.emplace_back(j, &node);
  }
  for (const auto& [joint, value] : entries) {
    const auto read = values_.plain_number(*value, wanted[joint], what + " of joint " + in_quotes(joints_.name(joint)));
    whole = whole && read.has_value();
    if (!read) break;
    values[joint] = *read;
  }
  if (!whole) return std::nullopt;
  return values;
}

std::optional<double> DriveReading::number(const YamlNode& node, const std::string& what, const Dimension& wanted,
                                           double least) {
  const std::optional<double> value = values_.plain_number(node, wanted, what);
  if (!value || *value >= least) return value;
  diagnostics_.error(node.source, "the " + what + " is " + shown(*value),
                     "give a number that is not below " + shown(least));
  return std::nullopt;
}

std::optional<double> DriveReading::seconds(const YamlNode& node, const std::string& what) {
  return number(node, what, dimension::time, 0.0);
}

std::optional<std::string> DriveReading::word(const YamlNode& node, const std::vector<std::string>& known,
                                              const std::string& what) {
  if (std::find(known.begin(), known.end(), node.text) != known.end()) return node.text;
  diagnostics_.error(node.source, "there is no " + what + " " + in_quotes(node.text), suggestion(node.text, known));
  return std::nullopt;
}

std::optional<Expr> DriveReading::formula(const YamlNode& node, const Dimension& wanted, const std::string& what) {
  if (!node.is(YamlNode::Kind::Scalar)) {
    diagnostics_.error(node.source, "the " + what + " is a list or a map", "write a formula such as 5*sin(2*t)");
    return std::nullopt;
  }
  try {
    return formulas_.read(node.text, wanted);
  } catch (const FormulaError& e) {
    diagnostics_.error(node.source, "the " + what + " cannot be understood: " + e.what(), e.remedy);
    return std::nullopt;
  }
}

std::optional<TimeWindow> DriveReading::window(YamlFields& fields) {
  TimeWindow window;
  const YamlNode *from = fields.find("from"), *until = fields.find("until");
  if (from != nullptr) {
    const auto t = seconds(*from, "start (from)");
    if (!t) return std::nullopt;
    window.from = *t;
  }
  if (until != nullptr) {
    const auto t = seconds(*until, "end (until)");
    if (!t) return std::nullopt;
    window.until = *t;
    if (window.until <= std::max(window.from, 0.0)) {
      diagnostics_.error(until->source, "the " + fields.what() + " ends at " + shown(*t) + " s, before it begins",
                         "let `until` be later than `from`");
      return std::nullopt;
    }
  }
  return window;
}

std::string DriveReading::path_beside(const std::string& name) const {
  const std::size_t slash = diagnostics_.file().rfind('/');
  const bool is_beside = !name.starts_with('/') && slash != std::string::npos;
  return is_beside ? diagnostics_.file().substr(0, slash + 1) + name : name;
}

std::vector<double> DriveReading::joints_of_start() const {
  return {start_.end() - static_cast<std::ptrdiff_t>(joints_.count()), start_.end()};
}

Reference DriveReading::at_rest(const std::vector<double>& joints) const {
  std::vector<double> q = start_;
  std::copy(joints.begin(), joints.end(), q.end() - std::ssize(joints));
  return {std::move(q), joints_.velocity_count()};
}

std::optional<Reference> DriveReading::reference_along(const YamlNode& node) {
  const auto given = at_line(node.source, [&] {
    if (!node.is(YamlNode::Kind::Scalar)) return read_trajectory(node, diagnostics_.file(), arm_);
    return read_trajectory(read_source_text(path_beside(node.text)), arm_);
  });
  if (!given) return std::nullopt;
  remarks.insert(remarks.end(), given->remarks.begin(), given->remarks.end());
  return Reference(given->trajectory, given->start);
}

std::optional<Reference> DriveReading::reference(const YamlNode* node) {
  if (node == nullptr || (node->is(YamlNode::Kind::Scalar) && node->text == "start")) return at_rest(joints_of_start());
  const bool is_map = node->is(YamlNode::Kind::Map);
  const YamlNode* place = is_map ? node->find("at") : node->is(YamlNode::Kind::Sequence) ? node : nullptr;
  if (place == nullptr) return reference_along(*node);
  if (is_map) {
    YamlFields fields(*node, "reference", diagnostics_);
    fields.find("at");
    fields.refuse_the_rest();
  }
  std::vector<Dimension> wanted;
  for (std::size_t j = 0; j < joints_.count(); ++j) wanted.push_back(joints_.position(j));
  const auto joints = by_joint(*place, "reference", joints_of_start(), wanted);
  if (!joints) return std::nullopt;
  return at_rest(*joints);
}

}  // namespace sinew
