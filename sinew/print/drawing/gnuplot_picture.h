// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sinew/print/drawing/picture.h"
#include "sinew/print/plots/gnuplot_script.h"

namespace sinew {

/// What gnuplot reads to paint the picture, outline after outline, as a PDF or a PNG of twice its size in pixels. SVG
/// is written without it (`svg`): gnuplot is needed only where letters must become strokes or dots, for it finds a
/// font for every script.
std::string gnuplot_picture(const Picture& picture, PlotFormat format);

}  // namespace sinew
