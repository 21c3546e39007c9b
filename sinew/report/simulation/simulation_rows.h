// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/model/model.h"
#include "sinew/motion/simulation/simulation_record.h"

namespace sinew {

/// Rows of a simulation as CSV, with the columns that every command reads: t, q.elbow, qd.elbow, qdd.elbow, tau.elbow.
class SimulationCsv {
 public:
  explicit SimulationCsv(const Model<double>& model);
  /// The names of the columns, with the line's end.
  const std::string& header() const noexcept { return header_; }
  void add(const SimulationSample& sample, std::string& text) const;

 private:
  std::string header_;
};

/// A row as an object of JSON: {"t": 0, "q": [0], …}; `i` counts from 0.
void add_json_row(long i, const SimulationSample& sample, std::string& text);

/// "elbow hits a stop at -2.1 rad/s", for people and comments of a CSV.
std::string event_text(const SimulationEvent& event, const Model<double>& model,
                       const std::vector<std::string>& conditions);
/// The comment line of a CSV.
std::string event_comment(const SimulationEvent& event, const Model<double>& model,
                          const std::vector<std::string>& conditions);

/// Where a run can go on from, as a comment line of its CSV: `# checkpoint ROW RUN NUMBERS SUM`. The numbers are there
/// bit by bit. `run` says which run it is, and the sum whether the line is whole.
struct RunCheckpoint {
  long next_row = 0;
  std::string run;  ///< without spaces
  std::vector<double> numbers;
};
std::string checkpoint_line(const RunCheckpoint& checkpoint);
/// Nothing where the line, without its end, is no whole checkpoint.
bool read_checkpoint_line(const std::string& line, RunCheckpoint& checkpoint);

/// The first line of a CSV that has checkpoints: it says which run it is.
std::string run_line(const std::string& run);

/// The last whole checkpoint of a file, and how many bytes stand before its end; none: zero bytes.
struct LastCheckpoint {
  RunCheckpoint checkpoint;
  long long bytes = 0;
  std::string first_line;  ///< without its end
  bool is_there() const { return bytes > 0; }
};
/// Throws InputError for a file that cannot be read.
LastCheckpoint last_checkpoint(const std::string& path);

/// A text as 16 hexadecimal digits (FNV-1a, 64 bits).
std::string short_sum(std::string_view text);

}  // namespace sinew
