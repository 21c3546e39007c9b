// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/redundancy/programs/hierarchical_program.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "sinew/errors/diagnostic.h"
#include "sinew/redundancy/bounds.h"
#include "sinew/redundancy/row_basis.h"
#include "sinew/redundancy/row_sums.h"
#include "sinew/scalar/index.h"

namespace sinew {

namespace {

/// A row that sticks out of the others' span by less of its length lies in it, and a step along which it changes by less
/// of its length leaves it alone.
constexpr double dependent = 1e-12, unmoved = 1e-11;
/// Columns of a level whose lengths differ by more are scaled to about the same one.
constexpr double well_scaled = 256.0;

using row_sums::add;
using row_sums::dot;

constexpr const char* in_program = "hierarchical program";

double norm(const double* a, int n) { return std::sqrt(dot(a, a, n)); }

/// What becomes of a constraint, be it a row of a level or a bound of x.
enum class Role : signed char {
  Idle,     ///< met, with or without room to spare
  Counted,  ///< a row of the level at hand, whose slack is squared and summed
  Held,     ///< met with nothing to spare, and x moves along it
  Fixed     ///< never to move again
};

}  // namespace

/// Constraints are numbered: first the bounds of x, then the rows of all levels.
///
/// A level whose columns differ much in length is solved in z, x = S·z, whose columns are about as long as each other: S is
/// diagonal, of powers of two, so that nothing is rounded. Tolerances are lengths of z, of rows and of pulls, and in x a
/// long column would hide what a short one does. The shortest x is found in x itself.
class HierarchicalProgramSolver::Work {
 public:
  Work(int variables, const std::vector<int>& rows, const HierarchicalOptions& options)
      : n(variables),
        options_(options),
        basis_(variables),
        factor_(std::max(1, rows.empty() ? 1 : *std::max_element(rows.begin(), rows.end())), variables),
        p_(at(n)),
        gradient_(at(n)),
        row_(at(n)),
        taken_(at(n)),
        multiplier_(at(n)),
        scale_(at(n), 1.0),
        next_scale_(at(n)),
        R_(at(n * n)) {
    int next = n;
    for (const int count : rows) {
      first_.push_back(next);
      next += count;
    }
    first_.push_back(next);
    for (std::size_t k = 0; k < rows.size(); ++k)
      for (int i = 0; i < rows[k]; ++i) level_of_.push_back(static_cast<int>(k));
    const int most_rows = rows.empty() ? 0 : *std::max_element(rows.begin(), rows.end());
    role_.resize(at(next));
    sign_.resize(at(next));
    length_.resize(at(next));
    lower_.resize(at(next));
    upper_.resize(at(next));
    row_of_.resize(at(next - n));
    scaled_rows_.resize(at(next - n) * at(n));
    held_.resize(at(next));
    counted_.resize(at(most_rows));
    V_.resize(most_rows, n);
    missing_.resize(at(most_rows));
    solution.x = Eigen::VectorXd::Zero(n);
    solution.bounds.resize(at(n));
    for (const int count : rows)
      solution.levels.push_back({Eigen::VectorXd::Zero(count), 0.0, std::vector<ActiveSide>(at(count)), 0});
  }

  int level_count() const { return static_cast<int>(first_.size()) - 1; }
  int row_count(int level) const { return first_[at(level + 1)] - first_[at(level)]; }

  void run(const HierarchicalProgram& program, const HierarchicalSolution* start) {
    program_ = &program;
    x_ = solution.x.data();
    solution.status = HierarchicalStatus::Optimal;
    solution.iterations = 0;
    begin(start);
    for (int k = 0; k < level_count() && solution.status == HierarchicalStatus::Optimal; ++k) {
      balance(k);
      enter(k, start);
      if (fixed_rank_ < n) descend(k);
      leave(k);
    }
    solution.rank_left = n - fixed_rank_;
    balance(shortest);
    if (fixed_rank_ < n && solution.status == HierarchicalStatus::Optimal) descend(shortest);
    report();
  }

