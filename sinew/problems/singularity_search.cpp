// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/problems/singularity_search.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "sinew/errors/diagnostic.h"
#include "sinew/redundancy/generalised_inverse.h"

namespace sinew {
namespace {

/// Below it, relative to the largest, a singular value counts as lost.
constexpr double lost = 1e-9;
/// At a place that is found to round-off, what is zero is a little more than zero.
constexpr double rank_tolerance = 1e-7;
constexpr int samples = 720;
constexpr int samples_of_plane = 90;

Eigen::MatrixXd stacked(const std::vector<Eigen::MatrixXd>& parts) {
  Eigen::Index rows = 0;
  for (const Eigen::MatrixXd& J : parts) rows += J.rows();
  Eigen::MatrixXd result(rows, parts.front().cols());
  rows = 0;
  for (const Eigen::MatrixXd& J : parts) {
    result.middleRows(rows, J.rows()) = J;
    rows += J.rows();
  }
  return result;
}

class Searcher {
 public:
  Searcher(const VaryingJacobians& jacobians, SingularitySearch& search) : jacobians_(jacobians), search_(search) {}

  void run(int lines) {
    find_usual_ranks();
    if (search_.usual_rank == 0) return;
    if (search_.ranges.size() == 1) {
      search_line({search_.ranges[0].from}, 0);
      return;
    }
    // a curve may be parallel to the lines of one kind
    for (const std::size_t along : {1U, 0U}) {
      const SearchRange& across = search_.ranges[1 - along];
      int lines_hit = 0;
      for (int i = 0; i < lines; ++i) {
        std::vector<double> start(2);
        start[1 - along] = across.from + (across.to - across.from) * i / (lines - 1);
        if (search_line(start, along)) ++lines_hit;
      }
      search_.lines_only = search_.lines_only || lines_hit > lines / 2;
    }
    if (!search_.lines_only) search_plane();
  }

 private:
  /// σ_r over the largest.
  double measure(const std::vector<double>& values) const {
    const Eigen::VectorXd s = pseudo_inverse(stacked(jacobians_.at(values))).singular_values;
    if (s.size() < search_.usual_rank || !(s[0] > 0.0)) return 0.0;
    return s[search_.usual_rank - 1] / s[0];
  }

  /// The largest rank that is seen anywhere is the usual one.
  void find_usual_ranks() {
    constexpr int looks = 37;  // at places that nobody would choose
    for (int i = 0; i < looks; ++i) {
      std::vector<double> values;
      double fraction = 0.5 / looks + static_cast<double>(i) / looks;
      for (const SearchRange& range : search_.ranges) {
        values.push_back(range.from + (range.to - range.from) * fraction);
        fraction = std::fmod(fraction * 7.0 + 0.3819660112501051, 1.0);
      }
      const std::vector<Eigen::MatrixXd> J = jacobians_.at(values);
      search_.usual_ranks.resize(J.size(), 0);
      search_.full_ranks.clear();
      Eigen::Index rows = 0;
      for (const Eigen::MatrixXd& of : J) {
        search_.full_ranks.push_back(static_cast<int>(std::min(of.rows(), of.cols())));
        rows += of.rows();
      }
      search_.full_rank = static_cast<int>(std::min(rows, J.front().cols()));
      for (std::size_t k = 0; k < J.size(); ++k)
        search_.usual_ranks[k] = std::max(search_.usual_ranks[k], pseudo_inverse(J[k], rank_tolerance).rank);
      search_.usual_rank = std::max(search_.usual_rank, pseudo_inverse(stacked(J), rank_tolerance).rank);
    }
  }

  /// Along one variable, the other held. Is there any?
  bool search_line(const std::vector<double>& start, std::size_t along) {
    const SearchRange& range = search_.ranges[along];
    const auto at = [&](double x) {
      std::vector<double> values = start;
      values[along] = x;
      return values;
    };
    const double width = (range.to - range.from) / samples;
    std::vector<double> f;
    for (int i = 0; i <= samples; ++i) f.push_back(measure(at(range.from + i * width)));
    // a line that lies in a curve: those across it cut that
    if (std::count_if(f.begin(), f.end(), [](double value) { return value <= lost; }) > samples / 2) return true;
    bool any = false;
    for (int i = 0; i <= samples; ++i) {
      const auto k = static_cast<std::size_t>(i);
      const bool falls = i == 0 || f[k] < f[k - 1], rises = i == samples || f[k] <= f[k + 1];
      if (!falls || !rises) continue;
      const double x = bottom(range.from + std::max(i - 1, 0) * width, range.from + std::min(i + 1, samples) * width,
                              [&](double t) { return measure(at(t)); });
      any = take(at(x)) || any;
    }
    return any;
  }

