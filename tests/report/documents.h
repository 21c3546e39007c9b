// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>

#include "sinew/equations/document.h"

/// Documents to typeset.
namespace sinew_test {

/// One section with one block in it.
inline sinew::EquationDocument document_of(sinew::Block block) { return {"Title", {{"Section", {std::move(block)}}}}; }

/// The same however it is written.
inline sinew::MathName name(const std::string& text) { return {text, text, text}; }

}  // namespace sinew_test
