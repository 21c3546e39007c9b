// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <string>
#include <vector>

#include "sinew/calibration/measurements/measurement.h"
#include "sinew/errors/diagnostic.h"

namespace sinew {

/// The places that measurements name. A name that nobody has declared is a place too, whose pose is not known; but one
/// that resembles a declared name is a slip.
class PlaceBook {
 public:
  explicit PlaceBook(std::vector<MeasuringPlace> declared);

  /// Notes that a row measures from the place of that name, which must be of that kind. Null where that was refused.
  const MeasuringPlace* use(const std::string& name, PlaceKind kind, const std::string& file, int line,
                            Diagnostics& diagnostics);
  /// Null where nobody has declared it.
  const MeasuringPlace* find(const std::string& name) const;

  /// All of them, those declared first.
  std::vector<MeasuringPlace> all() const { return places_; }
  /// Warns of places that cannot be found, because no more than one row measures from them.
  void warn_of_lonely_places(Diagnostics& diagnostics) const;

 private:
  struct Uses {
    int count = 0;
    std::string file;
    int line = 0;  ///< of the first
  };

  std::vector<std::string> declared_names_;
  std::vector<MeasuringPlace> places_;
  std::map<std::string, std::size_t, std::less<>> index_;
  std::map<std::string, Uses, std::less<>> uses_;
};

/// "frame", "point" or "plane".
const char* name_of(PlaceKind kind);

}  // namespace sinew