  /// Golden section: of a dip that is sharp, as σ's are, to the last digit.
  static double bottom(double low, double high, const std::function<double(double)>& f) {
    const double golden = 0.5 * (std::sqrt(5.0) - 1.0);
    double a = high - golden * (high - low), b = low + golden * (high - low), fa = f(a), fb = f(b);
    constexpr int most = 80;
    for (int i = 0; i < most; ++i) {
      if (fa <= fb) {
        high = b;
        b = a;
        fb = fa;
        a = high - golden * (high - low);
        fa = f(a);
      } else {
        low = a;
        a = b;
        fa = fb;
        b = low + golden * (high - low);
        fb = f(b);
      }
    }
    // an end of the range may be the bottom, and round numbers are what people look for
    double best = fa <= fb ? a : b, least = std::min(fa, fb);
    for (const double x : {low, high})
      if (const double value = f(x); value < least) {
        best = x;
        least = value;
      }
    return best;
  }

  /// Both variables at once, for places that no line is likely to hit.
  void search_plane() {
    const SearchRange &u = search_.ranges[0], &v = search_.ranges[1];
    const double du = (u.to - u.from) / samples_of_plane, dv = (v.to - v.from) / samples_of_plane;
    constexpr int n = samples_of_plane + 1;
    std::vector<double> f(static_cast<std::size_t>(n) * n);
    const auto value = [&](int i, int j) -> double& {
      return f[static_cast<std::size_t>(i) * n + static_cast<std::size_t>(j)];
    };
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) value(i, j) = measure({u.from + i * du, v.from + j * dv});
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        bool is_least = true;
        for (int di = -1; di <= 1; ++di)
          for (int dj = -1; dj <= 1; ++dj)
            if (i + di >= 0 && i + di < n && j + dj >= 0 && j + dj < n)
              is_least = is_least && value(i, j) <= value(i + di, j + dj);
        if (is_least) take(descended({u.from + i * du, v.from + j * dv}, {du, dv}));
      }
  }

  /// A cross of steps that halves where none of its arms leads down.
  std::vector<double> descended(std::vector<double> at, std::vector<double> step) const {
    double least = measure(at);
    constexpr int most = 2000;
    for (int i = 0; i < most && least > 1e-15; ++i) {
      bool better = false;
      for (std::size_t k = 0; k < at.size(); ++k)
        for (const double sign : {1.0, -1.0}) {
          std::vector<double> next = at;
          next[k] = std::clamp(next[k] + sign * step[k], search_.ranges[k].from, search_.ranges[k].to);
          if (const double value = measure(next); value < least) {
            least = value;
            at = next;
            better = true;
          }
        }
      if (!better)
        for (double& s : step) s *= 0.5;
      const bool tiny = std::all_of(step.begin(), step.end(), [&](double s) { return std::abs(s) < 1e-16; });
      if (tiny) break;
    }
    return at;
  }

  /// Notes the place if it is singular and new; false if it is not singular.
  bool take(const std::vector<double>& values) {
    const double smallest = measure(values);
    if (smallest > lost) return false;
    for (const FoundSingularity& known : search_.found) {
      bool same = true;
      for (std::size_t k = 0; k < values.size(); ++k)
        same = same && std::abs(values[k] - known.values[k]) <
                           1e-6 * std::max(1.0, std::abs(search_.ranges[k].to - search_.ranges[k].from));
      if (same) return true;
    }
    FoundSingularity found{values, 0, {}, true, smallest};
    const std::vector<Eigen::MatrixXd> J = jacobians_.at(values);
    found.stacked_rank = pseudo_inverse(stacked(J), rank_tolerance).rank;
    for (std::size_t k = 0; k < J.size(); ++k) {
      found.ranks.push_back(pseudo_inverse(J[k], rank_tolerance).rank);
      found.algorithmic = found.algorithmic && found.ranks[k] == search_.usual_ranks[k];
    }
    found.algorithmic = found.algorithmic && J.size() > 1;
    search_.found.push_back(std::move(found));
    return true;
  }

  const VaryingJacobians& jacobians_;
  SingularitySearch& search_;
};

}  // namespace

SingularitySearch search_singularities(const VaryingJacobians& jacobians, const std::vector<SearchRange>& ranges,
                                       int lines) {
  if (ranges.empty() || ranges.size() > 2)
    refuse(std::to_string(ranges.size()) + " ranges are given to search", "give one, or two: q2=-180deg..180deg");
  for (const SearchRange& range : ranges)
    if (!std::isfinite(range.from) || !std::isfinite(range.to) || !(range.from < range.to))
      refuse("the range of " + in_quotes(range.variable) + " goes from " + shown(range.from) + " to " + shown(range.to),
             "give the lower end first");
  SingularitySearch search;
  search.ranges = ranges;
  search.dimensions = jacobians.dimensions;
  search.task_names = jacobians.task_names;
  Searcher(jacobians, search).run(std::max(lines, 2));
  return search;
}

}  // namespace sinew
