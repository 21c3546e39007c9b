// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/print/datum.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "sinew/print/json_writer.h"
#include "sinew/units/number_text.h"

namespace sinew {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Datum& datum) {
  const auto entry = [&](Eigen::Index i, Eigen::Index j) {
    const double x = datum.values(i, j);
    if (datum.is_truth) return Json(x != 0.0);
    if (datum.is_count) return Json(static_cast<long>(x));
    return std::isfinite(x) ? Json(x == 0.0 ? 0.0 : x) : Json(nullptr);
  };
  if (!datum.rows) return entry(0, 0);
  Json list = Json::array();
  for (Eigen::Index i = 0; i < datum.values.rows(); ++i) {
    if (!datum.columns) {
      list.push_back(entry(i, 0));
      continue;
    }
    Json row = Json::array();
    for (Eigen::Index j = 0; j < datum.values.cols(); ++j) row.push_back(entry(i, j));
    list.push_back(std::move(row));
  }
  return list;
}

Json number_or_text(const std::string& text) {
  const Json read = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  return read.is_number() && !leading_number(text).out_of_range ? read : Json(text);
}

}  // namespace

Labels labels(std::vector<std::string> names) {
  return std::make_shared<const std::vector<std::string>>(std::move(names));
}

Datum number_datum(std::vector<std::string> path, double value) {
  return {std::move(path), Eigen::MatrixXd::Constant(1, 1, value), nullptr, nullptr, false, false};
}
Datum count_datum(std::vector<std::string> path, int value) {
  Datum datum = number_datum(std::move(path), value);
  datum.is_count = true;
  return datum;
}
Datum truth_datum(std::vector<std::string> path, bool value) {
  return {std::move(path), Eigen::MatrixXd::Constant(1, 1, value ? 1.0 : 0.0), nullptr, nullptr, true, false};
}

std::string csv_text(const std::string& text) {
  // a line that begins with # is a comment, and spaces around a field do not belong to it
  const bool plain = text.empty() || (text.front() != '#' && text.front() != ' ' && text.back() != ' ');
  if (plain && text.find_first_of(",\"\r\n\t") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

std::string csv_heads(const std::vector<Datum>& data) {
  std::string line;
  const auto add = [&](const std::string& name) { line += (line.empty() ? "" : ",") + csv_text(name); };
  for (const Datum& datum : data) {
    if (datum.varies) continue;
    std::string stem;
    for (const std::string& part : datum.path) stem += (stem.empty() ? "" : ".") + part;
    if (!datum.rows) add(stem);
    for (std::size_t i = 0; datum.rows && i < datum.rows->size(); ++i) {
      if (!datum.columns) add(stem + "." + (*datum.rows)[i]);
      for (std::size_t j = 0; datum.columns && j < datum.columns->size(); ++j)
        add(stem + "." + (*datum.rows)[i] + "." + (*datum.columns)[j]);
    }
  }
  return line;
}

void append_csv(const std::vector<Datum>& data, std::string& line) {
  bool first = true;
  for (const Datum& datum : data)
    for (Eigen::Index i = 0; i < datum.values.rows() && !datum.varies; ++i)
      for (Eigen::Index j = 0; j < datum.values.cols(); ++j) {
        if (!std::exchange(first, false)) line += ',';
        const double x = datum.values(i, j);
        if (datum.is_truth)
          line += x != 0.0 ? "true" : "false";
        else
          fmt::format_to(std::back_inserter(line), "{}", x == 0.0 ? 0.0 : x);
      }
}

std::string json_object(const std::vector<Datum>& data, const std::optional<std::string>& t) {
  Json object = Json::object();
  if (t) object["t"] = number_or_text(*t);
  for (const Datum& datum : data) {
    Json* place = &object;
    for (const std::string& key : datum.path) place = &(*place)[key];
    *place = json_of(datum);
  }
  return json_line(object);
}

std::string json_text(const std::string& text) { return json_line(Json(text)); }

std::string json_list(const std::vector<std::string>& texts) { return json_line(Json(texts)); }

std::string json_numbers(const Eigen::VectorXd& numbers) {
  return json_line(json_of({{}, numbers, labels({}), nullptr}));
}

std::string json_member(const std::string& key, const std::string& value) { return json_text(key) + ": " + value; }

}  // namespace sinew
