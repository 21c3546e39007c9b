// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/trajectory/path.h"

#include <string>

#include "sinew/errors/diagnostic.h"

namespace sinew {
namespace {

class LinePath final : public Path {
 public:
  LinePath(const Eigen::VectorXd& from, const Eigen::VectorXd& to) : from_(from), to_(to), way_(to - from) {}

  int joint_count() const noexcept override { return static_cast<int>(from_.size()); }
  double end() const noexcept override { return 1.0; }

  void at(double s, PathSample& sample) const noexcept override {
    // from the nearer end, so that both ends are met exactly
    if (s <= 0.5)
      sample.q = from_ + s * way_;
    else
      sample.q = to_ - (1.0 - s) * way_;
    sample.d1 = way_;
    sample.d2.setZero();
    sample.d3.setZero();
  }

 private:
  Eigen::VectorXd from_, to_, way_;
};

}  // namespace

std::shared_ptr<const Path> line_path(const Eigen::VectorXd& from, const Eigen::VectorXd& to) {
  if (from.size() != to.size())
    refuse("path", "its start has " + std::to_string(from.size()) + " numbers and its end " + std::to_string(to.size()),
           "give one number per joint for both");
  if (!from.allFinite() || !to.allFinite()) refuse("path", "it has a number that is not finite", "give finite numbers");
  return std::make_shared<LinePath>(from, to);
}

}  // namespace sinew
