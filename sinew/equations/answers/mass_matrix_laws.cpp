// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/equations/answers/mass_matrix_laws.h"

#include <algorithm>
#include <utility>

#include "sinew/equations/answers/positive_definiteness.h"
#include "sinew/equations/names.h"
#include "sinew/symbolic/print/print.h"
#include "sinew/symbolic/readable.h"

namespace sinew {

namespace {

class MassMatrixLaws {
 public:
  MassMatrixLaws(Ring& ring, const MassMatrixClaim& claim) : ring_(ring), claim_(claim), n_(claim.matrix.rows) {}

  std::vector<Property> work() {
    if (!depends_on_positions_alone()) return std::move(properties_);
    const bool symmetric = is_symmetric();
    look_at_joints();
    if (symmetric) properties_.push_back(positive_definiteness(ring_, claim_));
    return std::move(properties_);
  }

 private:
  MathName entry_name(int i, int j) const { return indexed(claim_.letter, i + 1, j + 1); }
  void add(bool holds, std::string text, std::vector<Block> evidence = {}) {
    properties_.push_back({{holds, std::move(text)}, std::move(evidence)});
  }

  bool depends_on_positions_alone() {
    std::string moving;
    for (const Polynomial& entry : claim_.matrix.entries)
      for (const Polynomial::Term& t : entry.terms())
        for (const Ring::PlainFactor& f : ring_.plain(t.key.plain))
          if (const Symbol* s = ring_.generators()[f.generator].symbol;
              s != nullptr && (s->kind == SymbolKind::Velocity || s->kind == SymbolKind::Acceleration))
            moving = name_of(*s).unicode;
    if (!moving.empty())
      add(false, claim_.letter + " contains " + moving + ", and a mass matrix depends on positions alone");
    return moving.empty();
  }

  bool is_symmetric() {
    std::vector<Block> evidence;
    for (int i = 0; i < n_; ++i)
      for (int j = i + 1; j < n_; ++j) {
        const Polynomial difference = claim_.matrix(i, j) - claim_.matrix(j, i);
        if (difference.is_zero()) continue;
        evidence.emplace_back(Paragraph{{entry_name(i, j), " − ", entry_name(j, i), " is ",
                                         as_name(Readable(ring_).expr(difference)), ", not zero."}});
      }
    const bool holds = evidence.empty();
    add(holds, claim_.letter + (holds ? " is symmetric" : " is not symmetric"), std::move(evidence));
    return holds;
  }

  bool depends(const Polynomial& entry, int joint) {
    const Symbol* symbol = ring_.graph().find("q" + std::to_string(joint + 1));
    return symbol != nullptr && !ring_.derivative(entry, *symbol).is_zero();
  }

  void look_at_joints() {
    if (claim_.has_followers) return;
    std::vector<Block> evidence;
    for (int i = 0; i < n_; ++i)
      for (int j = 0; j < n_; ++j)
        for (int k = 0; k <= std::min(i, j); ++k)
          if (depends(claim_.matrix(i, j), k))
            evidence.emplace_back(Paragraph{{entry_name(i, j), " depends on ", indexed("q", k + 1), "."}});
    if (evidence.empty()) {
      add(true, "No entry depends on a joint that cannot matter to it, and none on q₁");
      return;
    }
    add(false, "An entry in row i and column j depends only on joints after the first of i and j, and never on q₁",
        std::move(evidence));
  }

  Ring& ring_;
  const MassMatrixClaim& claim_;
  int n_;
  std::vector<Property> properties_;
};

}  // namespace

std::vector<Property> mass_matrix_properties(Ring& ring, const MassMatrixClaim& claim) {
  return MassMatrixLaws(ring, claim).work();
}

}  // namespace sinew
