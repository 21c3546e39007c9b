// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/choices/wrench_choice.h"

#include "sinew/analysis/matrices.h"
#include "sinew/formats/wrench_text.h"

namespace sinew {

void WrenchChoice::describe(Fields& fields) {
  fields
      .add(
          "wrench", &wrench,
          "A force F [N] and a moment M [N·m] that act on a link, such as "
          "link2@[300mm,0,0]:F=[-0.7,-0.5,0]:M=[0,0,2N*m]:in=link2. The point is given in the frame of the link, or in "
          "another one as @world[x,y,z]; it is the origin if left out. F and M are in the axes of the world, or of the "
          "frame that in= names. The option can be repeated.")
      .of("WRENCH");
}

std::vector<Wrench> WrenchChoice::wrenches(const Model<double>& model) const {
  std::vector<Wrench> wrenches;
  std::vector<Diagnostic> diagnostics;
  std::vector<std::string> frames;
  for (const Frame<double>& frame : model.frames()) frames.push_back(frame.name);
  for (const std::string& text : wrench) {
    const auto refuse = [&](const std::string& what, const std::string& remedy) {
      diagnostics.push_back({Severity::Error, "--wrench", 0, what, remedy});
    };
    const auto check_name = [&](const std::string& name) {
      if (!model.find_frame(name))
        refuse(model.name() + " has no link or frame " + in_quotes(name), suggestion(name, frames));
    };
    const auto check_reference = [&](const std::string& name) {
      if (name != "world" && name != "base") check_name(name);
    };
    try {
      const WrenchText read = parse_wrench(text);
      check_name(read.link);
      check_reference(read.axes);
      if (!read.point_in.empty()) check_reference(read.point_in);
      wrenches.push_back(
          {read.link, vector(read.point), read.point_in, vector(read.force), vector(read.moment), read.axes});
    } catch (const FormulaError& e) {
      refuse(e.what(), e.remedy);
    }
  }
  if (!diagnostics.empty()) throw InputError(diagnostics);
  return wrenches;
}

}  // namespace sinew
