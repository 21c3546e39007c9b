// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "sinew/formats/urdf/stand_ins.h"
#include "sinew/formats/urdf/xml_fields.h"
#include "sinew/formats/urdf/xml_text.h"
#include "sinew/model/description.h"

namespace sinew {

/// What URDF cannot say stands in <sinew> elements, which other programs pass over:
///
///     <robot …>  <sinew floating_base="true">
///                  <gravity xyz="0 0 -1.62"/>
///                  <source text="Corke 1996"/>
///                  <parameter name="l1" value="0.5" unit="m"/>
///                </sinew>
///     <link …>   <sinew stands_for="frame"/>                    see stand_ins.h
///                <sinew><inertia mass="0" first_moment="0 0 1" ixx="0" …/></sinew>   about the link's origin
///     <joint …>  <sinew kind="revolute">                        where it is written as continuous
///                  <limit upper="inf" acceleration="10" jerk="100"/>
///                  <friction coulomb_plus="1" coulomb_minus="2" static_plus="3" …>
///                    <point position="0" effort="0.1"/> …
///                  </friction>
///                  <motor carrier="forearm" rotor_inertia="1e-4" gear_ratio="100" axis="0 0 1"/>
///                  <spring stiffness="10" rest="0"/>
///                  <transmission stiffness="5000" damping="3"> <motor_friction viscous="0.1" coulomb_plus="1" …/>
///                </sinew>
///
/// What they say counts over what plain URDF says in the same place.
void read_robot_extension(const XmlFields& sinew, RobotDescription<double>& robot);
void read_link_extension(const XmlFields& sinew, LinkDescription<double>& link, std::vector<StandIn>& stand_ins);
void read_joint_extension(const XmlFields& sinew, JointDescription<double>& joint);

/// The other way round: a <sinew> element, empty if plain URDF says it all. What other programs thereby miss
/// is added to `unseen`, in words.
XmlNode robot_extension(const RobotDescription<double>& robot, std::vector<std::string>& unseen);
XmlNode inertia_extension(const Inertia<double>& inertia, std::vector<std::string>& unseen);
XmlNode joint_extension(const JointDescription<double>& joint, std::vector<std::string>& unseen);

/// ixx to izz, as <inertia> has them.
std::vector<std::pair<std::string, std::string>> inertia_attributes(const Symmetric3<double>& I);

/// Do mass, centre of mass and inertia about it give these ten numbers back?
bool plain_urdf_holds(const Inertia<double>& inertia);
/// Do a viscous and one Coulomb value say it all?
bool plain_urdf_holds(const Friction<double>& friction);

}  // namespace sinew
