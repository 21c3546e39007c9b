// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/choices/plot_choice.h"

#include "sinew/questions/usage_error.h"

namespace sinew {

void PlotChoice::describe(Fields& fields, const std::string& names, const std::string& over) {
  fields
      .add("plot", &plot,
           "The quantities to plot " + over + ", such as " + names +
               ", or all. An unknown name is answered with the nearest one. Without --plot-to they are drawn in "
               "characters below the answer.")
      .of("NAME,...");
  fields
      .add("plot_to", &plot_to,
           "The folder for the pictures of the plots, or one file that ends in .svg, .png or .pdf; a PDF holds many "
           "plots "
           "behind a title page. Without --plot everything is plotted. gnuplot draws the pictures.")
      .of("PATH")
      .letter('o');
  fields.add("plot_format", &plot_format, "The format of the pictures in a folder.")
      .one_of({"svg", "pdf", "png"})
      .needs("plot_to")
      .shows_initial();
  fields
      .add("compare", &compare,
           "Draw another run over this one, thin and with marks: a CSV that this command has written, or the plots.csv "
           "of a folder of plots.")
      .of("FILE")
      .input();
}

void PlotChoice::check(const Fields& fields, bool has_page) const {
  if (!is_asked()) {
    fields.refuse_idle({"compare"}, "is drawn over plots; name them with --plot");
    return;
  }
  if (!is_to_files() && !has_page)
    throw UsageError("plot", "is drawn in characters on a page for people; say where the pictures go with --plot-to");
  if (fields.is_given("plot_format") && file_format())
    throw UsageError("plot_format", "is of the pictures in a folder; the ending of a file says its own");
}

}  // namespace sinew
