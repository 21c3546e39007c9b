// SPDX-License-Identifier: BSD-3-Clause
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "sinew/formats/smidata/reader.h"
#include "sinew/model/build_model.h"

/// Any bytes are either refused with problems or give a robot that can be built.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  sinew::SourceText source{"fuzz.m", std::string(data, data + size)};
  sinew::Diagnostics diagnostics(source.file);
  const auto robot = sinew::read_smidata(source, {}, diagnostics);
  for (const sinew::Diagnostic& diagnostic : diagnostics.all()) diagnostic.text();
  if (diagnostics.has_errors()) return 0;
  if (sinew::find_tree(robot, diagnostics)) sinew::build_model(robot);
  return 0;
}
