// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/plot_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <future>
#include <thread>
#include <utility>

#include "sinew/errors/diagnostic.h"
#include "sinew/formats/recorded_csv.h"
#include "sinew/print/plots/gnuplot.h"
#include "sinew/print/plots/gnuplot_script.h"
#include "sinew/print/plots/recording_csv.h"
#include "sinew/print/plots/terminal_plot.h"
#include "sinew/questions/usage_error.h"
#include "sinew/units/text_parts.h"

namespace sinew {
namespace {

std::string numbers_file(const Recording& recording) { return recording.file + ".csv"; }

/// "torque.svg, energy.svg", and how many more there are.
std::string list_of(const std::vector<std::string>& files) {
  constexpr std::size_t most = 6;
  std::string text;
  for (std::size_t i = 0; i < std::min(most, files.size()); ++i) text += (text.empty() ? "" : ", ") + files[i];
  return files.size() > most ? text + " and " + std::to_string(files.size() - most) + " more" : text;
}

}  // namespace

struct PlotOutput::OtherRun {
  std::string name;
  RecordedCsv csv;
};

PlotOutput::PlotOutput(const PlotChoice& choice, std::vector<std::string> names, UnitChoice units)
    : choice_(choice), names_(std::move(names)), units_(std::move(units)) {
  const std::optional<PlotFormat> format = choice.file_format();
  if (format && *format != PlotFormat::Pdf && names_.size() > 1)
    throw UsageError("plot_to", "a picture holds one plot, and " + std::to_string(names_.size()) +
                                    " are asked for; name a folder, or a file in .pdf");
  if (!choice.compare.empty()) {
    const std::string name = std::filesystem::path(choice.compare).filename().string();
    other_ = std::make_shared<const OtherRun>(OtherRun{name, read_recorded_csv(choice.compare)});
  }
  if (format)
    place_.emplace(PlotPlace::file(choice.plot_to));
  else if (choice.is_to_files())
    place_.emplace(PlotPlace::folder(choice.plot_to));
}

std::optional<ComparedRun> PlotOutput::compared_to(const Recording& recording) const {
  if (!other_) return std::nullopt;
  ComparedRun run{other_->name, {"", {}, {}}};
  const std::vector<double>* times = other_->csv.column(recording.t_label == Recording().t_label ? "t" : "state");
  if (times == nullptr && recording.t_label == Recording().t_label)
    refuse(choice_.compare, "has no column t", "compare runs over time, each with its times");
  for (std::size_t k = 0; k < other_->csv.row_count(); ++k)
    run.recording.t.push_back(times != nullptr ? (*times)[k] : static_cast<double>(k + 1));
  const auto rows = static_cast<Eigen::Index>(other_->csv.row_count());
  for (const TimeSeries& series : recording.series) {
    TimeSeries theirs{series.name, series.title, {}, {}, {}, {}, {}};
    const std::vector<std::string> columns = column_names(series);
    for (std::size_t i = 0; i < columns.size(); ++i)
      if (const std::vector<double>* numbers = other_->csv.column(columns[i])) {
        theirs.rows.push_back(series.rows[i]);
        theirs.measures.push_back(series.measures[i]);
        theirs.values.conservativeResize(theirs.values.rows() + 1, rows);
        theirs.values.bottomRows(1) = Eigen::Map<const Eigen::RowVectorXd>(numbers->data(), rows);
      }
    if (!theirs.rows.empty()) run.recording.series.push_back(std::move(theirs));
  }
  if (run.recording.series.empty()) return std::nullopt;
  return run;
}

std::vector<Figure> PlotOutput::figures_of(const std::vector<Recording>& recordings) const {
  std::vector<Figure> figures;
  bool is_compared = false;
  for (const Recording& recording : recordings) {
    const std::optional<ComparedRun> other = compared_to(recording);
    is_compared = is_compared || other;
    for (const std::string& name : names_)
      if (const TimeSeries* series = find_series(recording, name))
        figures.push_back(figure_of(recording, *series, units_, other ? &*other : nullptr));
  }
  if (other_ && !is_compared)
    refuse(choice_.compare, "has none of the quantities that are plotted",
           "give a CSV of the same command and robot; a column is " +
               in_quotes(column_names(recordings.front().series.front()).front()));
  return figures;
}

void PlotOutput::draw_files(const std::vector<Figure>& figures, const std::string& title, Door& door) {
  if (const std::optional<PlotFormat> format = choice_.file_format()) {
    place_->write("", drawn_by_gnuplot(figures.size() == 1 ? gnuplot_script(figures.front(), *format)
                                                           : gnuplot_document(title, figures)));
    return;
  }
  const PlotFormat format = choice_.folder_format();
  const std::size_t at_once = std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, 8);
  std::vector<std::string> taken = {"plots"};
  for (std::size_t begin = 0; begin < figures.size() && door.stop() == Door::Stop::GoOn; begin += at_once) {
    door.progress([&] { return fmt::format("{} of {} plots", begin, figures.size()); });
    std::vector<std::future<std::string>> pictures;
    for (std::size_t i = begin; i < std::min(begin + at_once, figures.size()); ++i)
      pictures.push_back(std::async(std::launch::async, [&figure = figures[i], format] {
        return drawn_by_gnuplot(gnuplot_script(figure, format));
      }));
    for (std::size_t i = 0; i < pictures.size(); ++i)
      place_->write(file_stem(figures[begin + i].name, taken) + "." + ending_of(format), pictures[i].get());
  }
  if (figures.size() > 1) place_->write("plots.pdf", drawn_by_gnuplot(gnuplot_document(title, figures)));
}

