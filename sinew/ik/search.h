// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <vector>

#include "sinew/ik/seeds.h"

namespace sinew::ik {

/// How much a search may cost.
class Effort {
 public:
  /// So many starts, and no more than so many seconds from now on if there are any.
  explicit Effort(int starts, double seconds = 0.0) : starts_(starts) {
    if (seconds > 0.0) until_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(Seconds(seconds));
  }

  int starts() const noexcept { return starts_; }
  bool has_time() const { return until_ == Clock::time_point::max() || Clock::now() < until_; }
  bool allows(int starts_made) const { return starts_made < starts_ && has_time(); }

 private:
  using Clock = std::chrono::steady_clock;
  using Seconds = std::chrono::duration<double>;
  int starts_;
  Clock::time_point until_ = Clock::time_point::max();
};

/// Descents from one start after the other, with the joints' limits or without. All q have one number per coordinate of the
/// chain. Made once; then nothing is allocated.
class Search {
 public:
  Search(const Chain& chain, unsigned seed, Instructions instructions);

  const Chain& chain() const noexcept { return chain_; }
  Descent& descent() noexcept { return descent_; }
  const JointBox& box(bool limits) const noexcept { return limits ? limited_ : free_; }
  Seeds& seeds(bool limits) noexcept { return limits ? limited_seeds_ : free_seeds_; }

  struct Found {
    Descended end;
    int iterations = 0, starts = 0;
  };
  /// From `start` first, then from seeds. In `q` the end of the descent that reached the goal, or of the best one.
  Found reach(const Goal& goal, bool limits, const Criteria& criteria, const Effort& effort,
              const std::vector<double>& start, std::vector<double>& q);

  /// From q, and from a few seeds, to where no step leads nearer; into q.
  Descended approach(const Goal& goal, bool limits, std::vector<double>& q);

  /// Where `from` is inside the limits: by whole turns if they are enough, else at the nearest limit.
  void bring_inside(bool limits, const std::vector<double>& from, std::vector<double>& q) const;
  /// Whole turns that bring q nearest to `to` and leave it inside the limits.
  void bring_near(bool limits, const std::vector<double>& to, std::vector<double>& q) const;
  /// No coordinate further from another than `apart`, in its size, whole turns aside.
  bool are_same(const std::vector<double>& a, const std::vector<double>& b, double apart) const;

 private:
  Descent descent_;
  const Chain& chain_;
  JointBox limited_, free_;
  Seeds limited_seeds_, free_seeds_;
  std::vector<double> trial_;
};

}  // namespace sinew::ik
