// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "sinew/questions/answer_shape.h"
#include "sinew/questions/door.h"
#include "sinew/questions/fields.h"

namespace sinew {

/// `No` where the question was understood and the answer is not what was hoped for: a check that finds errors, a target that
/// is out of reach, a statement that is wrong.
enum class Outcome { Yes, No };

/// What a command asks, as a struct that every door fills: its members have the names and defaults of the options.
class Question {
 public:
  Question() = default;
  Question(const Question&) = delete;
  Question& operator=(const Question&) = delete;
  virtual ~Question() = default;

  /// Every field with its meaning; bound to the members of this question.
  Fields& fields();

  /// Computes the answer and writes it to the door in the chosen format. Throws UsageError and InputError.
  Outcome answer(Door& door);

  /// What the answer in JSON is made of; a text where it is none.
  virtual AnswerShape answer_shape() const = 0;

 protected:
  virtual void describe(Fields& fields) = 0;
  virtual Outcome respond(Door& door) = 0;

 private:
  Fields fields_;
  bool described_ = false;
};

/// A question by the name of its command.
struct Command {
  const char* name;
  const char* answers;  ///< what it answers, in one line
  const char* example;  ///< one line that works as it stands in the source tree
  std::unique_ptr<Question> (*make)();
};

/// All of them, in the order of the help.
std::span<const Command> commands();

/// Throws UsageError with the nearest name where there is none.
const Command& command_named(std::string_view name);

}  // namespace sinew
