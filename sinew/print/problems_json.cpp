// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/print/problems_json.h"

#include <nlohmann/json.hpp>

namespace sinew {

std::string problems_json(const std::vector<Problem>& problems) {
  using Json = nlohmann::ordered_json;
  Json out = Json::array();
  for (const Problem& p : problems)
    out.push_back({{"severity", p.severity == Severity::Error ? "error" : "warning"},
                   {"file", p.file},
                   {"line", p.line > 0 ? Json(p.line) : Json(nullptr)},
                   {"what", p.what},
                   {"remedy", p.remedy}});
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace sinew
