// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/motion/quantities/sample_times.h"
#include "sinew/report/motion/quantity_catalogue.h"

namespace sinew {

/// How rows of a motion are written.
class MotionRowFormat {
 public:
  MotionRowFormat() = default;
  MotionRowFormat(const MotionRowFormat&) = delete;
  MotionRowFormat& operator=(const MotionRowFormat&) = delete;
  virtual ~MotionRowFormat() = default;

  /// Adds row `i` of time t. Any number of threads may ask at once.
  virtual void add(long i, double t, std::span<const double> numbers, std::string& text) const = 0;
};

/// CSV with the columns that other commands have: t, q.elbow, tau.elbow, links.link3.w.x.
class CsvMotionRows final : public MotionRowFormat {
 public:
  explicit CsvMotionRows(const std::vector<NamedQuantity>& quantities);

  /// The names of the columns, with the line's end.
  const std::string& header() const noexcept { return header_; }
  void add(long i, double t, std::span<const double> numbers, std::string& text) const override;

 private:
  std::string header_;
};

/// Objects of a JSON list, each with t and the quantities at their places, {"t": 0, "links": {"link3": {"w": [0, 1, 0]}}}, and
/// commas between them.
class JsonMotionRows final : public MotionRowFormat {
 public:
  explicit JsonMotionRows(const std::vector<NamedQuantity>& quantities);

  void add(long i, double t, std::span<const double> numbers, std::string& text) const override;

 private:
  struct Part {
    std::string before;  ///< what stands before the numbers
    std::size_t begin, count;
    bool is_list;
  };
  std::vector<Part> parts_;
  std::string closing_;
};

/// Computes all rows and hands them to `write` in their order, many at a time, until it answers false. They are computed by as
/// many threads as `threads`, and are the same bits for any number of them. `start` is added to the times that are written.
void write_motion_rows(const RobotMotion& motion, const std::vector<NamedQuantity>& quantities,
                       const SampleTimes& times, double start, const MotionRowFormat& format, int threads,
                       const std::function<bool(std::string_view text, long rows)>& write);

}  // namespace sinew
