// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/urdf/xml_document.h"

#include <tinyxml2.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

namespace sinew {
namespace {

int line_at(std::string_view text, std::size_t place) {
  return 1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(place), '\n'));
}

/// Where the first <!DOCTYPE or <!ENTITY stands outside comments and character data.
std::optional<std::size_t> find_document_type(std::string_view text) {
  const auto skip = [&](std::size_t from, std::string_view end) {
    const std::size_t found = text.find(end, from);
    return found == std::string_view::npos ? text.size() : found + end.size();
  };
  for (std::size_t i = text.find("<!"); i < text.size(); i = text.find("<!", i)) {
    const std::string_view rest = text.substr(i);
    if (rest.starts_with("<!--"))
      i = skip(i + 4, "-->");
    else if (rest.starts_with("<![CDATA["))
      i = skip(i + 9, "]]>");
    else if (rest.starts_with("<!DOCTYPE") || rest.starts_with("<!ENTITY"))
      return i;
    else
      i += 2;
  }
  return std::nullopt;
}

/// Where an element begins that has more attributes than any robot needs. The parser looks through all attributes of an
/// element for each new one, so that a hundred thousand of them would take half a minute.
std::optional<std::size_t> find_too_many_attributes(std::string_view text) {
  constexpr int most_attributes = 1000;
  const auto skip = [&](std::size_t from, std::string_view end) {
    const std::size_t found = text.find(end, from);
    return found == std::string_view::npos ? text.size() : found + end.size();
  };
  for (std::size_t i = text.find('<'); i < text.size(); i = text.find('<', i)) {
    const std::string_view rest = text.substr(i);
    const std::size_t begin = i;
    if (rest.starts_with("<!--")) {
      i = skip(i + 4, "-->");
    } else if (rest.starts_with("<![CDATA[")) {
      i = skip(i + 9, "]]>");
    } else {
      int attributes = 0;
      while (i < text.size() && text[i] != '>') {
        const bool quote = text[i] == '"' || text[i] == '\'';
        if (quote && ++attributes > most_attributes) return begin;
        i = quote ? skip(i + 1, text.substr(i, 1)) : i + 1;
      }
    }
  }
  return std::nullopt;
}

struct Reason {
  const char* what;
  const char* remedy;
};

Reason reason_of(tinyxml2::XMLError error) {
  switch (error) {
    case tinyxml2::XML_ERROR_EMPTY_DOCUMENT:
      return {"the file is empty", "is this the right one?"};
    case tinyxml2::XML_ERROR_MISMATCHED_ELEMENT:
      return {"an element is not closed, or closed under another name",
              "give every <name …> its </name>, or end it with />"};
    case tinyxml2::XML_ERROR_PARSING_ATTRIBUTE:
      return {"an attribute is not written name=\"value\"", "check its quotes and its equals sign"};
    case tinyxml2::XML_ERROR_PARSING_COMMENT:
      return {"a comment is not closed", "end it with -->"};
    case tinyxml2::XML_ERROR_PARSING_CDATA:
      return {"a CDATA section is not closed", "end it with ]]>"};
    case tinyxml2::XML_ERROR_PARSING_DECLARATION:
      return {"the <?xml …?> line is broken, or not the first", "put it first and end it with ?>"};
    case tinyxml2::XML_ERROR_PARSING_TEXT:
      return {"this is not XML", "is this the right file?"};
    case tinyxml2::XML_ELEMENT_DEPTH_EXCEEDED:
      return {"elements are nested more than 100 deep", "is this the right file?"};
    default:
      return {"this is not well-formed XML", "check the brackets < and > here and above"};
  }
}

}  // namespace

const tinyxml2::XMLElement* parse_xml(const SourceText& source, tinyxml2::XMLDocument& document,
                                      Diagnostics& diagnostics) {
  const std::string_view text = source.text;
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
    diagnostics.error({1}, "the file is written in UTF-16", "save it as UTF-8");
    return nullptr;
  }
  if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos) {
    diagnostics.error({line_at(text, zero)}, "the file holds a zero byte, so it is not text",
                      "is this the right file?");
    return nullptr;
  }
  if (const auto place = find_document_type(text)) {
    diagnostics.error({line_at(text, *place)}, "document types and entities (<!DOCTYPE, <!ENTITY) are not accepted",
                      "remove them, and write out what the entities stand for");
    return nullptr;
  }
  if (const auto place = find_too_many_attributes(text)) {
    diagnostics.error({line_at(text, *place)}, "an element has more than 1,000 attributes", "is this the right file?");
    return nullptr;
  }
  if (document.Parse(text.data(), text.size()) != tinyxml2::XML_SUCCESS) {
    const Reason reason = reason_of(document.ErrorID());
    diagnostics.error({document.ErrorLineNum()}, reason.what, reason.remedy);
    return nullptr;
  }
  const tinyxml2::XMLElement* root = document.RootElement();
  if (root == nullptr) {
    diagnostics.error({}, "the file has no element", "is this the right one?");
    return nullptr;
  }
  if (const auto* second = root->NextSiblingElement()) {
    diagnostics.error({second->GetLineNum()}, "a second root element follows the first", "keep one of them");
    return nullptr;
  }
  return root;
}

}  // namespace sinew
