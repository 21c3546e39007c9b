// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/problems/problem_values.h"

#include <cmath>

namespace sinew {

namespace {

std::string count_text(Eigen::Index n, const char* what) {
  return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

}  // namespace

std::optional<double> ProblemValues::number(const YamlNode& node, const std::string& what) const {
  if (!node.is(YamlNode::Kind::Scalar)) return values_.plain_number(node, {}, what);  // which notes what it is
  try {
    const double value = Formula(node.text).value(values_.symbols().numbers).value;
    if (std::isfinite(value)) return value;
    diagnostics().error(node.source, "the " + what + " is not a finite number: " + in_quotes(node.text), "correct it");
  } catch (const FormulaError& e) {
    diagnostics().error(node.source, "the " + what + " cannot be understood: " + e.what(), e.remedy);
  }
  return std::nullopt;
}

std::optional<double> ProblemValues::measured(const YamlNode& node, const std::string& what,
                                              const std::vector<Dimension>& dimensions, std::size_t i) const {
  if (dimensions.empty()) return number(node, what);
  return values_.plain_number(node, i < dimensions.size() ? dimensions[i] : dimensions.back(), what);
}

std::optional<Eigen::VectorXd> ProblemValues::vector(const YamlNode& node, const std::string& what,
                                                     const std::vector<Dimension>& dimensions) const {
  const bool is_list = node.is(YamlNode::Kind::Sequence);
  const std::size_t count = is_list ? node.items.size() : 1;
  if (count == 0) {
    diagnostics().error(node.source, "the " + what + " is an empty list", "give it numbers");
    return std::nullopt;
  }
  Eigen::VectorXd result(static_cast<Eigen::Index>(count));
  bool whole = true;
  for (std::size_t i = 0; i < count; ++i) {
    const auto value = measured(is_list ? *node.items[i] : node, what, dimensions, i);
    whole = whole && value.has_value();
    result[static_cast<Eigen::Index>(i)] = value.value_or(0.0);
  }
  if (!whole) return std::nullopt;
  return result;
}

std::optional<Eigen::VectorXd> ProblemValues::vector(const YamlNode& node, Eigen::Index count, const std::string& what,
                                                     const std::vector<Dimension>& dimensions) const {
  std::optional<Eigen::VectorXd> result = vector(node, what, dimensions);
  if (!result || result->size() == count) return result;
  const bool is_zero = node.is(YamlNode::Kind::Scalar) && (*result)[0] == 0.0;
  if (is_zero) return Eigen::VectorXd::Zero(count);
  diagnostics().error(node.source, "the " + what + " has " + count_text(result->size(), "number"),
                      "give it " + std::to_string(count));
  return std::nullopt;
}

std::optional<Eigen::MatrixXd> ProblemValues::matrix(const YamlNode& node, const std::string& what) const {
  const bool has_rows =
      node.is(YamlNode::Kind::Sequence) && !node.items.empty() && node.items.front()->is(YamlNode::Kind::Sequence);
  if (!has_rows) {
    const auto row = vector(node, what);
    if (!row) return std::nullopt;
    return Eigen::MatrixXd(row->transpose());
  }
  std::vector<Eigen::VectorXd> rows;
  for (const YamlNode::Pointer& item : node.items)
    if (auto row = vector(*item, what)) {
      if (!rows.empty() && row->size() != rows.front().size()) {
        diagnostics().error(item->source,
                            "the " + what + " has a row of " + count_text(row->size(), "number") + " after one of " +
                                std::to_string(rows.front().size()),
                            "give all rows the same length");
        return std::nullopt;
      }
      rows.push_back(std::move(*row));
    }
  if (rows.size() != node.items.size()) return std::nullopt;
  Eigen::MatrixXd result(static_cast<Eigen::Index>(rows.size()), rows.front().size());
  for (std::size_t i = 0; i < rows.size(); ++i) result.row(static_cast<Eigen::Index>(i)) = rows[i].transpose();
  return result;
}

std::vector<std::string> ProblemValues::words(const YamlNode& node, const std::string& what) const {
  std::vector<std::string> result;
  if (!node.is(YamlNode::Kind::Sequence)) {
    if (auto word = values_.text(node, what)) result.push_back(std::move(*word));
    return result;
  }
  for (const YamlNode::Pointer& item : node.items)
    if (auto word = values_.text(*item, what)) result.push_back(std::move(*word));
  return result;
}

}  // namespace sinew
