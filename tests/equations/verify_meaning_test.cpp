// SPDX-License-Identifier: BSD-3-Clause
// What an answer may look like, and what is said where it means something else.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sinew/equations/answers/verdict_document.h"
#include "tests/equations/exam.h"

namespace sinew {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

const std::string inertia_12 = "m2*l2^2 + m2*l1*l2*c2";

// --- fractions of angles

TEST(AHalfAngle, IsTheSameFunctionInOtherWords) {
  Exam exam = two_masses();
  EXPECT_TRUE(exam.ask("V2 = 2*m2*l1*l2*sin(q2/2)*cos(q2/2)*dq1^2").right);
  EXPECT_TRUE(exam.ask("M12 = m2*l2^2 + m2*l1*l2*(1 - 2*sin(q2/2)^2)").right);
  EXPECT_TRUE(exam.ask("M12 = m2*l2^2 + m2*l1*l2*(1 - tan(q2/2)^2)/(1 + tan(q2/2)^2)").right);
  EXPECT_TRUE(exam.ask("G2 = m2*l2*g*(4*cos((q1 + q2)/3)^3 - 3*cos((q1 + q2)/3))").right);
  EXPECT_TRUE(
      exam.ask("S = [[-2*m2*l1*l2*sin(q2/2)*cos(q2/2)*dq2, -m2*l1*l2*s2*(dq1 + dq2)], [m2*l1*l2*s2*dq1, 0]]").right);
}

TEST(AHalfAngle, ThatIsWrongIsShownAsItWasTyped) {
  EXPECT_EQ(remarks(two_masses().ask("M12 = m2*l2^2 + m2*l1*l2*cos(q2/2)")),
            "different m2*l1*l2*cos(q2) not m2*l1*l2*cos(q2/2)");
}

TEST(AHalfAngle, IsInNoMassMatrix) {
  EXPECT_THAT(properties(verified_inertia("[[a + b*cos(q2/2), 0], [0, c]]")),
              HasSubstr("another one after a full turn"));
  EXPECT_TRUE(verified_inertia("[[a + 2*b*cos(q2/2)^2, 0], [0, c]]").right);
}

TEST(AnAngle, ThatIsNearlyHalfATurnDividesByNothing) {
  EXPECT_TRUE(two_masses().ask("M12 = m2*l2^2 - m2*l1*l2*cos(q2 + 3.14159265359)").right);
  EXPECT_FALSE(two_masses().ask("M12 = m2*l2^2 - m2*l1*l2*cos(q2 + 3.14159)").right);
}

TEST(AnAnswerWithoutVerdict, LeavesTheOthersTheirs) {
  Exam exam = two_masses();
  exam.book().choose({"tip", true, {4}});
  const std::vector<Answer> answers = read_answers({"answer.txt", "det_J = l1\nM22 = m2*l2^2\n"}, exam.book());
  const std::vector<AnswerVerdict> verdicts = verified(exam.book(), answers);
  ASSERT_EQ(verdicts.size(), 2U);
  EXPECT_THAT(verdicts[0].failure, HasSubstr("needs a Jacobian with an inverse"));
  EXPECT_FALSE(verdicts[0].right);
  EXPECT_TRUE(verdicts[1].right);
}

// --- what Sinew prints

void expect_all_right(Exam& exam, const std::string& printed, std::size_t count) {
  const std::vector<Answer> answers = read_answers({"page.txt", printed}, exam.book());
  EXPECT_EQ(answers.size(), count);
  for (const Answer& answer : answers) EXPECT_TRUE(verified(exam.book(), answer).right) << answer.written;
}

TEST(APrintedPage, IsReadBackAsPlainText) {
  Exam exam = two_masses();
  expect_all_right(exam, R"(Torques
-------
tau1 = (m1 + m2)*l1^2*qdd1 + m2*l1*l2*cos(q2)*(2*qdd1 + qdd2) + m2*l2^2*(qdd1 + qdd2)    inertial
       - 2*m2*l1*l2*sin(q2)*qd1*qd2                                                      Coriolis
       - m2*l1*l2*sin(q2)*qd2^2                                                          centrifugal
       + (m1 + m2)*l1*g*cos(q1) + m2*l2*g*cos(q1 + q2)                                   gravity
M = [ (m1 + m2)*l1^2 + 2*m2*l1*l2*cos(q2) + m2*l2^2  m2*l1*l2*cos(q2) + m2*l2^2 ]
    [ m2*l1*l2*cos(q2) + m2*l2^2                     m2*l2^2                    ]
T = (m1 + m2)*l1^2*qd1^2/2 + m2*l1*l2*cos(q2)*qd1^2 + m2*l1*l2*cos(q2)*qd1*qd2
    + m2*l2^2*(qd1 + qd2)^2/2
g, 2×1:
  g[1] = (m1 + m2)*l1*g*cos(q1) + m2*l2*g*cos(q1 + q2)
  g[2] = m2*l2*g*cos(q1 + q2)
M, 2×2, symmetric:
  M[2,2] = m2*l2^2
  all others are zero
g_x = g*[ m1*cos(q1)/sin(q2) + m2*sin(q1 + q2) ]
        [ m2*cos(q1 + q2)                      ]
det_J = l1*l2*sin(q2)
)",
                   8);
}

