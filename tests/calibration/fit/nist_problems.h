// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sinew/calibration/fit/least_squares_problem.h"
#include "tests/calibration/fit/function_problem.h"
#include "tests/calibration/fit/nist_rows.h"

namespace sinew_test {

/// A nonlinear regression problem with the solution that NIST certifies to 11 digits (source: nist_rows.h).
struct NistProblem {
  std::string name;
  std::vector<double> start1, start2, certified, deviations;
  double sum_of_squares;
  /// Unknowns are changes from the start, relative to it.
  std::unique_ptr<sinew::LeastSquaresProblem> (*from)(const std::vector<double>& start);
};

/// The problem of a model y = model(b, x), with the parameters b = start + |start|·unknown.
template <class Model>
std::unique_ptr<sinew::LeastSquaresProblem> regression(std::span<const NistRow> rows, const std::vector<double>& start,
                                                       Model model) {
  const auto residuals = [rows, start, model](const auto* x, auto* r) {
    using T = std::remove_cvref_t<decltype(*r)>;
    std::vector<T> b;
    for (std::size_t k = 0; k < start.size(); ++k) b.push_back(start[k] + std::abs(start[k]) * x[k]);
    for (std::size_t i = 0; i < rows.size(); ++i) r[i] = model(b, rows[i].x) - rows[i].y;
  };
  const auto unknowns = static_cast<Eigen::Index>(start.size()), count = static_cast<Eigen::Index>(rows.size());
  return std::make_unique<FunctionProblem<decltype(residuals)>>(unknowns, count, residuals);
}

using Start = const std::vector<double>&;

inline const std::vector<NistProblem>& nist_problems() {
  static const std::vector<NistProblem> problems = [] {
    std::vector<NistProblem> all;
    all.push_back({"MGH09",
                   {25, 39, 41.5, 39},
                   {0.25, 0.39, 0.415, 0.39},
                   {1.9280693458E-01, 1.9128232873E-01, 1.2305650693E-01, 1.3606233068E-01},
                   {1.1435312227E-02, 1.9633220911E-01, 8.0842031232E-02, 9.0025542308E-02},
                   3.0750560385E-04,
                   [](Start start) {
                     return regression(mgh09_rows, start, [](const auto& b, double x) {
                       return b[0] * (x * x + x * b[1]) / (x * x + x * b[2] + b[3]);
                     });
                   }});
    all.push_back({"MGH10",
                   {2, 400000, 25000},
                   {0.02, 4000, 250},
                   {5.6096364710E-03, 6.1813463463E+03, 3.4522363462E+02},
                   {1.5687892471E-04, 2.3309021107E+01, 7.8486103508E-01},
                   8.7945855171E+01,
                   [](Start start) {
                     return regression(mgh10_rows, start,
                                       [](const auto& b, double x) { return b[0] * exp(b[1] / (x + b[2])); });
                   }});
    all.push_back({"MGH17",
                   {50, 150, -100, 1, 2},
                   {0.5, 1.5, -1, 0.01, 0.02},
                   {3.7541005211E-01, 1.9358469127E+00, -1.4646871366E+00, 1.2867534640E-02, 2.2122699662E-02},
                   {2.0723153551E-03, 2.2031669222E-01, 2.2175707739E-01, 4.4861358114E-04, 8.9471996575E-04},
                   5.4648946975E-05,
                   [](Start start) {
                     return regression(mgh17_rows, start, [](const auto& b, double x) {
                       return b[0] + b[1] * exp(-x * b[3]) + b[2] * exp(-x * b[4]);
                     });
                   }});
    all.push_back({"Thurber",
                   {1000, 1000, 400, 40, 0.7, 0.3, 0.03},
                   {1300, 1500, 500, 75, 1, 0.4, 0.05},
                   {1.2881396800E+03, 1.4910792535E+03, 5.8323836877E+02, 7.5416644291E+01, 9.6629502864E-01,
                    3.9797285797E-01, 4.9727297349E-02},
                   {4.6647963344E+00, 3.9571156086E+01, 2.8698696102E+01, 5.5675370270E+00, 3.1333340687E-02,
                    1.4984928198E-02, 6.5842344623E-03},
                   5.6427082397E+03,
                   [](Start start) {
                     return regression(thurber_rows, start, [](const auto& b, double x) {
                       return (b[0] + x * (b[1] + x * (b[2] + x * b[3]))) / (1.0 + x * (b[4] + x * (b[5] + x * b[6])));
                     });
                   }});
    all.push_back({"Bennett5",
                   {-2000, 50, 0.8},
                   {-1500, 45, 0.85},
                   {-2.5235058043E+03, 4.6736564644E+01, 9.3218483193E-01},
                   {2.9715175411E+02, 1.2448871856E+00, 2.0272299378E-02},
                   5.2404744073E-04,
                   [](Start start) {
                     return regression(bennett5_rows, start,
                                       [](const auto& b, double x) { return b[0] * exp(-log(b[1] + x) / b[2]); });
                   }});
    all.push_back({"Eckerle4",
                   {1, 10, 500},
                   {1.5, 5, 450},
                   {1.5543827178E+00, 4.0888321754E+00, 4.5154121844E+02},
                   {1.5408051163E-02, 4.6803020753E-02, 4.6800518816E-02},
                   1.4635887487E-03,
                   [](Start start) {
                     return regression(eckerle4_rows, start, [](const auto& b, double x) {
                       const auto z = (x - b[2]) / b[1];
                       return b[0] / b[1] * exp(-0.5 * z * z);
                     });
                   }});
    all.push_back({"BoxBOD",
                   {1, 1},
                   {100, 0.75},
                   {2.1380940889E+02, 5.4723748542E-01},
                   {1.2354515176E+01, 1.0455993237E-01},
                   1.1680088766E+03,
                   [](Start start) {
                     return regression(boxbod_rows, start,
                                       [](const auto& b, double x) { return b[0] * (1.0 - exp(-b[1] * x)); });
                   }});
    all.push_back({"Rat42",
                   {100, 1, 0.1},
                   {75, 2.5, 0.07},
                   {7.2462237576E+01, 2.6180768402E+00, 6.7359200066E-02},
                   {1.7340283401E+00, 8.8295217536E-02, 3.4465663377E-03},
                   8.0565229338E+00,
                   [](Start start) {
                     return regression(rat42_rows, start,
                                       [](const auto& b, double x) { return b[0] / (1.0 + exp(b[1] - b[2] * x)); });
                   }});
    all.push_back({"Rat43",
                   {100, 10, 1, 1},
                   {700, 5, 0.75, 1.3},
                   {6.9964151270E+02, 5.2771253025E+00, 7.5962938329E-01, 1.2792483859E+00},
                   {1.6302297817E+01, 2.0828735829E+00, 1.9566123451E-01, 6.8761936385E-01},
                   8.7864049080E+03,
                   [](Start start) {
                     return regression(rat43_rows, start, [](const auto& b, double x) {
                       return b[0] * exp(-log(1.0 + exp(b[1] - b[2] * x)) / b[3]);
                     });
                   }});
    return all;
  }();
  return problems;
}

}  // namespace sinew_test
