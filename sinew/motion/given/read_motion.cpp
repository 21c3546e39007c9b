// SPDX-License-Identifier: BSD-3-Clause
#include <string>

#include "sinew/motion/given/motion_readers.h"

namespace sinew {
namespace {

using Reader = std::optional<ReadMotion> (*)(YamlFields&, const YamlNode&, MotionReading&);

struct Kind {
  const char* key;  ///< which a motion of this kind has
  Reader read;
};
constexpr Kind kinds[] = {{"via", read_via_points},
                          {"to", read_move},
                          {"hold", read_hold},
                          {"samples", read_samples},
                          {"path", read_cartesian}};

}  // namespace

std::optional<ReadMotion> read_motion(YamlFields& fields, const YamlNode& node, MotionReading& reading) {
  const Kind* chosen = nullptr;
  for (const Kind& kind : kinds) {
    if (fields.find(kind.key) == nullptr) continue;
    if (chosen != nullptr) {
      reading.diagnostics().error(node.source,
                                  "the " + fields.what() + " has both `" + chosen->key + "` and `" + kind.key + "`",
                                  "make them two segments, one after the other, or keep one");
      return std::nullopt;
    }
    chosen = &kind;
  }
  std::optional<ReadMotion> motion =
      chosen != nullptr ? chosen->read(fields, node, reading) : read_formulas(fields, node, reading);
  return motion;
}

}  // namespace sinew
