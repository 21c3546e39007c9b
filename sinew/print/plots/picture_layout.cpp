// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/print/plots/picture_layout.h"

#include <fmt/format.h>

#include <algorithm>

#include "sinew/print/prose.h"
#include "sinew/print/table.h"

namespace sinew {
namespace {

using Layout = PictureLayout;

constexpr double left_side = 92.0, right_side = 28.0, between_panels = 18.0, below_panels = 70.0, legend_line = 74.0;
constexpr double column_width = 0.6 * Layout::font;  ///< of text, in pixels
constexpr std::size_t most_name_columns = 20;
constexpr std::size_t most_legend_columns = 34, most_title_columns = 54, most_subtitle_columns = 84;

std::size_t legend_entries(const Panel& panel) {
  if (!panel.has_legend()) return 0;
  return panel.curves.size() + panel.limit_names().size() + (panel.beyond.empty() ? 0 : 1);
}

/// 0 where no panel has a legend.
double legend_width(const Figure& figure) {
  std::size_t columns = 0;
  for (const Panel& panel : figure.panels) {
    if (!panel.has_legend()) continue;
    for (const Curve& curve : panel.curves) columns = std::max(columns, display_width(legend_text(curve.name)));
    for (const LimitLine& limit : panel.limits) columns = std::max(columns, display_width(legend_text(limit.name)));
    columns = std::max(columns, display_width(legend_text(panel.beyond)));
  }
  return columns == 0 ? 0.0 : legend_line + column_width * static_cast<double>(columns) + 8.0;
}

double least_height(const Panel& panel) {
  return std::max(120.0, Layout::line * static_cast<double>(legend_entries(panel)));
}

double wished_height(const Figure& figure, const Panel& panel) {
  const double of_one = figure.panels.size() == 1 ? 270.0 : 190.0;
  return std::max(of_one, least_height(panel));
}

double above(const Layout& layout) {
  return 14.0 + 26.0 * static_cast<double>(layout.title.size()) + (layout.subtitle.empty() ? 0.0 : Layout::line) + 8.0;
}

/// Numbers and the axis' title stand below the panels, or names upright.
double below(const Figure& figure) {
  std::size_t columns = 0;
  for (const std::string& name : figure.names) columns = std::max(columns, display_width(name_text(name)));
  return below_panels + std::max(0.0, 0.62 * name_font(figure) * static_cast<double>(columns) - 18.0);
}

Layout frame_of(const Figure& figure) {
  Layout layout;
  layout.title = wrapped_lines(figure.title, most_title_columns);
  layout.subtitle = shortened(figure.subtitle, most_subtitle_columns);
  const double legend = legend_width(figure);
  layout.left = left_side;
  layout.right = Layout::width - std::max(right_side, legend == 0.0 ? 0.0 : legend + 12.0);
  layout.legend = layout.right + 12.0;
  return layout;
}

/// `height` of each panel.
void stack(Layout& layout, const std::vector<double>& heights, double room_below) {
  double y = above(layout);
  for (const double height : heights) {
    layout.panels.push_back({y, y + height});
    y += height + between_panels;
  }
  layout.height = y - between_panels + room_below;
}

}  // namespace

std::string shortened(const std::string& text, std::size_t columns) {
  if (display_width(text) <= columns) return text;
  const std::vector<std::string_view> all = characters(text);
  std::string head, tail;
  std::size_t front = 0, back = all.size();
  for (std::size_t width = 1; front < back;) {
    const bool at_front = display_width(head) <= display_width(tail);
    const std::string_view next = at_front ? all[front] : all[back - 1];
    width += display_width(next);
    if (width > columns) break;
    if (at_front)
      head += all[front++];
    else
      tail.insert(0, all[--back]);
  }
  return head + "…" + tail;
}

std::vector<std::string> wrapped_lines(const std::string& text, std::size_t columns) {
  std::vector<std::string> lines;
  std::string line;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t space = std::min(text.find(' ', begin), text.size());
    const std::string word = text.substr(begin, space - begin);
    if (!line.empty() && display_width(line) + 1 + display_width(word) > columns) {
      lines.push_back(shortened(line, columns));
      line = word;
    } else {
      line += (begin == 0 ? "" : " ") + word;
    }
    begin = space + 1;
  }
  lines.push_back(shortened(line, columns));
  return lines;
}

std::string name_text(const std::string& name) { return shortened(name, most_name_columns); }

double name_font(const Figure& figure) {
  const double width = Layout::width - left_side - right_side;
  return std::clamp(0.8 * width / static_cast<double>(std::max<std::size_t>(1, figure.names.size())), 7.0, 12.0);
}

std::string legend_text(const std::string& name) { return shortened(name, most_legend_columns); }

PictureLayout layout_of(const Figure& figure) {
  Layout layout = frame_of(figure);
  std::vector<double> heights;
  for (const Panel& panel : figure.panels) heights.push_back(wished_height(figure, panel));
  stack(layout, heights, below(figure));
  return layout;
}

PictureLayout page_layout_of(const Figure& figure) {
  Layout layout = frame_of(figure);
  std::vector<double> heights;
  double used = above(layout) + below(figure) - between_panels;
  for (const Panel& panel : figure.panels) {
    heights.push_back(least_height(panel));
    used += heights.back() + between_panels;
  }
  const double rest = std::max(0.0, page_height - used) / static_cast<double>(figure.panels.size());
  for (double& height : heights) height += rest;
  stack(layout, heights, below(figure));
  return layout;
}

std::vector<Figure> on_pages(const Figure& figure) {
  Figure empty = figure;
  empty.panels.clear();
  std::vector<Figure> pages = {empty};
  const double most = page_height - above(frame_of(figure)) - below(figure) + between_panels;
  double used = 0.0;
  for (const Panel& panel : figure.panels) {
    const double height = least_height(panel) + between_panels;
    if (used > 0.0 && used + height > most) {
      pages.push_back(empty);
      used = 0.0;
    }
    used += height;
    pages.back().panels.push_back(panel);
  }
  for (std::size_t i = 0; i < pages.size() && pages.size() > 1; ++i)
    pages[i].title += fmt::format(" ({} of {})", i + 1, pages.size());
  return pages;
}

}  // namespace sinew
