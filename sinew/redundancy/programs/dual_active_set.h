// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <type_traits>
#include <vector>

#include "sinew/errors/diagnostic.h"
#include "sinew/redundancy/programs/padded_arrays.h"
#include "sinew/redundancy/programs/program_check.h"
#include "sinew/redundancy/programs/quadratic_program.h"

/// The method behind QuadraticProgramSolver, for packs of one width.
namespace sinew::active_set {

/// One program at a time, in the metric of H.
///
/// With H = D⁻¹·L·Lᵀ·D⁻¹, D⁻² its diagonal, and y = Lᵀ·D⁻¹·x the cost is ½·‖y − y0‖² but for a constant. A constraint is a
/// half-space nᵀ·y ≥ β with a unit normal n: a column of T, turned round (sign −1) where its upper side is meant. Those
/// that are active have N = Qᵀ·R, and y − y0 = N·u with pulls u ≥ 0. Constraints are numbered: equalities, rows, bounds that
/// are finite.
template <int N>
class DualActiveSet {
 public:
  DualActiveSet(int variables, int equalities, int rows, const QuadraticProgramOptions& options)
      : options_(options),
        n_(variables),
        equality_count_(equalities),
        row_count_(rows),
        np_(padded(variables)),
        stride_(padded(equalities + rows + variables + 1)),
        variable_of_bound_(at(variables)),
        active_(at(variables)),
        sign_(at(variables)),
        passed_over_(at(stride_)) {
    room_.assign(at((n_ + 6) * stride_ + 3 * np_ * np_ + 13 * np_), 0.0);
    double* next = room_.data();
    const auto place = [&](int size, std::initializer_list<double**> arrays) {
      for (double** const array : arrays) {
        *array = next;
        next += size;
      }
    };
    place(n_ * stride_, {&T_});
    place(stride_, {&row_scale_, &lower_, &upper_, &lower_open_, &upper_open_, &broken_});
    place(np_ * np_, {&L_, &Q_, &R_});
    place(np_, {&D_, &L_diagonal_inverse_, &R_diagonal_inverse_, &y_, &y0_, &u_, &normal_, &part_, &rest_, &r_, &x_,
                &gradient_, &work_});
  }
  DualActiveSet(const DualActiveSet&) = delete;
  DualActiveSet& operator=(const DualActiveSet&) = delete;

  void solve(const QuadraticProgram& program, const ActiveSet* start, QuadraticProgramSolution& solution) {
    if (solution.status == QuadraticProgramStatus::Infeasible) clear(solution.certificate);
    iterations_ = active_count_ = fixed_count_ = passed_over_count_ = 0;
    const double pivot = factor<K>(program.H.data(), n_, D_, L_, L_diagonal_inverse_);
    if (pivot < 0.0) refuse_indefinite(static_cast<int>(-1.0 - pivot));
    // what is computed through L is known to so many digits less
    dependent_ = 1e-12 / std::sqrt(pivot);
    smallest_ = 0.0;
    for (int k = 0; k < n_; ++k) smallest_ = std::max(smallest_, options_.absolute_tolerance / D_[k]);
    load(program);
    const bool possible = normalise(solution.certificate) && take_equalities(solution.certificate);
    if (possible) {
      if (start != nullptr) take_start(*start);
      settle();
      while (drop_pushing()) settle();
      solution.status = descend(solution.certificate);
    } else {
      solution.status = QuadraticProgramStatus::Infeasible;
    }
    if (solution.status != QuadraticProgramStatus::Optimal) settle();
    finish(program, solution);
  }

 private:
  using K = Kernel<N>;
  using Pack = sinew::Pack<N>;

  double* t_row(int coordinate) const { return T_ + row_start(coordinate, stride_); }
  double* l_column(int column) const { return L_ + row_start(column, np_); }
  double* q_row(int row) const { return Q_ + row_start(row, np_); }
  double* r_row(int row) const { return R_ + row_start(row, np_); }

  // ——— the program in the metric of H ———

