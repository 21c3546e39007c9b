// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace sinew {

/// What a transform is for, as its ID says.
enum class SmiTransformUse {
  Base,              ///< B[parent:-:child]: the joint's base frame in the parent
  Follower,          ///< F[parent:-:child]: the joint's follower frame in the child
  RootGround,        ///< RootGround[part]: a part that stands still, in the world
  AssemblyGround,    ///< AssemblyGround[assembly:part]: a part that is fixed in its sub-assembly
  Free,              ///< SixDofRigidTransform[part]: a part that nothing holds, as drawn
  CoordinateSystem,  ///< UCS[design:name]: a frame that the designer drew on a part
};

/// The two sides of `parent:-:child`; an empty side is the world.
struct SmiSides {
  std::string_view parent, child;
};

struct SmiTransformId {
  SmiTransformUse use = SmiTransformUse::Base;
  SmiSides sides;         ///< of Base and Follower
  std::string_view path;  ///< of the others
};

/// What an ID says; nothing if it says nothing that is known.
std::optional<SmiTransformId> parse_transform_id(std::string_view id);

/// The sides of a joint's ID, `[parent:-:child]`.
std::optional<SmiSides> parse_joint_id(std::string_view id);

/// The names that a path goes through: "Frame-3:Part-1" is Frame-3, then Part-1.
///
/// Inventor numbers its instances behind a colon, "Frame:3:Part:1", so a name of digits alone belongs to the
/// one before it. SolidWorks names a design "Part*:*Default", whose colon does not separate either.
std::vector<std::string_view> path_names(std::string_view path);

/// The design that an instance is one of: "Part1" for "Part1-2" and "Part1:2"; any other name stays.
std::string_view design_of_instance(std::string_view instance);

/// The plain name of a design: "Part1" for "Part1*:*Default", "Middle v2" for "Middle v2.ipt_{…}".
std::string_view plain_design(std::string_view design);

/// Is it a design that is named, rather than an instance of one?
inline bool is_design(std::string_view name) { return plain_design(name).size() != name.size(); }

}  // namespace sinew
