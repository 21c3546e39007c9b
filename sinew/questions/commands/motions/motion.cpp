// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/commands/motions/motion.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <thread>
#include <utility>

#include "sinew/errors/visible_text.h"
#include "sinew/formats/quantity_text.h"
#include "sinew/model/end_frame.h"
#include "sinew/questions/choices/frame_choice.h"
#include "sinew/questions/choices/text_values.h"
#include "sinew/questions/plot_output.h"
#include "sinew/questions/row_output.h"
#include "sinew/questions/usage_error.h"
#include "sinew/report/motion/motion_recording.h"
#include "sinew/report/motion/motion_rows.h"
#include "sinew/report/motion/motion_summary.h"
#include "sinew/report/plot_report.h"
#include "sinew/report/torque_report.h"

namespace sinew {
namespace {

VectorAxes axes_named(const std::string& name) {
  return name == "own" ? VectorAxes::Own : name == "world" ? VectorAxes::World : VectorAxes::Usual;
}

bool is_link_vector(const NamedQuantity& one) { return std::holds_alternative<LinkVector>(one.quantity); }
bool is_of_frame(const NamedQuantity& one) {
  return std::holds_alternative<FramePart>(one.quantity) || std::holds_alternative<FrameMagnitude>(one.quantity);
}
bool has_axes(const NamedQuantity& one) {
  const auto* part = std::get_if<FramePart>(&one.quantity);
  return is_link_vector(one) || (part != nullptr && *part >= FramePart::AngularVelocity);
}

/// A motion and everything that is wanted of it.
struct AskedMotion {
  RobotMotion motion;
  GivenTrajectory given;
  std::vector<NamedQuantity> shown;
  MotionTimes times;

  const Model<double>& model() const { return motion.arm.model(); }
};

/// The state before the quantities that were asked for, as files of states have it.
std::vector<NamedQuantity> with_state(const AskedMotion& asked) {
  std::vector<NamedQuantity> all = QuantityCatalogue(asked.motion).chosen("q,qd,qdd");
  for (const NamedQuantity& one : asked.shown) {
    const auto is_same = [&](const NamedQuantity& other) { return other.name == one.name; };
    if (std::none_of(all.begin(), all.end(), is_same)) all.push_back(one);
  }
  return all;
}

/// Writes all rows; false where the work was stopped.
bool write_rows(Door& door, const AskedMotion& asked, const std::vector<NamedQuantity>& quantities,
                const MotionRowFormat& format, RowOutput& output, long& rows) {
  constexpr unsigned most_threads = 4;
  const int threads = static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, most_threads));
  bool goes_on = true;
  const auto write = [&](std::string_view text, long done) {
    output.add(text);
    rows = done;
    door.progress([&] { return fmt::format("{} of {} samples", done, asked.times.samples.count()); });
    goes_on = door.stop() == Door::Stop::GoOn && door.is_open();
    return goes_on;
  };
  write_motion_rows(asked.motion, quantities, asked.times.samples, asked.times.start, format, threads, write);
  return goes_on || rows == asked.times.samples.count();
}

double time_of_row(const AskedMotion& asked, long rows) {
  return asked.times.start + asked.times.samples.at(std::max(rows, 1L) - 1);
}

void write_csv(Door& door, const AskedMotion& asked, RowOutput& output) {
  const std::vector<NamedQuantity> quantities = with_state(asked);
  const CsvMotionRows format(quantities);
  output.add(format.header());
  long rows = 0;
  if (!write_rows(door, asked, quantities, format, output, rows))
    output.add(fmt::format("# stopped at {:.6g} s, after {} of {} samples: these rows are a part\n",
                           time_of_row(asked, rows), rows, asked.times.samples.count()));
  if (door.stop() == Door::Stop::GoOn)
    door.warn(violation_warnings(asked.model().name(), search_motion(asked.motion, {}), asked.times));
}

