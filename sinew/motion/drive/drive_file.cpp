// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/drive/drive_file.h"

#include <cmath>
#include <limits>
#include <sstream>
#include <string_view>
#include <utility>

#include "sinew/motion/drive/drive_readers.h"
#include "sinew/motion/drive/torque_table.h"
#include "sinew/motion/extremes/motion_search.h"
#include "sinew/units/text_parts.h"

namespace sinew {
namespace {

/// "drives/wave.yaml" is called "wave".
std::string stem_of(const std::string& file) {
  const std::size_t slash = file.rfind('/');
  const std::string last = slash == std::string::npos ? file : file.substr(slash + 1);
  return last.substr(0, last.rfind('.'));
}

/// By the ending of its name, or by a first line with commas and without a colon.
bool is_torque_csv(const SourceText& source) {
  if (source.file.ends_with(".csv") || source.file.ends_with(".CSV")) return true;
  if (source.file.ends_with(".yaml") || source.file.ends_with(".yml")) return false;
  std::istringstream lines(source.text);
  for (std::string line; std::getline(lines, line);) {
    const std::string_view text = trimmed(line);
    if (text.empty() || text.front() == '#') continue;
    return text.find(',') != std::string_view::npos && text.find(':') == std::string_view::npos;
  }
  return false;
}

class DriveFileReader {
 public:
  DriveFileReader(const YamlNode& root, DriveReading& reading, GivenDrive& given)
      : root_(root), reading_(reading), given_(given), fields_(root, "drive file", reading.diagnostics()) {}

  void read() {
    reading_.diagnostics().throw_if_errors();
    if (const YamlNode* name = fields_.find("drive"))
      given_.name = reading_.values().text(*name, "name of the drive").value_or("");
    for (const char* key : {"source", "notes"}) fields_.find(key);  // for people
    if (const YamlNode* parameters = fields_.find("parameters")) reading_.read_parameters(*parameters);
    const bool is_sampled = read_sampling();
    if (const YamlNode* torque = fields_.find("torque")) read_torques(*torque, reading_, *given_.drive);
    const YamlNode *samples = fields_.find("samples"), *between = fields_.find("between");
    if (samples != nullptr) add(read_samples(*samples, between, reading_));
    if (samples == nullptr && between != nullptr)
      reading_.diagnostics().error(between->source, "`between` is of samples, and there are none",
                                   "leave it out, or name a CSV with `samples:`");
    if (const YamlNode* control = fields_.find("control")) add(read_control(*control, is_sampled, reading_));
    if (const YamlNode* wrenches = fields_.find("wrenches")) read_wrenches(*wrenches, reading_, given_);
    if (const YamlNode* payloads = fields_.find("payloads")) read_payloads(*payloads, reading_, given_);
    if (const YamlNode* saturation = fields_.find("saturation")) read_saturation(*saturation);
    refuse_nothing();
    fields_.refuse_the_rest();
    reading_.diagnostics().throw_if_errors();
  }

 private:
  void add(std::unique_ptr<TorquePart> part) {
    if (part) given_.drive->add(std::move(part));
  }

  bool read_sampling() {
    const YamlNode *sampling = fields_.find("sampling"), *delay = fields_.find("delay");
    if (sampling == nullptr) {
      if (delay != nullptr)
        reading_.diagnostics().error(delay->source, "a delay is of a controller that runs at samples",
                                     "write `sampling: 1 ms` beside it");
      return false;
    }
    const auto period = reading_.seconds(*sampling, "sampling time");
    const auto later = delay == nullptr ? std::optional<double>(0.0) : reading_.seconds(*delay, "delay");
    if (period && *period == 0.0)
      reading_.diagnostics().error(sampling->source, "the sampling time is 0 s",
                                   "give a time above zero, or leave it out for a law in continuous time");
    if (period && later) given_.drive->sample(*period, *later);
    return true;
  }

  /// `robot`: the limits of its file; or numbers, where joints that are not named have none.
  void read_saturation(const YamlNode& node) {
    const DrivenJoints& joints = reading_.joints();
    if (node.is(YamlNode::Kind::Scalar) && node.text == "robot") {
      const std::vector<double> most = effort_limits(reading_.arm().model());
      bool has_any = false;
      for (const double one : most) has_any = has_any || std::isfinite(one);
      if (!has_any)
        reading_.diagnostics().error(node.source, reading_.arm().model().name() + " has no effort limits",
                                     "give them here, such as `saturation: {" + joints.name(0) + ": 50 N*m}`");
      given_.drive->saturate(most);
      return;
    }
    const auto given = reading_.by_joint(node, "saturation", std::numeric_limits<double>::infinity(),
                                         [&](std::size_t j) { return joints.effort(j); });
    if (!given) return;
    std::vector<double> most(joints.velocity_count(), std::numeric_limits<double>::infinity());
    for (std::size_t j = 0; j < given->size(); ++j) {
      if (!((*given)[j] > 0.0))
        reading_.diagnostics().error(
            node.source, "the saturation of joint " + in_quotes(joints.name(j)) + " is " + shown((*given)[j]),
            "give a torque above zero");
      most[joints.velocity(j)] = (*given)[j];
    }
    given_.drive->saturate(std::move(most));
  }

  void refuse_nothing() {
    for (const char* key : {"torque", "samples", "control", "wrenches", "payloads"})
      if (root_.find(key) != nullptr) return;
    reading_.diagnostics().error(root_.source, "nothing drives the robot",
                                 "give one of `torque`, `samples`, `control`, `wrenches`, `payloads`");
  }

  const YamlNode& root_;
  DriveReading& reading_;
  GivenDrive& given_;
  YamlFields fields_;
};

}  // namespace

GivenDrive read_drive(const SourceText& source, const Arm& arm, const std::vector<double>& start,
                      StateFormulas& formulas) {
  GivenDrive given;
  given.name = stem_of(source.file);
  if (is_torque_csv(source)) {
    given.drive->add(
        std::make_unique<TorqueTable>(read_torque_samples(source.text, source.file, arm.model()), BetweenRows::Linear));
    return given;
  }
  DriveReading reading(arm, start, source.file, formulas);
  const YamlNode::Pointer root = read_yaml_document(source, reading.diagnostics());
  reading.diagnostics().throw_if_errors();
  DriveFileReader(*root, reading, given).read();
  given.drive->add_jumps(given.payload_times());
  given.remarks = reading.diagnostics().all();
  given.remarks.insert(given.remarks.end(), reading.remarks.begin(), reading.remarks.end());
  return given;
}

}  // namespace sinew
