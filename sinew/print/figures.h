// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "sinew/print/unit_choice.h"

namespace sinew {

/// How numbers are shown to people: in which units, and with how many decimals.
///
/// Numbers of one unit in one table have the same decimals. They are as many as asked for; more, or powers of ten, only
/// where all of those numbers are too small to show, and powers of ten where one is too large.
///
/// What rounding leaves of zero is shown as 0. A number counts as that below 10⁻¹⁵ of the largest number of its unit in the
/// same table, or of the terms that it is a sum of where the report knows them (`FigureMatrix::terms`), which is a few
/// units in the last place of those; and where all numbers of a unit are below 10⁻¹² of it. Programs get every digit.
struct Showing {
  UnitChoice units;
  int digits = 4;
};

/// Numbers under a title, one per label of the table that they stand in.
struct FigureColumn {
  std::string title;
  Eigen::VectorXd values;
  std::vector<Measure> measures;  ///< of each, or one for all
};

/// Labels and columns side by side, decimal points below each other. A single column has its unit behind every number;
/// where there are more, columns have it in their titles, or rows of one unit at their ends if that says more or less often.
/// `marks`, one per label, stand at the ends of the rows.
std::string figure_table(const std::string& heading, const std::vector<std::string>& labels,
                         const std::vector<FigureColumn>& columns, const Showing& showing, int indent = 0,
                         const std::vector<std::string>& marks = {});

/// A matrix under its title, in which the unit stands if all entries share it. Entry (i, j) is measured in rows[i]·columns[j].
struct FigureMatrix {
  std::string title;
  std::vector<std::string> row_labels, column_labels;
  Eigen::MatrixXd values;
  std::vector<Dimension> row_dimensions, column_dimensions;  ///< one each, or one for all
  double terms =
      0.0;  ///< size of what entries are sums of, in SI: what is left of a difference of such may be round-off
};
/// What rounding may leave of zero beside numbers, or in sums of terms, of this size.
double round_off(double size);
std::string figure_matrix(const FigureMatrix& matrix, const Showing& showing);

/// A symbol, its few numbers, their unit and what it means, on one line each.
struct FigureLine {
  std::string symbol;
  Eigen::VectorXd values;
  Measure measure;
  std::string meaning;
  bool in_degrees = false;  ///< unless another unit of angles was chosen
};
std::string figure_lines(const std::vector<FigureLine>& lines, const Showing& showing, int indent);

/// One number with its unit, such as "38.6735 N·m".
std::string figure(double value, const Measure& measure, const Showing& showing);
/// A number by itself, of a table whose other rows are not known yet.
std::string plain_figure(double value, int digits);
/// Numbers with commas between and their unit behind the last.
std::string figures(const Eigen::VectorXd& values, const Measure& measure, const Showing& showing);

/// Texts in columns: each as wide as its widest, two spaces between; combining marks take no room. `right` says
/// which are aligned to the right.
std::string aligned(const std::vector<std::vector<std::string>>& cells, const std::vector<bool>& right, int indent);

}  // namespace sinew
