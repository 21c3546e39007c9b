// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/equations/document.h"
#include "sinew/equations/equation_book.h"

namespace sinew {

/// The recursion of Newton and Euler as a lecture does it: outward link by link (ω, ω̇, v̇, v̇_C, F, N), inward (f, n), and
/// the projection on each axis. Frame {i} sits on joint i with z along its axis; gravity comes in as an upward
/// acceleration of the base.
EquationDocument newton_euler_derivation(EquationBook& book);

/// The same equations from energy: T_i and U_i link by link, M read off T, its Christoffel matrices, G from U.
EquationDocument lagrange_derivation(EquationBook& book);

}  // namespace sinew
