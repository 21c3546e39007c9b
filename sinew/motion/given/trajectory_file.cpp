// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/given/trajectory_file.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string_view>
#include <utility>

#include "sinew/motion/given/jump_remarks.h"
#include "sinew/motion/given/motion_readers.h"
#include "sinew/motion/given/sampled_motion.h"
#include "sinew/units/text_parts.h"

namespace sinew {
namespace {

/// "motions/wave.yaml" is called "wave".
std::string name_of_file(const std::string& file) {
  const std::size_t slash = file.rfind('/');
  const std::string last = slash == std::string::npos ? file : file.substr(slash + 1);
  return last.substr(0, last.rfind('.'));
}

/// By the ending of its name, or by a first line with commas and without a colon.
bool is_csv(const SourceText& source) {
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

class TrajectoryReader {
 public:
  TrajectoryReader(const Arm& arm, const std::string& file) : reading_(arm, file) {}

  GivenTrajectory read(const YamlNode& root) {
    YamlFields fields(root, "trajectory file", diagnostics());
    diagnostics().throw_if_errors();
    given_.name = name_of_file(diagnostics().file());
    read_head(fields);
    if (const YamlNode* segments = fields.find("segments"))
      read_segments(*segments);
    else
      add(read_motion(fields, root, reading_), root.source);
    fields.refuse_the_rest();
    diagnostics().throw_if_errors();
    finish();
    return std::move(given_);
  }

  GivenTrajectory read_csv(const std::string& text) {
    given_.name = name_of_file(diagnostics().file());
    const SampleTable table = read_sample_table(text, diagnostics().file(), reading_);
    add(sampled_motion(table, {3, usual_ends(table, 3)}, {}, {}, reading_), {});
    diagnostics().throw_if_errors();
    finish();
    return std::move(given_);
  }

 private:
  Diagnostics& diagnostics() { return reading_.diagnostics(); }

  void read_head(YamlFields& fields) {
    if (const YamlNode* name = fields.find("trajectory"))
      given_.name = reading_.values().text(*name, "trajectory's name").value_or("");
    for (const char* key : {"source", "notes"}) fields.find(key);  // for people
    if (const YamlNode* parameters = fields.find("parameters")) reading_.read_parameters(*parameters);
    if (const YamlNode* start = fields.find("start"))
      if (const auto q = reading_.positions(*start, reading_.here(), "start")) reading_.begin_at(*q);
  }

  void read_segments(const YamlNode& segments) {
    if (!segments.is(YamlNode::Kind::Sequence) || segments.items.empty()) {
      diagnostics().error(segments.source, "the segments are no list, or an empty one", "begin each motion with `- `");
      return;
    }
    for (std::size_t i = 0; i < segments.items.size(); ++i) {
      const YamlNode& node = *segments.items[i];
      YamlFields fields(node, "segment " + std::to_string(i + 1), diagnostics());
      if (!node.is(YamlNode::Kind::Map)) continue;
      std::optional<ReadMotion> motion = read_motion(fields, node, reading_);
      if (motion && segments.items.size() > 1) motion->formulas.reset();
      if (motion && i > 0) motion->start = 0.0;
      add(std::move(motion), node.source);
      fields.refuse_the_rest();
    }
  }

  void add(std::optional<ReadMotion> motion, SourceLine source) {
    if (!motion) return;
    if (segments_.empty()) given_.start = motion->start;
    given_.formulas = std::move(motion->formulas);
    const Trajectory::Segment& last = motion->segments.back();
    PathSample end(reading_.joints().count());
    end.work = last.path->work();
    last.path->at(last.path->end(), end);
    reading_.begin_at(end.q);
    for (Trajectory::Segment& segment : motion->segments) {
      segments_.push_back(std::move(segment));
      lines_.push_back(source);
    }
  }

  void finish() {
    given_.trajectory = std::make_shared<const Trajectory>(std::move(segments_));
    note_jumps(*given_.trajectory, given_.start, reading_.joints(), lines_, diagnostics());
    diagnostics().throw_if_errors();
    given_.remarks = diagnostics().all();
  }

  MotionReading reading_;
  GivenTrajectory given_;
  std::vector<Trajectory::Segment> segments_;
  std::vector<SourceLine> lines_;  ///< where each is given
};

}  // namespace

GivenTrajectory read_trajectory(const YamlNode& root, const std::string& file, const Arm& arm) {
  return TrajectoryReader(arm, file).read(root);
}

GivenTrajectory read_trajectory(const SourceText& source, const Arm& arm) {
  if (is_csv(source)) return TrajectoryReader(arm, source.file).read_csv(source.text);
  Diagnostics diagnostics(source.file);
  const YamlNode::Pointer root = read_yaml_document(source, diagnostics);
  diagnostics.throw_if_errors();
  return read_trajectory(*root, source.file, arm);
}

}  // namespace sinew