  const int n;
  HierarchicalSolution solution;

 private:
  /// In place of a level: x itself is to be short.
  static constexpr int shortest = -1;

  // ——— constraints ———

  const HierarchicalLevel& level(int c) const { return program_->levels[at(level_of_[at(c - n)])]; }
  Eigen::Index index(int c) const { return c - first_[at(level_of_[at(c - n)])]; }
  const double* row(int c) const { return row_of_[at(c - n)]; }
  double lower(int c) const { return lower_[at(c)]; }
  double upper(int c) const { return upper_[at(c)]; }
  bool is_equality(int c) const { return lower(c) == upper(c); }
  /// The bound that it is held to or counted from.
  double target(int c) const { return sign_[at(c)] > 0 ? upper(c) : lower(c); }
  double length(int c) const { return c < n ? 1.0 : length_[at(c)]; }
  double along(int c, const double* v) const { return c < n ? v[c] : dot(row(c), v, n); }
  /// By how much it may be off for round-off's sake.
  double leeway(int c, double bound) const {
    return options_.tolerance * (std::abs(bound) + length(c) * x_size_) + options_.absolute_tolerance * length(c);
  }
  void hold(int c) {
    role_[at(c)] = Role::Held;
    held_[at(held_count_++)] = c;
  }

  // ——— levels ———

  /// The point nearest to the start within bounds.
  void begin(const HierarchicalSolution* start) {
    basis_.shrink(0);
    held_count_ = counted_count_ = 0;
    balanced_ = false;
    std::fill(scale_.begin(), scale_.end(), 1.0);
    take_bounds_and_rows();
    if (start == nullptr)
      std::fill(x_, x_ + n, 0.0);
    else if (start->x.data() != x_)
      std::copy(start->x.data(), start->x.data() + n, x_);
    for (int i = 0; i < n; ++i) {
      const double low = lower(i), high = upper(i);
      role_[at(i)] = Role::Idle;
      x_[i] = std::clamp(x_[i], low, high);
      if (low == high) {
        role_[at(i)] = Role::Fixed;
        sign_[at(i)] = 1;
        basis_.append_unit(i, dependent);
      } else if (start != nullptr && start->bounds[at(i)] != ActiveSide::Inactive) {
        sign_[at(i)] = start->bounds[at(i)] == ActiveSide::Lower ? -1 : 1;
        if (!std::isfinite(target(i))) continue;
        x_[i] = target(i);
        hold(i);
      }
    }
    fixed_rank_ = basis_.rank();
    x_size_ = norm(x_, n);
    for (int c = n; c < first_.back(); ++c) {
      role_[at(c)] = Role::Idle;
      length_[at(c)] = norm(row(c), n);
    }
    for (HierarchicalLevelSolution& result : solution.levels) result.rank = 0;
  }

  void take_bounds_and_rows() {
    for (int i = 0; i < n; ++i) {
      lower_[at(i)] = program_->bounds.lower[i];
      upper_[at(i)] = program_->bounds.upper[i];
    }
    for (int k = 0, c = n; k < level_count(); ++k) {
      const HierarchicalLevel& level = program_->levels[at(k)];
      for (Eigen::Index i = 0; c < first_[at(k + 1)]; ++i, ++c) {
        row_of_[at(c - n)] = level.A.data() + i * n;
        lower_[at(c)] = level.lower[i];
        upper_[at(c)] = level.upper[i];
      }
    }
  }

  // ——— scales ———

  /// Goes over to the scales that suit the level: none where its columns are of about the same length.
  void balance(int k) {
    const bool scales = k != shortest && find_scales(k);
    if (!scales && !balanced_) return;
    if (!scales) std::fill(next_scale_.begin(), next_scale_.end(), 1.0);
    rescale();
    balanced_ = scales;
  }

