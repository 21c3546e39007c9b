// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/choices/frame_choice.h"

#include <map>

#include "sinew/analysis/matrices.h"
#include "sinew/formats/quantity_text.h"
#include "sinew/questions/choices/text_values.h"

namespace sinew {

void AxesChoice::describe(Fields& fields) {
  fields
      .add("axes", &axes,
           "in the axes of the world, the frame's own, or those of a link or frame by its name;\n"
           "base is the root link where nothing else is called so")
      .of("world|own|NAME")
      .shows_initial();
}

void RowsChoice::describe(Fields& fields) {
  fields
      .add("rows", &rows,
           "all (angular over linear), angular, linear, or a list of wx,wy,wz,vx,vy,vz;\n"
           "x,y,z are short for vx,vy,vz; the answer has them in the order given")
      .of("ROW,...")
      .shows_initial();
}

Rows RowsChoice::value() const {
  struct Meaning {
    std::size_t first, count;
  };
  static const std::map<std::string, Meaning> meanings = {{"all", {0, 6}},
                                                          {"angular", {0, 3}},
                                                          {"linear", {3, 3}},
                                                          {"wx", {0, 1}},
                                                          {"wy", {1, 1}},
                                                          {"wz", {2, 1}},
                                                          {"vx", {3, 1}},
                                                          {"vy", {4, 1}},
                                                          {"vz", {5, 1}},
                                                          {"x", {3, 1}},
                                                          {"y", {4, 1}},
                                                          {"z", {5, 1}},
                                                          // of poses, as tasks have them
                                                          {"pose", {0, 6}},
                                                          {"orientation", {0, 3}},
                                                          {"position", {3, 3}},
                                                          {"rx", {0, 1}},
                                                          {"ry", {1, 1}},
                                                          {"rz", {2, 1}}};
  std::vector<std::string> known;
  known.reserve(meanings.size());
  for (const auto& [word, meaning] : meanings) known.push_back(word);
  Rows chosen{};
  for (const std::string& word : chosen_words("rows", rows, known)) {
    const auto [first, count] = meanings.at(word);
    for (std::size_t row = first; row < first + count; ++row) chosen.add(row);
  }
  return chosen;
}

Eigen::Vector3d point_given(const std::string& text) {
  if (text.empty()) return Eigen::Vector3d::Zero();
  return vector(value_of("--point", [&] { return vector_quantity(text, dimension::length); }));
}

}  // namespace sinew
