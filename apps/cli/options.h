// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/CLI.hpp>

#include "sinew/questions/fields.h"

namespace sinew::cli {

/// Declares an option for every field; their values go to the fields' own variables.
void declare_options(CLI::App& app, Fields& fields);

/// Notes in the fields which options were given.
void note_given(const CLI::App& app, Fields& fields);

}  // namespace sinew::cli
