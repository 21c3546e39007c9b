// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/print/plots/figure.h"

namespace sinew {

enum class PlotFormat { Svg, Pdf, Png };

/// "svg", "pdf", "png".
const char* ending_of(PlotFormat format);
/// The format that a file's ending names, in any case of letters; nothing if it names none.
std::optional<PlotFormat> format_of_file(std::string_view file);

/// What gnuplot reads to draw one picture to its standard output. The data stand in the script, so that no other file
/// and no shell has a part in it.
std::string gnuplot_script(const Figure& figure, PlotFormat format);

/// The same for a PDF of all figures behind a title page that says what each shows.
std::string gnuplot_document(const std::string& title, const std::vector<Figure>& figures);

}  // namespace sinew
