// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sinew {

/// The names of rows or columns, shared by all states.
using Labels = std::shared_ptr<const std::vector<std::string>>;
Labels labels(std::vector<std::string> names);

/// Named numbers for programs: a number, a vector (rows named) or a matrix (columns named, too), in SI.
///
/// In CSV the names are joined by points: `M.shoulder.elbow`. In JSON the path is one of keys, and what it leads to is
/// a number, a list, or a list of rows.
struct Datum {
  std::vector<std::string> path;
  Eigen::MatrixXd values;
  Labels rows, columns;
  bool is_truth = false;  ///< true or false
  bool varies = false;    ///< in size from state to state: not for CSV
  bool is_count = false;  ///< a whole number
};

Datum number_datum(std::vector<std::string> path, double value);
Datum count_datum(std::vector<std::string> path, int value);
Datum truth_datum(std::vector<std::string> path, bool value);

/// The heads and the numbers of a CSV line, without the line's end.
std::string csv_heads(const std::vector<Datum>& data);
void append_csv(const std::vector<Datum>& data, std::string& line);

/// A JSON object; what is not finite is null. `t` comes first: a number if it is one of JSON's, else a text.
std::string json_object(const std::vector<Datum>& data, const std::optional<std::string>& t = std::nullopt);

/// A text as CSV and as JSON want it.
std::string csv_text(const std::string& text);
std::string json_text(const std::string& text);
std::string json_list(const std::vector<std::string>& texts);
std::string json_numbers(const Eigen::VectorXd& numbers);

/// `"key": value`, of a value that is JSON already.
std::string json_member(const std::string& key, const std::string& value);

}  // namespace sinew
