// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/print/plots/terminal_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "sinew/print/plots/braille_canvas.h"
#include "sinew/print/plots/picture_layout.h"
#include "sinew/print/table.h"

namespace sinew {
namespace {

constexpr int least_columns = 40, most_columns = 200;

std::string number_text(double value) { return fmt::format("{:.4g}", value == 0.0 ? 0.0 : value); }

std::string padded_left(const std::string& text, std::size_t width) {
  const std::size_t taken = display_width(text);
  return std::string(width > taken ? width - taken : 0, ' ') + text;
}

/// One character for each curve: x, y, z if that is what they are called, else 1, 2, 3.
std::vector<std::string> signs_of(const Panel& panel) {
  const bool are_signs =
      std::all_of(panel.curves.begin(), panel.curves.end(), [](const Curve& curve) { return curve.name.size() == 1; });
  std::vector<std::string> signs;
  for (std::size_t i = 0; i < panel.curves.size(); ++i)
    signs.push_back(are_signs ? panel.curves[i].name : std::string(1, "123456789abcdefghijklmnop"[i % 25]));
  return signs;
}

/// Draws one panel.
class PanelPainter {
 public:
  PanelPainter(const Figure& figure, const Panel& panel, int columns, int rows)
      : figure_(figure), panel_(panel), rows_(rows), signs_(signs_of(panel)) {
    for (const double tick : ticks()) labels_ = std::max(labels_, display_width(number_text(tick)));
    canvas_columns_ = columns - static_cast<int>(labels_) - 3;
  }

  void paint(ColoredPage& page, bool with_times) const {
    BrailleCanvas canvas(canvas_columns_, rows_);
    if (panel_.range.lower <= 0.0 && panel_.range.upper >= 0.0) canvas.rule(row_of(0.0), "┈");
    for (const LimitLine& limit : panel_.limits) canvas.rule(row_of(limit.value), "╌");
    for (std::size_t i = 0; i < panel_.curves.size(); ++i) draw(canvas, i);
    if (panel_.curves.size() > 1 && !panel_.curves.front().are_points)
      for (std::size_t i = 0; i < panel_.curves.size(); ++i) sign(canvas, i);
    std::vector<std::string> labels(static_cast<std::size_t>(rows_));
    for (const double tick : ticks()) labels[static_cast<std::size_t>(row_of(tick))] = number_text(tick);
    page.push_back({padded_left("[" + panel_.unit + "]", labels_ + 1) + "\n", std::nullopt});
    for (int row = 0; row < rows_; ++row) {
      const std::string& label = labels[static_cast<std::size_t>(row)];
      page.push_back({" " + padded_left(label, labels_) + (label.empty() ? " │" : " ┤"), std::nullopt});
      canvas.add_row(row, page);
      page.push_back({"\n", std::nullopt});
    }
    if (with_times) add_times(page);
    if (with_times) add_names(page);
    add_legend(page);
  }

 private:
  /// The axis' numbers: top, bottom, and zero where it is between and not next to them.
  std::vector<double> ticks() const {
    const PlotRange& range = panel_.range;
    std::vector<double> ticks = {range.upper, range.lower};
    if (range.lower < 0.0 && range.upper > 0.0 && row_of(0.0) > 0 && row_of(0.0) < rows_ - 1) ticks.push_back(0.0);
    return ticks;
  }

  double share(double value) const { return (panel_.range.upper - value) / (panel_.range.upper - panel_.range.lower); }
  int row_of(double value) const {
    return std::clamp(static_cast<int>(std::lround(share(value) * (4 * rows_ - 1))) / 4, 0, rows_ - 1);
  }
  double dot_x(double t) const {
    return (t - figure_.t_range.lower) / (figure_.t_range.upper - figure_.t_range.lower) * (2 * canvas_columns_ - 1);
  }
  double dot_y(double value) const { return share(value) * (4 * rows_ - 1); }

  void draw(BrailleCanvas& canvas, std::size_t i) const {
    const Curve& curve = panel_.curves[i];
    for (std::size_t k = 0; k < curve.t.size(); ++k) {
      if (std::isnan(curve.values[k])) continue;
      if (curve.are_points) {
        draw_point(canvas, curve, k, i);
        continue;
      }
      const bool joins = k > 0 && !std::isnan(curve.values[k - 1]);
      const std::size_t from = joins ? k - 1 : k;
      canvas.line(dot_x(curve.t[from]), dot_y(curve.values[from]), dot_x(curve.t[k]), dot_y(curve.values[k]), i);
    }
  }

  /// A bar of two deviations, and the curve's sign where there is room for all of them; else a dot.
  void draw_point(BrailleCanvas& canvas, const Curve& curve, std::size_t k, std::size_t i) const {
    const double x = dot_x(curve.t[k]), y = curve.values[k];
    const double half = curve.deviations.empty() || !std::isfinite(curve.deviations[k]) ? 0.0 : curve.deviations[k];
    canvas.line(x, dot_y(y + half), x, dot_y(y - half), i);
    if (2 * static_cast<int>(curve.t.size()) <= canvas_columns_)
      canvas.put(static_cast<int>(x) / 2, row_of(y), panel_.curves.size() > 1 ? signs_[i] : "●", i);
  }

