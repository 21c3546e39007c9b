// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/print/plots/gnuplot_script.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <iterator>

#include "sinew/print/plots/fonts.h"
#include "sinew/print/plots/gnuplot_text.h"
#include "sinew/print/plots/picture_layout.h"
#include "sinew/print/table.h"

namespace sinew {
namespace {

using Layout = PictureLayout;

/// Colours that people with any sight of colours can tell apart (after Okabe and Ito); dashes and widths that can be
/// told apart in grey.
struct LineStyle {
  const char* color;
  double width;
  const char* dashes;
  int mark;  ///< of the other run
};
constexpr std::array<LineStyle, 8> line_styles = {{{"#0072b2", 2.0, "solid", 6},
                                                   {"#d55e00", 2.0, "(10,5)", 4},
                                                   {"#009e73", 2.0, "(14,4,2,4)", 8},
                                                   {"#000000", 1.2, "solid", 12},
                                                   {"#cc79a7", 2.4, "(3,3)", 6},
                                                   {"#8c510a", 2.0, "(24,6)", 4},
                                                   {"#56b4e9", 3.2, "solid", 8},
                                                   {"#7f7f00", 2.0, "(12,4,2,4,2,4)", 12}}};
const LineStyle& style(std::size_t place) { return line_styles[place % line_styles.size()]; }

/// Writes in pixels of the layout what gnuplot wants in shares of the picture and in its own size of fonts.
class Script {
 public:
  explicit Script(PlotFormat format) : format_(format) {}

  void begin(double height) {
    height_ = height;
    add("set encoding utf8\n{}", gnuplot_text_definitions);
    switch (format_) {
      case PlotFormat::Svg:
        add("set terminal svg size {},{:.0f} fixed noenhanced font 'sans-serif,{}' background 'white'\n", Layout::width,
            height, font(Layout::font));
        break;
      case PlotFormat::Png:
        add("set terminal pngcairo size {},{:.0f} noenhanced font 'Sans,{}' fontscale 2 linewidth 2 pointscale 2 "
            "background 'white'\n",
            2 * Layout::width, 2 * height, font(Layout::font));
        break;
      case PlotFormat::Pdf:
        add("set terminal pdfcairo size {:.4f}in,{:.4f}in noenhanced font 'Sans,{}' fontscale 1 linewidth 2 "
            "background 'white'\n",
            Layout::width / pixels_per_inch, height / pixels_per_inch, font(Layout::font));
        break;
    }
  }

  void page(double height) {
    height_ = height;
    add("reset\n");
  }

  template <class... Values>
  void add(fmt::format_string<Values...> text, Values&&... values) {
    fmt::format_to(std::back_inserter(text_), text, std::forward<Values>(values)...);
  }

  /// In the size that the terminal counts in: pixels or points.
  double font(double pixels) const {
    switch (format_) {
      case PlotFormat::Svg:
        return pixels;
      case PlotFormat::Png:
        return 0.75 * pixels;
      case PlotFormat::Pdf:
        break;
    }
    return std::round(10.0 * pixels * 72.0 / pixels_per_inch) / 10.0;
  }

  void label(int number, const std::string& text, double x, double y, double size, const char* rest) {
    add("set label {} {} at screen {:.6f},{:.6f} font ',{}' noenhanced {}\n", number, quoted(text), share_x(x),
        share_y(y), font(size), rest);
  }

  /// As a string of gnuplot. What shows an SVG has fonts of its own.
  std::string quoted(const std::string& text) const {
    return gnuplot_text(format_ == PlotFormat::Svg ? text : with_known_letters(text));
  }

  static double share_x(double x) { return x / Layout::width; }
  double share_y(double y) const { return 1.0 - y / height_; }

  std::string take() { return std::move(text_); }

 private:
  static constexpr double pixels_per_inch = Layout::width / (29.7 / 2.54);  // the width of a page of A4