  /// T = L⁻¹·D·(Aᵀ, Cᵀ, I, −g): all normals, and y0.
  void load(const QuadraticProgram& program) {
    const int rows_end = equality_count_ + row_count_;
    for (int i = 0; i < equality_count_; ++i) lower_[i] = upper_[i] = program.b[i];
    for (int i = 0; i < row_count_; ++i) {
      lower_[equality_count_ + i] = program.row_bounds.lower[i];
      upper_[equality_count_ + i] = program.row_bounds.upper[i];
    }
    constraint_count_ = rows_end;
    for (int j = 0; j < n_; ++j) {
      const double low = program.bounds.lower[j], high = program.bounds.upper[j];
      if (low == -infinity && high == infinity) continue;
      lower_[constraint_count_] = low;
      upper_[constraint_count_] = high;
      variable_of_bound_[at(constraint_count_++ - rows_end)] = j;
    }
    const int used = padded(constraint_count_ + 1);
    for (int k = 0; k < n_; ++k) {
      double* const t = t_row(k);
      const double d = D_[k];
      const double* const a = program.A.data() + row_start(k, equality_count_);
      const double* const c = program.C.data() + row_start(k, row_count_);
      for (int i = 0; i < equality_count_; ++i) t[i] = d * a[i];
      for (int i = 0; i < row_count_; ++i) t[equality_count_ + i] = d * c[i];
      for (int i = rows_end; i < used; ++i) t[i] = 0.0;
      t[constraint_count_] = -d * program.g[k];
    }
    for (int i = rows_end; i < constraint_count_; ++i) {
      const int k = variable_of_bound_[at(i - rows_end)];
      t_row(k)[i] = D_[k];
    }
    in_blocks(used, [&](int first, auto count) {
      constexpr std::size_t blocks = decltype(count)::value;
      for (int k = 0; k < n_; ++k) {
        Pack sum[blocks];
        double* const t = t_row(k) + first;
        for (std::size_t b = 0; b < blocks; ++b) sum[b] = K::load(t + b * K::lanes);
        for (int j = 0; j < k; ++j) {
          const double l = l_column(j)[k];
          const double* const above = t_row(j) + first;
          for (std::size_t b = 0; b < blocks; ++b) sum[b] -= l * K::load(above + b * K::lanes);
        }
        for (std::size_t b = 0; b < blocks; ++b) K::store(sum[b] * L_diagonal_inverse_[k], t + b * K::lanes);
      }
    });
    for (int k = 0; k < n_; ++k) y0_[k] = t_row(k)[constraint_count_];
  }

  /// Columns of T, a few packs at a time so that their sums stay in registers.
  template <class Work>
  static void in_blocks(int size, const Work& work) {
    int first = 0;
    for (; first + 3 * K::lanes <= size; first += 3 * K::lanes) work(first, std::integral_constant<std::size_t, 3>{});
    for (; first < size; first += K::lanes) work(first, std::integral_constant<std::size_t, 1>{});
  }

  /// Unit normals, and bounds to go with them. False if a row is 0·x and must not be.
  bool normalise(ConstraintMultipliers& certificate) {
    const int used = padded(constraint_count_ + 1);
    double* const square = broken_;
    for (int first = 0; first < used; first += K::lanes) {
      Pack sum{};
      for (int k = 0; k < n_; ++k) {
        const Pack t = K::load(t_row(k) + first);
        sum += t * t;
      }
      K::store(sum, square + first);
    }
    for (int i = 0; i < constraint_count_; ++i) {
      row_scale_[i] = 1.0;
      if (!(square[i] > 1e-200 && square[i] < 1e200)) square[i] = moderated(i);
      if (square[i] == 0.0) {
        if (lower_[i] > options_.absolute_tolerance || upper_[i] < -options_.absolute_tolerance) {
          certify(i, lower_[i] > 0.0 ? 1 : -1, certificate);
          return false;
        }
        lower_[i] = -infinity;
        upper_[i] = infinity;
        square[i] = 1.0;
      }
    }
    for (int i = constraint_count_; i < used; ++i) {
      square[i] = row_scale_[i] = 1.0;
      lower_[i] = -infinity;
      upper_[i] = infinity;
    }
    for (int i = 0; i < used; ++i) square[i] = 1.0 / std::sqrt(square[i]);
    for (int k = 0; k < n_; ++k)
      for (int i = 0; i < used; i += K::lanes) K::store(K::load(t_row(k) + i) * K::load(square + i), t_row(k) + i);
    for (int i = 0; i < used; ++i) {
      row_scale_[i] *= square[i];
      lower_[i] *= row_scale_[i];
      upper_[i] *= row_scale_[i];
      close(i);
    }
    return true;
  }