TEST(APrintedPage, IsReadBackInUnicode) {
  Exam exam = two_masses();
  expect_all_right(exam, R"(τ₂ = m₂·l₁·l₂·c₂·q̈₁ + m₂·l₂²·(q̈₁ + q̈₂)    inertial
     + m₂·l₁·l₂·s₂·q̇₁²                      centrifugal
     + m₂·l₂·g·c₁₂                          gravity
M(q) = ⎡ (m₁ + m₂)·l₁² + 2·m₂·l₁·l₂·c₂ + m₂·l₂²  m₂·l₁·l₂·c₂ + m₂·l₂² ⎤
       ⎣ m₂·l₁·l₂·c₂ + m₂·l₂²                    m₂·l₂²               ⎦
c(q, q̇) = ⎡ −m₂·l₁·l₂·s₂·q̇₂·(2·q̇₁ + q̇₂) ⎤
          ⎣ m₂·l₁·l₂·s₂·q̇₁²             ⎦
c₂(q, q̇) = m₂·l₁·l₂·s₂·q̇₁²    centrifugal
J̇ = ⎡ l₁·c₂·q̇₂   0 ⎤
    ⎣ −l₁·s₂·q̇₂  0 ⎦
det J = l₁·l₂·s₂
Mₓ(q) = ⎡ m₁/s₂² + m₂  0  ⎤
        ⎣ 0            m₂ ⎦
)",
                   7);
}

TEST(APrintedPage, MayDrawMatricesOfThreeRows) {
  Exam exam(symbolic_robot(SINEW_SOURCE_DIR "/robots/rrp.yaml", {}));
  const std::string matrix = R"(
    [ (m2*l2^2/3 + m3*(l2 + q3)^2)*cos(q2)^2  0                           0  ]
M = [ 0                                       m2*l2^2/3 + m3*(l2 + q3)^2  0  ]
    [ 0                                       0                           m3 ]
)";
  expect_all_right(exam, matrix + matrix, 2);
  expect_all_right(exam, matrix.substr(1) + matrix.substr(1), 2);
}

// --- spellings

TEST(AnAnswer, MayBeSpelledAsPeopleDo) {
  Exam exam = two_masses();
  for (const std::string rate : {"q1_dot", "qdot1", "q1dot", "q_dot1", "theta1_dot", "thetadot1", "q1\u0307", "q1d"})
    EXPECT_TRUE(exam.ask("V2 = m2*l1*l2*s2*" + rate + "^2").right) << rate;
  for (const std::string name : {"M12", "M_12", "M_1_2", "M[1,2]", "M[1][2]", "M(1,2)", "M_{12}", "M_{1,2}", "M₁₂"})
    EXPECT_TRUE(exam.ask(name + " = " + inertia_12).right) << name;
  EXPECT_TRUE(exam.ask("G2 = m_2*l_2*g*c21").right);
  EXPECT_TRUE(exam.ask("V = (-m2*l1*l2*s2*dq2*(2*dq1 + dq2), m2*l1*l2*s2*dq1^2)").right);
  EXPECT_TRUE(exam.ask("Csq = {{0, -m2*l1*l2*s2}, {m2*l1*l2*s2, 0}}").right);
  EXPECT_TRUE(exam.ask("M22 = m2*l2^2*(sin^2(q1) + cos²(q1))").right);
}

