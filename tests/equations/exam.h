// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "sinew/equations/answers/verify.h"
#include "sinew/model/end_frame.h"
#include "sinew/symbolic/print/print.h"

namespace sinew {

/// A robot that asks for answers. It must outlive its verdicts: their expressions are in its graph.
class Exam {
 public:
  /// The Jacobian is in the frame's own axes, as the textbook has it.
  explicit Exam(SymbolicRobot robot) : robot_(std::move(robot)), book_(robot_) {
    book_.choose({end_frame(robot_.numbers), true, {}});
  }

  AnswerVerdict ask(const std::string& text) {
    const std::vector<Answer> answers = read_answers({"answer.txt", text}, book_);
    EXPECT_EQ(answers.size(), 1U) << text;
    return verified(book_, answers.front());
  }
  std::string refusal(const std::string& text) {
    try {
      for (const Answer& answer : read_answers({"answer.txt", text}, book_)) verified(book_, answer);
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  }
  EquationBook& book() { return book_; }

 private:
  SymbolicRobot robot_;
  EquationBook book_;
};

/// Two point masses on a planar arm: the textbook's robot, with l1 = l2 in its file.
inline Exam two_masses() { return Exam(symbolic_robot(SINEW_SOURCE_DIR "/robots/point_mass_2r.yaml", {})); }

/// A pendulum with all that a joint can have.
inline Exam pendulum() {
  return Exam(symbolic_robot(SourceText{"pendulum.yaml", R"(
sinew: 1
name: pendulum
parameters:
  m: 2 kg
  l: 0.5 m
  g: 9.81 m/s^2
  fv: 0.1 Nm*s/rad
  fc: 0.2 Nm
  k: 3 Nm/rad
gravity: [0, -g, 0]
base: base
links:
  - name: bob
    joint: {name: pivot, kind: revolute, friction: {viscous: fv, coulomb: fc}, spring: {stiffness: k}}
    bodies:
      - {shape: point, mass: m, pose: Tx(l)}
)"},
                             {}));
}

inline std::string remarks(const AnswerVerdict& verdict) {
  std::string text;
  for (const EntryVerdict& entry : verdict.entries)
    for (const TermRemark& remark : entry.terms) {
      constexpr const char* faults[] = {"missing", "extra", "sign", "factor", "different"};
      text += std::string(text.empty() ? "" : "; ") + faults[static_cast<int>(remark.fault)] + " " +
              printed(remark.term, Language::Text);
      if (remark.fault == TermFault::WrongFactor) text += " by " + remark.factor.text();
      if (remark.fault == TermFault::Different) text += " not " + printed(remark.yours, Language::Text);
    }
  return text;
}

/// The properties that fail, or all of them.
inline std::string properties(const AnswerVerdict& verdict, bool failing_alone = true) {
  std::string text;
  for (const Property& property : verdict.properties)
    if (!property.verdict.holds || !failing_alone) text += (text.empty() ? "" : "; ") + property.verdict.text;
  return text;
}

inline std::string evidence(const Property& property) {
  std::string text;
  for (const Block& block : property.evidence)
    if (const auto* paragraph = std::get_if<Paragraph>(&block)) {
      for (const auto& piece : paragraph->pieces)
        text +=
            std::holds_alternative<MathName>(piece) ? std::get<MathName>(piece).plain : std::get<std::string>(piece);
      text += "\n";
    }
  return text;
}

}  // namespace sinew