  /// Powers of two that make the level's columns about one long; false if there is no need for them.
  bool find_scales(int k) {
    double* const square = next_scale_.data();
    std::fill(square, square + n, 0.0);
    const double* a = program_->levels[at(k)].A.data();
    for (int i = 0; i < row_count(k); ++i, a += n)
      for (int j = 0; j < n; ++j) square[j] += a[j] * a[j];
    double least = infinity, most = 0.0;
    for (int j = 0; j < n; ++j)
      if (square[j] > 0.0) {
        least = std::min(least, square[j]);
        most = std::max(most, square[j]);
      }
    if (!(most > well_scaled * well_scaled * least)) return false;
    for (int j = 0; j < n; ++j)
      // a column of zeros keeps its scale: the level has nothing to say about it
      square[j] = square[j] > 0.0 ? std::scalbn(1.0, -std::ilogb(square[j]) / 2) : scale_[at(j)];
    return true;
  }

  /// From z with `scale_` to z with `next_scale_`; what is fixed stays fixed.
  [[gnu::noinline]] void rescale() {
    for (int i = 0; i < n; ++i) {
      x_[i] *= scale_[at(i)] / next_scale_[at(i)];
      lower_[at(i)] = program_->bounds.lower[i] / next_scale_[at(i)];
      upper_[at(i)] = program_->bounds.upper[i] / next_scale_[at(i)];
    }
    for (int c = n; c < first_.back(); ++c) {
      const double* const a = level(c).A.data() + index(c) * n;
      double* const own = &scaled_rows_[at(c - n) * at(n)];
      for (int j = 0; j < n; ++j) own[j] = a[j] * next_scale_[at(j)];
      row_of_[at(c - n)] = own;
      length_[at(c)] = norm(own, n);
    }
    rescale_fixed();
    scale_.swap(next_scale_);
    x_size_ = norm(x_, n);
  }

  /// Q·z = 0 with z of the old scales is (Q·S_new/S_old)·z = 0 with z of the new ones: rows that are made orthonormal again,
  /// of unit length first and the longest of what is left at each step.
  void rescale_fixed() {
    const int rank = fixed_rank_;
    const auto rest = [&](int i) { return &R_[at(i) * at(n)]; };
    for (int i = 0; i < rank; ++i) {
      for (int j = 0; j < n; ++j) rest(i)[j] = basis_.vector(i)[j] * (next_scale_[at(j)] / scale_[at(j)]);
      const double length = norm(rest(i), n);
      for (int j = 0; j < n; ++j) rest(i)[j] /= length;
    }
    basis_.shrink(0);
    for (int k = 0; k < rank; ++k) {
      int longest = k;
      for (int i = k + 1; i < rank; ++i)
        if (norm(rest(i), n) > norm(rest(longest), n)) longest = i;
      if (longest != k) std::swap_ranges(rest(k), rest(k) + n, rest(longest));
      basis_.project(rest(k));
      basis_.project(rest(k));
      basis_.append(rest(k), norm(rest(k), n));
      const double* const q = basis_.vector(k);
      for (int i = k + 1; i < rank; ++i) add(-dot(q, rest(i), n), q, n, rest(i));
    }
  }

  /// Counts what is broken, and what the start says was.
  void enter(int k, const HierarchicalSolution* start) {
    counted_count_ = 0;
    for (int c = first_[at(k)]; c < first_[at(k + 1)]; ++c) {
      const double value = along(c, x_), low = lower(c), high = upper(c);
      const ActiveSide before =
          start == nullptr ? ActiveSide::Inactive : start->levels[at(k)].active[at(static_cast<int>(index(c)))];
      const bool above = low == high || value > high + leeway(c, high), below = value < low - leeway(c, low);
      const bool to_upper = before == ActiveSide::Upper && high < infinity;
      const bool to_lower = before == ActiveSide::Lower && low > -infinity;
      if (!(above || below || to_upper || to_lower)) continue;
      sign_[at(c)] = above || (to_upper && !below) ? 1 : -1;
      role_[at(c)] = Role::Counted;
      counted_[at(counted_count_++)] = c;
    }
  }

