// SPDX-License-Identifier: BSD-3-Clause
// A program of one module by itself: few of Sinew's sources are compiled for it.
#include <iostream>

#include "sinew/units/number_text.h"

int main() {
  const double value = sinew::leading_number("2.5 kg").value;
  std::cout << value << "\n";
  return value == 2.5 ? 0 : 1;
}
