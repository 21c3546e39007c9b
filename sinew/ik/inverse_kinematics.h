// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <memory>
#include <string_view>
#include <vector>

#include "sinew/ik/answer.h"
#include "sinew/ik/question.h"

namespace sinew {

/// Joint positions that put a frame where it is wanted: for one robot and one of its links or frames.
///
/// Damped least squares from many starts, inside the joints' limits all along (docs/guides/inverse_kinematics.md). Made
/// once; then `solve` allocates nothing. The same question has the same answer. It has working memory of its own: one per
/// thread. A floating base stays where the start has it, and so does every joint that does not move the frame.
class InverseKinematics {
 public:
  /// `point` is given in the frame, and is what is taken to the target's position. `seed` moves the starts. Throws
  /// InputError for a frame that is not there, with the nearest name.
  InverseKinematics(const Model<double>& model, std::string_view frame, const Vec3<double>& point = {},
                    unsigned seed = 0, Instructions use = best_instructions());
  ~InverseKinematics();
  InverseKinematics(InverseKinematics&&) noexcept;
  InverseKinematics& operator=(InverseKinematics&&) noexcept;

  /// Made better in the null space, once the frame is at its target. They must outlive this.
  void set_objectives(std::vector<IkObjective> objectives);

  /// A q that puts the frame at the target; valid until the next call. Tries `start` first (the middle of all ranges if
  /// it is empty), then others. Throws InputError for numbers that are not finite, a rotation that is none, and a start of
  /// the wrong length.
  const IkSolution& solve(const IkTarget& target, In<double> start = {}, const IkOptions& options = {});
  const IkSolution& solve(const IkTarget& target, const Eigen::Ref<const Eigen::VectorXd>& start,
                          const IkOptions& options = {});

  /// All that are found from `options.starts` starts. Angles that differ by whole turns are one solution, the one nearest
  /// to the start.
  IkSolutions all_solutions(const IkTarget& target, In<double> start = {}, const IkOptions& options = {.starts = 500});
  IkSolutions all_solutions(const IkTarget& target, const Eigen::Ref<const Eigen::VectorXd>& start,
                            const IkOptions& options = {.starts = 500});

  /// The middle of every range; zero, or the limit nearest to it, where a range has no middle.
  const std::vector<double>& middle() const noexcept;
  /// The indices in q of the joints that move the frame.
  std::vector<int> moving_positions() const;

 private:
  class Solver;
  std::unique_ptr<Solver> solver_;
};

}  // namespace sinew
