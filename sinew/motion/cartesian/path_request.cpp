// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/cartesian/path_request.h"

#include "sinew/errors/diagnostic.h"
#include "sinew/motion/cartesian/path_parts.h"

namespace sinew {
namespace {

constexpr double most_rows_of_path = 1e7;  ///< more is taken for a slip
constexpr double usual_duration = 5.0;

void check_length(const CartesianPath& path) {
  if (path.length() <= longest_path) return;
  refuse("follow", "the path is " + shown(path.length()) + " m long",
         "give places in metres, or with units such as 300mm; at most " + shown(longest_path) + " m");
}

/// The shape of a path that takes `duration`.
std::shared_ptr<const CartesianPath> shape_of(const Pose<double>& start, const PathRequest& request, double duration) {
  if (request.line_to) return line_path(start, {start.R, *request.line_to}, duration);
  if (request.line_by) return line_path(start, {start.R, start.p + *request.line_by}, duration);
  if (request.circle)
    return circle_path(start, request.circle->centre, request.circle->axis, request.circle->turn,
                       request.circle->turning, duration);
  std::vector<Pose<double>> poses = request.via;
  const double apart = norm(poses.front().p - start.p);
  if (apart > 1e-9) poses.insert(poses.begin(), start);
  return via_path(poses, duration);
}

}  // namespace

std::shared_ptr<const CartesianPath> path_from(const Pose<double>& start, const PathRequest& request) {
  if (!request.times.empty()) {
    std::shared_ptr<const CartesianPath> timed = timed_path(request.times, request.via);
    check_length(*timed);
    return timed;
  }
  const std::shared_ptr<const CartesianPath> in_one_second = shape_of(start, request, 1.0);
  const double length = in_one_second->length();
  check_length(*in_one_second);
  if (!request.speed) return shape_of(start, request, request.duration.value_or(usual_duration));
  if (!(*request.speed > 0.0)) refuse("--speed", "is " + shown(*request.speed), "give one above zero, such as 0.1m/s");
  if (!(length > 0.0)) refuse("--speed", "has no length to go by", "give --duration");
  return shape_of(start, request, length / *request.speed);
}

void refuse_too_many_rows(const CartesianPath& path, double period) {
  const double rows = path.duration() / period;
  if (rows <= most_rows_of_path) return;
  refuse("follow", shown(path.duration()) + " s every " + shown(period) + " s would be " + shown(rows) + " rows",
         "give a shorter --duration or a longer --period: at most 10 million rows");
}

}  // namespace sinew
