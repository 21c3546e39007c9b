// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace sinew::cli {

/// What the surroundings may do to the process turns into errors with a message: files that grow beyond a limit, memory
/// that is not there, standard streams that are closed. A reader that stops early (`| head`) ends it quietly.
void prepare_process();

/// Says that memory ran out and what to do, and exits with 1.
[[noreturn]] void stop_out_of_memory();

}  // namespace sinew::cli
