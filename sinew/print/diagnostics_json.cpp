// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/print/diagnostics_json.h"

#include <nlohmann/json.hpp>

#include "sinew/print/json_writer.h"

namespace sinew {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

std::string diagnostics_json(const std::vector<Diagnostic>& diagnostics) {
  Json out = Json::array();
  for (const Diagnostic& p : diagnostics)
    out.push_back({{"severity", p.severity == Severity::Error ? "error" : "warning"},
                   {"file", p.file},
                   {"line", p.line > 0 ? Json(p.line) : Json(nullptr)},
                   {"what", p.what},
                   {"remedy", p.remedy}});
  return json_page(out);
}

}  // namespace sinew
