// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/given/sampled_motion.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "sinew/formats/quantity_text.h"
#include "sinew/formats/source_text.h"
#include "sinew/motion/trajectory/smoothing_spline.h"
#include "sinew/units/text_parts.h"

namespace sinew {
namespace {

/// "5 Hz", "30 rad/s", "5": in Hz.
std::optional<double> read_frequency(const YamlNode& node, MotionReading& reading) {
  const std::string_view text = trimmed(node.text);
  try {
    double frequency = 0.0;
    if (text.ends_with("Hz")) {
      frequency = quantity(text.substr(0, text.size() - 2), dimension::none);
    } else {
      const Quantity<double> read = quantity_of_any_kind(text);
      constexpr Dimension per_time{0, 0, -1, 0};
      if (!read.dimension.is_plain() && !(read.dimension == per_time) &&
          !(read.dimension == dimension::angle * per_time))
        throw FormulaError(in_quotes(text) + " is in " + read.dimension.si_text(), "give it in Hz");
      const bool is_angular = read.dimension == dimension::angle * per_time;
      frequency = is_angular ? read.value / (2.0 * M_PI) : read.value;
    }
    if (!(frequency > 0.0))
      throw FormulaError("it is " + shown(frequency) + " Hz", "give one above zero, such as 5 Hz");
    return frequency;
  } catch (const FormulaError& e) {
    reading.diagnostics().error(node.source, std::string("the cut-off frequency: ") + e.what(), e.remedy);
    return std::nullopt;
  }
}

/// `smooth: 5 Hz`, `smooth: {cutoff: 5 Hz}`, `smooth: {noise: 0.1deg}`, with one value per joint where they differ.
std::optional<Smoothing> read_smoothing(const YamlNode* node, MotionReading& reading) {
  Smoothing smoothing;
  if (node == nullptr) return smoothing;
  if (node->is(YamlNode::Kind::Scalar)) {
    smoothing.cutoff = read_frequency(*node, reading);
    if (!smoothing.cutoff) return std::nullopt;
    return smoothing;
  }
  YamlFields fields(*node, "smooth entry", reading.diagnostics());
  const YamlNode *cutoff = fields.find("cutoff"), *noise = fields.find("noise");
  fields.refuse_the_rest();
  if ((cutoff == nullptr) == (noise == nullptr)) {
    reading.diagnostics().error(node->source, "the smoothing says neither or both of a cut-off frequency and noise",
                                "write {cutoff: 5 Hz}, or {noise: 0.1deg} for a standard deviation");
    return std::nullopt;
  }
  if (cutoff != nullptr) smoothing.cutoff = read_frequency(*cutoff, reading);
  if (noise != nullptr) {
    smoothing.noise = reading.rates(*noise, 0, "noise");
    if (smoothing.noise && !(smoothing.noise->minCoeff() >= 0.0)) {
      reading.diagnostics().error(noise->source, "the noise is below zero", "give its standard deviation");
      return std::nullopt;
    }
    if (smoothing.noise)  // joints that are not named have none
      for (double& sigma : *smoothing.noise) sigma = std::isfinite(sigma) ? sigma : 0.0;
  }
  if (!smoothing.any()) return std::nullopt;
  return smoothing;
}

std::string of_joint(const MotionReading& reading, Eigen::Index joint) {
  return "joint " + in_quotes(reading.joints().name(static_cast<int>(joint)));
}

void remark_smoothing(const SmoothedPath& smoothed, SourceLine source, MotionReading& reading) {
  Eigen::Index most = 0;
  smoothed.most.maxCoeff(&most);
  double low = smoothed.cutoffs.front(), high = low;
  for (const double cutoff : smoothed.cutoffs) {
    low = std::min(low, cutoff);
    high = std::max(high, cutoff);
  }
  const std::string unit = reading.joints().dimension(static_cast<int>(most)).si_text();
  const auto of = static_cast<std::size_t>(most);
  reading.diagnostics().warning(source,
                                "the samples were smoothed: half the amplitude is left at " + shown(low) + " Hz" +
                                    (high > low ? " to " + shown(high) + " Hz, by joint" : "") +
                                    ", and positions moved by at most " + shown(smoothed.most[most]) + " " + unit +
                                    " (RMS " + shown(smoothed.rms[most]) + " " + unit + "), " +
                                    of_joint(reading, most) + " at t = " + shown(smoothed.where[of]) + " s",
                                "a higher cut-off keeps more of the motion and more of the noise");
}

/// Root mean square of the accelerations at the samples.
Eigen::VectorXd rms_accelerations(const Path& path, const SampleTable& table) {
  PathSample sample(path.joint_count());
  sample.work = path.work();
  Eigen::VectorXd squares = Eigen::VectorXd::Zero(path.joint_count());
  for (const double t : table.times) {
    path.at(t - table.times.front(), sample);
    squares += sample.d2.cwiseAbs2();
  }
  return (squares / static_cast<double>(table.times.size())).cwiseSqrt();
}

void warn_of_noise(const Path& path, const SampleTable& table, SourceLine source, MotionReading& reading) {
  const Eigen::VectorXd noise = estimated_noise(table.times, table.positions);
  if (noise.isZero(0.0)) return;
  const double step = (table.times.back() - table.times.front()) / static_cast<double>(table.times.size() - 1);
  constexpr double gain = 6.0;  // of a spline's second derivative at its points, root mean square over all frequencies
  const Eigen::VectorXd accelerations = rms_accelerations(path, table);
  Eigen::Index worst = -1;
  double most = 0.05;
  for (Eigen::Index j = 0; j < noise.size(); ++j) {
    const double share = accelerations[j] > 0.0 ? gain * noise[j] / (step * step) / accelerations[j] : 0.0;
    if (share <= most) continue;
    most = share;
    worst = j;
  }
  if (worst < 0) return;
  const JointList& joints = reading.joints();
  const int joint = static_cast<int>(worst);
  reading.diagnostics().warning(
      source,
      "the samples look noisy, by about " + shown(noise[worst]) + " " + joints.dimension(joint).si_text() + " for " +
          of_joint(reading, worst) + ": its accelerations (RMS " + shown(accelerations[worst]) + " " +
          joints.dimension(joint, 2).si_text() + ") are noise that was differentiated twice, to about " +
          shown(std::min(100.0, std::round(100.0 * most))) + " %",
      "smooth them in a trajectory file: `samples: …` with `smooth: 5 Hz`, or `smooth: {noise: …}`");
}

/// Where joints without a column stand.
void remark_standing(const SampleTable& table, SourceLine source, MotionReading& reading) {
  std::string standing;
  for (int j = 0; j < reading.joints().count(); ++j)
    if (!table.has_joint[static_cast<std::size_t>(j)])
      standing += (standing.empty() ? "" : ", ") + in_quotes(reading.joints().name(j));
  if (!standing.empty() && !reading.knows_here())
    reading.diagnostics().warning(source, "without a column, these joints stand at 0: " + standing,
                                  "give each a column, or say with `start:` where they stand");
}

}  // namespace

SplineEnd usual_ends(const SampleTable& table, int degree) {
  const bool enough = static_cast<int>(table.times.size()) >= least_points(degree, SplineEnd::NotAKnot);
  return enough ? SplineEnd::NotAKnot : SplineEnd::Natural;
}

std::optional<ReadMotion> sampled_motion(const SampleTable& table, const SplineChoice& spline,
                                         const Smoothing& smoothing, SourceLine source, MotionReading& reading) {
  remark_standing(table, source, reading);
  std::shared_ptr<const Path> path;
  if (smoothing.any()) {
    const auto smoothed = reading.at(source, [&] {
      return smoothing.cutoff ? smoothed_path(table.times, table.positions, *smoothing.cutoff)
                              : smoothed_path(table.times, table.positions, *smoothing.noise);
    });
    if (!smoothed) return std::nullopt;
    remark_smoothing(*smoothed, source, reading);
    path = smoothed->path;
  } else {
    const auto through =
        reading.at(source, [&] { return spline_path(table.times, table.positions, spline.degree, spline.end); });
    if (!through) return std::nullopt;
    path = *through;
    warn_of_noise(*path, table, source, reading);
  }
  ReadMotion motion{{{path, plain_clock(path->end())}}};
  motion.start = table.times.front();
  return motion;
}

std::optional<ReadMotion> read_samples(YamlFields& fields, const YamlNode& /*node*/, MotionReading& reading) {
  const YamlNode& samples = *fields.find("samples");
  const YamlNode* columns = fields.find("columns");
  const YamlNode *smooth = fields.find("smooth"), *ends = fields.find("ends");
  SplineChoice spline = read_spline_choice(fields, reading, {3, SplineEnd::NotAKnot});
  const std::optional<Smoothing> smoothing = read_smoothing(smooth, reading);
  std::optional<SampleTable> table;
  if (samples.is(YamlNode::Kind::Sequence)) {
    table = read_sample_rows(samples, columns, reading);
  } else if (const auto name = reading.values().text(samples, "samples")) {
    const std::size_t slash = reading.file().rfind('/');
    const bool is_beside = !name->starts_with('/') && slash != std::string::npos;
    const std::string path = is_beside ? reading.file().substr(0, slash + 1) + *name : *name;
    table = reading.at(samples.source, [&] { return read_sample_table(read_source_text(path).text, path, reading); });
  }
  if (!table || !smoothing) return std::nullopt;
  if (smoothing->any() && (ends != nullptr || fields.find("spline") != nullptr))
    reading.diagnostics().error(smooth->source, "a smoothing spline has a degree and ends of its own",
                                "leave out `spline` and `ends`, or `smooth`");
  if (ends == nullptr) spline.end = usual_ends(*table, spline.degree);
  return sampled_motion(*table, spline, *smoothing, samples.source, reading);
}

}  // namespace sinew
