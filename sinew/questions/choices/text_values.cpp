// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/choices/text_values.h"

#include <algorithm>

#include "sinew/errors/renamed.h"
#include "sinew/questions/usage_error.h"
#include "sinew/units/text_parts.h"

namespace sinew {

std::vector<std::string> chosen_words(const char* field, const std::string& list,
                                      const std::vector<std::string>& known) {
  std::vector<std::string> words;
  for (const std::string& word : list_parts(list)) {
    if (word.empty()) throw UsageError(field, "has nothing between two commas or beside one; leave that comma out");
    if (std::find(known.begin(), known.end(), word) == known.end())
      throw UsageError(
          field, "there is no " + in_quotes(word) + "; " + renamed_or_suggestion(field, word, suggestion(word, known)));
    if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
  }
  return words;
}

}  // namespace sinew
