// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "sinew/errors/diagnostic.h"
#include "sinew/motion/cartesian/path_csv.h"

/// Any bytes as a path: refused, or finite poses, each with its time where there are times.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sinew;
  try {
    const PathTable table = read_path_csv(std::string(reinterpret_cast<const char*>(data), size), "fuzz.csv", {});
    if (!table.times.empty() && table.times.size() != table.poses.size()) std::abort();
    for (const double t : table.times)
      if (!std::isfinite(t)) std::abort();
    for (const Pose<double>& X : table.poses)
      for (int i = 0; i < 3; ++i) {
        if (!std::isfinite(X.p[i])) std::abort();
        for (int j = 0; j < 3; ++j)
          if (!(std::abs(X.R(i, j)) < 1.0 + 1e-9)) std::abort();
      }
  } catch (const InputError&) {
    return 0;
  }
  return 0;
}
