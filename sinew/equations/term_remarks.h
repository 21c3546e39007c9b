// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sinew/symbolic/readable.h"

namespace sinew {

enum class TermFault {
  Missing,
  Extra,  ///< does not belong there
  WrongSign,
  WrongFactor,  ///< off by a number
  Different,    ///< another function of the joints in front of the same parameters and rates
};

/// What is wrong with one term of an answer.
struct TermRemark {
  TermFault fault = TermFault::Missing;
  Expr term;           ///< as it should be; of one that does not belong there, as it is
  Rational factor{1};  ///< WrongFactor: yours = factor·right
  Expr yours;          ///< Different: what stands there instead
  std::string cause;   ///< "gravity", "Coriolis", …, where there is one to tell
  std::string note;    ///< such as a unit that cannot be
};

/// What a product of parameters and rates is the sign of: "gravity", or nothing.
using CauseOfProduct = std::function<std::string(std::uint32_t plain)>;

/// Compares two sums product by product: what multiplies each product of parameters and rates, the sines and cosines of
/// the joints, in yours and in the right one. Faults of one kind are collected again, so that (m1 + m2)·l1·g·c1 is
/// missed once and not twice.
std::vector<TermRemark> term_remarks(Readable& readable, const Polynomial& yours, const Polynomial& right,
                                     const CauseOfProduct& cause);

}  // namespace sinew
