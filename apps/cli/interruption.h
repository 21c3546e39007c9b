// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <csignal>

namespace sinew::cli {

/// While this lives, Ctrl-C, SIGTERM and SIGHUP end the work where it is safe to; a second one ends it at once.
class StopsWhereItIsSafe {
 public:
  StopsWhereItIsSafe();
  ~StopsWhereItIsSafe();
  StopsWhereItIsSafe(const StopsWhereItIsSafe&) = delete;
  StopsWhereItIsSafe& operator=(const StopsWhereItIsSafe&) = delete;

 private:
  struct sigaction old_int_ {};
  struct sigaction old_term_ {};
  struct sigaction old_hup_ {};
};

/// The signal that came, or 0.
int interrupted_by();

}  // namespace sinew::cli