  PlotFormat format_;
  double height_ = 0.0;
  std::string text_;
};

/// Of points of this run: discs, squares, triangles, diamonds.
int filled_mark(std::size_t place) {
  constexpr std::array<int, 4> marks = {7, 5, 9, 13};
  return marks[place % marks.size()];
}

/// A block of points, which a NaN parts.
void add_data(Script& script, std::size_t number, const Curve& curve) {
  script.add("$c{} << END\n", number);
  for (std::size_t k = 0; k < curve.t.size(); ++k) {
    if (std::isnan(curve.values[k]))
      script.add("\n");
    else if (curve.deviations.empty())
      script.add("{:.9g} {:.7g}\n", curve.t[k], curve.values[k]);
    else
      script.add("{:.9g} {:.7g} {:.7g}\n", curve.t[k], curve.values[k],
                 std::isfinite(curve.deviations[k]) ? curve.deviations[k] : 0.0);
  }
  script.add("END\n");
}

bool has_points(const Curve& curve) {
  return std::any_of(curve.values.begin(), curve.values.end(), [](double x) { return !std::isnan(x); });
}

void add_curve(Script& script, std::size_t number, const Curve& curve, bool named) {
  const LineStyle& look = style(curve.style);
  const std::string title = named ? "title " + script.quoted(legend_text(curve.name)) : "notitle";
  if (!has_points(curve)) {
    script.add(", NaN with lines lc rgb '{}' lw {} dt {} {}", look.color, look.width, look.dashes, title);
  } else if (curve.are_points) {
    const bool is_other = curve.is_compared;
    const char* how = curve.deviations.empty() ? "using 1:2 with points" : "using 1:2:3 with yerrorbars";
    script.add(", $c{} {} lc rgb '{}' lw {} pt {} ps {} {}", number, how, look.color, is_other ? 0.9 : 1.4,
               is_other ? look.mark : filled_mark(curve.style), is_other ? 0.9 : 0.6, title);
  } else if (curve.is_compared) {
    constexpr std::size_t marks = 24;
    script.add(", $c{} using 1:2 with linespoints lc rgb '{}' lw 0.9 dt solid pt {} ps 0.8 pi {} {}", number,
               look.color, look.mark, std::max<std::size_t>(1, curve.t.size() / marks), title);
  } else {
    script.add(", $c{} using 1:2 with lines lc rgb '{}' lw {} dt {} {}", number, look.color, look.width, look.dashes,
               title);
  }
}

/// Names below the axis, upright: there are many of them. Only the last panel has them, all have the lines above them.
void add_names(Script& script, const Figure& figure, bool are_shown) {
  script.add("set xtics rotate by 90 right font ',{}' (", script.font(name_font(figure)));
  for (std::size_t k = 0; k < figure.names.size(); ++k)
    script.add("{}{} {}", k == 0 ? "" : ", ", script.quoted(are_shown ? name_text(figure.names[k]) : ""), k + 1);
  script.add(")\n");
}

void add_panel(Script& script, const Figure& figure, std::size_t place, const Layout& layout) {
  const Panel& panel = figure.panels[place];
  const Layout::Box& box = layout.panels[place];
  const bool is_last = place + 1 == figure.panels.size();
  for (std::size_t i = 0; i < panel.curves.size(); ++i)
    if (has_points(panel.curves[i])) add_data(script, i, panel.curves[i]);
  script.add("set tmargin at screen {:.6f}\nset bmargin at screen {:.6f}\n", script.share_y(box.top),
             script.share_y(box.bottom));
  script.add("set key at screen {:.6f},{:.6f}\n", Script::share_x(layout.legend), script.share_y(box.top - 6.0));
  script.label(3, "[" + panel.unit + "]", 24.0, 0.5 * (box.top + box.bottom), Layout::font, "center rotate by 90");
  if (figure.names.empty())
    script.add("set format x '{}'\n", is_last ? "%h" : "");
  else
    add_names(script, figure, is_last);
  if (is_last)
    script.label(4, figure.t_label, 0.5 * (layout.left + layout.right), layout.height - 20.0, Layout::font, "center");
  script.add("plot [{:.17g}:{:.17g}] [{:.17g}:{:.17g}] NaN notitle", figure.t_range.lower, figure.t_range.upper,
             panel.range.lower, panel.range.upper);
  for (std::size_t i = 0; i < panel.curves.size(); ++i) add_curve(script, i, panel.curves[i], panel.has_legend());
  std::vector<std::string> untold = panel.limit_names();
  for (const LimitLine& limit : panel.limits) {
    const bool is_told = std::erase(untold, limit.name) > 0;
    script.add(", {:.17g} with lines lc rgb '{}' lw 1.2 dt (6,5) {}", limit.value,
               limit.style ? style(*limit.style).color : "#404040",
               is_told ? "title " + script.quoted(legend_text(limit.name)) : std::string("notitle"));
  }
  if (!panel.beyond.empty())
    script.add(", keyentry with lines lc rgb 'white' lw 0 title {}", script.quoted(legend_text(panel.beyond)));
  script.add("\nunset label\n");
}

void add_figure(Script& script, const Figure& figure, const Layout& layout) {
  script.add(
      "set multiplot\n"
      "set border 3 lc rgb '#606060' lw 0.8\n"
      "set tics nomirror out scale 0.6 textcolor rgb '#202020'\n"
      "set grid lt 1 lc rgb '#d4d4d4' lw 0.6 dt solid\n"
      "set xzeroaxis lt 1 lc rgb '#606060' lw 0.9 dt solid\n"
      "set key left top Left reverse vertical maxcols 1 samplen 3 noenhanced font ',{}'\n",
      script.font(Layout::font));
  script.add("set lmargin at screen {:.6f}\nset rmargin at screen {:.6f}\n", Script::share_x(layout.left),
             Script::share_x(layout.right));
  double y = 26.0;
  int number = 10;
  for (const std::string& line : layout.title) {
    script.label(number++, line, layout.left, y, Layout::large_font, "left");
    y += 26.0;
  }
  if (!layout.subtitle.empty())
    script.label(number, layout.subtitle, layout.left, y - 3.0, Layout::font, "left textcolor rgb '#505050'");
  for (std::size_t i = 0; i < figure.panels.size(); ++i) add_panel(script, figure, i, layout);
  script.add("unset multiplot\n");
}

/// What stands on the title page of one figure.
struct Entry {
  std::size_t page;
  std::string name, title;
};

constexpr double first_entry = 150.0, entry_height = 17.0;
constexpr auto entries_per_page = static_cast<std::size_t>((page_height - first_entry - 30.0) / entry_height);

/// Pages of text: the title, and which figure is on which page.
void add_contents(Script& script, const std::string& title, const std::vector<Entry>& entries) {
  constexpr double left = 60.0, names = 110.0, titles = 320.0, size = 12.0;
  for (std::size_t begin = 0; begin == 0 || begin < entries.size(); begin += entries_per_page) {
    script.page(page_height);
    int number = 1;
    script.label(number++, shortened(title, 44), left, 60.0, 1.3 * Layout::large_font, "left");
    script.label(number++, begin == 0 ? "What each figure shows" : "What each figure shows, continued", left, 100.0,
                 Layout::font, "left textcolor rgb '#505050'");
    double y = first_entry;
    for (std::size_t i = begin; i < std::min(entries.size(), begin + entries_per_page); ++i, y += entry_height) {
      script.label(number++, std::to_string(entries[i].page), left + 25.0, y, size, "right");
      script.label(number++, shortened(entries[i].name, 27), names, y, size, "left");
      script.label(number++, shortened(entries[i].title, 56), titles, y, size, "left");
    }
    script.add("unset border\nunset tics\nunset key\nset margins 0,0,0,0\nplot [0:1] [0:1] NaN notitle\n");
  }
}

}  // namespace

const char* ending_of(PlotFormat format) {
  switch (format) {
    case PlotFormat::Svg:
      return "svg";
    case PlotFormat::Pdf:
      return "pdf";
    case PlotFormat::Png:
      break;
  }
  return "png";
}

std::optional<PlotFormat> format_of_file(std::string_view file) {
  const std::size_t dot = file.rfind('.');
  if (dot == std::string_view::npos) return std::nullopt;
  std::string ending(file.substr(dot + 1));
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (const PlotFormat format : {PlotFormat::Svg, PlotFormat::Pdf, PlotFormat::Png})
    if (ending == ending_of(format)) return format;
  return std::nullopt;
}

std::string gnuplot_script(const Figure& figure, PlotFormat format) {
  const Layout layout = layout_of(figure);
  Script script(format);
  script.begin(layout.height);
  add_figure(script, figure, layout);
  return script.take();
}

std::string gnuplot_document(const std::string& title, const std::vector<Figure>& figures) {
  std::vector<Figure> pages;
  std::vector<Entry> entries;
  const std::size_t contents = std::max<std::size_t>(1, (figures.size() + entries_per_page - 1) / entries_per_page);
  for (const Figure& figure : figures) {
    entries.push_back({contents + pages.size() + 1, figure.name, figure.title});
    for (Figure& page : on_pages(figure)) pages.push_back(std::move(page));
  }
  Script script(PlotFormat::Pdf);
  script.begin(page_height);
  add_contents(script, title, entries);
  for (const Figure& page : pages) {
    script.page(page_height);
    add_figure(script, page, page_layout_of(page));
  }
  return script.take();
}

}  // namespace sinew
