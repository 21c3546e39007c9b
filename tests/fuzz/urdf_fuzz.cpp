// SPDX-License-Identifier: BSD-3-Clause
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "sinew/formats/urdf/reader.h"
#include "sinew/formats/urdf/writer.h"
#include "sinew/model/build_model.h"
#include "sinew/model/checks.h"
#include "sinew/model/structure.h"

/// Any bytes are read without a crash; what is a robot can be written, and then read again with the same names.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sinew;
  Diagnostics diagnostics("fuzz.urdf");
  const auto robot = read_urdf({"fuzz.urdf", std::string(data, data + size)}, {}, diagnostics);
  const auto tree = find_tree(robot, diagnostics);
  if (diagnostics.has_errors()) return 0;
  check_physics(robot, tree, diagnostics);
  if (diagnostics.has_errors()) return 0;
  const Model<double> model = build_model(robot);

  Diagnostics notes("fuzz.urdf");
  const std::string text = write_urdf(robot, notes);
  if (notes.has_errors()) return 0;
  Diagnostics again("written.urdf");
  const auto back = read_urdf({"written.urdf", text}, {}, again);
  find_tree(back, again);
  if (again.has_errors()) std::abort();
  const Model<double> same = build_model(back);
  if (same.link_count() != model.link_count() || same.velocity_count() != model.velocity_count()) std::abort();
  for (const Frame<double>& frame : model.frames())
    if (same.find_frame(frame.name) == nullptr) std::abort();
  return 0;
}
