// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/trace_vectors.h"

namespace sinew {
namespace {

constexpr Dimension of_w{0, 0, -1, 1}, of_wd{0, 0, -2, 1}, of_v{1, 0, -1, 0}, of_vd{1, 0, -2, 0};

constexpr TraceVector outward[] = {
    {"w", "ω", of_w, "angular velocity", "angular velocity", "angular_velocity", [](const auto& t) { return t.w; }},
    {"wd", "ω̇", of_wd, "angular acceleration", "angular acceleration", "angular_acceleration",
     [](const auto& t) { return t.wd; }},
    {"v", "v", of_v, "velocity of the origin", "velocity of the origin", "velocity", [](const auto& t) { return t.v; }},
    {"vd", "v̇", of_vd, "acceleration of the origin, of which", "acceleration of the origin", "acceleration",
     [](const auto& t) { return t.vd; }},
    {"vd_transport", "", of_vd, "  transport: v̇ before, ω̇ × r", "transport acceleration", "transport",
     [](const auto& t) { return t.parts.transport; }},
    {"vd_centrifugal", "", of_vd, "  centrifugal: ω × (ω × r)", "centrifugal acceleration", "centrifugal",
     [](const auto& t) { return t.parts.centrifugal; }},
    {"vd_coriolis", "", of_vd, "  Coriolis: 2·ω × ḋ", "Coriolis acceleration", "coriolis",
     [](const auto& t) { return t.parts.coriolis; }},
    {"vd_joint", "", of_vd, "  joint: d̈ along the axis", "acceleration along the joint's axis", "joint",
     [](const auto& t) { return t.parts.joint; }},
    {"v_com", "v_C", of_v, "velocity of the centre of mass", "velocity of the centre of mass", "com_velocity",
     [](const auto& t) { return t.v_com; }},
    {"vd_com", "v̇_C", of_vd, "acceleration of the centre of mass", "acceleration of the centre of mass",
     "com_acceleration", [](const auto& t) { return t.vd_com; }},
    {"gravity", "g", of_vd, "gravity, in none of the above", "gravity vector", "g",
     [](const auto& t) { return t.gravity; }},
    {"F", "F", dimension::force, "m·v̇_C", "force of inertia m·v̇_C", "net_force", [](const auto& t) { return t.F; }},
    {"N", "N", dimension::torque, "I_C·ω̇ + ω × I_C·ω", "moment of inertia forces I_C·ω̇ + ω × I_C·ω", "net_moment",
     [](const auto& t) { return t.N; }},
};
constexpr TraceVector inward[] = {
    {"f", "f", dimension::force, "force", "force of the joint", "force", [](const auto& t) { return t.f; }},
    {"n", "n", dimension::torque, "moment", "moment of the joint", "moment", [](const auto& t) { return t.n; }},
};

constexpr TorqueCause causes[] = {
    {"inertial", "inertial", &TorqueParts<double>::inertial},
    {"coriolis", "Coriolis", &TorqueParts<double>::coriolis},
    {"centrifugal", "centrifugal", &TorqueParts<double>::centrifugal},
    {"gravity", "gravity", &TorqueParts<double>::gravity},
    {"friction", "friction", &TorqueParts<double>::friction},
    {"spring", "springs", &TorqueParts<double>::spring},
    {"external", "wrenches", &TorqueParts<double>::external},
};

}  // namespace

std::span<const TraceVector> outward_vectors() { return outward; }
std::span<const TraceVector> inward_vectors() { return inward; }
std::span<const TorqueCause> torque_causes() { return causes; }

}  // namespace sinew