  /// Makes a normal of moderate size whose squares leave the range of doubles; the square of its new length.
  [[gnu::noinline]] double moderated(int constraint) {
    double most = 0.0;
    for (int k = 0; k < n_; ++k) most = std::max(most, std::abs(t_row(k)[constraint]));
    if (most < 1e-300) return 0.0;
    double square = 0.0;
    for (int k = 0; k < n_; ++k) {
      double& t = t_row(k)[constraint];
      t /= most;
      square += t * t;
    }
    row_scale_[constraint] = 1.0 / most;
    return square;
  }

  bool is_equality(int constraint) const { return lower_[constraint] == upper_[constraint]; }
  double offset(int constraint, int sign) const { return sign > 0 ? lower_[constraint] : -upper_[constraint]; }
  void gather(int constraint, int sign) {
    for (int k = 0; k < n_; ++k) normal_[k] = sign * t_row(k)[constraint];
  }
  /// From now on it cannot be broken.
  void open(int constraint) {
    lower_open_[constraint] = -infinity;
    upper_open_[constraint] = infinity;
  }
  /// It is broken if its bounds, a little widened, are.
  void close(int constraint) {
    const double low = lower_[constraint], high = upper_[constraint];
    lower_open_[constraint] = low - options_.tolerance * std::abs(low);
    upper_open_[constraint] = high + options_.tolerance * std::abs(high);
  }

  // ——— the active set: N = Qᵀ·R ———

  /// normal = Qᵀ·part + rest with rest ⟂ Q; the square of its length.
  double split() {
    K::copy(normal_, np_, rest_);
    for (int i = 0; i < active_count_; ++i) part_[i] = K::dot(q_row(i), normal_, np_);
    for (int i = 0; i < active_count_; ++i) K::add(-part_[i], q_row(i), np_, rest_);
    double square = K::dot(rest_, rest_, np_);
    if (square < 0.5) {  // digits were lost: once more, which is enough
      for (int i = 0; i < active_count_; ++i) work_[i] = K::dot(q_row(i), rest_, np_);
      for (int i = 0; i < active_count_; ++i) {
        part_[i] += work_[i];
        K::add(-work_[i], q_row(i), np_, rest_);
      }
      square = K::dot(rest_, rest_, np_);
    }
    return square;
  }

  bool is_dependent(double square) const { return active_count_ == n_ || square <= dependent_ * dependent_; }

  /// What was passed over depended on an active set that is about to change.
  void reconsider() {
    while (passed_over_count_ > 0) close(passed_over_[at(--passed_over_count_)]);
  }

  /// Takes up the constraint whose normal was split last.
  void append(int constraint, int sign, double length) {
    reconsider();
    const int q = active_count_++;
    const double inverse = 1.0 / length;
    for (int i = 0; i < np_; i += K::lanes) K::store(inverse * K::load(rest_ + i), q_row(q) + i);
    for (int i = 0; i < q; ++i) r_row(i)[q] = part_[i];
    r_row(q)[q] = length;
    R_diagonal_inverse_[q] = inverse;
    active_[at(q)] = constraint;
    sign_[at(q)] = sign;
    open(constraint);
  }