void PlotOutput::draw(const std::vector<Recording>& all, Door& door) {
  std::vector<Recording> recordings;
  for (const Recording& one : all) {
    const auto is_wanted = [&](const std::string& name) { return find_series(one, name) != nullptr; };
    if (!one.t.empty() && std::any_of(names_.begin(), names_.end(), is_wanted)) recordings.push_back(one);
  }
  if (recordings.empty()) return;
  const std::vector<Figure> figures = figures_of(recordings);
  if (!place_) {
    for (const Figure& figure : figures) {
      door.write("\n");
      door.write_colored(terminal_plot(figure, door.columns()));
    }
    return;
  }
  const bool has_gnuplot = !gnuplot_program().empty();
  const bool in_folder = !choice_.file_format();
  for (const Recording& recording : recordings)
    if (in_folder || !has_gnuplot) place_->write(numbers_file(recording), recording_csv(recording, names_));
  if (!has_gnuplot)
    refuse("gnuplot",
           "is not installed, so no picture was drawn; the numbers are in " +
               place_->path_of(numbers_file(recordings.front())),
           "on Debian: apt-get install gnuplot-nox");
  draw_files(figures, recordings.front().title, door);
  const std::string folder = in_folder ? place_->path_of("") + ": " : "";
  door.remark("Plots in " + folder + list_of(place_->written()) + "\n");
}

std::vector<PlottedQuantity> chosen_plots(const PlotChoice& choice, const std::vector<PlottedQuantity>& all) {
  if (choice.plot.empty()) return all;
  std::vector<PlottedQuantity> chosen;
  for (const std::string& word : list_parts(choice.plot)) {
    const std::vector<PlottedQuantity> meant = quantities_named(word, all);
    if (meant.empty()) {
      std::vector<std::string> known = {"all"};
      for (const PlottedQuantity& one : all) {
        known.push_back(one.name);
        known.insert(known.end(), one.aliases.begin(), one.aliases.end());
      }
      throw UsageError("plot", "there is no " + in_quotes(word) + "; " + suggestion(word, known));
    }
    for (const PlottedQuantity& one : meant) {
      const auto is_same = [&](const PlottedQuantity& other) { return other.name == one.name; };
      if (std::none_of(chosen.begin(), chosen.end(), is_same)) chosen.push_back(one);
    }
  }
  return chosen;
}

}  // namespace sinew