  /// Least squares over the rows that are counted, along those that are held, until neither set has to change.
  void descend(int k) {
    const int most =
        options_.most_iterations > 0 ? options_.most_iterations : 10 * (n + static_cast<int>(role_.size()));
    int stalled = 0;
    for (;;) {
      if (solution.iterations >= most) {
        solution.status = HierarchicalStatus::IterationLimit;
        return;
      }
      ++solution.iterations;
      // where many constraints meet, steps may be empty: from then on the lowest number goes first, lest sets come back
      const bool in_order = stalled > n;
      span_held();
      find_step(k);
      const double p_size = norm(p_.data(), n);
      double step = 1.0;
      int blocking = -1;
      if (p_size > 1e-13 * x_size_) {  // else it is round-off, and points anywhere
        blocking = first_blocking(k, p_size, in_order, step);
        add(step, p_.data(), n, x_);
        x_size_ = std::max(x_size_, norm(x_, n));
      }
      stalled = step * p_size > 1e-13 * x_size_ ? 0 : stalled + 1;
      if (blocking < 0) {
        const int turned = most_turned(k, in_order);
        if (turned < 0) return;
        release(turned);
      } else if (k != shortest && blocking >= first_[at(k)]) {
        role_[at(blocking)] = Role::Counted;
        counted_[at(counted_count_++)] = blocking;
      } else {
        hold(blocking);
      }
    }
  }

  /// Fixes what is broken or pulled at; what is met has to stay so.
  void leave(int k) {
    HierarchicalLevelSolution& result = solution.levels[at(k)];
    if (fixed_rank_ == n || solution.status != HierarchicalStatus::Optimal) return;
    const double threshold = pull_threshold(k);
    int fixed = 0;
    bool all = true;
    for (int i = 0; i < counted_count_; ++i) {
      const int c = counted_[at(i)];
      const double slack = sign_[at(c)] * (along(c, x_) - target(c));
      if (is_equality(c) || slack > leeway(c, target(c))) {
        role_[at(c)] = Role::Fixed;
        counted_[at(fixed++)] = c;
      } else {
        role_[at(c)] = Role::Idle;  // for now; see below
        all = false;
      }
    }
    for (int j = 0; j < held_count_; ++j) {
      const int c = held_[at(j)];
      if (sign_[at(c)] * multiplier_[at(j)] * length(c) > threshold)
        role_[at(c)] = Role::Fixed;
      else
        all = false;
    }
    if (all) {
      fixed_rank_ = basis_.rank();
      result.rank = factor_.rank();
      held_count_ = 0;
      return;
    }
    basis_.shrink(fixed_rank_);
    int still_held = 0;
    for (int j = 0; j < held_count_; ++j) {
      const int c = held_[at(j)];
      if (role_[at(c)] == Role::Fixed)
        append(c, nullptr);
      else
        held_[at(still_held++)] = c;
    }
    held_count_ = still_held;
    counted_count_ = fixed;
    factor_counted();
    fixed_rank_ = basis_.rank();
    result.rank = factor_.rank();
    // rows of this level that were counted and are met now stand at their bounds
    for (int c = first_[at(k)]; c < first_[at(k + 1)]; ++c)
      if (role_[at(c)] == Role::Idle && touches(c)) hold(c);
  }

  bool touches(int c) {
    const double value = along(c, x_);
    for (const int sign : {1, -1}) {
      const double bound = sign > 0 ? upper(c) : lower(c);
      if (std::abs(value - bound) > leeway(c, bound) || !std::isfinite(bound)) continue;
      sign_[at(c)] = static_cast<signed char>(sign);
      return true;
    }
    return false;
  }

  // ——— steps ———