std::string json_opening(const AskedMotion& asked) {
  std::string text = "{\"robot\": " + json_text(asked.model().name()) +
                     ",\n \"joints\": " + json_list(asked.motion.arm.joint_names()) +
                     ",\n \"trajectory\": " + json_text(asked.given.name) +
                     fmt::format(",\n \"duration\": {}", asked.times.samples.duration());
  const bool are_own = asked.motion.axes != VectorAxes::World;
  if (std::any_of(asked.shown.begin(), asked.shown.end(), is_link_vector))
    text += ",\n " + json_member("links", "{" + json_member("axes", json_text(are_own ? "own" : "world")) + ", " +
                                              json_member("rows", json_list(*xyz())) + "}");
  const std::string frame = asked.motion.frame.empty() ? end_frame(asked.model()) : asked.motion.frame;
  text += ",\n " + json_member("frame", json_text(frame));
  if (std::any_of(asked.shown.begin(), asked.shown.end(), is_of_frame)) {
    const bool is_own = asked.motion.axes == VectorAxes::Own;
    text += ",\n " + json_member("rows", json_list(*xyz())) + ",\n " +
            json_member("motion", "{" + json_member("axes", json_text(is_own ? "own" : "world")) + "}");
  }
  return text + ",\n \"states\": [";
}

void write_json(Door& door, const AskedMotion& asked, RowOutput& output) {
  const std::vector<NamedQuantity> quantities = with_state(asked);
  output.add(json_opening(asked));
  long rows = 0;
  const bool is_whole = write_rows(door, asked, quantities, JsonMotionRows(quantities), output, rows);
  output.add("]");
  if (is_whole) {
    const MotionSummary summary = motion_summary(asked.motion);
    output.add(",\n \"summary\": " + summary_json(asked.model(), summary, asked.times));
    output.add(",\n \"violations\": " + violations_json(summary.findings, asked.times));
  } else {
    output.add(fmt::format(",\n \"stopped_at\": {}", time_of_row(asked, rows)));
  }
  output.add("}\n");
}

std::string title_of(const AskedMotion& asked) {
  const SampleTimes& samples = asked.times.samples;
  return fmt::format("{}, {}: {:.6g} s, {} samples, {:.6g} s apart\n\n", visible_text(asked.model().name()),
                     visible_text(asked.given.name), samples.duration(), samples.count(), samples.period());
}

std::string page(const AskedMotion& asked, bool is_summary, const Showing& showing) {
  std::string text = title_of(asked);
  MotionFindings findings;
  if (is_summary) {
    MotionSummary summary = motion_summary(asked.motion);
    text += summary_text(asked.model(), summary, asked.times, showing);
    findings = std::move(summary.findings);
  } else {
    findings = search_motion(asked.motion, quantities_of(asked.shown));
    text += extremes_text(asked.shown, findings, asked.times, showing);
  }
  return text + "\n" + violations_text(findings, asked.times, showing);
}

/// How the plot of a quantity is called; energies share one.
std::string plot_name(const NamedQuantity& one) {
  if (one.path.front() == "energy") return "energy";
  if (!is_link_vector(one)) return one.name;
  const std::string& word = one.aliases.front();
  return link_plot_name(one.path[1], one.path[2], word.substr(one.path[1].size() + 1));
}

/// The numbers of one kind that belong into one picture: the energies.
Recording with_energies_together(Recording recording) {
  TimeSeries energies{"energy", "energies", {}, {}, {}, {}, "energy"};
  const std::string stem = "energy.";
  std::vector<TimeSeries> series;
  for (TimeSeries& one : recording.series) {
    if (!one.name.starts_with(stem) || one.column != one.name) {
      series.push_back(std::move(one));
      continue;
    }
    energies.rows.push_back(one.name.substr(stem.size()));
    energies.measures.push_back(one.measures.front());
    energies.values.conservativeResize(energies.values.rows() + 1, one.values.cols());
    energies.values.bottomRows(1) = one.values;
    if (energies.rows.size() == 1) series.push_back({energies.name, "", {}, {}, {}, {}, ""});  // its place
  }
  for (TimeSeries& one : series)
    if (one.name == energies.name && one.rows.empty()) one = energies;
  recording.series = std::move(series);
  return recording;
}

