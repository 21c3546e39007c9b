// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/maker/ur_calibration.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>
#include <string_view>
#include <utility>

#include "sinew/formats/quantity_text.h"
#include "sinew/formats/source_text.h"
#include "sinew/units/characters.h"
#include "sinew/units/text_parts.h"

namespace sinew {
namespace {

constexpr std::size_t ur_joints = 6;
constexpr const char* delta_keys[] = {"delta_theta", "delta_a", "delta_d", "delta_alpha"};
/// Keys that the controller writes beside those that are read.
constexpr const char* other_keys[] = {"joint_raw_offset", "joint_selftest_data_crc", "file_save_count"};

/// The line without its comment.
std::string_view without_comment(std::string_view line) { return trimmed(line.substr(0, line.find_first_of("#;"))); }

/// Reads the lines of a calibration.conf one by one and notes what is wrong with them.
class UrCalibrationReader {
 public:
  explicit UrCalibrationReader(const std::string& file) : diagnostics_(file) { calibration_.file = file; }

  void read_line(std::string_view line) {
    ++line_;
    if (line_ == 1 && line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
    if (line.ends_with('\r')) line.remove_suffix(1);
    const std::string_view text = without_comment(line);
    if (text.empty()) return;
    if (text.front() == '[' && text.find('=') == std::string_view::npos) return read_section(text);
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos)
      return error(in_quotes(text) + " is neither a section nor a key with a value",
                   "write delta_a = [ 0, 0, 0, 0, 0, 0]");
    if (section_.empty()) error("a value before the first section", "begin the file with the line [mounting]");
    if (section_ == "mounting")
      read_value(std::string(trimmed(text.substr(0, equals))), trimmed(text.substr(equals + 1)));
  }

  UrCalibration finished() {
    if (!has_mounting_ && !diagnostics_.has_errors())
      diagnostics_.error({}, "has no section [mounting]",
                         "take the file calibration.conf from the folder .urcontrol of the robot's controller");
    for (const char* key : delta_keys)
      if (has_mounting_ && !lines_.contains(key)) diagnostics_.error({}, "has no " + std::string(key), remedy_for(key));
    diagnostics_.throw_if_errors();
    warn();
    calibration_.warnings = diagnostics_.all();
    return std::move(calibration_);
  }

 private:
  void error(std::string what, std::string remedy) { diagnostics_.error({line_}, std::move(what), std::move(remedy)); }

  void read_section(std::string_view text) {
    if (text.back() != ']') return error(in_quotes(text) + " has no closing bracket", "write [mounting]");
    section_ = trimmed(text.substr(1, text.size() - 2));
    if (section_.empty()) return error("a section without a name", "write [mounting]");
    if (section_ != "mounting") return;
    if (has_mounting_) error("a second section [mounting]", "keep one of them");
    has_mounting_ = true;
  }

  void read_value(const std::string& key, std::string_view value) {
    if (const auto [first, fresh] = lines_.emplace(key, line_); !fresh)
      return error(in_quotes(key) + " stands here again, first on line " + std::to_string(first->second),
                   "keep one of them");
    const auto delta = std::find(std::begin(delta_keys), std::end(delta_keys), key);
    if (delta != std::end(delta_keys)) return read_delta(key, delta - std::begin(delta_keys), value);
    if (key == "joint_checksum") return read_checksums(value);
    if (key == "calibration_status") return read_status(value);
    if (!is_among(key, other_keys)) unknown_.push_back(key);
  }

  /// The six parts of a list in brackets, or nothing.
  std::vector<std::string> six_parts(const std::string& key, std::string_view value) {
    std::vector<std::string> parts;
    if (value.size() < 2 || value.front() != '[' || value.back() != ']')
      error(key + " is no list in brackets, in one line", "write " + key + " = [ 0, 0, 0, 0, 0, 0]");
    else if (parts = list_parts(value); parts.size() != ur_joints)
      error(key + " has " + std::to_string(parts.size()) + " numbers", "give six, one for each joint");
    return parts.size() == ur_joints ? parts : std::vector<std::string>{};
  }

