// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/print/plots/plotted_quantity.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace sinew {
namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

std::string joined(const std::vector<std::string>& path) {
  std::string text;
  for (const std::string& part : path) text += (text.empty() ? "" : ".") + part;
  return text;
}

double time_of(const std::optional<std::string>& text) {
  double t = missing;
  if (text) {
    const auto read = std::from_chars(text->data(), text->data() + text->size(), t);
    if (read.ec != std::errc() || read.ptr != text->data() + text->size()) return missing;
  }
  return t;
}

}  // namespace

std::vector<std::string> names_of(const std::vector<PlottedQuantity>& quantities) {
  std::vector<std::string> names;
  for (const PlottedQuantity& quantity : quantities) names.push_back(quantity.name);
  return names;
}

std::vector<PlottedQuantity> quantities_named(const std::string& word, const std::vector<PlottedQuantity>& all) {
  if (word == "all") return all;
  std::vector<PlottedQuantity> group;
  for (const PlottedQuantity& one : all) {
    const bool has_alias = std::find(one.aliases.begin(), one.aliases.end(), word) != one.aliases.end();
    if (one.name == word || has_alias || joined(one.path) == word) return {one};
    const bool is_of_link = one.path.front() == "links";
    if (one.name.starts_with(word + ".") || (word == "causes" && one.path.front() == "parts") ||
        (is_of_link && (word == "links" || word == "links." + one.path.back())))
      group.push_back(one);
  }
  return group;
}

StateRecorder::StateRecorder(std::vector<PlottedQuantity> quantities) {
  for (PlottedQuantity& quantity : quantities) kept_.push_back({std::move(quantity), nullptr, {}});
}

void StateRecorder::add(const std::optional<std::string>& t, const std::vector<Datum>& data) {
  const double time = time_of(t);
  // a time that is no number, or that does not rise, is none to draw over
  has_times_ = has_times_ && std::isfinite(time) && (t_.empty() || time > t_.back());
  t_.push_back(time);
  for (Kept& kept : kept_) {
    const auto found =
        std::find_if(data.begin(), data.end(), [&](const Datum& datum) { return datum.path == kept.quantity.path; });
    if (found == data.end()) continue;
    const auto count = static_cast<std::size_t>(found->values.rows());
    if (!kept.rows) kept.rows = found->rows ? found->rows : labels({""});
    kept.numbers.resize((t_.size() - 1) * count, missing);
    kept.numbers.insert(kept.numbers.end(), found->values.data(), found->values.data() + count);
  }
}

Recording StateRecorder::recording(std::string title) const {
  Recording recording{std::move(title), t_, {}};
  if (!has_times_) {
    recording.t_label = "state";
    for (std::size_t i = 0; i < t_.size(); ++i) recording.t[i] = static_cast<double>(i + 1);
  }
  for (const Kept& kept : kept_) {
    if (!kept.rows) continue;
    const auto rows = static_cast<Eigen::Index>(kept.rows->size()), columns = static_cast<Eigen::Index>(t_.size());
    TimeSeries series{kept.quantity.name,
                      kept.quantity.title,
                      *kept.rows,
                      kept.quantity.measures,
                      Eigen::MatrixXd::Constant(rows, columns, missing),
                      kept.quantity.limits,
                      joined(kept.quantity.path)};
    std::copy(kept.numbers.begin(), kept.numbers.end(), series.values.data());
    if (series.limits.size() != kept.rows->size()) series.limits.clear();
    series.measures.resize(kept.rows->size(), kept.quantity.measures.front());
    recording.series.push_back(std::move(series));
  }
  return recording;
}

}  // namespace sinew
