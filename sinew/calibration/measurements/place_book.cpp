// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/measurements/place_book.h"

#include <utility>

namespace sinew {

const char* name_of(PlaceKind kind) {
  switch (kind) {
    case PlaceKind::Frame:
      return "frame";
    case PlaceKind::Point:
      return "point";
    case PlaceKind::Plane:
      return "plane";
  }
  return "";
}

PlaceBook::PlaceBook(std::vector<MeasuringPlace> declared) : places_(std::move(declared)) {
  for (std::size_t i = 0; i < places_.size(); ++i) {
    declared_names_.push_back(places_[i].name);
    if (!index_.emplace(places_[i].name, i).second)
      refuse("places", "the place " + in_quotes(places_[i].name) + " is given twice", "keep one of them");
  }
}

const MeasuringPlace* PlaceBook::find(const std::string& name) const {
  const auto found = index_.find(name);
  return found == index_.end() ? nullptr : &places_[found->second];
}

const MeasuringPlace* PlaceBook::use(const std::string& name, PlaceKind kind, const std::string& file, int line,
                                     Diagnostics& diagnostics) {
  const MeasuringPlace* place = find(name);
  if (place == nullptr) {
    if (const std::string near = nearest_word(name, declared_names_); !near.empty()) {
      diagnostics.add({Severity::Error, file, line, "there is no place " + in_quotes(name),
                       "did you mean " + in_quotes(near) + "? If it is another one, give it among the places"});
      return nullptr;
    }
    index_.emplace(name, places_.size());
    places_.push_back({.name = name, .kind = kind, .X_WM = {}});
    place = &places_.back();
  }
  if (place->kind != kind) {
    diagnostics.add(
        {Severity::Error, file, line,
         "the place " + in_quotes(name) + " is a " + name_of(place->kind) + ", and this row needs a " + name_of(kind),
         "name another place, or say of which kind it is among the places"});
    return nullptr;
  }
  Uses& uses = uses_[name];
  if (uses.count++ == 0) uses = {1, file, line};
  return place;
}

void PlaceBook::warn_of_lonely_places(Diagnostics& diagnostics) const {
  for (const MeasuringPlace& place : places_) {
    const auto found = uses_.find(place.name);
    if (found == uses_.end())
      diagnostics.add({Severity::Warning, "places", 0, "nothing is measured from the place " + in_quotes(place.name),
                       "leave it out, or check the names in the files"});
    else if (found->second.count == 1 && !place.is_known)
      diagnostics.add({Severity::Warning, found->second.file, found->second.line,
                       "the place " + in_quotes(place.name) + " is not known, and this row alone measures from it",
                       "check its name; one measurement tells nothing of the robot"});
  }
}

}  // namespace sinew
