// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/errors/diagnostic.h"
#include "sinew/formats/source_text.h"

namespace tinyxml2 {
class XMLDocument;
class XMLElement;
}  // namespace tinyxml2

namespace sinew {

/// Parses `source` into `document` and returns its root element, or nothing and the one reason why not.
///
/// Document types and entities are refused: no robot needs them, and they are how a kilobyte of XML becomes a gigabyte.
const tinyxml2::XMLElement* parse_xml(const SourceText& source, tinyxml2::XMLDocument& document,
                                      Diagnostics& diagnostics);

}  // namespace sinew
