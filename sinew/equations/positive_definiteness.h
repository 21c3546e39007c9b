// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/equations/mass_matrix_laws.h"
#include "sinew/symbolic/ring.h"

namespace sinew {

/// Whether a symmetric matrix is positive definite wherever the joints are.
///
/// By its trailing principal minors, each of which must be positive; in closed form where `positivity` finds one, as a
/// condition on the parameters where it hangs on them. Otherwise the smallest eigenvalue of 2000 random states tells.
Property positive_definiteness(Ring& ring, const MassMatrixClaim& claim);

}  // namespace sinew
