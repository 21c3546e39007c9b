// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include "sinew/errors/diagnostic.h"
#include "sinew/spatial/inertia.h"
#include "sinew/symbolic/expr.h"

namespace sinew {

/// Figures of a file that are rounded multiples of 15°, taken for what they stand for: 1.5708 for 90°, [0.5, 0.866, 0] for
/// [½, √3/2, 0]. Equations are read so; numbers never are.
///
/// A figure is one where it differs from the multiple by less than one unit of its last digit, rounded or cut off, and has
/// at least three decimals: 0.785 is 45°, 0.26 is no 15°. Quarter turns are so common that two decimals will do, if they are
/// rounded: 1.57, 3.14. What is nearer than 10⁻¹² needs no digits: 1e-17 is what a computer made of zero.
class RoundedFigures {
 public:
  /// How many times 15° an angle stands for, noted where it is not the nearest double; nothing for any other angle.
  std::optional<int> angle(double written, SourceLine source);
  /// A unit vector in a plane of the axes, at a multiple of 15°, or along a diagonal of space.
  std::optional<Vec3<double>> unit_vector(const Vec3<double>& written, SourceLine source);
  /// A rotation whose roll, pitch and yaw are multiples of 15°; `written` are the figures that it was given by.
  std::optional<Rotation<Expr>> rotation(const Rotation<double>& R, const std::vector<double>& written,
                                         SourceLine source);

  /// A link's body in exact numbers, where the file's figures give it only by products, which are rounded in doubles.
  void keep_body(const std::string& link, Inertia<Expr> body) { bodies_.insert_or_assign(link, std::move(body)); }
  /// Nothing where none was kept.
  const Inertia<Expr>* body(const std::string& link) const {
    const auto found = bodies_.find(link);
    return found == bodies_.end() ? nullptr : &found->second;
  }

  bool any() const { return !figures_.empty(); }
  /// One sentence that lists them: "Rounded figures of the file are taken for what they stand for: 1.5708 for 90° (line 4)".
  std::string note() const;

 private:
  struct Figure {
    std::string written, meant;
    std::vector<int> lines;
  };
  void add(std::string written, std::string meant, SourceLine source);

  std::vector<Figure> figures_;
  std::map<std::string, Inertia<Expr>> bodies_;
};

/// The same angle, or the multiple of 15° that it is rounded from where `rounded` is set.
inline double taken_for_multiple_of_15_degrees(double angle, RoundedFigures* rounded, SourceLine source) {
  const std::optional<int> twelfths = rounded != nullptr ? rounded->angle(angle, source) : std::nullopt;
  return twelfths ? *twelfths * std::numbers::pi / 12 : angle;
}
Expr taken_for_multiple_of_15_degrees(const Expr& angle, RoundedFigures* rounded, SourceLine source);

/// A rotation next to its doubles that is one to the last of 80 digits. Roll, pitch and yaw that lie next to a multiple of
/// 15° are made that, so that what is zero in R but for rounding is zero.
Rotation<Expr> exact_rotation(const Rotation<double>& R);
inline Pose<Expr> exact_pose(const Pose<double>& X) { return {exact_rotation(X.R), cast<Expr>(X.p)}; }

}  // namespace sinew
