// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "sinew/formats/stl.h"

/// Any bytes are either refused with problems or give finite triangles, and those a body or problems.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const sinew::SourceText source{"fuzz.stl", std::string(data, data + size)};
  sinew::Diagnostics diagnostics(source.file);
  const auto triangles = sinew::read_stl(source, 0.001, diagnostics);
  for (const sinew::Diagnostic& diagnostic : diagnostics.all()) diagnostic.text();
  if (triangles.empty() != diagnostics.has_errors()) std::abort();
  if (triangles.empty()) return 0;
  const auto body = sinew::inertia_of_mesh(triangles, 1000.0, diagnostics, {});
  if (body.has_value() == diagnostics.has_errors()) std::abort();
  if (body && !(std::isfinite(body->I.trace()) && body->m > 0)) std::abort();
  return 0;
}
