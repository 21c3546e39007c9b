// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/analysis/reference_frame.h"

namespace sinew {

std::optional<Frame<double>> reference_frame(const Model<double>& model, std::string_view name) {
  if (name == "world") return std::nullopt;
  if (name == "base" && !model.find_frame(name)) return Frame<double>{"base", base_link, {}};
  return model.frame(name);
}

}  // namespace sinew