  /// Gives up the k-th; `part_` and `rest_` follow.
  void drop(int k) {
    reconsider();
    const int q = --active_count_;
    close(active_[at(k)]);
    for (int j = k; j < q; ++j) {
      active_[at(j)] = active_[at(j + 1)];
      sign_[at(j)] = sign_[at(j + 1)];
      u_[j] = u_[j + 1];
    }
    for (int i = 0; i <= q; ++i) {
      double* const row = r_row(i);
      for (int j = std::max(k, i - 1); j < q; ++j) row[j] = row[j + 1];
    }
    // from column k on R has an entry below its diagonal: turn rows j and j + 1 until it is gone
    for (int j = k; j < q; ++j) {
      double *const upper = r_row(j), *const lower = upper + np_;
      const double length = std::sqrt(upper[j] * upper[j] + lower[j] * lower[j]);
      const double inverse = 1.0 / length, c = upper[j] * inverse, s = lower[j] * inverse;
      upper[j] = length;
      R_diagonal_inverse_[j] = inverse;
      const auto turn = [&](double& a, double& b) {
        const double old_a = a;
        a = c * old_a + s * b;
        b = c * b - s * old_a;
      };
      for (int i = j + 1; i < q; ++i) turn(upper[i], lower[i]);
      turn(part_[j], part_[j + 1]);
      for (int i = 0; i < np_; i += K::lanes) {
        const Pack a = K::load(q_row(j) + i), b = K::load(q_row(j + 1) + i);
        K::store(c * a + s * b, q_row(j) + i);
        K::store(c * b - s * a, q_row(j + 1) + i);
      }
    }
    K::add(part_[q], q_row(q), np_, rest_);
  }

  /// x ← R⁻¹·v, the newest entry last in each sum: the others need not wait for it.
  void solve_r(const double* v, double* x) const {
    for (int k = active_count_ - 1; k >= 0; --k) {
      double sum = v[k];
      for (int i = active_count_ - 1; i > k; --i) sum -= r_row(k)[i] * x[i];
      x[k] = sum * R_diagonal_inverse_[k];
    }
  }
  /// v ← R⁻ᵀ·v
  void solve_rt(double* v) const {
    for (int k = 0; k < active_count_; ++k) {
      v[k] *= R_diagonal_inverse_[k];
      for (int i = k + 1; i < active_count_; ++i) v[i] -= r_row(k)[i] * v[k];
    }
  }
  /// v ← L⁻¹·v
  void solve_l(double* v) const {
    for (int k = 0; k < n_; ++k) {
      const double x = v[k] * L_diagonal_inverse_[k];
      const int whole = k / K::lanes * K::lanes;
      K::add(-x, l_column(k) + whole, np_ - whole, v + whole);
      v[k] = x;
    }
  }
  /// v ← L⁻ᵀ·v
  void solve_lt(double* v) const {
    for (int k = n_ - 1; k >= 0; --k) {
      double sum = v[k];
      for (int i = n_ - 1; i > k; --i) sum -= l_column(k)[i] * v[i];
      v[k] = sum * L_diagonal_inverse_[k];
    }
  }

  // ——— the method ———

  /// All equalities that are independent. False if the others contradict them.
  bool take_equalities(ConstraintMultipliers& certificate) {
    for (int i = 0; i < constraint_count_; ++i) {
      if (!is_equality(i)) continue;
      gather(i, 1);
      const double square = split();
      if (is_dependent(square)) {
        open(i);
        settle();
        solve_r(part_, r_);
        const double rest = contradiction(i, 1, options_.tolerance);
        if (rest == 0.0) continue;
        if (rest < 0.0)
          for (int k = 0; k < active_count_; ++k) r_[k] = -r_[k];
        certify(i, rest < 0.0 ? -1 : 1, certificate);
        return false;
      }
      append(i, 1, std::sqrt(square));
      fixed_count_ = active_count_;
    }
    return true;
  }

  /// What is active in `start`, as far as it is independent.
  void take_start(const ActiveSet& start) {
    const auto take = [&](int constraint, ActiveSide side) {
      const int sign = side == ActiveSide::Upper ? -1 : 1;
      if (side == ActiveSide::Inactive || is_equality(constraint) || !std::isfinite(offset(constraint, sign))) return;
      gather(constraint, sign);
      const double square = split();
      if (active_count_ < n_ && square > 1e-12) append(constraint, sign, std::sqrt(square));
    };
    const int rows_end = equality_count_ + row_count_;
    for (int i = 0; i < row_count_; ++i) take(equality_count_ + i, start.rows[at(i)]);
    for (int i = rows_end; i < constraint_count_; ++i) take(i, start.bounds[at(variable_of_bound_[at(i - rows_end)])]);
  }

