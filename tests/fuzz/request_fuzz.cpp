// SPDX-License-Identifier: BSD-3-Clause
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "sinew/questions/request_value.h"

/// Any bytes as a request: refused, or a value that is written and read again as the same text. It is not answered, because
/// a request may name files to be written.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sinew;
  try {
    const RequestValue value = read_request(std::string_view(reinterpret_cast<const char*>(data), size));
    if (read_request(value.json()).json() != value.json()) std::abort();
  } catch (const RequestSyntaxError&) {
    return 0;
  }
  return 0;
}
