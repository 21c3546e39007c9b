// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/trajectory/clock.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "sinew/errors/diagnostic.h"

namespace sinew {
namespace {

[[noreturn]] void refuse_clock(const std::string& what, const std::string& remedy) { refuse("clock", what, remedy); }

void evaluate(const Clock::Piece& piece, int degree, double t, ClockSample& sample) noexcept {
  const double u = t - piece.start;
  double s = 0.0, d1 = 0.0, d2 = 0.0, d3 = 0.0;  // d2 and d3 without the factors 2 and 6
  for (int k = degree; k >= 0; --k) {
    d3 = d3 * u + d2;
    d2 = d2 * u + d1;
    d1 = d1 * u + s;
    s = s * u + piece.a[static_cast<std::size_t>(k)];
  }
  sample = {s, d1, 2.0 * d2, 6.0 * d3};
}

/// The largest sum of absolute terms that a rate is computed from: what its rounding is measured by.
double size_of_rates(const std::vector<Clock::Piece>& pieces, double duration) noexcept {
  double largest = 0.0;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const double u = (i + 1 < pieces.size() ? pieces[i + 1].start : duration) - pieces[i].start;
    double size = 0.0;
    for (std::size_t k = pieces[i].a.size() - 1; k > 0; --k)
      size = size * u + static_cast<double>(k) * std::abs(pieces[i].a[k]);
    largest = std::max(largest, size);
  }
  return largest;
}

}  // namespace

Clock::Clock(std::vector<Piece> pieces, double duration) : pieces_(std::move(pieces)), duration_(duration) {
  if (pieces_.empty() || pieces_.front().start != 0.0)
    refuse_clock("no piece starts at 0", "let the first one start there");
  if (!std::isfinite(duration) || !(duration > pieces_.back().start || (duration == 0.0 && pieces_.size() == 1)))
    refuse_clock("the duration is " + shown(duration), "give a time behind the start of the last piece");
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    if (i > 0 && !(pieces_[i].start > pieces_[i - 1].start))
      refuse_clock("piece " + std::to_string(i + 1) + " does not start behind the one before", "let the starts rise");
    for (std::size_t k = 0; k < pieces_[i].a.size(); ++k) {
      if (!std::isfinite(pieces_[i].a[k])) refuse_clock("a coefficient is not finite", "give finite numbers");
      if (pieces_[i].a[k] != 0.0) degree_ = std::max(degree_, static_cast<int>(k));
    }
  }
  ClockSample last;
  evaluate(pieces_.back(), degree_, duration_, last);
  end_ = last.s;
  ends_at_rest_ =
      std::abs(last.rate) <= 64.0 * std::numeric_limits<double>::epsilon() * size_of_rates(pieces_, duration_);
}

void Clock::at(double t, ClockSample& sample) const noexcept {
  if (t < 0.0 || t > duration_) [[unlikely]] {
    sample = {t < 0.0 ? pieces_.front().a[0] : end_, 0.0, 0.0, 0.0};
    return;
  }
  std::size_t i = 0;
  if (pieces_.size() > 1)
    i = static_cast<std::size_t>(std::upper_bound(pieces_.begin() + 1, pieces_.end(), t,
                                                  [](double time, const Piece& piece) { return time < piece.start; }) -
                                 pieces_.begin()) -
        1;
  evaluate(pieces_[i], degree_, t, sample);
  if (t == duration_ && ends_at_rest_) sample.rate = 0.0;
}

ClockSample Clock::at(double t) const noexcept {
  ClockSample sample;
  at(t, sample);
  return sample;
}

std::vector<double> Clock::knots() const {
  std::vector<double> times;
  for (std::size_t i = 1; i < pieces_.size(); ++i) times.push_back(pieces_[i].start);
  return times;
}

Clock Clock::stretched_to(double duration) const {
  if (!(duration > 0.0 && std::isfinite(duration)))
    refuse_clock("the duration is " + shown(duration), "give a time above zero");
  const double slower = duration_ / duration;
  std::vector<Piece> pieces = pieces_;
  for (Piece& piece : pieces) {
    piece.start /= slower;
    double factor = 1.0;
    for (double& a : piece.a) {
      a *= factor;
      factor *= slower;
    }
  }
  return {std::move(pieces), duration};
}

Clock plain_clock(double duration) { return {{{0.0, {0.0, 1.0}}}, duration}; }

}  // namespace sinew
