// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sinew/print/figures.h"
#include "sinew/questions/fields.h"

namespace sinew {

/// How an answer is shown: `format`, `units` and `digits`.
struct ShowingChoice {
  std::string format = "table";
  std::string units;
  int digits = 4;

  void describe(Fields& fields);
  /// The format alone, of questions whose tables have their own units and digits.
  void describe_format(Fields& fields);
  /// Throws UsageError for units that there are not.
  Showing showing() const;
};

}  // namespace sinew
