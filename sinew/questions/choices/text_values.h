// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/errors/diagnostic.h"
#include "sinew/errors/formula_error.h"

namespace sinew {

/// `read()` with a FormulaError turned into bad input of this option.
template <class Read>
auto value_of(const char* option, const Read& read) {
  try {
    return read();
  } catch (const FormulaError& e) {
    throw InputError({{Severity::Error, option, 0, e.what(), e.remedy}});
  }
}

/// The words of a list, each once, all of which must be `known`. Throws UsageError with the nearest one.
std::vector<std::string> chosen_words(const char* field, const std::string& list,
                                      const std::vector<std::string>& known);

}  // namespace sinew