TEST(AnAnswer, MayGiveGravityInAUnitThatAParameterIsNamedAfter) {
  const AnswerVerdict verdict = pendulum().ask("G = m*9.81 m/s^2*l*cos(q)");
  EXPECT_FALSE(verdict.right) << "g is a symbol there";
  ASSERT_EQ(verdict.entries[0].terms.size(), 2U);
  EXPECT_EQ(verdict.entries[0].terms[1].note, "") << "its unit is that of a torque";
}

TEST(AnAnswerThatCannotBeRead, IsToldWhatToWrite) {
  Exam exam = two_masses();
  EXPECT_THAT(exam.refusal("G2 = m2*sin q1"), HasSubstr("has sin without its brackets; write sin(…)"));
  EXPECT_THAT(exam.refusal("M12 = M21"), HasSubstr("a quantity of the robot and no symbol"));
  EXPECT_THAT(exam.refusal("M ="), HasSubstr("is given nothing"));
  EXPECT_THAT(exam.refusal("M = []"), HasSubstr("is given nothing"));
  EXPECT_THAT(exam.refusal("M = m1"), HasSubstr("or one entry: M12 = …"));
  EXPECT_THAT(exam.refusal(""), HasSubstr("there is nothing to check"));
  EXPECT_THAT(exam.refusal("# only\n# comments\n"), HasSubstr("there is nothing to check"));
}

TEST(AnAnswerThatCannotBeRead, IsToldAllItsUnknownSymbols) {
  EXPECT_THAT(
      two_masses().refusal("G1 = (m1 + m2)*g*l1*cos(q1) + m2*g*l3*cos(q12)"),
      AllOf(HasSubstr("unknown symbol 'l3'"), HasSubstr("unknown symbol 'q12'; for a sum of angles write q1 + q2")));
}

// --- numbers and units

TEST(ARobotOfNumbers, CanBeAskedAboutToo) {
  Exam exam(symbolic_robot(SINEW_SOURCE_DIR "/robots/two_link_2r.yaml", {.numbers_will_do = true}));
  EXPECT_TRUE(exam.ask("M22 = 3.34").right);
  EXPECT_FALSE(exam.ask("M22 = 3.35").right);
}

TEST(AUnit, IsHeldAgainstThatOfTheQuantity) {
  EXPECT_EQ(pendulum().ask("U = m*g*l*s1 + 2*k*q^2").entries[0].terms[0].note, "") << "it is N·m";
  Exam hidden(symbolic_robot(SINEW_SOURCE_DIR "/robots/two_link_2r.yaml", {.gravity = true}));
  const AnswerVerdict verdict = hidden.ask("G2 = 19*9.81*0.4*c12");
  for (const TermRemark& remark : verdict.entries[0].terms)
    EXPECT_EQ(remark.note, "") << "masses and lengths are numbers there and show no unit";
}

TEST(ARatio, ThatIsLongIsADecimalNumber) {
  Exam exam = two_masses();
  const EquationDocument document = verdict_document({exam.ask("M22 = 0.123456789123*m2*l2^2")});
  const auto& remark = std::get<Paragraph>(document.sections[0].blocks.at(1)).pieces;
  EXPECT_EQ(std::get<std::string>(remark.at(0)), "Is 0.123457 times what it should be; right is ");
}

// --- other meanings

TEST(AJacobian, IsToldItsFrameAndItsAxes) {
  Exam exam = two_masses();
  const AnswerVerdict own = exam.ask("J = [[l1*s2, 0], [l1*c2 + l2, l2]]");
  EXPECT_EQ(own.about, "J is that of tip, in its own axes, rows vx, vy; --frame, --axes and --rows choose others");
  const AnswerVerdict base = exam.ask("J = [[-l1*s1 - l2*s12, -l2*s12], [l1*c1 + l2*c12, l2*c12]]");
  EXPECT_THAT(base.hints, ElementsAre("It is right in the axes of the world: --axes world"));
}

