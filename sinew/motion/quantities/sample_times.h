// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace sinew {

/// The times of a motion that are looked at, from its start to its end.
class SampleTimes {
 public:
  /// That many, at equal distances; a motion that takes no time has one. InputError for less than two.
  static SampleTimes counted(double duration, int samples);
  /// One every `period` seconds from the start on, and the end. InputError for a period that is not above zero, or that
  /// is so short that there would be more than 10⁹ samples.
  static SampleTimes spaced(double duration, double period);

  long count() const noexcept { return count_; }
  double duration() const noexcept { return duration_; }
  /// The time between two samples; the last one may come sooner.
  double period() const noexcept { return period_; }
  /// Of sample `i`, from 0 to `count()` − 1 [s].
  double at(long i) const noexcept;
  /// The sample that is nearest to a time.
  long nearest(double t) const noexcept;

 private:
  SampleTimes(double duration, double period, long count, bool is_counted)
      : duration_(duration), period_(period), count_(count), is_counted_(is_counted) {}

  double duration_ = 0.0, period_ = 0.0;
  long count_ = 1;
  bool is_counted_ = true;
};

}  // namespace sinew