  /// The curve's sign on it a few times, at other columns than those of the other curves.
  void sign(BrailleCanvas& canvas, std::size_t i) const {
    constexpr int times = 4;
    const auto curves = static_cast<double>(panel_.curves.size());
    for (int n = 0; n < times; ++n) {
      const double at = (n + (static_cast<double>(i) + 0.5) / curves) / times;
      const double t = figure_.t_range.lower + at * (figure_.t_range.upper - figure_.t_range.lower);
      if (const double value = value_at(panel_.curves[i], t); !std::isnan(value))
        canvas.put(static_cast<int>(dot_x(t)) / 2, row_of(value), signs_[i], i);
    }
  }

  static double value_at(const Curve& curve, double t) {
    const auto after = std::lower_bound(curve.t.begin(), curve.t.end(), t);
    if (after == curve.t.begin() || after == curve.t.end()) return std::numeric_limits<double>::quiet_NaN();
    const auto k = static_cast<std::size_t>(after - curve.t.begin());
    const double part = (t - curve.t[k - 1]) / (curve.t[k] - curve.t[k - 1]);
    return curve.values[k - 1] + part * (curve.values[k] - curve.values[k - 1]);
  }

  void add_times(ColoredPage& page) const {
    const double begin = figure_.t_range.lower, end = figure_.t_range.upper;
    std::string line = number_text(begin);
    const std::string last = number_text(end);
    const std::string middle = number_text(0.5 * (begin + end)) + "  " + figure_.t_label;
    const auto width = static_cast<std::size_t>(canvas_columns_);
    const auto fill_to = [&](std::size_t column) {
      line += std::string(std::max<std::size_t>(column, display_width(line) + 2) - display_width(line), ' ');
    };
    fill_to(width / 2);
    line += middle;
    fill_to(width - std::min(width, last.size()));
    page.push_back({std::string(labels_ + 2, ' ') + "└" + line + last + "\n", std::nullopt});
  }

  /// What stands at 1, 2, … of the axis, as many on a line as there is room for.
  void add_names(ColoredPage& page) const {
    const std::size_t most = labels_ + 3 + static_cast<std::size_t>(canvas_columns_);
    std::string line;
    for (std::size_t k = 0; k < figure_.names.size(); ++k) {
      const std::string entry = std::to_string(k + 1) + " " + name_text(figure_.names[k]);
      if (!line.empty() && display_width(line) + 2 + display_width(entry) > most) {
        page.push_back({line + "\n", std::nullopt});
        line.clear();
      }
      line += (line.empty() ? std::string(labels_ + 3, ' ') : "  ") + entry;
    }
    if (!line.empty()) page.push_back({line + "\n", std::nullopt});
  }

  void add_legend(ColoredPage& page) const {
    if (!panel_.has_legend()) return;
    std::vector<ColoredText> entries;
    for (std::size_t i = 0; i < panel_.curves.size(); ++i) {
      const std::string name = legend_text(panel_.curves[i].name);
      const bool needs_sign = panel_.curves.size() > 1 && name != signs_[i];
      if (!name.empty()) entries.push_back({(needs_sign ? signs_[i] + " " : "") + name, i});
    }
    for (const std::string& name : panel_.limit_names()) entries.push_back({"╌ " + legend_text(name), std::nullopt});
    if (!panel_.beyond.empty()) entries.push_back({panel_.beyond, std::nullopt});
    const std::size_t indent = labels_ + 3, most = indent + static_cast<std::size_t>(canvas_columns_);
    std::size_t used = 0;
    for (const ColoredText& entry : entries) {
      const std::size_t width = display_width(entry.text);
      const bool fits = used > 0 && used + 3 + width <= most;
      page.push_back({used == 0 ? std::string(indent, ' ')
                      : fits    ? "   "
                                : "\n" + std::string(indent, ' '),
                      std::nullopt});
      used = (fits ? used + 3 : indent) + width;
      page.push_back(entry);
    }
    if (used > 0) page.push_back({"\n", std::nullopt});
  }

  const Figure& figure_;
  const Panel& panel_;
  int rows_;
  std::vector<std::string> signs_;
  std::size_t labels_ = 0;
  int canvas_columns_ = 0;
};

}  // namespace

ColoredPage terminal_plot(const Figure& figure, int columns) {
  constexpr int tall = 12, low = 8;
  const int width = std::clamp(columns, least_columns, most_columns);
  ColoredPage page;
  page.push_back({shortened(figure.title + (figure.subtitle.empty() ? "" : ": " + figure.subtitle),
                            static_cast<std::size_t>(width)) +
                      "\n",
                  std::nullopt});
  for (std::size_t i = 0; i < figure.panels.size(); ++i)
    PanelPainter(figure, figure.panels[i], width, figure.panels.size() > 2 ? low : tall)
        .paint(page, i + 1 == figure.panels.size());
  return page;
}

}  // namespace sinew
