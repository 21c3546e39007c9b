// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "sinew/errors/diagnostic.h"
#include "sinew/model/joint.h"
#include "sinew/spatial/inertia.h"

namespace sinew {

/// A link as the user's file names it, with the user's own frame on it.
template <Scalar P>
struct LinkDescription {
  std::string name;
  /// In the link's frame; nothing where the file gives no mass at all (a frame, or an omission).
  std::optional<Inertia<P>> inertia;
  SourceLine source;
  SourceLine inertia_source;  ///< of its mass, where that is known more closely
};

/// A joint as the user's file gives it. The child link's frame in the parent link's:
///
///     X_PC(q) = X_PJ · J(q) · X_JC,    J(q) a turn about, or a slide along, `axis`
///
/// X_JC is the identity in URDF. A standard DH row uses it to put the link's frame at the far end of the link.
template <Scalar P>
struct JointDescription {
  std::string name;
  JointKind kind = JointKind::Fixed;
  std::string parent;
  std::string child;
  Pose<P> X_PJ;
  Vec3<double> axis = unit_z<double>();  ///< a unit vector in J; numbers even in a symbolic robot
  Pose<P> X_JC;
  P pitch{0.0};  ///< helical: metres per radian
  Limits limits;
  Friction<P> friction;
  std::optional<Motor<P>> motor;
  std::optional<Spring<P>> spring;
  std::optional<Transmission<P>> transmission;
  std::optional<Mimic<P>> mimic;
  SourceLine source;
  /// Of its parts, where that is known more closely.
  SourceLine limits_source, friction_source, motor_source, transmission_source;

  /// Does its motor move by itself?
  bool is_elastic() const { return transmission && motor && !mimic && kind != JointKind::Fixed; }
};

/// A named place on a link: a tool, a sensor, a contact point.
template <Scalar P>
struct FrameDescription {
  std::string name;
  std::string link;
  Pose<P> X_LF;
  SourceLine source;
};

/// A body held at a frame (or link), part of the robot until it is put down.
template <Scalar P>
struct PayloadDescription {
  std::string frame;
  Inertia<P> inertia;  ///< in that frame
  SourceLine source;
};

/// A body of the file as a drawing shows it, in numbers even where the robot is symbolic; nothing is computed with it.
struct ShapeDescription {
  enum class Kind { Box, Cylinder, Cone, Ellipsoid, Mesh };

  std::string link;  ///< or frame
  Kind kind = Kind::Box;
  /// The centre, a cylinder and a cone along its z axis; of a cone the centre of its base, of a mesh the origin of its file.
  Pose<double> X_LS;
  /// Half of the edges of a box, semi-axes of an ellipsoid; radius, radius and half the length of a cylinder, the height of a
  /// cone; what a mesh is scaled by [m].
  Vec3<double> size;
  std::string mesh_file = {};
};

/// A named number of the file, such as `l1: 2 m`.
struct ParameterDescription {
  std::string name;
  double value = 0.0;  ///< SI
  std::string unit;    ///< SI unit of `value`, "" for a plain number
  SourceLine source;
};

/// A robot in its file's own words: every link, fixed joint and frame under the name it has there.
///
/// Formats are read into this and written from it. `Model` is what the algorithms run on; `build_model` makes
/// one from the other.
template <Scalar P>
struct RobotDescription {
  std::string name;
  std::string file;    ///< where it was read from, for messages
  std::string source;  ///< where the figures come from, for people
  std::vector<ParameterDescription> parameters;
  std::vector<LinkDescription<P>> links;  ///< the base among them
  std::vector<JointDescription<P>> joints;
  std::vector<FrameDescription<P>> frames;
  std::vector<PayloadDescription<P>> payloads;
  std::vector<ShapeDescription> shapes;
  Vec3<P> gravity{P(0.0), P(0.0), P(-9.81)};  ///< m/s², in the base frame
  bool floating_base = false;                 ///< the root link moves freely
  std::string end_frame;                      ///< where the arm ends, a frame or link; empty: the tree tells
  std::optional<double> total_mass;           ///< as the file states it, to check the links against, payloads apart
  std::size_t shapes_left_out = 0;            ///< visual and collision shapes of the file, which no other format keeps
};

}  // namespace sinew
