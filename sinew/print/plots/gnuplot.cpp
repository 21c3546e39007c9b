// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/print/plots/gnuplot.h"

#include <sys/wait.h>

#include <algorithm>

#include "sinew/errors/diagnostic.h"
#include "sinew/print/plots/program.h"

namespace sinew {
namespace {

/// The first line that says something.
std::string first_line(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \n");
  return begin == std::string::npos ? "no reason was given" : text.substr(begin, text.find('\n', begin) - begin);
}

}  // namespace

std::string gnuplot_program() { return find_program("gnuplot"); }

std::string drawn_by_gnuplot(std::string_view script) {
  const std::string program = gnuplot_program();
  if (program.empty())
    refuse("gnuplot", "is not installed, and pictures are drawn by it", "on Debian: apt-get install gnuplot-nox");
  ProgramResult result = run_program(program, {"--default-settings", "-"}, script);
  if (WIFSIGNALED(result.status))
    refuse("gnuplot", "was ended by signal " + std::to_string(WTERMSIG(result.status)), "ask again");
  if (WEXITSTATUS(result.status) != 0 || result.out.empty())
    refuse("gnuplot", "has failed: " + in_quotes(first_line(result.err)),
           "gnuplot 5.4 or later with its cairo terminals is needed: on Debian, gnuplot-nox");
  return std::move(result.out);
}

}  // namespace sinew
