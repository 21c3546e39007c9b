// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/print/drawing/svg.h"

#include <fmt/format.h>

#include "sinew/errors/visible_text.h"

namespace sinew {
namespace {

/// As character data or the value of an attribute.
std::string escaped_for_xml(std::string_view text) {
  std::string escaped;
  for (const char c : visible_text(text)) switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        escaped += c;
    }
  return escaped;
}

/// To a hundredth, without zeros at the end.
std::string coordinate(double x) {
  std::string text = fmt::format("{:.2f}", x);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string class_of(const std::string& part) { return part.empty() ? "" : " class=\"" + escaped_for_xml(part) + "\""; }

std::string svg_outline(const PictureOutline& outline) {
  std::string places;
  for (const PicturePoint& p : outline.points)
    places += (places.empty() ? "" : " ") + coordinate(p.x) + "," + coordinate(p.y);
  std::string text = std::string("<") + (outline.closed ? "polygon" : "polyline") + class_of(outline.part) +
                     " points=\"" + places + "\" fill=\"" +
                     (outline.paint.fill.empty() ? "none" : escaped_for_xml(outline.paint.fill)) + "\"";
  if (!outline.paint.stroke.empty()) {
    text += " stroke=\"" + escaped_for_xml(outline.paint.stroke) + "\" stroke-width=\"" +
            coordinate(outline.paint.width) + "\"";
    std::string dashes;
    for (const double length : outline.paint.dashes) dashes += (dashes.empty() ? "" : " ") + coordinate(length);
    if (!dashes.empty()) text += " stroke-dasharray=\"" + dashes + "\"";
  }
  return text + "/>\n";
}

std::string svg_text(const PictureText& text) {
  constexpr double baseline_below_centre = 0.35;  // of the size
  return fmt::format(R"(<text{} x="{}" y="{}" font-size="{}" fill="{}">{}</text>)", class_of(text.part),
                     coordinate(text.centre.x), coordinate(text.centre.y + baseline_below_centre * text.size),
                     coordinate(text.size), escaped_for_xml(text.colour), escaped_for_xml(text.text)) +
         "\n";
}

}  // namespace

std::string svg(const Picture& picture) {
  const std::string width = coordinate(picture.width), height = coordinate(picture.height);
  std::string page = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  page += fmt::format(R"(<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" viewBox="0 0 {0} {1}" )"
                      R"(font-family="Helvetica, Arial, 'Liberation Sans', sans-serif" text-anchor="middle" )"
                      R"(stroke-linejoin="round" stroke-linecap="round">)",
                      width, height) +
          "\n<title>" + escaped_for_xml(picture.title) + "</title>\n";
  page += fmt::format(R"(<rect width="{}" height="{}" fill="#ffffff"/>)", width, height) + "\n";
  for (const PictureOutline& outline : picture.outlines)
    if (!outline.points.empty()) page += svg_outline(outline);
  for (const PictureText& text : picture.texts) page += svg_text(text);
  return page + "</svg>\n";
}

}  // namespace sinew
