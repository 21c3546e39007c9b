// SPDX-License-Identifier: BSD-3-Clause
#include "bench/summary.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

namespace sinew_bench {

namespace {

using Json = nlohmann::ordered_json;

Json data(const Row& row) {
  Json entry = {{"question", row.question}, {"robot", row.robot},     {"mode", row.mode},  {"ns", row.ns},
                {"peer", row.peer},         {"peer_ns", row.peer_ns}, {"ratio", row.ratio}};
  if (row.target > 0) {
    entry["target"] = row.target;
    entry["met"] = row.ratio <= row.target;
  }
  if (row.peak_bytes) entry["peak_bytes"] = *row.peak_bytes;
  return entry;
}

/// What an earlier run left behind; nothing where that was no summary.
Json earlier_rows(const std::filesystem::path& file) {
  std::ifstream in(file);
  const Json all = in ? Json::parse(in, nullptr, false) : Json();
  return all.is_array() ? all : Json::array();
}

}  // namespace

const char* verdict(const Row& row) { return row.ratio <= row.target ? "met" : "MISSED"; }

void update_json(const std::vector<Row>& rows, const std::filesystem::path& file) {
  std::set<std::string> questions;
  for (const Row& row : rows) questions.insert(row.question);
  Json all = Json::array();
  for (const Json& earlier : earlier_rows(file))
    if (!questions.contains(earlier.value("question", ""))) all.push_back(earlier);
  for (const Row& row : rows) all.push_back(data(row));
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file) << all.dump(1) << '\n';
}

}  // namespace sinew_bench
