// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include "sinew/print/drawing/picture.h"

namespace sinew {

/// How wide a text is at this size, at most: which sans-serif font a reader has is not known, so letters count as
/// those of DejaVu Sans, the widest of the usual ones.
double text_width(std::string_view text, double size);

/// The room that a text takes.
PictureBox text_box(const PictureText& text);

/// The text, or as much of its beginning as is no wider than `most`, with … at its end.
std::string shortened(std::string_view text, double size, double most);

}  // namespace sinew
