// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/model/mesh.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <vector>

namespace sinew {
namespace {

std::string point_text(const Vec3<double>& p) { return "(" + shown(p.x) + ", " + shown(p.y) + ", " + shown(p.z) + ")"; }

bool is_finite(const Vec3<double>& p) { return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z); }

bool comes_before(const Vec3<double>& a, const Vec3<double>& b) {
  return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z);
}

/// An edge between two points by number, first < last, and which way a triangle goes along it.
struct Edge {
  std::size_t first, last;
  bool forwards;

  bool joins_same_points_as(const Edge& other) const { return first == other.first && last == other.last; }
};

/// The edges of all triangles, those between the same points next to each other.
std::vector<Edge> sorted_edges(std::span<const Triangle> triangles, std::vector<Vec3<double>>& points) {
  for (const Triangle& t : triangles) points.insert(points.end(), {t.a, t.b, t.c});
  std::sort(points.begin(), points.end(), comes_before);
  const auto same = [](const Vec3<double>& a, const Vec3<double>& b) { return a.x == b.x && a.y == b.y && a.z == b.z; };
  points.erase(std::unique(points.begin(), points.end(), same), points.end());
  const auto number_of = [&](const Vec3<double>& p) {
    return static_cast<std::size_t>(std::lower_bound(points.begin(), points.end(), p, comes_before) - points.begin());
  };
  std::vector<Edge> edges;
  edges.reserve(3 * triangles.size());
  for (const Triangle& t : triangles) {
    const std::size_t corner[] = {number_of(t.a), number_of(t.b), number_of(t.c)};
    for (int k = 0; k < 3; ++k) {
      const std::size_t from = corner[k], to = corner[(k + 1) % 3];
      if (from != to) edges.push_back({std::min(from, to), std::max(from, to), from < to});
    }
  }
  std::sort(edges.begin(), edges.end(),
            [](const Edge& a, const Edge& b) { return std::tie(a.first, a.last) < std::tie(b.first, b.last); });
  return edges;
}

/// Closed, with one outside: along every edge as many triangles go forwards as backwards.
bool check_closed(std::span<const Triangle> triangles, Diagnostics& diagnostics, SourceLine source) {
  struct Fault {
    std::size_t count = 0;
    Edge first{};
    void add(const Edge& edge) {
      if (count++ == 0) first = edge;
    }
  };
  std::vector<Vec3<double>> points;
  const std::vector<Edge> edges = sorted_edges(triangles, points);
  Fault open, twisted;
  for (auto edge = edges.begin(); edge != edges.end();) {
    const auto next =
        std::find_if_not(edge, edges.end(), [&](const Edge& other) { return other.joins_same_points_as(*edge); });
    const auto forwards = std::count_if(edge, next, [](const Edge& e) { return e.forwards; });
    const auto all = next - edge;
    if (all % 2 != 0)
      open.add(*edge);
    else if (2 * forwards != all)
      twisted.add(*edge);
    edge = next;
  }
  const auto report = [&](const Fault& fault, const char* what, const char* remedy) {
    if (fault.count > 0)
      diagnostics.error(source,
                        what + std::to_string(fault.count) + (fault.count == 1 ? " edge" : " edges") + ", first from " +
                            point_text(points[fault.first.first]) + " to " + point_text(points[fault.first.last]),
                        remedy);
  };
  report(open, "the mesh is not closed: a triangle is missing at ",
         "close its holes, or give the mass and inertia in figures");
  report(twisted, "the triangles of the mesh disagree about which side is out at ",
         "let the corners of every triangle go round counter-clockwise seen from outside");
  return open.count == 0 && twisted.count == 0;
}

/// Volume, ∫ r dV and ∫ r·rᵀ dV of what the triangles enclose, for r measured from `origin`.
struct Moments {
  double volume = 0;
  Vec3<double> first;
  Symmetric3<double> second;
};

Symmetric3<double> outer_square(const Vec3<double>& v) {
  return {v.x * v.x, v.x * v.y, v.x * v.z, v.y * v.y, v.y * v.z, v.z * v.z};
}