/// Plots of a motion: those that were asked for, or the torques in characters below the page.
class MotionPlots {
 public:
  /// Throws UsageError and InputError before anything is computed.
  MotionPlots(const PlotChoice& choice, const AskedMotion& asked, bool is_default, const UnitChoice& units) {
    if (!choice.is_asked() && !is_default) return;
    const std::string list = !choice.plot.empty() ? choice.plot : choice.is_to_files() ? "all" : "torque";
    quantities_ = value_of("--plot", [&] { return QuantityCatalogue(asked.motion).chosen(list); });
    std::vector<std::string> names;
    for (const NamedQuantity& one : quantities_) {
      const std::string name = plot_name(one);
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
    output_.emplace(choice, std::move(names), units);
  }

  void draw(const AskedMotion& asked, Door& door) {
    if (!output_ || door.stop() == Door::Stop::Discard) return;
    const std::string title = asked.model().name() + ", " + asked.given.name;
    Recording recording =
        motion_recording(asked.motion, quantities_, smooth_times(asked.times.samples), asked.times.start, title);
    for (std::size_t i = 0; i < quantities_.size(); ++i)
      if (is_link_vector(quantities_[i])) recording.series[i].name = plot_name(quantities_[i]);
    output_->draw(with_energies_together(std::move(recording)), door);
  }

 private:
  /// Enough for smooth curves, and no more than a picture can show, however few or many rows are wanted.
  static SampleTimes smooth_times(const SampleTimes& asked) {
    constexpr int smooth = 501, most = 20'001;
    if (asked.count() >= smooth && asked.count() <= most) return asked;
    return SampleTimes::counted(asked.duration(), asked.count() < smooth ? smooth : most);
  }

  std::vector<NamedQuantity> quantities_;
  std::optional<PlotOutput> output_;
};

}  // namespace

