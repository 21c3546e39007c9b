// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

namespace sinew_test {

/// The names of the functions that a header declares after `from`, up to its first `private:` or the end of the block, with a
/// parameter whose type matches `taking`.
inline std::set<std::string> public_calls(const std::string& header, const std::string& from,
                                          const std::string& taking) {
  std::ifstream in(header);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  text = std::regex_replace(text, std::regex("//[^\n]*"), "");
  const std::size_t begin = text.find(from);
  text = begin == std::string::npos ? "" : text.substr(begin, text.find("private:", begin) - begin);
  std::set<std::string> names;
  const std::regex declaration(R"(([a-z_]+)\(((?:[^()]|\([^()]*\))*)\)\s*(?:const)?\s*(?:noexcept)?\s*[;{])");
  for (std::sregex_iterator found(text.begin(), text.end(), declaration), end; found != end; ++found)
    if (std::regex_search((*found)[2].str(), std::regex(taking))) names.insert((*found)[1]);
  return names;
}

}  // namespace sinew_test
