// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "sinew/tasks/joint_path.h"
#include "sinew/tasks/objectives/collision_shapes.h"
#include "sinew/tasks/objectives/objective.h"

namespace sinew {

/// A capsule, or a ball where both ends are the same, that a link carries; in the coordinates of one of its frames.
struct LinkShape {
  std::string name;   ///< for reports
  std::string frame;  ///< a link or frame of the robot
  Capsule shape;
};

struct Obstacle {
  std::string name;
  std::variant<Ball, Box, HalfSpace> shape;  ///< in W
};

/// The pair of a link's shape and an obstacle, by their numbers, and how they are apart.
struct Proximity {
  int shape = 0, obstacle = 0;
  Separation separation;
};

/// The least distance between the robot's shapes and the obstacles, H = min d, below zero where they overlap:
///
///     ∂H/∂q = n̂ᵀ·J_p       p the nearest point of the robot, n̂ the way from the obstacle to it
///
/// Of equally near pairs the first one counts, by shape and then by obstacle. Where the nearest pair or point changes at
/// once H has a kink, and the gradient is that of the pair that was taken.
class ObstacleDistance : public Objective {
 public:
  /// The model must outlive it. Throws InputError for a frame that is not there, a negative radius or size, a zero normal,
  /// numbers that are not finite, and for nothing to measure. Normals are made unit vectors.
  ObstacleDistance(const Model<double>& model, std::vector<LinkShape> shapes, std::vector<Obstacle> obstacles,
                   Workspace* work = nullptr);

  std::string name() const override { return "distance to obstacles"; }
  bool more_is_better() const override { return true; }
  double evaluate(In<double> q, Out<double> gradient) override;

  const std::vector<LinkShape>& shapes() const noexcept { return shapes_; }
  const std::vector<Obstacle>& obstacles() const noexcept { return obstacles_; }
  /// The nearest pair of the last evaluation.
  const Proximity& nearest() const noexcept { return nearest_; }
  /// Every pair at q, shape by shape; room for shapes·obstacles of them.
  void all(In<double> q, Out<Proximity> pairs);
  /// The obstacle has moved: another of the same kind. Throws InputError as above.
  void move_obstacle(int obstacle, const std::variant<Ball, Box, HalfSpace>& shape);

 private:
  /// What of a shape does not change.
  struct Carried {
    int link = base_link;
    Capsule in_link;
    std::vector<PathJoint> path;
  };
  [[noreturn]] void refuse(const std::string& what, const std::string& remedy) const;
  void check(const LinkShape& shape) const;
  void check(Obstacle& obstacle) const;
  Capsule placed(const Carried& carried) const;

  const Model<double>& model_;
  std::vector<LinkShape> shapes_;
  std::vector<Obstacle> obstacles_;
  std::vector<Carried> carried_;
  LinkMotions motions_;
  Proximity nearest_;
};

}  // namespace sinew