void MotionQuestion::describe(Fields& fields) {
  robot.describe(fields);
  trajectory.describe(fields);
  fields.add("samples", &samples, "The number of samples, at equal times from the start to the end.")
      .between(2, 1'000'000'000)
      .shows_initial();
  fields.add("period", &period, "The time between two samples [s], in place of their number.")
      .of("TIME")
      .excludes({"samples"});
  fields
      .add("show", &show,
           "The quantities, with commas between: columns of the formats csv and json, behind q, qd and qdd. The table "
           "has "
           "the extremes of those that are given, and a summary where none are given:" +
               QuantityCatalogue::words_help())
      .of("QUANTITY,...")
      .shows_initial();
  wrench.describe(fields);
  describe_end_frame(fields, frame, "The link or frame whose pose and motion are the quantities end.*.");
  fields
      .add(
          "axes", &axes,
          "The axes of vectors. If they are left out, the vectors of a link are in its own axes, and the motion of the "
          "frame is in the world's.")
      .one_of({"own", "world"});
  plot.describe(fields, "torque,link3.coriolis,energy");
  showing.describe(fields);
  fields.add("out", &out, "The file for the answer; - is the standard output.").of("FILE").shows_initial();
  fields.add("force", &force, "Replace the file even if it is read-only.").needs("out");
}

namespace {

AnswerShape extreme_shape() {
  return an_object({always("value", a_number()), always("t", a_number()),
                    always("sample", a_whole_number("the nearest, counted from 1"))});
}
AnswerShape course_shape(const std::string& meaning) {
  return an_object({always("least", extreme_shape()), always("most", extreme_shape()), always("mean", a_number()),
                    always("rms", a_number())},
                   meaning);
}
AnswerShape summary_shape() {
  return an_object(
      {always("joints",
              by_name(an_object({always("tau", course_shape("torque or force")), always("qd", course_shape("velocity")),
                                 always("power", course_shape("of the motor"))}))),
       always("power", course_shape("of all motors")),
       always("energy", an_object({always("kinetic", course_shape("")), always("potential", course_shape("of gravity")),
                                   always("total", course_shape(""))})),
       always("position", a_list(course_shape(""), "of the frame: x, y, z in the world's axes")),
       always("speed", course_shape("of the frame")), always("acceleration", course_shape("its size"))},
      "between samples as well");
}
AnswerShape violation_shape() {
  return an_object({always("quantity", a_text("q, qd, qdd or tau")), always("joint", a_text()),
                    always("from", a_number()), always("to", a_number()), always("worst", a_number()),
                    always("t", a_number("of the worst")), always("limit", a_number()), always("beyond", a_number())});
}

}  // namespace

AnswerShape MotionQuestion::answer_shape() const {
  return an_object(
      {always("robot", a_text("name of the robot")),
       always("joints", texts_list("names of the joints, in the order of every list")),
       always("trajectory", a_text("name of the motion")), always("duration", a_number()),
       sometimes("links", link_vectors_shape()), always("frame", a_text("whose pose and motion are shown")),
       sometimes("rows", texts_list("x, y, z")), sometimes("motion", an_object({always("axes", a_text())})),
       always("states",
              a_list(an_object({always("t", a_number()), always("q", numbers_list()), always("qd", numbers_list()),
                                always("qdd", numbers_list()), sometimes("qddd", numbers_list("jerks")),
                                sometimes("tau", numbers_list("torques and forces")),
                                sometimes("parts", by_name(numbers_list(), "torques by cause")),
                                sometimes("links", by_name(by_name(numbers_list()), "vectors of each link")),
                                sometimes("energy", by_name(a_number())),
                                sometimes("power", an_object({sometimes("joints", numbers_list("of each joint")),
                                                              sometimes("total", a_number())})),
                                sometimes("frames", by_name(by_name(either({a_number(), numbers_list()}))))}))),
       sometimes("summary", summary_shape()),
       sometimes("violations", a_list(violation_shape(), "times beyond limits, between samples as well")),
       sometimes("stopped_at", a_number("time of the last state of work that was stopped"))});
}

Outcome MotionQuestion::respond(Door& door) {
  const bool is_page = showing.format == "table";
  const Showing shown = showing.showing();
  const Arm arm = robot.arm(door);
  GivenTrajectory given = trajectory.given(arm, fields(), door);
  const double duration = given.trajectory->duration();
  const SampleTimes times =
      period.empty()
          ? SampleTimes::counted(duration, samples)
          : SampleTimes::spaced(duration, value_of("--period", [&] { return quantity(period, dimension::time); }));
  RobotMotion motion{arm, given.trajectory, wrench.wrenches(arm.model()), frame, axes_named(axes)};
  check_motion(motion);
  if (!frame.empty()) arm.model().frame(frame);
  AskedMotion asked{std::move(motion), std::move(given), {}, {times, 0.0}};
  asked.times.start = asked.given.start;
  asked.shown = value_of("--show", [&] { return QuantityCatalogue(asked.motion).chosen(show); });
  if (!axes.empty() && std::none_of(asked.shown.begin(), asked.shown.end(), has_axes))
    throw UsageError("axes", "does nothing: no vector is shown; name one, such as --show links or --show end.velocity");
  const bool stdout_is_page = is_page || out != "-";
  plot.check(fields(), stdout_is_page);
  MotionPlots plots(plot, asked, is_page && out == "-" && !fields().is_given("show"), shown.units);
  RowOutput output(door, out, force ? Replacing::Anything : Replacing::OnlyWritable);
  if (showing.format == "csv") write_csv(door, asked, output);
  if (showing.format == "json") write_json(door, asked, output);
  if (is_page) output.add(page(asked, !fields().is_given("show"), shown));
  if (door.stop() != Door::Stop::Discard) output.finish();
  plots.draw(asked, door);
  return door.stop() == Door::Stop::GoOn ? Outcome::Yes : Outcome::No;
}

}  // namespace sinew