  void read_delta(const std::string& key, std::ptrdiff_t which, std::string_view value) {
    constexpr double DhRow<double>::*members[] = {&DhRow<double>::theta, &DhRow<double>::a, &DhRow<double>::d,
                                                  &DhRow<double>::alpha};
    const bool is_angle = which == 0 || which == 3;
    const std::vector<std::string> parts = six_parts(key, value);
    // the far ends of real common normals are a few kilometres away; beyond, digits would be lost
    const double most = is_angle ? 100.0 : 1e5;
    for (std::size_t i = 0; i < parts.size(); ++i) try {
        double& change = calibration_.changes[i].*members[which];
        change = quantity(parts[i], is_angle ? dimension::angle : dimension::length);
        if (std::abs(change) > most)
          error(key + " of joint " + std::to_string(i + 1) + " is " + shown(change) + (is_angle ? " rad" : " m"),
                "check that the file is whole: such a change is no calibration");
      } catch (const FormulaError& e) {
        error(key + " of joint " + std::to_string(i + 1) + ": " + e.what(), e.remedy);
      }
  }

  void read_checksums(std::string_view value) {
    calibration_.joint_checksums = six_parts("joint_checksum", value);
    for (const std::string& checksum : calibration_.joint_checksums)
      if (!checksum.starts_with("0x") || checksum.size() < 3 || checksum.size() > 10 ||
          checksum.find_first_not_of("0123456789abcdefABCDEF", 2) != std::string::npos)
        error("the joint_checksum " + in_quotes(checksum) + " is no hexadecimal number of up to eight digits",
              "copy the file once more from the controller");
  }

  void read_status(std::string_view value) {
    if (value.size() == 1 && value.front() >= '0' && value.front() <= '2')
      calibration_.status = value.front() - '0';
    else
      error("the calibration_status is " + in_quotes(value), "it is 0, 1 or 2");
  }

  std::string remedy_for(const char* key) const {
    const std::string near = nearest_word(key, unknown_);
    if (near.empty()) return "a calibration has delta_theta, delta_a, delta_d and delta_alpha";
    return "is it " + in_quotes(near) + " on line " + std::to_string(lines_.at(near)) + "?";
  }

  void warn() {
    for (const std::string& key : unknown_)
      diagnostics_.warning({lines_.at(key)}, "left alone, for nothing is known of it: " + in_quotes(key),
                           "a calibration has delta_theta, delta_a, delta_d and delta_alpha");
    if (calibration_.status && *calibration_.status != 2)
      diagnostics_.warning({lines_.at("calibration_status")},
                           "the calibration_status is " + std::to_string(*calibration_.status) +
                               ", and only 2 is the status of a calibrated arm",
                           "check on the controller whether its calibration is in use");
    constexpr double large_twist = 0.2, large_sum = 0.1;
    const auto& changes = calibration_.changes;
    for (std::size_t i = 0; i < ur_joints; ++i)
      if (std::abs(changes[i].alpha) > large_twist)
        diagnostics_.warning({lines_.at("delta_alpha")},
                             "delta_alpha of joint " + std::to_string(i + 1) + " is " + shown(changes[i].alpha) +
                                 " rad; axes of an arm are a few milliradians off",
                             "give angles in rad, and check that the file is whole");
    const double sum = changes[1].d + changes[2].d + changes[3].d;
    if (std::abs(sum) > large_sum)
      diagnostics_.warning({lines_.at("delta_d")},
                           "delta_d of joints 2, 3 and 4 add up to " + shown(sum) + " m; on an arm they cancel",
                           "give lengths in m, and check that the file is whole");
  }

  UrCalibration calibration_;
  Diagnostics diagnostics_;
  int line_ = 0;
  std::string section_;
  bool has_mounting_ = false;
  std::map<std::string, int, std::less<>> lines_;  ///< of each key
  std::vector<std::string> unknown_;
};

}  // namespace

UrCalibration read_ur_calibration(const std::string& text, const std::string& file) {
  UrCalibrationReader reader(file);
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) reader.read_line(line);
  return reader.finished();
}

UrCalibration load_ur_calibration(const std::string& path) {
  const SourceText source = read_source_text(path);
  return read_ur_calibration(source.text, source.file);
}

}  // namespace sinew
