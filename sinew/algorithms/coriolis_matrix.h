// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/algorithms/body_motions.h"

namespace sinew {

template <Scalar T>
struct CoriolisMatrixScratch {
  template <Scalar P>
  explicit CoriolisMatrixScratch(const Model<P>& model)
      : motions(model), products(motions.bodies.size()), unit(at(model.velocity_count()), T(0.0)) {}

  BodyMotions<T> motions;
  VelocityProduct<T> base_product;
  std::vector<VelocityProduct<T>> products;
  std::vector<T> unit;
};

/// C(q, q̇), n×n by rows: C·q̇ are the Coriolis and centrifugal torques, and Ṁ − 2C is skew-symmetric, because its
/// entries are those of the Christoffel symbols of M:
///
///     C(i, j) = Σ_k Γ(i, j, k)·q̇(k),   Γ(i, j, k) = ½·(∂M(i, j)/∂q(k) + ∂M(i, k)/∂q(j) − ∂M(j, k)/∂q(i))
///
/// Derivation: docs/math/coriolis_matrix.md.
template <Scalar P, Scalar T>
void coriolis_matrix(const Model<P>& model, In<T> q, In<T> qd, CoriolisMatrixScratch<T>& scratch, Out<T> C) noexcept {
  BodyMotions<T>& motions = scratch.motions;
  motions.read(model, q, qd);
  const std::size_t n = at(model.velocity_count());
  const bool floating = model.floating_base();
  const bool simple = model.numbered_by_link() && model.rotors().empty();
  for (T& value : C) value = T(0.0);
  for (std::size_t b = 0; b < motions.bodies.size(); ++b)
    scratch.products[b] = VelocityProduct<T>::of(motions.bodies[b].inertia, motions.bodies[b].v);
  if (floating) scratch.base_product = VelocityProduct<T>::of(motions.base_inertia, motions.base);

  for (int b = static_cast<int>(motions.bodies.size()) - 1; b >= 0; --b) {
    const BodyMotion<T>& body = motions.bodies[at(b)];
    const VelocityProduct<T>& product = scratch.products[at(b)];
    // the body with all it carries: what its own joint's motion does to those below, and theirs to it
    const Force<T> F = body.inertia * body.S;
    const Force<T> G = product * body.S + body.inertia * body.Sd;
    const Vec3<T> r = product.under(body.S);
    const std::size_t row = at(body.velocity_index);
    if (simple) {
      C[row * n + row] = dot(body.S, G);
      for (int j = body.parent; j != base_link; j = motions.bodies[at(j)].parent) {
        const BodyMotion<T>& below = motions.bodies[at(j)];
        C[row * n + at(j)] = dot(below.Sd, F) + dot(below.S.w, r);
        C[at(j) * n + row] = dot(below.S, G);
      }
    } else {
      C[row * n + row] += body.multiplier * (body.multiplier * dot(body.S, G));
      for (int j = body.parent; j != base_link; j = motions.bodies[at(j)].parent) {
        const BodyMotion<T>& below = motions.bodies[at(j)];
        const std::size_t column = at(below.velocity_index);
        const T scale = body.multiplier * below.multiplier;
        C[row * n + column] += scale * (dot(below.Sd, F) + dot(below.S.w, r));
        C[column * n + row] += scale * dot(below.S, G);
      }
    }
    if (floating) {
      const Force<T> carried = Force<T>{r, {}} - cross(motions.base, F);
      for (int k = 0; k < 6; ++k) {
        C[row * n + at(k)] += body.multiplier * entry(carried, k);
        C[at(k) * n + row] += body.multiplier * entry(G, k);
      }
    }
    if (body.parent != base_link) {
      motions.bodies[at(body.parent)].inertia += body.inertia;
      scratch.products[at(body.parent)] += product;
    } else if (floating) {
      motions.base_inertia += body.inertia;
      scratch.base_product += product;
    }
  }
  if (floating)
    for (int k = 0; k < 6; ++k) {
      const Motion<T> e = unit_motion<T>(k);
      const Force<T> column = scratch.base_product * e + motions.base_inertia * cross(motions.base, e);
      for (int r = 0; r < 6; ++r) C[at(r) * n + at(k)] += entry(column, r);
    }
}

/// The Christoffel symbols Γ(i, j, k) of M, n×n×n: layer k is C at the velocity e_k, C being linear in q̇.
///
/// With a floating base these are the coefficients of the base's own velocity components, not of coordinates: they give
/// C·q̇ all the same, but are symmetric in j and k for the joints alone.
template <Scalar P, Scalar T>
void christoffel_symbols(const Model<P>& model, In<T> q, CoriolisMatrixScratch<T>& scratch, Out<T> symbols) noexcept {
  const std::size_t n = at(model.velocity_count());
  for (std::size_t k = 0; k < n; ++k) {
    scratch.unit[k] = T(1.0);
    coriolis_matrix<P, T>(model, q, scratch.unit, scratch, symbols.subspan(k * n * n, n * n));
    scratch.unit[k] = T(0.0);
  }
}

}  // namespace sinew
