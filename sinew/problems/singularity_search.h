// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/problems/problem_file.h"

namespace sinew {

/// A joint or a parameter, and where it is looked at.
struct SearchRange {
  std::string variable;
  double from = 0.0, to = 0.0;
};

/// Where tasks together lose a direction that they have elsewhere.
struct FoundSingularity {
  std::vector<double> values;  ///< of the variables
  int stacked_rank = 0;
  std::vector<int> ranks;  ///< of each task by itself
  /// Every task has the rank that it has elsewhere: the tasks are in each other's way, the arm is not to blame.
  bool algorithmic = false;
  double singular_value = 0.0;  ///< the one that is zero, relative to the largest
};

struct SingularitySearch {
  std::vector<SearchRange> ranges;
  std::vector<Dimension> dimensions;
  std::vector<std::string> task_names;
  int usual_rank = 0;            ///< of the stacked Jacobian, at nearly every place
  std::vector<int> usual_ranks;  ///< of each task
  int full_rank = 0;  ///< what the rows and joints would allow; more than usual: singular all over the ranges
  std::vector<int> full_ranks;
  std::vector<FoundSingularity> found;
  bool lines_only = false;  ///< of two variables, the points are where singular curves cross lines
};

/// Looks for them over one or two ranges.
///
/// σ_r of the stacked Jacobian, r its usual rank, is never negative and zero where the rank drops. It is sampled, and every
/// dip is followed to its bottom: by golden section along a line, by a shrinking cross in a plane. Of two variables the
/// singular places are points, or curves: those are cut by as many lines as `lines`, along either variable.
/// A dip narrower than a sample (1/720 of the range) may be missed.
///
/// Throws InputError for ranges that are none, and for more than two.
SingularitySearch search_singularities(const VaryingJacobians& jacobians, const std::vector<SearchRange>& ranges,
                                       int lines = 13);

}  // namespace sinew
