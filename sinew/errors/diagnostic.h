// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <exception>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// Where something stands in the user's file; line 0 means the file as a whole.
struct SourceLine {
  int line = 0;

  SourceLine or_else(SourceLine other) const { return line > 0 ? *this : other; }
};

enum class Severity { Warning, Error };

/// One thing wrong with an input: where, what, and what to do about it.
struct Diagnostic {
  Severity severity = Severity::Error;
  std::string file;
  int line = 0;
  std::string what;
  std::string remedy;

  /// "arm.urdf:42: joint 'elbow' has a zero axis; give it a direction such as "0 0 1""
  std::string text() const;
};

/// Bad input. It carries every diagnostic that was made, not only the first, warnings included.
class InputError : public std::exception {
 public:
  explicit InputError(std::vector<Diagnostic> diagnostics);

  const std::vector<Diagnostic>& diagnostics() const noexcept { return diagnostics_; }
  /// All diagnostics, one a line.
  const char* what() const noexcept override { return what_.c_str(); }

 private:
  std::vector<Diagnostic> diagnostics_;
  std::string what_;
};

/// Throws an InputError with one diagnostic, found in `where`: a file, an option, a robot, or nothing that has a name.
[[noreturn]] void refuse(std::string where, std::string what, std::string remedy);
[[noreturn]] void refuse(std::string what, std::string remedy);

/// Collects what is wrong with one file while it is read.
///
/// A reader notes a diagnostic and goes on, so that the user sees all of them at once. Past a thousand of one
/// severity it stops listing and counts: a megabyte of rubbish must not become a gigabyte of complaints.
class Diagnostics {
 public:
  explicit Diagnostics(std::string file) : file_(std::move(file)) {}

  void error(SourceLine where, std::string what, std::string remedy);
  void warning(SourceLine where, std::string what, std::string remedy);
  /// Takes over a diagnostic as it is, with the name and line of the file that it was found in.
  void add(Diagnostic diagnostic);

  bool has_errors() const noexcept { return error_count_ > 0; }
  const std::string& file() const noexcept { return file_; }
  /// What was noted, in file order, with a last line that counts what was left out.
  std::vector<Diagnostic> all() const;
  /// Throws an InputError with everything noted so far if any of it is an error.
  void throw_if_errors() const;

 private:
  std::string file_;
  std::vector<Diagnostic> noted_;
  std::size_t error_count_ = 0;
  std::size_t warning_count_ = 0;
};

/// Where `text` stops being UTF-8, or npos.
std::size_t first_byte_that_is_not_utf8(std::string_view text);

/// `text` cut to a length fit for a message, with control characters and broken UTF-8 made visible.
std::string in_quotes(std::string_view text);

/// A number as a message shows it, to six digits: "0.25", "1e-09", "nan".
std::string shown(double number);

/// The candidate that `word` was most likely meant to be, or "" if none is near.
std::string nearest_word(std::string_view word, const std::vector<std::string>& candidates);

/// "did you mean 'elbow'?" where one is near, else "known: a, b, c".
std::string suggestion(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace sinew