  /// Appends a constraint's direction to the basis, with its coordinates there; false if it has none of its own.
  bool append(int c, double* coordinates) {
    if (basis_.rank() == n) return false;
    if (c < n) {
      std::fill(row_.begin(), row_.end(), 0.0);
      row_[at(c)] = 1.0;
    } else {
      std::copy(row(c), row(c) + n, row_.begin());
    }
    std::fill(taken_.begin(), taken_.end(), 0.0);
    basis_.project(row_.data(), taken_.data());
    basis_.project(row_.data(), taken_.data());
    const double rest = norm(row_.data(), n);
    if (rest <= dependent * length(c)) return false;
    if (coordinates != nullptr) {
      const int own = basis_.rank() - fixed_rank_;
      std::copy_n(taken_.begin() + fixed_rank_, own, coordinates);
      coordinates[own] = rest;
    }
    basis_.append(row_.data(), rest);
    return true;
  }

  void span_held() {
    basis_.shrink(fixed_rank_);
    int kept = 0;
    for (int j = 0; j < held_count_; ++j) {
      const int c = held_[at(j)];
      if (kept < n && append(c, &R_[at(kept * n)]))
        held_[at(kept++)] = c;
      else
        role_[at(c)] = Role::Idle;  // the others hold it
    }
    held_count_ = kept;
  }

  void factor_counted() {
    for (int i = 0; i < counted_count_; ++i) {
      const int c = counted_[at(i)];
      std::copy(row(c), row(c) + n, V_.row(i).data());
    }
    factor_.factor(V_.topRows(counted_count_), basis_, options_.rank_tolerance);
  }

  /// p: to the least squares of what is counted, the shortest such.
  void find_step(int k) {
    if (k == shortest) {
      for (int i = 0; i < n; ++i) p_[at(i)] = -x_[i];
      basis_.project(p_.data());
      return;
    }
    factor_counted();
    double most = 0.0, longest = 0.0;
    for (int i = 0; i < counted_count_; ++i) {
      const int c = counted_[at(i)];
      missing_[at(i)] = target(c) - along(c, x_);
      most = std::max(most, std::abs(missing_[at(i)]));
      longest = std::max(longest, length(c));
    }
    if (longest > 0.0) x_size_ = std::max(x_size_, most / longest);
    std::fill(p_.begin(), p_.end(), 0.0);
    factor_.add_solution(missing_.data(), basis_, 1.0, p_.data());
  }

  /// The first constraint that p runs into, and how far that is if it is less than `step`; −1 if there is none.
  int first_blocking(int k, double p_size, bool in_order, double& step) {
    const int end = k == shortest ? first_.back() : first_[at(k + 1)];
    int first = -1;
    double strongest = 0.0;
    for (int c = 0; c < end; ++c) {
      if (role_[at(c)] != Role::Idle) continue;
      const double rate = along(c, p_.data());
      if (std::abs(rate) <= unmoved * length(c) * p_size) continue;
      const double bound = rate > 0.0 ? upper(c) : lower(c);
      if (!std::isfinite(bound)) continue;
      const double room = std::max(0.0, (bound - along(c, x_)) / rate), strength = std::abs(rate) / length(c);
      if (room >= 1.0) continue;
      // of those that come together, the one that p meets most squarely
      const bool sooner = first < 0 || room < step - 1e-12, together = !in_order && room <= step + 1e-12;
      if (!sooner && !(together && strength > strongest)) continue;
      first = c;
      step = std::min(room, step);
      strongest = strength;
      sign_[at(c)] = rate > 0.0 ? 1 : -1;
    }
    return first;
  }

  /// The size of a pull that means something: less is round-off of the slacks.
  double pull_threshold(int k) const {
    if (k == shortest) return options_.tolerance * x_size_ + options_.absolute_tolerance;
    double slack = 0.0, longest = 0.0;
    for (int i = 0; i < counted_count_; ++i) {
      const int c = counted_[at(i)];
      slack = std::max(slack, leeway(c, target(c)));
      longest = std::max(longest, length(c));
    }
    return slack * longest;
  }

