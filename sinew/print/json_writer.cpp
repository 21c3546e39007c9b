// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/print/json_writer.h"

#include <nlohmann/json.hpp>

namespace sinew {

std::string json_line(const nlohmann::ordered_json& value) {
  return value.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string json_page(const nlohmann::ordered_json& value) {
  return value.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace sinew
