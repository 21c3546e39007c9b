// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/equations/answers/verify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "sinew/equations/answers/verdict_document.h"
#include "sinew/symbolic/print/print.h"
#include "tests/equations/exam.h"

namespace sinew {
namespace {

using testing::HasSubstr;

// what a textbook prints of this robot
const std::vector<std::string> textbook{
    "tau1 = ddtheta1*l1**2*(m1 + m2) - 2*dtheta1*dtheta2*l1*l2*m2*sin(theta2) - dtheta2**2*l1*l2*m2*sin(theta2)"
    " + g*l1*(m1 + m2)*cos(theta1) + g*l2*m2*cos(theta1 + theta2) + l1*l2*m2*(2*ddtheta1 + ddtheta2)*cos(theta2)"
    " + l2**2*m2*(ddtheta1 + ddtheta2)",
    "tau2 = ddtheta1*l1*l2*m2*cos(theta2) + dtheta1**2*l1*l2*m2*sin(theta2) + g*l2*m2*cos(theta1 + theta2)"
    " + l2**2*m2*(ddtheta1 + ddtheta2)",
    "M = [[l1^2*(m1 + m2) + 2*l1*l2*m2*c2 + l2^2*m2, l1*l2*m2*c2 + l2^2*m2], [l1*l2*m2*c2 + l2^2*m2, l2^2*m2]]",
    "c = [-2*qd1*qd2*l1*l2*m2*s2 - qd2^2*l1*l2*m2*s2, qd1^2*l1*l2*m2*s2]",
    "V = [-2*qd1*qd2*l1*l2*m2*s2 - qd2^2*l1*l2*m2*s2, qd1^2*l1*l2*m2*s2]",
    "G = [g*l1*(m1 + m2)*c1 + g*l2*m2*c12, g*l2*m2*c12]",
    "g = [g*l1*(m1 + m2)*c1 + g*l2*m2*c12; g*l2*m2*c12]",
    "B = [-2*l1*l2*m2*sin(q2), 0]",
    "Csq = [[0, -l1*l2*m2*sin(q2)], [l1*l2*m2*sin(q2), 0]]",
    "C = [[-m2*l1*l2*s2*qd2, -m2*l1*l2*s2*(qd1 + qd2)], [m2*l1*l2*s2*qd1, 0]]",
    "S = [[-m2*l1*l2*s2*dq2, -m2*l1*l2*s2*(dq1 + dq2)], [m2*l1*l2*s2*dq1, 0]]",
    "T = m1*l1^2*dq1^2/2 + m2*(l1^2*dq1^2 + l2^2*(dq1 + dq2)^2 + 2*l1*l2*c2*dq1*(dq1 + dq2))/2",
    "T1 = m1*l1^2*dq1^2/2",
    "U = (m1 + m2)*g*l1*s1 + m2*g*l2*s12",
    "U2 = m2*g*(l1*s1 + l2*s12)",
    "L = m1*l1^2*dq1^2/2 + m2*(l1^2*dq1^2 + l2^2*(dq1 + dq2)^2 + 2*l1*l2*c2*dq1*(dq1 + dq2))/2"
    " - (m1 + m2)*g*l1*s1 - m2*g*l2*s12",
    "J = [[l1*sin(theta2), 0], [l1*cos(theta2) + l2, l2]]",
    "J_dot = [[dtheta2*l1*cos(theta2), 0], [-dtheta2*l1*sin(theta2), 0]]",
    "det_J = l1*l2*s2",
    "M_x = [[m1/sin(theta2)**2 + m2, 0], [0, m2]]",
    "V_x = [dtheta1**2*(-l1*m2*cos(theta2) - l2*m2) - dtheta1*dtheta2*(l1*m1*cos(theta2)/sin(theta2)**2"
    " + l1*m2*cos(theta2) + 2*l2*m2) - dtheta2**2*l2*m2, dtheta1**2*l1*m2*s2 + dtheta1*dtheta2*l1*m2*s2]",
    "g_x = [g*m1*cos(q1)/sin(q2) + g*m2*sin(q1 + q2), g*m2*cos(q1 + q2)]",
    "G_x = [g*m1*cos(theta1)/sin(theta2) + g*m2*sin(theta1 + theta2), g*m2*cos(theta1 + theta2)]",
};

TEST(AnAnswer, IsRightAsTheTextbookPrintsIt) {
  Exam exam = two_masses();
  for (const std::string& text : textbook) {
    const AnswerVerdict verdict = exam.ask(text);
    EXPECT_TRUE(verdict.right) << text << "\n" << remarks(verdict);
    EXPECT_EQ(properties(verdict), "") << text;
  }
}

TEST(AnAnswer, MayNameJointsInAnyOfTheUsualWays) {
  Exam exam = two_masses();
  for (const std::string angle : {"q1 + q2", "theta1+theta2", "th1 + th2", "θ1 + θ₂", "q₁ + q₂"})
    EXPECT_TRUE(exam.ask("G2 = m2*g*l2*cos(" + angle + ")").right) << angle;
  for (const std::string rate : {"dq1", "qd1", "dtheta1", "dth1", "q̇₁", "θ̇1"})
    EXPECT_TRUE(exam.ask("V_2 = m2*l1*l2*s2*" + rate + "^2").right) << rate;
  EXPECT_TRUE(exam.ask("τ₂ = m₂·l₂²·(q̈₁ + q̈₂) + m₂·l₁·l₂·c₂·q̈₁ + m₂·l₁·l₂·s₂·q̇₁² + m₂·l₂·g·c₁₂").right);
}

TEST(AnAnswer, InAFileMayGoOnOverLinesAndHaveComments) {
  Exam exam = two_masses();
  const std::string text =
      "# homework\nM22 = m2*l2^2  # the last one\n\nCsq(q) = [[0, -m2*l1*l2*s2],\n  [m2*l1*l2*s2, 0]]\n";
  const std::vector<Answer> answers = read_answers({"answer.txt", text}, exam.book());
  ASSERT_EQ(answers.size(), 2U);
  EXPECT_EQ(answers[0].row, 2);
  EXPECT_EQ(answers[0].column, 2);
  EXPECT_EQ(answers[1].line, 4);
  for (const Answer& answer : answers) EXPECT_TRUE(verified(exam.book(), answer).right);
}

TEST(AnAnswer, OfAJacobianHasTheRowsThatWereChosen) {
  Exam exam = two_masses();
  exam.book().choose({"tip", true, {4}});
  EXPECT_TRUE(exam.ask("J = [l1*c2 + l2, l2]").right);
  EXPECT_THAT(exam.refusal("det_J = l1"), HasSubstr("answer.txt:1: det_J needs a Jacobian with an inverse"));
}

TEST(AnAnswer, IsWhatSinewItselfPrints) {
  for (const char* robot : {"rrp", "spatial_3r", "spatial_rpr", "elbow_3r"}) {
    Exam exam(symbolic_robot(SINEW_SOURCE_DIR "/robots/" + std::string(robot) + ".yaml",
                             {.central = true, .lengths = true, .gravity = true}));
    for (int k = 0; k < exam.book().robot().size(); ++k)
      for (const Language language : {Language::Text, Language::Unicode}) {
        const Expr torque = exam.book().readable().torque(exam.book().motion().torque(k, 0));
        EXPECT_TRUE(exam.ask("tau" + std::to_string(k + 1) + " = " + printed(torque, language)).right) << robot;
      }
  }
}

TEST(AWrongAnswer, IsToldItsFaultsTermByTerm) {
  Exam exam = two_masses();
  EXPECT_EQ(remarks(exam.ask("M12 = m2*l2^2")), "missing m2*l1*l2*cos(q2)");
  EXPECT_EQ(remarks(exam.ask("M12 = m2*l2^2 - m2*l1*l2*c2")), "sign m2*l1*l2*cos(q2)");
  EXPECT_EQ(remarks(exam.ask("M12 = m2*l2^2 + 2*m2*l1*l2*c2")), "factor m2*l1*l2*cos(q2) by 2");
  EXPECT_EQ(remarks(exam.ask("M12 = m2*l2^2 + m2*l1*l2*c2/2")), "factor m2*l1*l2*cos(q2) by 1/2");
  EXPECT_EQ(remarks(exam.ask("M12 = m2*l2^2 + m2*l1*l2*s2")), "different m2*l1*l2*cos(q2) not m2*l1*l2*sin(q2)");
  EXPECT_EQ(remarks(exam.ask("M12 = m2*l2^2 + m2*l1*l2*c2 + m1*l1^2")), "extra m1*l1^2");
  EXPECT_EQ(remarks(exam.ask("M12 = m2*l2^2 + m2*l1*l2*(c2 + c12)")), "extra m2*l1*l2*cos(q1 + q2)");
}

TEST(AWrongAnswer, IsToldAMissingBracketOnce) {
  EXPECT_EQ(remarks(two_masses().ask("G1 = m2*g*l2*c12")), "missing (m1 + m2)*l1*g*cos(q1)");
}

TEST(AWrongAnswer, IsGivenTheDifference) {
  Exam exam = two_masses();
  const EntryVerdict entry = exam.ask("G2 = m2*g*l2*c12 + m1*g*l1*c1").entries.front();
  EXPECT_EQ(printed(entry.difference, Language::Text), "m1*l1*g*cos(q1)");
}

TEST(AWrongAnswer, IsShownAStateInWhichItFails) {
  Exam exam = two_masses();
  const EntryVerdict entry = exam.ask("G2 = -m2*g*l2*c12").entries.front();
  ASSERT_TRUE(entry.example);
  EXPECT_TRUE(entry.example->has_file_values);
  const double angle = entry.example->state.at("q1") + entry.example->state.at("q2");
  EXPECT_NEAR(entry.example->right, 2.3 * 9.81 * 0.5 * std::cos(angle), 1e-12);
  EXPECT_NEAR(entry.example->yours, -entry.example->right, 1e-12);
}

TEST(AWrongAnswer, IsFoundAlsoWhereTheFilesParametersHideIt) {
  Exam exam = two_masses();
  const EntryVerdict entry = exam.ask("M22 = m2*l1*l2").entries.front();  // l1 = l2 in the file
  EXPECT_FALSE(entry.equal);
  ASSERT_TRUE(entry.example);
  EXPECT_FALSE(entry.example->has_file_values);
  EXPECT_NE(entry.example->yours, entry.example->right);
}

TEST(AWrongAnswer, IsToldOfATermWhoseUnitCannotBe) {
  Exam exam = two_masses();
  const AnswerVerdict verdict = exam.ask("G2 = m2*g*l2*c12 + m1*l1");
  ASSERT_EQ(remarks(verdict), "extra m1*l1");
  EXPECT_EQ(verdict.entries[0].terms[0].note, "its unit is kg·m, where N·m is wanted");
}

TEST(AWrongTorque, IsToldWhichCauseIsMissingAltogether) {
  Exam exam = two_masses();
  const AnswerVerdict verdict = exam.ask("tau2 = m2*l2^2*(ddq1 + ddq2) + m2*l1*l2*c2*ddq1 + m2*l1*l2*s2*dq1^2");
  EXPECT_EQ(properties(verdict), "All gravity terms are missing in τ₂");
  EXPECT_EQ(verdict.entries[0].terms[0].cause, "gravity");
}

TEST(AWrongTorque, IsToldWhichCauseHasTheWrongSign) {
  Exam exam = two_masses();
  const AnswerVerdict verdict =
      exam.ask("tau2 = m2*l2^2*(ddq1 + ddq2) + m2*l1*l2*c2*ddq1 - m2*l1*l2*s2*dq1^2 + m2*g*l2*c12");
  EXPECT_EQ(properties(verdict), "All centrifugal terms have the opposite sign in τ₂");
}

TEST(ATorque, HasFrictionAndSpringsInIt) {
  Exam exam = pendulum();
  const std::string rigid = "tau1 = m*l^2*ddq1 + m*g*l*c1";
  EXPECT_TRUE(exam.ask(rigid + " + fv*dq1 + fc*sgn(dq1) + k*q1").right);
  EXPECT_EQ(properties(exam.ask(rigid + " + k*q1")), "All friction terms are missing in τ₁");
  EXPECT_EQ(properties(exam.ask(rigid + " + fv*dq + fc*sgn(dq)")), "All spring terms are missing in τ₁");
}

TEST(ARobotWithOneJoint, NeedsNoNumberBehindIt) {
  EXPECT_TRUE(pendulum().ask("G = m*g*l*cos(q)").right);
  EXPECT_TRUE(pendulum().ask("M = m*l^2").right);
  EXPECT_TRUE(pendulum().ask("M11 = m*l^2").right);
}

TEST(APotential, MayHaveItsZeroAnywhere) {
  Exam exam = two_masses();
  const AnswerVerdict verdict = exam.ask("U1 = m1*g*l1*(1 + s1)");
  EXPECT_TRUE(verdict.right);
  EXPECT_THAT(verdict.entries[0].note, HasSubstr("constant"));
  EXPECT_FALSE(exam.ask("U1 = m1*g*l1*s1 + q1").right);
  EXPECT_FALSE(exam.ask("T1 = m1*l1^2*dq1^2/2 + m1*l1^2").right);
}

TEST(AFormulaWithARoot, IsComparedInNumbers) {
  Exam exam = two_masses();
  const AnswerVerdict verdict = exam.ask("M22 = m2*sqrt(l2^4)");
  EXPECT_TRUE(verdict.right);
  EXPECT_THAT(verdict.entries[0].note, HasSubstr("agrees in numbers"));
  EXPECT_FALSE(exam.ask("M22 = m2*sqrt(l2^5)").right);
}

TEST(AFormulaWithDecimals, MayBeRounded) {
  EXPECT_TRUE(two_masses().ask("T1 = 0.49999999999999*m1*l1^2*dq1^2").right);
  EXPECT_FALSE(two_masses().ask("T1 = 0.49999*m1*l1^2*dq1^2").right);
}

// --- S

TEST(AFactorisation, IsRightAlsoIfItIsNotSkew) {
  Exam exam = two_masses();
  const AnswerVerdict verdict = exam.ask("S = [[0, -m2*l1*l2*s2*(2*dq1 + dq2)], [m2*l1*l2*s2*dq1, 0]]");
  EXPECT_TRUE(verdict.right);
  EXPECT_EQ(properties(verdict), "Ṁ − 2·C is not skew-symmetric");
  const auto& defect = std::get<Equation>(verdict.properties[1].evidence.at(1));
  EXPECT_EQ(printed(defect.entries[0], Language::Text), "-2*m2*l1*l2*sin(q2)*qd2");
}

TEST(AFactorisation, IsWrongIfItDoesNotGiveV) {
  Exam exam = two_masses();
  const AnswerVerdict verdict = exam.ask("S = [[0, -m2*l1*l2*s2*(dq1 + dq2)], [m2*l1*l2*s2*dq1, 0]]");
  EXPECT_FALSE(verdict.right);
  EXPECT_THAT(properties(verdict), HasSubstr("it is no factorisation"));
  EXPECT_EQ(remarks(verdict), "factor -2*m2*l1*l2*sin(q2)*qd1*qd2 by 1/2");
}

// --- laws of mass matrices

TEST(AMassMatrix, MustBeSymmetric) {
  Exam exam = two_masses();
  const AnswerVerdict verdict = exam.ask("M = [[(m1 + m2)*l1^2, m2*l1*l2*c2], [m2*l2^2, m2*l2^2]]");
  EXPECT_FALSE(verdict.right);
  EXPECT_EQ(properties(verdict), "M is not symmetric");
  EXPECT_EQ(evidence(verdict.properties[0]), "M_1_2 − M_2_1 is m2*l1*l2*cos(q2) - m2*l2^2, not zero.\n");
}

TEST(AMassMatrix, DependsOnlyOnJointsFurtherOut) {
  const AnswerVerdict verdict = verified_inertia("[[3*a + b*cos(q1), 0], [0, a + b*cos(q2)]]");
  EXPECT_FALSE(verdict.right);
  EXPECT_EQ(evidence(verdict.properties[1]), "M_1_1 depends on q1.\nM_2_2 depends on q2.\n");
}

TEST(AMassMatrix, DividesByNothingThatMoves) {
  const AnswerVerdict verdict = two_masses().ask("M = [[m1*l1^2/c2, 0], [0, m2*l2^2]]");
  EXPECT_FALSE(verdict.right);
  EXPECT_THAT(properties(verdict), HasSubstr("divides by a sum that does not cancel"));
  EXPECT_THAT(properties(verified_inertia("[[a/(a + b*c2), 0], [0, a]]")), HasSubstr("does not cancel"));
}

TEST(AMassMatrix, DependsOnPositionsAlone) {
  EXPECT_THAT(properties(verified_inertia("[[a + dq1, 0], [0, a]]")), HasSubstr("depends on positions alone"));
}

TEST(AMassMatrix, OfARobotIsPositiveDefiniteForAllParameters) {
  Exam exam = two_masses();
  const AnswerVerdict verdict = exam.ask(textbook[2]);
  EXPECT_THAT(properties(verdict, false), HasSubstr("positive definite at every q, for all positive parameters"));
}

TEST(AMassMatrix, ThatIsIndefiniteIsShownWhere) {
  Exam exam = two_masses();
  const AnswerVerdict verdict = exam.ask("M = [[m1*l1^2, m2*l2^2 + m2*l1*l2*c2], [m2*l2^2 + m2*l1*l2*c2, m2*l2^2]]");
  EXPECT_THAT(properties(verdict), HasSubstr("the robot's parameters do not meet it"));
  EXPECT_THAT(evidence(verdict.properties.back()), HasSubstr("m1*l1^2 > m2*(l1 + l2)^2"));
  EXPECT_THAT(evidence(verdict.properties.back()), HasSubstr("smallest eigenvalue is -0.32"));
}

TEST(AMassMatrix, ThatCanNotBePositiveDefiniteIsRefused) {
  EXPECT_THAT(properties(verified_inertia("[[a, a], [a, a]]")), HasSubstr("det M is not positive everywhere"));
  EXPECT_THAT(properties(verified_inertia("[[a, 0], [0, -b]]")), HasSubstr("M₂₂ is not positive everywhere"));
}

/// The conditions under which [[f, 0], [0, 1]] is positive definite.
std::string conditions(const std::string& f) {
  const AnswerVerdict verdict = verified_inertia("[[" + f + ", 0], [0, 1]]");
  return verdict.right ? evidence(verdict.properties.back()) : "never";
}

TEST(PositiveDefiniteness, OfOneCosineNeedsAMeanAboveItsAmplitude) {
  EXPECT_EQ(conditions("a + b*cos(q2)"), "a > b\n");
  EXPECT_EQ(conditions("a + (b - c)*cos(q2)"), "a + c > b\na + b > c\n");
  EXPECT_EQ(conditions("a + b*cos(q2) + c*sin(q2)"), "a^2 > b^2 + c^2\n");
  EXPECT_EQ(conditions("m*l^2*(a + b*cos(q2))"), "a > b\n");
}

TEST(PositiveDefiniteness, OfProductsOfCosinesIsDecidedAtTheirCorners) {
  EXPECT_EQ(conditions("a + b*cos(q2)*cos(q3)"), "a > b\n");
  EXPECT_EQ(conditions("a - b*cos(q2)^2*cos(q3) + 2*b*cos(q3)"), "a > 2*b\n");
  EXPECT_EQ(conditions("a + b*cos(q2)^2*sin(q3)^2"), "");
}

TEST(PositiveDefiniteness, OfASquaredCosineIsDecidedAtItsEndsAndItsVertex) {
  EXPECT_EQ(conditions("a + b*sin(q2)^2"), "");
  EXPECT_EQ(conditions("a - b*cos(q2)^2"), "a > b\n");
  EXPECT_EQ(conditions("a + b*cos(q2)^2 + c*cos(q2)"), "a + b > c\n4*a*b > c^2, at least where 2*b > c\n");
}

TEST(PositiveDefiniteness, OfSlidesAndSquaresNeedsNothing) { EXPECT_EQ(conditions("a + m*q2^2 + b*c3^2"), ""); }

TEST(PositiveDefiniteness, WithoutAClosedFormIsSampled) {
  const AnswerVerdict verdict = verified_inertia("[[a + b*cos(q2)*sin(q3), 0, 0], [0, b, 0], [0, 0, c]]");
  EXPECT_TRUE(verdict.right);
  EXPECT_THAT(properties(verdict, false), HasSubstr("has no closed condition"));
  EXPECT_THAT(evidence(verdict.properties.back()), HasSubstr("its smallest eigenvalue is -"));
  EXPECT_FALSE(verified_inertia("[[a*cos(q2)*sin(q3), 0, 0], [0, b, 0], [0, 0, c]]").right);
}

TEST(AnInertia, OfAnySizeIsJudgedWithARobotsParameters) {
  Exam exam = two_masses();
  EXPECT_TRUE(exam.ask("inertia = [[m1*l1^2, 0, 0], [0, m2*l2^2, 0], [0, 0, m2]]").right);
  EXPECT_FALSE(exam.ask("inertia = [[l1, 2*l2*c2], [2*l2*c2, l1]]").right);
}

// --- what cannot be read

TEST(AnAnswerThatCannotBeRead, SaysWhy) {
  Exam exam = two_masses();
  EXPECT_EQ(exam.refusal("\nV1 = m2*l3*g"),
            "answer.txt:2: 'V1': 'm2*l3*g' uses the unknown symbol 'l3'; did you mean 'l1'? known: g, l1, l2, m1, m2, "
            "q1, q2, "
            "qd1, qd2, qdd1, qdd2");
  EXPECT_THAT(exam.refusal("G2 = m2*g*l2*cos(q1 + q2"), HasSubstr("close it"));
  EXPECT_THAT(exam.refusal("G2 = m2*g*l2*"), HasSubstr("ends where a number is wanted"));
  EXPECT_THAT(exam.refusal("G2 = m2 g"), HasSubstr("has no operator before 'g'; write * between them"));
  EXPECT_THAT(exam.refusal("G2 = 2 m2"), HasSubstr("has no operator before 'm2'"));
  EXPECT_THAT(exam.refusal("G2 = l1(q1 + q2)"), HasSubstr("has no operator before '(q1 + q2)'"));
  EXPECT_THAT(exam.refusal("G2 = m2/(l1 - l1)"), HasSubstr("divides by zero"));
  EXPECT_THAT(exam.refusal("G2 = m2/(s1^2 + c1^2 - 1)"), HasSubstr("divides by zero"));
  EXPECT_THAT(exam.refusal("G3 = 0"), HasSubstr("is beyond the robot's g; which is 2×1"));
  EXPECT_THAT(exam.refusal("M3 = 0"), HasSubstr("names no entry of M; write M12 or M_1_2"));
  EXPECT_THAT(exam.refusal("S12 = 0"), HasSubstr("give C as a whole"));
  EXPECT_THAT(exam.refusal("H = 0"), HasSubstr("'H': is nothing that can be checked; known: tau, M, c"));
  EXPECT_THAT(exam.refusal("M = [[m1, m2]]"), HasSubstr("is 1×2; give it 2×2, written [[a, b], [c, d]]"));
  EXPECT_THAT(exam.refusal("M = [[m1, m2], [m1]]"), HasSubstr("rows of different lengths"));
  EXPECT_THAT(exam.refusal("M = [[m1, m2], [m1, m2]"), HasSubstr("brackets that do not match"));
  EXPECT_THAT(exam.refusal("m1*l1"), HasSubstr("says nothing"));
}

TEST(AnAnswerThatCannotBeRead, IsRefusedWithAllItsProblems) {
  const std::string text = two_masses().refusal("V1 = x\nV2 = y\nV1 = 0\n");
  EXPECT_THAT(text, HasSubstr("answer.txt:1"));
  EXPECT_THAT(text, HasSubstr("answer.txt:2"));
}

TEST(AUnit, StandsOnlyBehindANumber) {
  EXPECT_TRUE(two_masses().ask("M22 = m2*l2^2 + 0 kg*m^2").right);
  EXPECT_TRUE(two_masses().ask("G2 = m2*l2*c12*(g - 1e-30 m/s^2)").right);
  EXPECT_THAT(two_masses().refusal("M22 = m2*kg"), HasSubstr("unknown symbol 'kg'"));
  EXPECT_THAT(pendulum().refusal("M = 1 m*l^2"), HasSubstr("has m behind a number: the unit, or the parameter"));
  EXPECT_THAT(pendulum().refusal("M = 1 kg*m^2"), HasSubstr("has m behind a unit: the unit, or the parameter"));
}

// --- in words

TEST(AVerdict, IsToldInWords) {
  Exam exam = two_masses();
  const EquationDocument document = verdict_document({exam.ask("G2 = -m2*g*l2*c12"), exam.ask("G2 = m2*g*l2*c12")});
  ASSERT_EQ(document.sections.size(), 2U);
  const auto& blocks = document.sections[0].blocks;
  EXPECT_EQ(std::get<Verdict>(blocks.at(0)).text, "g₂ is wrong");
  const auto& remark = std::get<Paragraph>(blocks.at(1)).pieces;
  EXPECT_EQ(std::get<std::string>(remark.at(0)), "Has the opposite sign; right is ");
  EXPECT_EQ(std::get<MathName>(remark.at(1)).unicode, "m₂·l₂·g·c₁₂");
  EXPECT_EQ(std::get<MathName>(std::get<Paragraph>(blocks.at(3)).pieces.at(1)).unicode, "q₁");
  EXPECT_EQ(std::get<Verdict>(document.sections[1].blocks.at(0)).text, "g₂ is right");
}

}  // namespace
}  // namespace sinew