  /// The constraint that pulls the wrong way most, once the least squares are reached; −1 if none does.
  int most_turned(int k, bool in_order) {
    if (k == shortest) {
      std::copy(x_, x_ + n, gradient_.begin());
    } else {
      std::fill(gradient_.begin(), gradient_.end(), 0.0);
      for (int i = 0; i < counted_count_; ++i) {
        const int c = counted_[at(i)];
        add(along(c, x_) - target(c), row(c), n, gradient_.data());
      }
    }
    // gradient + Σ multiplier·row = 0
    for (int i = held_count_ - 1; i >= 0; --i) {
      double sum = -dot(basis_.vector(fixed_rank_ + i), gradient_.data(), n);
      for (int j = i + 1; j < held_count_; ++j) sum -= R_[at(j * n + i)] * multiplier_[at(j)];
      multiplier_[at(i)] = sum / R_[at(i * n + i)];
    }
    int turned = -1;
    double most = 0.0;
    const auto consider = [&](int c, double wrong) {
      if (in_order ? turned >= 0 && c > turned : wrong <= most) return;
      turned = c;
      most = wrong;
    };
    const double threshold = pull_threshold(k);
    for (int j = 0; j < held_count_; ++j) {
      const int c = held_[at(j)];
      const double wrong = -sign_[at(c)] * multiplier_[at(j)] * length(c);
      if (wrong > threshold) consider(c, wrong);
    }
    if (k == shortest) return turned;
    for (int i = 0; i < counted_count_; ++i) {
      const int c = counted_[at(i)];
      if (is_equality(c)) continue;
      const double wrong = sign_[at(c)] * (target(c) - along(c, x_));
      if (wrong > leeway(c, target(c))) consider(c, wrong * length(c));
    }
    return turned;
  }

  /// What is released has room to spare, unless least squares have carried it past its other bound.
  void release(int c) {
    const bool held = role_[at(c)] == Role::Held;
    if (!held) {
      const double sign = -sign_[at(c)], other = sign > 0 ? upper(c) : lower(c);
      if (sign * (along(c, x_) - other) > leeway(c, other)) {
        sign_[at(c)] = static_cast<signed char>(-sign_[at(c)]);
        return;
      }
    }
    std::vector<int>& list = held ? held_ : counted_;
    int& count = held ? held_count_ : counted_count_;
    int i = 0;
    while (list[at(i)] != c) ++i;
    for (--count; i < count; ++i) list[at(i)] = list[at(i + 1)];
    role_[at(c)] = Role::Idle;
  }

  // ——— the answer ———

  void report() {
    const auto side = [&](int c) {
      if (is_equality(c)) return ActiveSide::Equal;
      return sign_[at(c)] > 0 ? ActiveSide::Upper : ActiveSide::Lower;
    };
    for (int i = 0; i < n; ++i) {
      x_[i] = std::clamp(x_[i], lower(i), upper(i));
      solution.bounds[at(i)] = role_[at(i)] == Role::Idle ? ActiveSide::Inactive : side(i);
    }
    for (int k = 0; k < level_count(); ++k) {
      HierarchicalLevelSolution& result = solution.levels[at(k)];
      for (int c = first_[at(k)]; c < first_[at(k + 1)]; ++c) {
        const double value = along(c, x_), above = value - upper(c), below = value - lower(c);
        double slack = 0.0;
        if (above > leeway(c, upper(c)) || (is_equality(c) && above != 0.0)) slack = above;
        if (-below > leeway(c, lower(c))) slack = below;
        if (slack != 0.0) sign_[at(c)] = slack > 0.0 ? 1 : -1;
        const bool held = role_[at(c)] == Role::Held || role_[at(c)] == Role::Fixed;
        const bool active = slack != 0.0 || is_equality(c) || held;
        result.slack[index(c)] = slack;
        result.active[at(static_cast<int>(index(c)))] = active ? side(c) : ActiveSide::Inactive;
      }
      result.slack_norm = result.slack.norm();
    }
  }

