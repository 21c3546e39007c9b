// SPDX-License-Identifier: BSD-3-Clause
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "sinew/formats/load.h"
#include "sinew/formats/yaml/writer.h"

/// Any bytes as a robot in YAML: refused, or read, written by poses and by DH rows, and read again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sinew;
  const SourceText source{"fuzz.yaml", std::string(reinterpret_cast<const char*>(data), size)};
  try {
    const LoadedRobot robot = load_robot(source);
    try {
      const LoadedRobot again = load_robot(SourceText{"again.yaml", write_sinew_yaml(robot.description)});
      if (again.model.link_count() != robot.model.link_count()) std::abort();
      Diagnostics diagnostics("fuzz.yaml");
      for (const DhConvention convention : {DhConvention::Standard, DhConvention::Modified})
        if (const auto table = dh_table(robot.description, convention, diagnostics))
          load_robot(SourceText{"dh.yaml", write_sinew_yaml(robot.description, *table)});
    } catch (const InputError& e) {
      // figures near the ends of the number range may not survive the way through a centre of mass
      for (const Diagnostic& p : e.diagnostics())
        if (p.severity == Severity::Error && p.what.find("finite") == std::string::npos) std::abort();
    }
  } catch (const InputError&) {
    return 0;
  }
  return 0;
}