  /// y and u from the active set alone, whatever the way to it has left in the last digits.
  void settle() {
    for (int i = 0; i < active_count_; ++i) work_[i] = offset(active_[at(i)], sign_[at(i)]);
    solve_rt(work_);
    K::copy(y0_, np_, y_);
    for (int i = 0; i < active_count_; ++i) {
      work_[i] -= K::dot(q_row(i), y0_, np_);
      K::add(work_[i], q_row(i), np_, y_);
    }
    solve_r(work_, u_);
    longest_ = std::sqrt(std::max(K::dot(y0_, y0_, np_), K::dot(y_, y_, np_)));
  }

  /// Gives up the constraint that pushes most where it should pull; false if there is none.
  bool drop_pushing() {
    int worst = -1;
    double least = -0.01 * options_.tolerance * longest_;
    for (int k = fixed_count_; k < active_count_; ++k)
      if (u_[k] < least) {
        least = u_[k];
        worst = k;
      }
    if (worst < 0) return false;
    ++iterations_;
    drop(worst);
    return true;
  }

  /// The constraint that y is farthest from meeting; −1 if all are met.
  int most_broken() {
    Pack most{};
    in_blocks(padded(constraint_count_), [&](int first, auto count) {
      constexpr std::size_t blocks = decltype(count)::value;
      Pack value[blocks] = {};
      for (int k = 0; k < n_; ++k)
        for (std::size_t b = 0; b < blocks; ++b) value[b] += y_[k] * K::load(t_row(k) + first + b * K::lanes);
      for (std::size_t b = 0; b < blocks; ++b) {
        const std::size_t i = at(first) + b * K::lanes;
        const Pack below = K::load(lower_open_ + i) - value[b], above = value[b] - K::load(upper_open_ + i);
        const Pack worse = max(below, above);
        K::store(worse, broken_ + i);
        most = max(worse, most);
      }
    });
    double greatest = most[0];
    for (int i = 1; i < K::lanes; ++i) greatest = std::max(greatest, most[i]);
    const double length = std::sqrt(K::dot(y_, y_, np_));
    longest_ = std::max(longest_, length);
    if (!(greatest > options_.tolerance * length + round_off * longest_ + smallest_)) return -1;
    int i = 0;
    while (broken_[i] != greatest) ++i;
    return i;
  }

  /// Takes up the most broken constraint until none is.
  QuadraticProgramStatus descend(ConstraintMultipliers& certificate) {
    const int most_iterations = options_.most_iterations > 0 ? options_.most_iterations : 10 * (n_ + constraint_count_);
    bool settled = false;
    for (;;) {
      const int p = most_broken();
      if (p < 0) {
        if (settled || active_count_ == 0) return QuadraticProgramStatus::Optimal;
        settle();
        settled = !drop_pushing();
        continue;
      }
      settled = false;
      gather(p, 1);
      const double value = K::dot(normal_, y_, np_);
      const int sign = lower_open_[p] - value > value - upper_open_[p] ? 1 : -1;
      if (sign < 0)
        for (int i = 0; i < np_; i += K::lanes) K::store(-K::load(normal_ + i), normal_ + i);
      double gap = offset(p, sign) - sign * value, square = split(), pull = 0.0;
      for (;;) {
        if (iterations_ >= most_iterations) return QuadraticProgramStatus::IterationLimit;
        // along `rest` y leaves all active constraints as they are; a pull of 1 on the new one takes r off theirs
        const bool dependent = is_dependent(square);
        solve_r(part_, r_);
        double size = 1.0;
        for (int k = 0; k < active_count_; ++k) size = std::max(size, std::abs(r_[k]));
        double step = dependent ? infinity : gap / square;
        int turned = -1;
        for (int k = fixed_count_; k < active_count_; ++k)
          if (r_[k] > 1e-13 * size && u_[k] < step * r_[k]) {
            step = u_[k] / r_[k];
            turned = k;
          }
        if (dependent) {
          if (turned < 0 && contradiction(p, sign, round_off) > 0.0) {
            certify(p, sign, certificate);
            return QuadraticProgramStatus::Infeasible;
          }
          if (turned < 0) {  // the bounds agree, and what is broken is round-off
            open(p);
            passed_over_[at(passed_over_count_++)] = p;
            break;
          }
          K::clear(np_, rest_);
        } else {
          K::add(step, rest_, np_, y_);
        }
        ++iterations_;
        K::add(-step, r_, padded(active_count_), u_);
        for (int k = fixed_count_; k < active_count_; ++k) u_[k] = std::max(u_[k], 0.0);
        pull += step;
        if (turned < 0) {
          u_[active_count_] = pull;
          append(p, sign, std::sqrt(square));
          break;
        }
        drop(turned);
        square = K::dot(rest_, rest_, np_);
        gap = offset(p, sign) - K::dot(normal_, y_, np_);
      }
    }
  }

