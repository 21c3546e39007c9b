// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>

#include "sinew/spatial/inertia.h"

/// The largest difference between the elements of two of a kind.
namespace sinew_test {

template <class T>
double difference(const sinew::Vec3<T>& a, const sinew::Vec3<T>& b) {
  // max() would lose a NaN; a sum does not
  const sinew::Vec3<T> d = a - b;
  const T largest = std::max({std::abs(d.x), std::abs(d.y), std::abs(d.z)});
  return static_cast<double>(std::isnan(d.x + d.y + d.z) ? d.x + d.y + d.z : largest);
}

/// The larger one, or NaN if either is.
inline double larger(double a, double b) { return std::isnan(a) || a > b ? a : b; }

template <class T>
double difference(const sinew::Rotation<T>& a, const sinew::Rotation<T>& b) {
  return larger(larger(difference(a.row(0), b.row(0)), difference(a.row(1), b.row(1))), difference(a.row(2), b.row(2)));
}

template <class T>
double difference(const sinew::Pose<T>& a, const sinew::Pose<T>& b) {
  return larger(difference(a.R, b.R), difference(a.p, b.p));
}

template <class T>
double difference(const sinew::Symmetric3<T>& a, const sinew::Symmetric3<T>& b) {
  return larger(larger(difference(a.row(0), b.row(0)), difference(a.row(1), b.row(1))), difference(a.row(2), b.row(2)));
}

template <class T>
double difference(const sinew::Motion<T>& a, const sinew::Motion<T>& b) {
  return larger(difference(a.w, b.w), difference(a.v, b.v));
}

template <class T>
double difference(const sinew::Force<T>& a, const sinew::Force<T>& b) {
  return larger(difference(a.n, b.n), difference(a.f, b.f));
}

template <class T>
double difference(const sinew::Inertia<T>& a, const sinew::Inertia<T>& b) {
  return larger(larger(static_cast<double>(std::abs(a.m - b.m)), difference(a.h, b.h)), difference(a.I, b.I));
}

}  // namespace sinew_test