  HierarchicalOptions options_;
  const HierarchicalProgram* program_ = nullptr;
  double* x_ = nullptr;
  double x_size_ = 0.0;  // the greatest that x has had, or that slacks could call for
  RowBasis basis_;       // what is fixed, then what is held, then what is counted
  TaskFactor factor_;
  int fixed_rank_ = 0, held_count_ = 0, counted_count_ = 0;
  std::vector<int> first_, level_of_;
  std::vector<Role> role_;
  std::vector<signed char> sign_;  // 1 at the upper bound, −1 at the lower
  std::vector<double> length_, lower_, upper_;
  std::vector<const double*> row_of_;  // of the program, or scaled
  std::vector<int> held_, counted_;
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> V_;
  std::vector<double> missing_, p_, gradient_, row_, taken_, multiplier_;
  bool balanced_ = false;                   // is S any other than I?
  std::vector<double> scale_, next_scale_;  // S
  std::vector<double> scaled_rows_;
  std::vector<double> R_;  // one held row after the other, in the coordinates of the basis
};

HierarchicalProgramSolver::HierarchicalProgramSolver(int variables, const std::vector<int>& rows,
                                                     const HierarchicalOptions& options) {
  if (variables < 1 || std::any_of(rows.begin(), rows.end(), [](int count) { return count < 0; }))
    refuse(in_program, "there are " + std::to_string(variables) + " variables, or less than no rows",
           "ask for one variable at least and for no negative number of rows");
  for (const double tolerance : {options.tolerance, options.rank_tolerance})
    if (!(tolerance > 0.0 && tolerance < 1.0))
      refuse(in_program, "a tolerance is " + shown(tolerance), "give a small positive number, such as 1e-9");
  if (options.most_iterations < 0)
    refuse(in_program, "at most " + std::to_string(options.most_iterations) + " iterations are allowed",
           "give a positive number, or zero to have it chosen");
  work_ = std::make_unique<Work>(variables, rows, options);
}

HierarchicalProgramSolver::~HierarchicalProgramSolver() = default;
HierarchicalProgramSolver::HierarchicalProgramSolver(HierarchicalProgramSolver&&) noexcept = default;
HierarchicalProgramSolver& HierarchicalProgramSolver::operator=(HierarchicalProgramSolver&&) noexcept = default;

void HierarchicalProgramSolver::expect(const HierarchicalProgram& program) const {
  check(program);
  bool fits =
      program.bounds.lower.size() == work_->n && static_cast<int>(program.levels.size()) == work_->level_count();
  for (int k = 0; fits && k < work_->level_count(); ++k) fits = program.levels[at(k)].A.rows() == work_->row_count(k);
  if (!fits)
    refuse(in_program, "its sizes are not those that the solver was made for",
           "make a solver with as many variables, levels and rows in each");
}

const HierarchicalSolution& HierarchicalProgramSolver::solve(const HierarchicalProgram& program) {
  expect(program);
  work_->run(program, nullptr);
  return work_->solution;
}

const HierarchicalSolution& HierarchicalProgramSolver::solve(const HierarchicalProgram& program,
                                                             const HierarchicalSolution& start) {
  expect(program);
  bool fits = start.x.size() == work_->n && start.bounds.size() == at(work_->n) && start.x.allFinite() &&
              static_cast<int>(start.levels.size()) == work_->level_count();
  for (int k = 0; fits && k < work_->level_count(); ++k)
    fits = start.levels[at(k)].active.size() == at(work_->row_count(k));
  if (!fits)
    refuse(in_program, "the solution to start from is not one of such a program",
           "give that of a program of the same sizes");
  work_->run(program, &start);
  return work_->solution;
}

const HierarchicalSolution& HierarchicalProgramSolver::solution() const { return work_->solution; }

}  // namespace sinew
