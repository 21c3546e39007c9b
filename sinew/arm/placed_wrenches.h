// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "sinew/algorithms/jacobian.h"
#include "sinew/analysis/matrices.h"
#include "sinew/analysis/reference_frame.h"
#include "sinew/arm/wrench.h"

namespace sinew {

/// Wrenches on the links where they stand, for any number type, for one state after the other: only making them allocates,
/// and throws InputError for frames that the robot does not have. Their numbers must be finite.
template <Scalar T>
class PlacedWrenches {
 public:
  PlacedWrenches(const Model<double>& model, const std::vector<Wrench>& wrenches)
      : on_links(at(model.link_count())), placed_(model) {
    for (const Wrench& wrench : wrenches) {
      const Frame<double>& acted_on = model.frame(wrench.link);
      wrenches_.push_back({acted_on.link, acted_on.X_LF * vec3(wrench.point), vec3(wrench.point),
                           wrench.point_in.empty(), wrench.point_in.empty() ? Named{} : named(model, wrench.point_in),
                           named(model, wrench.axes), vec3(wrench.force), vec3(wrench.moment)});
    }
  }

  /// Another force and moment of wrench `i`, in the axes and about the point that it was made with.
  void set(std::size_t i, const Vec3<double>& force, const Vec3<double>& moment) {
    wrenches_[i].force = force;
    wrenches_[i].moment = moment;
  }

  /// Of the model that they were made for.
  void read(const Model<double>& model, In<T> q) {
    poses<double, T>(model, q, placed_.poses, placed_.X_WL, placed_.X_WB);
    for (Force<T>& force : on_links) force = {};
    on_base = {};
    for (const Placed& wrench : wrenches_)
      (wrench.link == base_link ? on_base : on_links[at(wrench.link)]) += at_origin(wrench);
  }

  std::vector<Force<T>> on_links;
  Force<T> on_base;

 private:
  /// A frame on a link; of W: no link.
  struct Named {
    bool is_world = true;
    int link = base_link;
    Pose<double> X_LF;
  };
  struct Placed {
    int link;
    Vec3<double> point_on_link, point;
    bool is_on_link;  ///< the point is given in the frame that is acted on
    Named point_in, axes;
    Vec3<double> force, moment;
  };

  static Named named(const Model<double>& model, std::string_view name) {
    const std::optional<Frame<double>> frame = reference_frame(model, name);
    return frame ? Named{false, frame->link, frame->X_LF} : Named{};
  }

  Pose<T> pose(const Named& frame) const { return frame.is_world ? Pose<T>{} : placed_.pose(frame.link) * frame.X_LF; }

  /// In the canonical frame of the link that it acts on.
  Force<T> at_origin(const Placed& wrench) const {
    const Pose<T>& X_WL = placed_.pose(wrench.link);
    const T one(1.0);
    const Vec3<T> p_L =
        wrench.is_on_link ? one * wrench.point_on_link : X_WL.inverse() * (pose(wrench.point_in) * wrench.point);
    const Rotation<T> R_WA = pose(wrench.axes).R;
    const auto seen = [&](const Vec3<double>& v) { return X_WL.R.inverse_times(R_WA * v); };
    return at_other_point(Force<T>{seen(wrench.moment), seen(wrench.force)}, p_L);
  }

  std::vector<Placed> wrenches_;
  JacobianScratch<T> placed_;
};

}  // namespace sinew
