// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

namespace sinew {

/// Where gnuplot is, looked for in the folders of PATH; empty where there is none.
std::string gnuplot_program();

/// The picture that gnuplot draws of a script (`gnuplot_script`). Throws InputError where gnuplot is missing or fails.
///
/// gnuplot is started without a shell and without anybody's gnuplotrc; it reads the script from its standard input and
/// writes the picture to its standard output, so that no file is touched.
std::string drawn_by_gnuplot(std::string_view script);

}  // namespace sinew
