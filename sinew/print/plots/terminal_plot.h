// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/print/plots/colored_text.h"
#include "sinew/print/plots/figure.h"

namespace sinew {

/// A figure in characters: curves of braille dots, two by four to a character. Each curve carries its own sign, which
/// the legend explains, so that nothing depends on colours. `columns`: the width of the page.
ColoredPage terminal_plot(const Figure& figure, int columns);

}  // namespace sinew
