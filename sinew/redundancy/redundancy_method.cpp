// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/redundancy/redundancy_method.h"

#include <algorithm>
#include <array>

namespace sinew {

namespace {

using Method = RedundancyMethod;

constexpr std::array methods{
    MethodEntry{Method::PseudoInverse, "pseudo-inverse", "x = J#·y", "the x of least norm"},
    MethodEntry{Method::WeightedInverse, "weighted", "x = W⁻¹·Jᵀ·(J·W⁻¹·Jᵀ)⁻¹·y",
                "the x of least xᵀ·W·x: joints with large weights move little"},
    MethodEntry{Method::DampedInverse, "damped", "x = Jᵀ·(J·Jᵀ + μ²·I)⁻¹·y",
                "slow near singularities, at the price of a task error"},
    MethodEntry{Method::ProjectedGradient, "projected-gradient", "x = J#·y + (I − J#·J)·x0",
                "the task, and as much of x0 = ±α·∇H as it leaves room for"},
    MethodEntry{Method::ReducedGradient, "reduced-gradient", "x_a = J_a⁻¹·(y − J_b·x_b)",
                "the task by some joints, the objective by the others"},
    MethodEntry{Method::TaskPriority, "priority", "x_k = x_(k−1) + (J_k·P_(k−1))#·(y_k − J_k·x_(k−1))",
                "tasks one after the other, none at the cost of one before it"},
    MethodEntry{
        Method::SnsBasic, "sns-basic", "x = x_N + (J·W)#·(s·y − J·x_N)",
        "within bounds: the most critical joint is held at its limit, again and again; else the task is scaled"},
    MethodEntry{Method::SnsFast, "sns-fast", "x = x_N + (J·W)#·(s·y − J·x_N)", "the same by updates"},
    MethodEntry{Method::SnsOptimal, "sns", "largest s with J·x = s·y, then least |x|",
                "within bounds: the largest scale of the task that there is, and then the least norm"},
    MethodEntry{Method::QuadraticProgram, "qp", "least |J·x − y|² + |w|² with C·x − w ≤ d",
                "tasks as well as bounds and inequalities allow"},
    MethodEntry{Method::HierarchicalProgram, "hqp", "level after level, equalities and inequalities",
                "priorities within bounds: each task as near as those above it allow"},
    MethodEntry{Method::LinearQuadratic, "lq", "x = x0 + J_W#·(y − J·x0)", "the x of least (x − x0)ᵀ·W·(x − x0)"},
    MethodEntry{Method::KineticEnergy, "kinetic-energy", "q̇ = M⁻¹·Jᵀ·(J·M⁻¹·Jᵀ)⁻¹·ṙ", "least ½·q̇ᵀ·M·q̇"},
    MethodEntry{Method::MinimumTorque, "torque", "τ = (J·M⁻¹)#·(r̈ − J̇·q̇ + J·M⁻¹·n)",
                "least |τ|²; over long motions it is known to oscillate"},
    MethodEntry{Method::InverseInertiaTorque, "inverse-inertia-torque", "τ = Jᵀ·(J·M⁻¹·Jᵀ)⁻¹·(r̈ − J̇·q̇ + J·M⁻¹·n)",
                "least τᵀ·M⁻¹·τ: no torque that does nothing for the task"},
    MethodEntry{Method::SquaredInverseInertiaTorque, "squared-inverse-inertia-torque", "τ = M·J#·(r̈ − J̇·q̇ + J·M⁻¹·n)",
                "least τᵀ·M⁻²·τ: good-natured over long motions"},
    MethodEntry{Method::DynamicallyConsistent, "dynamically-consistent",
                "q̈ = J̄·(r̈ − J̇·q̇) + (I − J̄·J)·x0, J̄ = M⁻¹·Jᵀ·(J·M⁻¹·Jᵀ)⁻¹",
                "what is added in the null space gives no force at the task"},
};

constexpr std::array wishes{
    MethodWish{"joint speed", Method::PseudoInverse, Method::PseudoInverse, "J# gives the solution of least norm"},
    MethodWish{"kinetic energy", Method::KineticEnergy, Method::DynamicallyConsistent,
               "½·q̇ᵀ·M·q̇ is a norm with the weight M"},
    MethodWish{"torque", Method::KineticEnergy, Method::MinimumTorque, "τ = M·q̈ + n is chosen at acceleration level"},
    MethodWish{"acceleration", Method::PseudoInverse, Method::PseudoInverse, "J# with nothing in the null space"},
    MethodWish{"task error", Method::PseudoInverse, Method::PseudoInverse, "J# gives least error, and then least norm"},
    MethodWish{"lower-priority error", Method::TaskPriority, Method::TaskPriority,
               "each level in the null space of all above it"},
    MethodWish{"objective", Method::ProjectedGradient, Method::ProjectedGradient,
               "∇H is projected onto what the task leaves free"},
    MethodWish{"singularity speed", Method::DampedInverse, Method::DampedInverse, "damping bounds x by |y|/(2·μ)"},
    MethodWish{"bound violation", Method::SnsOptimal, Method::SnsOptimal,
               "bounds hold exactly; what cannot be done is scaled"},
};

}  // namespace

std::span<const MethodEntry> redundancy_methods() { return methods; }

const MethodEntry& entry_of(RedundancyMethod method) {
  return *std::find_if(methods.begin(), methods.end(), [&](const MethodEntry& e) { return e.method == method; });
}

std::optional<RedundancyMethod> method_named(std::string_view name) {
  const auto found = std::find_if(methods.begin(), methods.end(), [&](const MethodEntry& e) { return e.name == name; });
  if (found == methods.end()) return {};
  return found->method;
}

std::span<const MethodWish> method_wishes() { return wishes; }

const MethodWish* wish_named(std::string_view wish) {
  const auto found = std::find_if(wishes.begin(), wishes.end(), [&](const MethodWish& w) { return w.wish == wish; });
  return found == wishes.end() ? nullptr : &*found;
}

}  // namespace sinew