  /// β − βᵀ·r for a normal n = N·r: above zero, with r ≤ 0 where the sign matters, no y meets them all. Zero where round-off
  /// could have made it: y meets no active constraint better than to its own last digits, and no r is known better than 1
  /// would be.
  double contradiction(int constraint, int sign, double tolerance) const {
    const double length = std::sqrt(K::dot(y_, y_, np_));
    double rest = offset(constraint, sign), leeway = tolerance * (std::abs(rest) + length) + smallest_;
    for (int k = 0; k < active_count_; ++k) {
      const double beta = offset(active_[at(k)], sign_[at(k)]);
      rest -= r_[k] * beta;
      leeway += std::max(std::abs(r_[k]), 1.0) * (tolerance * (std::abs(beta) + length) + smallest_);
    }
    return std::abs(rest) > leeway ? rest : 0.0;
  }
  [[gnu::noinline]] void certify(int constraint, int sign, ConstraintMultipliers& certificate) {
    double sum = offset(constraint, sign);
    for (int k = 0; k < active_count_; ++k) {
      if (k >= fixed_count_) r_[k] = std::min(r_[k], 0.0);
      sum -= r_[k] * offset(active_[at(k)], sign_[at(k)]);
    }
    const double scale = 1.0 / sum;
    entry(certificate, constraint) = -sign * scale * row_scale_[constraint];
    for (int k = 0; k < active_count_; ++k) {
      const int c = active_[at(k)];
      entry(certificate, c) = sign_[at(k)] * scale * r_[k] * row_scale_[c];
    }
  }

  // ——— the answer in the caller's units ———

  double& entry(ConstraintMultipliers& y, int constraint) const {
    if (constraint < equality_count_) return y.equalities[constraint];
    const int i = constraint - equality_count_;
    return i < row_count_ ? y.rows[i] : y.bounds[variable_of_bound_[at(i - row_count_)]];
  }
  ActiveSide& entry(ActiveSet& set, int constraint) const {
    if (constraint < equality_count_) return set.equalities[at(constraint)];
    const int i = constraint - equality_count_;
    return i < row_count_ ? set.rows[at(i)] : set.bounds[at(variable_of_bound_[at(i - row_count_)])];
  }
  static void clear(ConstraintMultipliers& y) {
    y.equalities.setZero();
    y.rows.setZero();
    y.bounds.setZero();
  }

  /// A constraint's coefficients, one after the other with their variables.
  template <class Use>
  void for_coefficients(const QuadraticProgram& program, int constraint, const Use& use) const {
    const bool equality = constraint < equality_count_;
    const int i = equality ? constraint : constraint - equality_count_;
    if (!equality && i >= row_count_) return use(variable_of_bound_[at(i - row_count_)], 1.0);
    const int stride = equality ? equality_count_ : row_count_;
    const double* const first = (equality ? program.A : program.C).data() + i;
    for (int k = 0; k < n_; ++k) use(k, first[row_start(k, stride)]);
  }

