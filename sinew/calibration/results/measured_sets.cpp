// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/results/measured_sets.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace sinew {
namespace {

/// Groups that grow together.
class Unions {
 public:
  explicit Unions(std::size_t count) : leader_(count) { std::iota(leader_.begin(), leader_.end(), std::size_t{0}); }

  std::size_t of(std::size_t i) const {
    while (leader_[i] != i) i = leader_[i];
    return i;
  }
  void join(std::size_t a, std::size_t b) { leader_[std::max(of(a), of(b))] = std::min(of(a), of(b)); }

 private:
  std::vector<std::size_t> leader_;
};

/// The beginning that all names share, without a separator at its end; the first name where they share none.
std::string shared_name(const std::vector<std::string>& names) {
  std::string shared = names.front();
  for (const std::string& name : names) {
    const auto [a, b] = std::mismatch(shared.begin(), shared.end(), name.begin(), name.end());
    shared.erase(a, shared.end());
  }
  if (names.size() > 1 && shared != names.front())
    if (const std::size_t cut = shared.find_last_of("_-. "); cut != std::string::npos) shared.erase(cut);
  return shared.empty() ? names.front() : shared;
}

}  // namespace

std::vector<MeasuredSet> measured_sets(const Measurements& measurements) {
  std::vector<std::string> names;
  std::map<std::string, std::size_t> number_of;
  std::map<std::string, std::set<std::size_t>> sets_at_place;
  for (const Measurement& m : measurements.rows) {
    const auto [found, is_new] = number_of.emplace(m.set, names.size());
    if (is_new) names.push_back(m.set);
    sets_at_place[m.place].insert(found->second);
  }
  Unions unions(names.size());
  const auto join_all = [&](const std::set<std::size_t>& sets) {
    for (const std::size_t other : sets) unions.join(*sets.begin(), other);
  };
  for (const MeasuringPlace& place : measurements.places)
    if (!place.is_known && place.kind != PlaceKind::Frame && sets_at_place.contains(place.name))
      join_all(sets_at_place[place.name]);
  for (const KnownDistance& d : measurements.distances) {
    std::set<std::size_t> both = sets_at_place[d.from];
    both.insert(sets_at_place[d.to].begin(), sets_at_place[d.to].end());
    if (!both.empty()) join_all(both);
  }

  std::map<std::size_t, std::vector<std::string>> members;
  for (std::size_t i = 0; i < names.size(); ++i) members[unions.of(i)].push_back(names[i]);
  std::map<std::size_t, std::size_t> place_of;
  std::vector<MeasuredSet> sets;
  for (const auto& [leader, all] : members) {
    place_of[leader] = sets.size();
    sets.push_back({shared_name(all), {}});
  }
  for (std::size_t i = 0; i < measurements.rows.size(); ++i)
    sets[place_of[unions.of(number_of[measurements.rows[i].set])]].rows.push_back(i);
  return sets;
}

Measurements part_of(const Measurements& measurements, const std::vector<std::size_t>& rows) {
  Measurements part;
  std::set<std::string> used;
  for (const std::size_t i : rows) {
    part.rows.push_back(measurements.rows[i]);
    used.insert(measurements.rows[i].place);
  }
  for (const MeasuringPlace& place : measurements.places)
    if (used.contains(place.name)) part.places.push_back(place);
  for (const KnownDistance& d : measurements.distances)
    if (used.contains(d.from) && used.contains(d.to)) part.distances.push_back(d);
  return part;
}

}  // namespace sinew
