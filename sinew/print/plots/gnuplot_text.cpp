// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/print/plots/gnuplot_text.h"

#include "sinew/errors/visible_text.h"

namespace sinew {

std::string gnuplot_text(const std::string& text) {
  std::string quoted = "'";
  for (const char c : visible_text(text)) quoted += c == '\'' ? std::string("' . apostrophe . '") : std::string(1, c);
  return quoted + "'";
}

}  // namespace sinew
