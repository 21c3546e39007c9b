// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <set>
#include <string>

#include "sinew/symbolic/print/print.h"

namespace sinew {

/// A name as a programming language takes it: letters that none takes are spelled out (L₁ as L1, µ as mu, é as u00e9),
/// words of the language avoided.
std::string code_name(const std::string& name, Language language);

/// Names of one scope: no two become one.
class CodeNames {
 public:
  explicit CodeNames(Language language, std::set<std::string> taken = {})
      : language_(language), taken_(std::move(taken)) {}

  /// The same for the same name, always.
  const std::string& of(const std::string& name);

 private:
  Language language_;
  std::set<std::string> taken_;
  std::map<std::string, std::string> known_;
};

}  // namespace sinew
