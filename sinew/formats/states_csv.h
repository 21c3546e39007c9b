// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <istream>
#include <optional>
#include <string>
#include <vector>

#include "sinew/errors/diagnostic.h"
#include "sinew/formats/csv.h"
#include "sinew/model/model.h"
#include "sinew/model/state.h"
#include "sinew/units/units.h"

namespace sinew {

/// One number of a state: `elbow`, or `base.qx` of a floating base, and what it is measured in.
struct StateNumber {
  std::string name;
  Dimension dimension;
};

/// The numbers of q, qd, qdd or tau, in order.
std::vector<StateNumber> state_numbers(const Model<double>& model, StatePart part);

/// "'finger2' follows 'finger1' and has no state of its own", or nothing if `joint` is no such joint.
std::optional<std::string> why_it_has_no_state(const Model<double>& model, const std::string& joint);

/// Reads states from CSV, one a row, as they come: memory does not grow with the file.
///
/// The first line names the columns, in any order: `q.<joint>`, `qd.<joint>`, `qdd.<joint>`, `tau.<joint>`; of a
/// floating base `q.base.{x,y,z,qx,qy,qz,qw}`, `qd.base.{wx,wy,wz,vx,vy,vz}` at the base's origin in its own axes,
/// `qdd.base.…` the time derivatives of those six, `tau.base.{nx,ny,nz,fx,fy,fz}`; and `t`, which is carried along. What has
/// no column stays as in `start`.
///
/// Other columns are left alone: those that Sinew's own answers have silently, anybody else's with a warning. What looks
/// like a slip for one of a state is refused.
class StatesReader {
 public:
  /// Reads the first line. Throws InputError with every column that is wrong.
  StatesReader(std::istream& in, std::string file, const Model<double>& model, State start);

  /// The next state, or false at the end. Throws InputError with every number that is wrong in its row.
  bool next(State& state);

  /// Of the first line: which columns are left alone.
  const std::vector<Diagnostic>& warnings() const noexcept { return warnings_; }
  const std::string& file() const noexcept { return rows_.file(); }
  /// Of the row that was read last.
  int line() const noexcept { return row_.line; }

 private:
  enum class Use { State, Time, LeftAlone };
  struct Column {
    std::string title;
    Use use = Use::LeftAlone;
    StatePart part = StatePart::Position;
    std::size_t index = 0;
    Dimension dimension;
  };

  void read_header(const Model<double>& model);
  void warn_of(const std::vector<std::string>& left_alone);

  CsvReader rows_;
  CsvRow row_;  ///< the row that was read last
  State start_;
  bool floating_base_;
  std::vector<Column> columns_;
  std::vector<Diagnostic> warnings_;
};

}  // namespace sinew
