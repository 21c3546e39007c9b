// SPDX-License-Identifier: BSD-3-Clause
/// `sinew motion` on a published arm: every vector of both passes, torques and their causes at 101 instants, against an
/// independent computation (tests/textbook/rrp_test.cpp says of what).
#include <gmock/gmock.h>

#include <algorithm>

#include "tests/cli/command_line.h"
#include "tests/cli/csv_columns.h"
#include "tests/textbook/rrp_series.h"

namespace {

using sinew_test::columns_of;
using sinew_test::sinew;

const std::string published = " --q1 'sin(t)' --q2 '3*cos(2*t)' --q3 'sin(3*t)' --until 10s";

TEST(MotionOfThePublishedArm, has_every_vector_of_the_series) {
  const std::pair<const char*, const char*> variants[] = {{"rrp", "rrp_point_tip"}, {"rrp_rod_tip", "rrp_rod_tip"}};
  const std::pair<const char*, const char*> vectors[] = {{"w", "w"},
                                                         {"wd", "wd"},
                                                         {"v", "v"},
                                                         {"vd", "vd"},
                                                         {"v_com", "v_com"},
                                                         {"vd_com", "vd_com"},
                                                         {"gravity", "gravity"},
                                                         {"vd_centrifugal", "centrifugal"},
                                                         {"vd_coriolis", "coriolis"},
                                                         {"f", "f"},
                                                         {"n", "n"}};
  for (const auto& [robot, file] : variants) {
    const sinew_test::RrpSeries series({"rrp_motion", file});
    const auto done = sinew("motion " + std::string(robot) + published + " --show torque,causes,links --format csv");
    ASSERT_EQ(done.code, 0) << done.err;
    auto columns = columns_of(done.out);
    ASSERT_EQ(columns["t"].size(), 101U);
    const std::vector<std::string> joints = {"joint1", "joint2", "joint3"};
    for (std::size_t k = 0; k <= 100; ++k) {
      EXPECT_NEAR(columns["t"][k], 0.1 * static_cast<double>(k), 1e-14);
      for (int i = 1; i <= 3; ++i) {
        const std::string n = std::to_string(i), link = "links.link" + n + ".",
                          joint = joints[static_cast<std::size_t>(i - 1)];
        for (const auto& [key, name] : vectors)
          for (const char* axis : {".x", ".y", ".z"}) {
            double x = columns.at(link + key + axis)[k];
            // the series has the moment about the slide's place on link 2
            if (i == 3 && key == std::string("n") && axis == std::string(".x"))
              x -= columns.at("q.joint3")[k] * columns.at(link + "f.y")[k];
            if (i == 3 && key == std::string("n") && axis == std::string(".y"))
              x += columns.at("q.joint3")[k] * columns.at(link + "f.x")[k];
            EXPECT_NEAR(x, series.at(name + n + axis, k), 1e-9) << robot << " " << link << key << axis << " " << k;
          }
        EXPECT_NEAR(columns.at("tau." + joint)[k], series.at("tau." + n, k), 1e-9) << robot << " " << k;
        EXPECT_NEAR(columns.at("parts.gravity." + joint)[k], series.at("g." + n, k), 1e-9) << robot << " " << k;
        EXPECT_NEAR(columns.at("parts.coriolis." + joint)[k] + columns.at("parts.centrifugal." + joint)[k],
                    series.at("c." + n, k), 1e-9)
            << robot << " " << k;
      }
      if (HasFailure()) return;
    }
  }
}

/// The published curves that are right, drawn with q3 = 2·sin 3t; read off the plots, to one per cent of their range.
TEST(MotionOfThePublishedArm, has_the_extremes_of_the_published_curves) {
  const auto done = sinew(
      "motion rrp --q1 'sin(t)' --q2 '3*cos(2*t)' --q3 '2*sin(3*t)' --until 10s --samples 1001 --format csv --show "
      "links.centrifugal,links.coriolis,links.w,links.gravity");
  ASSERT_EQ(done.code, 0) << done.err;
  const auto columns = columns_of(done.out);
  struct Curve {
    const char* column;
    double least, most, range;
  };
  const Curve curves[] = {{"links.link3.vd_centrifugal.x", -2, 9, 125.4},
                          {"links.link3.vd_centrifugal.y", -0.8, 0.8, 125.4},
                          {"links.link3.vd_centrifugal.z", -62.7, 62.7, 125.4},
                          {"links.link3.vd_coriolis.x", -12, 2.4, 130.8},
                          {"links.link3.vd_coriolis.y", -65.4, 65.4, 130.8},
                          {"links.link3.vd_coriolis.z", 0, 0, 130.8},
                          {"links.link1.gravity.x", 0, 0, 9.82},
                          {"links.link1.gravity.y", -9.82, -9.82, 9.82},
                          {"links.link1.gravity.z", 0, 0, 9.82},
                          {"links.link1.w.y", -1, 1, 2},
                          {"links.link2.w.x", -6, 6, 12}};
  for (const Curve& curve : curves) {
    const std::vector<double>& values = columns.at(curve.column);
    EXPECT_NEAR(*std::min_element(values.begin(), values.end()), curve.least, 0.01 * curve.range) << curve.column;
    EXPECT_NEAR(*std::max_element(values.begin(), values.end()), curve.most, 0.01 * curve.range) << curve.column;
  }
}

}  // namespace
