// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/report/drawing/drawing_plane.h"
#include "sinew/report/drawing/posed_robot.h"

namespace sinew {

/// The colours of one drawn robot. They differ in lightness, so that a grey print shows the same.
struct DrawingTone {
  std::string line, link, joint;
};
DrawingTone full_tone();
/// Of a pose that stands behind another one in the same picture.
DrawingTone faint_tone();

using Outlines = std::vector<PictureOutline>;

/// A link: a bar along the path.
void add_bar(const DrawingPlane& plane, const SpacePath& path, const DrawingTone& tone, Outlines& outlines);
/// A frame beside its link: a thin line.
void add_stalk(const DrawingPlane& plane, const SpacePath& path, const DrawingTone& tone, Outlines& outlines);
/// How far the symbol of a joint reaches from its place along its axis and across it, in radii of symbols.
struct JointSize {
  double half_length, radius;
};
JointSize joint_size(JointKind kind);

/// A joint that turns: a cylinder about its axis, with a ring where it is a screw.
void add_turning_joint(const DrawingPlane& plane, const PosedJoint& joint, const DrawingTone& tone, Outlines& outlines);
/// A joint that slides: a box that the parent carries, and the rod that comes out of it.
void add_sliding_joint(const DrawingPlane& plane, const PosedJoint& joint, const DrawingTone& tone, Outlines& outlines);
/// The axis of a joint: dash-dotted, with an arrow in its positive direction; a dot or a cross in the joint where it
/// points at the viewer or away.
void add_joint_axis(const DrawingPlane& plane, const PosedJoint& joint, Outlines& behind, Outlines& before);
/// The half-black circle of a centre of mass.
void add_centre_of_mass(const DrawingPlane& plane, const Vec3<double>& p, const DrawingTone& tone, Outlines& outlines);
/// The ground at a place of the picture, which is below in the direction `down`; `stand`: with a triangle up to the
/// place.
void add_ground(const DrawingPlane& plane, const PicturePoint& at, const PicturePoint& down, double distance,
                bool stand, Outlines& outlines);
/// The end of the arm.
void add_end(const DrawingPlane& plane, const Vec3<double>& p, const DrawingTone& tone, Outlines& outlines);

/// An axis of a frame, and where its letter goes.
struct LetteredAxis {
  std::string letter, colour;
  PicturePoint tip, towards;
};
/// x, y and z of a frame, so long in the plane of the picture.
std::vector<LetteredAxis> add_triad(const DrawingPlane& plane, const Pose<double>& X, double length,
                                    const std::string& part, Outlines& outlines);

/// A force from the point where it acts. Returns where its label goes.
PicturePoint add_force(const DrawingPlane& plane, const Vec3<double>& at, const Vec3<double>& force, double length,
                       Outlines& outlines);
/// A moment as an arrow that goes round its axis; where that lies in the plane of the picture, as an arrow with two
/// heads along it. Returns where its label goes.
PicturePoint add_moment(const DrawingPlane& plane, const Vec3<double>& at, const Vec3<double>& moment,
                        Outlines& outlines);

}  // namespace sinew
