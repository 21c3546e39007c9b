// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/print/drawing/gnuplot_picture.h"

#include <fmt/format.h>

#include <iterator>

#include "sinew/errors/visible_text.h"
#include "sinew/print/plots/fonts.h"
#include "sinew/print/plots/gnuplot_text.h"

namespace sinew {
namespace {

/// Sizes of gnuplot's cairo terminals, found by measuring their pictures.
struct TerminalScale {
  std::string terminal;
  double points_per_pixel;  ///< sizes of fonts
  double lines_per_pixel;   ///< widths of lines
};

TerminalScale terminal_scale(const Picture& picture, PlotFormat format) {
  constexpr double pixels_per_inch = 96.0, points_per_inch = 72.0, enlarged = 2.0;
  constexpr double letters_of_pdf = 0.5625, lines_of_pdf = 1.5;
  if (format == PlotFormat::Pdf)
    return {fmt::format("pdfcairo size {:.4f}in,{:.4f}in fontscale 1 linewidth 1", picture.width / pixels_per_inch,
                        picture.height / pixels_per_inch),
            letters_of_pdf, lines_of_pdf};
  return {fmt::format("pngcairo size {:.0f},{:.0f} fontscale {} linewidth {}", enlarged * picture.width,
                      enlarged * picture.height, enlarged, enlarged),
          points_per_inch / pixels_per_inch, 1.0};
}

std::string points_of_outline(const PictureOutline& outline) {
  std::string text;
  for (const PicturePoint& p : outline.points) fmt::format_to(std::back_inserter(text), "{:.3f} {:.3f}\n", p.x, p.y);
  if (outline.closed)
    fmt::format_to(std::back_inserter(text), "{:.3f} {:.3f}\n", outline.points[0].x, outline.points[0].y);
  return text + "e\n";
}

/// Lengths of strokes and gaps: gnuplot measures them in quarters of the line's width.
std::string dash_type(const Paint& paint) {
  if (paint.dashes.empty()) return "solid";
  std::string text;
  for (const double length : paint.dashes)
    text += (text.empty() ? "(" : ",") + fmt::format("{:.3g}", 4.0 * length / paint.width);
  return text + ")";
}

}  // namespace

std::string gnuplot_picture(const Picture& picture, PlotFormat format) {
  const TerminalScale scale = terminal_scale(picture, format);
  std::string script = std::string("set encoding utf8\n") + gnuplot_text_definitions + "set terminal " +
                       scale.terminal +
                       " noenhanced rounded font 'Helvetica' background 'white'\n"
                       "unset border\nunset tics\nunset key\n"
                       "set lmargin at screen 0\nset rmargin at screen 1\n"
                       "set bmargin at screen 0\nset tmargin at screen 1\n";
  fmt::format_to(std::back_inserter(script), "set xrange [0:{0}]\nset yrange [{1}:0]\n", picture.width, picture.height);
  for (const PictureText& text : picture.texts)
    fmt::format_to(std::back_inserter(script),
                   "set label {} at {:.3f},{:.3f} center front noenhanced font ',{:.2f}' textcolor rgb '{}'\n",
                   gnuplot_text(with_known_letters(visible_text(text.text))), text.centre.x, text.centre.y,
                   text.size * scale.points_per_pixel, text.colour);
  std::string plots, data;
  for (const PictureOutline& outline : picture.outlines) {
    if (outline.points.empty()) continue;
    const Paint& paint = outline.paint;
    const auto add = [&](const std::string& with) {
      plots += (plots.empty() ? "plot '-' " : ", '-' ") + with + " notitle";
      data += points_of_outline(outline);
    };
    if (!paint.fill.empty())
      add("with filledcurves closed fillcolor rgb '" + paint.fill + "' fillstyle solid noborder");
    if (!paint.stroke.empty())
      add("with lines linecolor rgb '" + paint.stroke + "' linewidth " +
          fmt::format("{:.3g}", paint.width * scale.lines_per_pixel) + " dashtype " + dash_type(paint));
  }
  return script + (plots.empty() ? "plot NaN notitle" : plots) + "\n" + data;
}

}  // namespace sinew