Moments moments_about(const Vec3<double>& origin, std::span<const Triangle> triangles) {
  Moments sum;
  for (const Triangle& t : triangles) {
    // each triangle with the origin is a tetrahedron, counted negative where it looks back at the origin
    const Vec3<double> a = t.a - origin, b = t.b - origin, c = t.c - origin;
    const double volume = dot(a, cross(b, c)) / 6;
    const Vec3<double> corners = a + b + c;
    sum.volume += volume;
    sum.first += volume / 4 * corners;
    sum.second =
        sum.second + volume / 20 * (outer_square(a) + outer_square(b) + outer_square(c) + outer_square(corners));
  }
  return sum;
}

/// The body of density one.
std::optional<Inertia<double>> inertia_of_surface(std::span<const Triangle> triangles, Diagnostics& diagnostics,
                                                  SourceLine source) {
  if (triangles.empty()) {
    diagnostics.error(source, "the mesh has no triangle", "check that it is the right file");
    return std::nullopt;
  }
  Vec3<double> low = triangles.front().a, high = low;
  for (const Triangle& t : triangles)
    for (const Vec3<double>& p : {t.a, t.b, t.c}) {
      if (!is_finite(p)) {
        diagnostics.error(source, "the mesh has the corner " + point_text(p), "give finite numbers");
        return std::nullopt;
      }
      low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
  if (!check_closed(triangles, diagnostics, source)) return std::nullopt;

  // from the middle of the mesh, so that one far from the origin keeps its digits
  const Vec3<double> middle = 0.5 * low + 0.5 * high;
  const Moments sum = moments_about(middle, triangles);
  const Vec3<double> com = sum.first / sum.volume;  // from the middle
  const double size = norm(high - low);
  if (!std::isfinite(size) || !std::isfinite(sum.second.trace())) {
    diagnostics.error(source, "the mesh is " + shown(size) + " m across, too large to compute with", "check its unit");
    return std::nullopt;
  }
  if (std::abs(sum.volume) <= 1e-15 * size * size * size) {
    diagnostics.error(source, "the mesh encloses no volume", "give a body with thickness");
    return std::nullopt;
  }
  if (sum.volume < 0) {
    diagnostics.error(source, "the mesh looks inwards: its volume is " + shown(sum.volume) + " m³",
                      "reverse the order of the corners of each triangle");
    return std::nullopt;
  }
  const Symmetric3<double>& C = sum.second;
  const Symmetric3<double> I_middle = Symmetric3<double>::diagonal(C.trace(), C.trace(), C.trace()) - C;
  const Symmetric3<double> I_com = I_middle - sum.volume * steiner(com, com);
  return Inertia<double>::about_com(sum.volume, middle + com, I_com);
}

/// `a` with every part of it made `factor` times as heavy.
Inertia<double> scaled(double factor, const Inertia<double>& a) { return {factor * a.m, factor * a.h, factor * a.I}; }

bool check_positive(const char* what, double number, const char* unit, Diagnostics& diagnostics, SourceLine source) {
  if (std::isfinite(number) && number > 0) return true;
  diagnostics.error(source, std::string("the mesh has a ") + what + " of " + shown(number) + " " + unit,
                    "give a positive number");
  return false;
}

}  // namespace

std::optional<Inertia<double>> with_density(const std::optional<Inertia<double>>& body, double density,
                                            Diagnostics& diagnostics, SourceLine source) {
  if (!check_positive("density", density, "kg/m³", diagnostics, source) || !body) return std::nullopt;
  return scaled(density, *body);
}

std::optional<Inertia<double>> with_mass(const std::optional<Inertia<double>>& body, double mass,
                                         Diagnostics& diagnostics, SourceLine source) {
  if (!check_positive("mass", mass, "kg", diagnostics, source) || !body) return std::nullopt;
  return scaled(mass / body->m, *body);
}

std::optional<Inertia<double>> inertia_of_mesh(std::span<const Triangle> triangles, double density,
                                               Diagnostics& diagnostics, SourceLine source) {
  return with_density(inertia_of_surface(triangles, diagnostics, source), density, diagnostics, source);
}

std::optional<Inertia<double>> inertia_of_mesh_with_mass(std::span<const Triangle> triangles, double mass,
                                                         Diagnostics& diagnostics, SourceLine source) {
  return with_mass(inertia_of_surface(triangles, diagnostics, source), mass, diagnostics, source);
}

}  // namespace sinew
