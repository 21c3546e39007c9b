// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/equations/answers/mass_matrix_laws.h"
#include "sinew/symbolic/ring.h"

namespace sinew {

/// Whether a symmetric matrix is positive definite wherever the joints are.
///
/// By its trailing principal minors, each of which must be positive; in closed form where `positivity` finds one, as a
/// condition on the parameters where it hangs on them. Otherwise the smallest eigenvalue of 2000 random states tells,
/// and of those that a search from the worst of them finds.
///
/// Where the minors are squares times something positive, as cos² q2, M is singular at their roots and positive definite
/// around them: bodies without extension, point masses and thin rods, can do that, and it is said but not held against M.
Property positive_definiteness(Ring& ring, const MassMatrixClaim& claim);

}  // namespace sinew
