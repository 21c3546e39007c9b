// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/choices/picture_choice.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "sinew/formats/output_file.h"
#include "sinew/model/end_frame.h"
#include "sinew/print/drawing/gnuplot_picture.h"
#include "sinew/print/drawing/svg.h"
#include "sinew/print/plots/gnuplot.h"
#include "sinew/questions/choices/text_values.h"
#include "sinew/questions/usage_error.h"
#include "sinew/units/number_text.h"

namespace sinew {
namespace {

const std::vector<std::string>& shown_parts() {
  static const std::vector<std::string> words{"axes", "com", "frames", "shapes", "none"};
  return words;
}
const std::vector<std::string>& label_kinds() {
  static const std::vector<std::string> words{"joints", "links", "frames", "com", "wrenches", "none"};
  return words;
}

/// The words of a list, or none of them.
std::vector<std::string> words_or_none(const char* field, const std::string& list,
                                       const std::vector<std::string>& known) {
  std::vector<std::string> words = chosen_words(field, list, known);
  const bool none = std::find(words.begin(), words.end(), "none") != words.end();
  if (none && words.size() > 1) throw UsageError(field, "has none beside others; keep the one or the others");
  if (none) words.clear();
  return words;
}

bool contains(const std::vector<std::string>& words, const char* word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// "640x480" or "640,480", in pixels.
std::pair<double, double> size_given(const std::string& text) {
  const std::size_t by = text.find_first_of("x,");
  const auto number = [](const std::string& part) {
    const NumberText found = leading_number(part);
    return found.length == part.size() && !part.empty() ? found.value : 0.0;
  };
  const double width = by == std::string::npos ? 0.0 : number(text.substr(0, by));
  const double height = by == std::string::npos ? 0.0 : number(text.substr(by + 1));
  const auto fits = [](double pixels) { return pixels >= 200.0 && pixels <= 8000.0; };
  if (!fits(width) || !fits(height))
    throw UsageError("size", "is " + in_quotes(text) + "; give width and height from 200 to 8000 pixels: 800x600");
  return {width, height};
}

/// What the picture is written as: the ending of the file tells.
std::optional<PlotFormat> picture_format(const std::string& out) {
  if (out == "-") return PlotFormat::Svg;
  return format_of_file(out);
}

}  // namespace

void PictureChoice::describe(Fields& fields) {
  fields
      .add("view", &view,
           "The side from which the robot is seen: front (x to the right, z up), side (y to the right, z up), top (x "
           "to the "
           "right, y up) or isometric. auto looks at the plane in which the arm moves, and is isometric where there is "
           "none.")
      .one_of(view_names())
      .shows_initial();
  fields
      .add("show", &show,
           "Parts to draw beside links and joints: axes (of the joints), com (centres of mass), frames (x, y and z of "
           "the "
           "base, of every link and of the arm's end), shapes (the bodies of the file), or none.")
      .of("PART,...")
      .shows_initial();
  fields
      .add("frame", &frame,
           "A link or frame whose x, y and z are drawn. The option can be repeated, and replaces the choice of --show "
           "frames.")
      .of("NAME");
  fields
      .add("labels", &labels,
           "Names that are written: joints, links, frames (those that are drawn), com (masses at the centres of mass), "
           "wrenches (their amounts), or none.")
      .of("KIND,...")
      .shows_initial();
  fields
      .add("size", &size,
           "Width and height of the picture in pixels, such as 800x600; as the robot needs it if left out.")
      .of("WIDTHxHEIGHT");
  fields
      .add("out", &out,
           "The file for the picture; its ending .svg, .pdf or .png tells the format. - is SVG on the standard output. "
           "PDF and "
           "PNG are drawn by gnuplot.")
      .of("FILE")
      .shows_initial();
  fields.add("force", &force, "Replace the file even if it is read-only.").needs("out");
}

void PictureChoice::check() const {
  if (!picture_format(out)) throw UsageError("out", "ends in none of .svg, .pdf, .png, which tell the format");
}

DrawingStyle PictureChoice::style(const Model<double>& model) const {
  DrawingStyle made;
  made.view = view_named(view, model);
  if (!size.empty()) std::tie(made.width, made.height) = size_given(size);
  const std::vector<std::string> parts = words_or_none("show", show, shown_parts());
  made.axes = contains(parts, "axes");
  made.com = contains(parts, "com");
  made.shapes = contains(parts, "shapes");
  for (const std::string& name : frame) made.frames.push_back(model.frame(name).name);
  if (frame.empty() && contains(parts, "frames")) {
    for (const Frame<double>& known : model.frames())
      if (known.link == base_link && made.frames.empty()) made.frames.push_back(known.name);
    for (const Link<double>& link : model.links()) made.frames.push_back(link.name);
    const std::string end = end_frame(model);
    if (!contains(made.frames, end.c_str())) made.frames.push_back(end);
  }
  const std::vector<std::string> kinds = words_or_none("labels", labels, label_kinds());
  made.label_joints = contains(kinds, "joints");
  made.label_links = contains(kinds, "links");
  made.label_frames = contains(kinds, "frames");
  made.label_com = contains(kinds, "com");
  made.label_wrenches = contains(kinds, "wrenches");
  if (made.label_com && !made.com) throw UsageError("labels", "has com, which is not drawn; add com to --show");
  return made;
}

void PictureChoice::write(const Picture& picture, Door& door) const {
  const PlotFormat format = *picture_format(out);
  const std::string text =
      format == PlotFormat::Svg ? svg(picture) : drawn_by_gnuplot(gnuplot_picture(picture, format));
  if (out == "-")
    door.write(text);
  else
    write_file(out, text, force ? Replacing::Anything : Replacing::OnlyWritable);
}

}  // namespace sinew
