// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

#include "sinew/questions/door.h"
#include "sinew/questions/request_value.h"

namespace sinew {

/// Answers one request, a JSON object such as
///
///     {"command": "torque", "robot": "panda", "q": [0, -0.6, 0, -2.2, 0, 1.7, 0.8, 0]}
///
/// whose members are the fields of the command's question. A text may be given as a number, a list of numbers or texts, or
/// an object of values by name, as `q` in {"elbow": "20deg"}. `id` may be anything and is repeated.
///
/// The reply is one line of JSON:
///
///     {"id": 7, "answer": {...}, "outcome": "yes", "warnings": [...], "remarks": "..."}
///     {"id": 7, "error": {"kind": "usage", "field": "q", "what": "...", "diagnostics": [...]}}
///
/// `answer` is what the command prints with `--format json`, unless the request asks for another format; then it is the text.
class RequestReader {
 public:
  /// Robots that were read are kept by `robots`, which must outlive the reader. `behind` is the door of the whole stream,
  /// which may stop long work.
  explicit RequestReader(Robots& robots, Door* behind = nullptr) : robots_(robots), behind_(behind) {}

  /// Never throws for what a request says: what is wrong with it is the reply.
  std::string reply(std::string_view request);

  /// To a line that is longer than any request, and was not kept.
  std::string reply_to_long_line();

  /// Is every request so far answered, without an error?
  bool all_answered() const noexcept { return all_answered_; }

 private:
  std::string answered(const std::string& id, const RequestValue& request);
  std::string failed(const std::string& id, const std::string& error);

  Robots& robots_;
  Door* behind_;
  bool all_answered_ = true;
};

/// Reads requests from the input, one a line, and writes one reply a line, each as soon as it is there. A line that is wrong
/// gets an error as its reply, and the next one is read. Returns whether all were answered.
bool answer_requests(std::istream& in, Door& door);
/// The same of a file, - for the standard input. A file may also be one request over several lines.
bool answer_requests(const std::string& file, Door& door);

}  // namespace sinew
