// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/formats/yaml/fields.h"
#include "sinew/model/description.h"

namespace sinew {

/// Reads a `joint:` entry, a kind alone (`joint: revolute`) or a map of kind, name, pitch, limits, friction,
/// motor, spring and mimic, into `joint`, whose parent, X_PJ and axis stand already: the motor's place is
/// told from them where the file says nothing else.
template <Scalar P>
void read_joint(const YamlNode& node, const YamlValues<P>& values, JointDescription<P>& joint);

/// The kind that a `joint:` entry names, where it names one rightly.
std::optional<JointKind> joint_kind_of(const YamlNode& node);

extern template void read_joint(const YamlNode&, const YamlValues<double>&, JointDescription<double>&);
extern template void read_joint(const YamlNode&, const YamlValues<Expr>&, JointDescription<Expr>&);

}  // namespace sinew