TEST(ACoriolisMatrix, ThatIsCalledCsqIsToldToBeC) {
  Exam exam = two_masses();
  const AnswerVerdict verdict = exam.ask("Csq = [[-m2*l1*l2*s2*qd2, -m2*l1*l2*s2*(qd1 + qd2)], [m2*l1*l2*s2*qd1, 0]]");
  EXPECT_FALSE(verdict.right);
  EXPECT_THAT(verdict.hints, ElementsAre(HasSubstr("call it C.")));
}

TEST(ACentrifugalMatrix, ThatIsCalledCAsInCraigsBookIsToldToBeCsq) {
  Exam exam = two_masses();
  const AnswerVerdict verdict = exam.ask("C = [[0, -m2*l1*l2*s2], [m2*l1*l2*s2, 0]]");
  EXPECT_FALSE(verdict.right);
  EXPECT_THAT(verdict.hints, ElementsAre(HasSubstr("call it Csq.")));
}

TEST(AVerdict, IsHeadedAsTheAnswerWasTyped) {
  Exam exam = two_masses();
  const EquationDocument document =
      verdict_document({exam.ask("M22 = m2*l2^2"), exam.ask("S = [[0, 0], [m2*l1*l2*s2*dq1, 0]]")});
  EXPECT_EQ(document.sections[0].title, "M22");
  EXPECT_EQ(std::get<std::string>(std::get<Paragraph>(document.sections[1].blocks.at(0)).pieces.at(0)),
            "S·q̇ is c in 1 of 2 rows.");
}

// --- mass matrices that are singular somewhere, and slides

std::string definiteness(const AnswerVerdict& verdict) { return verdict.properties.back().verdict.text; }

TEST(AMassMatrix, MayBeSingularInSinglePlacesForIdealBodies) {
  Exam exam(symbolic_robot(SINEW_SOURCE_DIR "/robots/rrp.yaml", {}));
  const AnswerVerdict robot =
      exam.ask("M = [[(m2*l2^2/3 + m3*(l2 + q3)^2)*c2^2, 0, 0], [0, m2*l2^2/3 + m3*(l2 + q3)^2, 0], [0, 0, m3]]");
  const AnswerVerdict alone = verified_inertia("[[a*cos(q2)^2, 0], [0, c]]");
  for (const AnswerVerdict* verdict : {&robot, &alone}) {
    EXPECT_TRUE(verdict->right);
    EXPECT_THAT(definiteness(*verdict), HasSubstr("but where what follows is zero, and singular there"));
    EXPECT_EQ(evidence(verdict->properties.back()), "Singular where cos(q2) = 0.\n");
  }
}

TEST(AMassMatrix, HasSlidesThatGoAnywhere) {
  EXPECT_FALSE(verified_inertia("[[a + m*q2, 0], [0, m]]").right);
  EXPECT_TRUE(verified_inertia("[[a + m*q2^2, 0], [0, m]]").right);
  EXPECT_EQ(evidence(verified_inertia("[[a - b*q2 + m*q2^2, 0], [0, m]]").properties.back()), "4*a*m > b^2\n");
  EXPECT_EQ(evidence(verified_inertia("[[m*(l + q2)^2, 0], [0, m]]").properties.back()),
            "Singular where l + q2 = 0.\n");
  EXPECT_FALSE(verified_inertia("[[a - m*q2^2, 0], [0, m]]").right);
}

TEST(AMassMatrix, WithoutAClosedFormSaysHowFarSlidesWere) {
  const AnswerVerdict verdict =
      verified_inertia("[[a + b*cos(q2)*sin(q3) + m*q4^4, 0, 0, 0], [0, b, 0, 0], [0, 0, c, 0], [0, 0, 0, c]]");
  EXPECT_THAT(definiteness(verdict), HasSubstr("slides within ±100 m"));
}

TEST(AMassMatrix, OfNumbersAloneIsShownItsEigenvalue) {
  EXPECT_EQ(evidence(verified_inertia("[[-1, 0], [0, 2]]").properties.back()),
            "det M is -2.\nIts smallest eigenvalue is -1.\n");
}

}  // namespace
}  // namespace sinew
