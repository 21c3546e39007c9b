// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/errors/diagnostic.h"
#include "sinew/print/plots/colored_text.h"

namespace sinew {

class Robots;

/// Where a question comes from and where its answer goes: a command line, a stream of requests, another program.
///
/// Long answers are written piece by piece as they are computed, so that memory does not grow with their length and nothing
/// that has been answered is lost when the work is stopped.
class Door {
 public:
  /// Must long work end? `Keep`: what there is of the answer is wanted; `Discard`: files stay as they were.
  enum class Stop { GoOn, Keep, Discard };

  Door() = default;
  Door(const Door&) = delete;
  Door& operator=(const Door&) = delete;
  virtual ~Door() = default;

  /// Adds to the answer.
  virtual void write(std::string_view text) = 0;
  /// The same with colours, where they can be shown.
  virtual void write_colored(const ColoredPage& page) { write(plain_text(page)); }
  /// How wide a page of the answer may be.
  virtual int columns() const { return 80; }
  /// Hands on what was written: somebody may be waiting for it.
  virtual void flush() = 0;
  /// Is somebody still reading?
  virtual bool is_open() const = 0;
  /// What is odd about the question or the robot; no part of the answer.
  virtual void warn(const std::vector<Diagnostic>& diagnostics) = 0;
  /// A remark for people beside the answer, such as a summary of rows that went to a file. Ends with a line's end.
  virtual void remark(std::string_view text) = 0;
  /// How far the work is. The text is made only if it is time to show it again. False where nobody can watch: then a remark
  /// may say what takes long.
  virtual bool progress(const std::function<std::string()>& text) = 0;
  virtual Stop stop() = 0;
  /// Robots that were read already.
  virtual Robots& robots() = 0;
};

}  // namespace sinew