  /// x and λ, with one step of iterative refinement on the program as it was given.
  void finish(const QuadraticProgram& program, QuadraticProgramSolution& solution) {
    K::copy(y_, np_, x_);
    solve_lt(x_);
    for (int k = 0; k < n_; ++k) x_[k] *= D_[k];
    // what is left of H·x + g + Cᵀ·λ = 0 and of the active constraints
    const double* const H = program.H.data();
    int i = 0;
    for (; i + K::lanes <= n_; i += K::lanes) {
      Pack sum = K::load(program.g.data() + i);
      for (int k = 0; k < n_; ++k) sum += x_[k] * K::load(H + row_start(k, n_) + i);
      K::store(sum, gradient_ + i);
    }
    for (; i < n_; ++i) {
      gradient_[i] = program.g[i];
      for (int k = 0; k < n_; ++k) gradient_[i] += x_[k] * H[row_start(k, n_) + i];
    }
    double objective = 0.0;
    for (int k = 0; k < n_; ++k) {
      objective += 0.5 * x_[k] * (gradient_[k] + program.g[k]);
      rest_[k] = -gradient_[k];
    }
    for (int k = 0; k < active_count_; ++k) {
      const int c = active_[at(k)];
      const double scale = sign_[at(k)] * row_scale_[c], pull = scale * u_[k];
      double value = 0.0;
      for_coefficients(program, c, [&](int j, double a) {
        rest_[j] += pull * a;
        value += a * x_[j];
      });
      part_[k] = offset(c, sign_[at(k)]) - scale * value;
    }
    // both again in the metric of H: what is to be added to y and u
    for (int k = 0; k < n_; ++k) rest_[k] *= D_[k];
    solve_l(rest_);
    solve_rt(part_);
    K::copy(rest_, np_, normal_);
    for (int k = 0; k < active_count_; ++k) {
      part_[k] -= K::dot(q_row(k), rest_, np_);
      K::add(part_[k], q_row(k), np_, normal_);
    }
    solve_r(part_, r_);
    solve_lt(normal_);

    for (int k = 0; k < n_; ++k) {
      const double change = D_[k] * normal_[k];
      objective += gradient_[k] * change;
      solution.x[k] = x_[k] + change;
    }
    if (!std::isfinite(objective))
      refuse("quadratic program", "its numbers leave the range of doubles on the way",
             "choose units that make them smaller");
    solution.objective = objective;
    solution.iterations = iterations_;
    clear(solution.multipliers);
    for (std::vector<ActiveSide>* part : {&solution.active.equalities, &solution.active.rows, &solution.active.bounds})
      std::fill(part->begin(), part->end(), ActiveSide::Inactive);
    for (int k = 0; k < active_count_; ++k) {
      const int c = active_[at(k)], sign = sign_[at(k)];
      const double pull = k < fixed_count_ ? u_[k] + r_[k] : std::max(u_[k] + r_[k], 0.0);
      entry(solution.multipliers, c) = -sign * pull * row_scale_[c];
      entry(solution.active, c) = k < fixed_count_ ? ActiveSide::Equal
                                  : sign > 0       ? ActiveSide::Lower
                                                   : ActiveSide::Upper;
    }
  }

  /// What y may have lost of its greatest length.
  static constexpr double round_off = 1e-13;

  QuadraticProgramOptions options_;
  int n_, equality_count_, row_count_;
  int np_;                    // n, padded
  int stride_;                // of T's rows
  int constraint_count_ = 0;  // in this program
  int active_count_ = 0, fixed_count_ = 0, passed_over_count_ = 0, iterations_ = 0;
  double longest_ = 0.0;    // that y has been
  double smallest_ = 0.0;   // what of y is no more is none
  double dependent_ = 0.0;  // a unit normal that sticks out of the others' span by no more lies in it
  std::vector<double> room_;
  double *T_, *row_scale_, *lower_, *upper_;
  double *lower_open_, *upper_open_;  // what decides whether a constraint is broken
  double* broken_;
  double *L_, *Q_, *R_;  // L by columns, the others by rows
  double *D_, *L_diagonal_inverse_, *R_diagonal_inverse_;
  double *y_, *y0_, *u_, *normal_, *part_, *rest_, *r_, *x_, *gradient_, *work_;
  std::vector<int> variable_of_bound_, active_, sign_;
  std::vector<int> passed_over_;  // constraints that depend on the active ones and agree with them
};

}  // namespace sinew::active_set
