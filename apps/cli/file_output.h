// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace sinew::cli {

/// Writes a file whole or not at all: what stood there before stays until the new text is safely on disk,
/// whatever happens in between. Throws InputError if it cannot be written.
void write_file(const std::string& path, const std::string& text);

}  // namespace sinew::cli
