// SPDX-License-Identifier: BSD-3-Clause
#include "apps/cli/interruption.h"

namespace sinew::cli {
namespace {

volatile std::sig_atomic_t signal_that_came = 0;

}  // namespace

StopsWhereItIsSafe::StopsWhereItIsSafe() {
  struct sigaction action {};
  action.sa_handler = [](int signal) { signal_that_came = signal; };
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, &old_int_);
  sigaction(SIGTERM, &action, &old_term_);
  sigaction(SIGHUP, &action, &old_hup_);
  // whoever started us may have had a signal ignored, as nohup and & do
  if (old_int_.sa_handler == SIG_IGN) sigaction(SIGINT, &old_int_, nullptr);
  if (old_term_.sa_handler == SIG_IGN) sigaction(SIGTERM, &old_term_, nullptr);
  if (old_hup_.sa_handler == SIG_IGN) sigaction(SIGHUP, &old_hup_, nullptr);
}

StopsWhereItIsSafe::~StopsWhereItIsSafe() {
  sigaction(SIGINT, &old_int_, nullptr);
  sigaction(SIGTERM, &old_term_, nullptr);
  sigaction(SIGHUP, &old_hup_, nullptr);
}

int interrupted_by() { return signal_that_came; }

}  // namespace sinew::cli
