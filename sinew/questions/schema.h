// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sinew/questions/question.h"

namespace sinew {

/// JSON Schema (draft 2020-12) of the requests of one command.
std::string request_schema(const Command& command);

/// JSON Schema of any request: one alternative per command.
std::string request_schema();

/// JSON Schema of replies, with that of each command's answer as `#/$defs/<command>`.
std::string answer_schema();

/// The options of a command as a Markdown table: option, value, meaning.
std::string options_table(const Command& command);

/// All commands as a Markdown page: what each answers, an example, and its options. docs/reference.md is this page.
std::string reference_page();

/// A bash script that completes commands, options and their choices.
std::string bash_completion();

}  // namespace sinew
