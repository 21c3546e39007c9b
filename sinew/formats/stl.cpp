// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/stl.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "sinew/units/number_text.h"

namespace sinew {
namespace {

constexpr std::size_t header_bytes = 80;  ///< anything at all, then the number of triangles
constexpr std::size_t prefix_bytes = header_bytes + 4;
constexpr std::size_t triangle_bytes = 50;  ///< normal, three corners, two bytes for nobody

std::uint32_t little_endian_at(std::string_view bytes, std::size_t place) {
  std::uint32_t value = 0;
  for (std::size_t k = 4; k-- > 0;) value = value << 8U | static_cast<unsigned char>(bytes[place + k]);
  return value;
}

double float_at(std::string_view bytes, std::size_t place) {
  const std::uint32_t bits = little_endian_at(bytes, place);
  float value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return static_cast<double>(value);
}

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// Case-blind, for ASCII; `word` in lower case.
bool reads(std::string_view text, std::string_view word) {
  return text.size() == word.size() && std::equal(text.begin(), text.end(), word.begin(), [](char t, char w) {
           return (t >= 'A' && t <= 'Z' ? static_cast<char>(t + 32) : t) == w;
         });
}

/// The words of a text one after the other, each with its line.
class Words {
 public:
  explicit Words(std::string_view text) : rest_(text) {
    if (constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF"; rest_.substr(0, 3) == byte_order_mark)
      rest_.remove_prefix(3);
  }

  /// The next word, "" at the end.
  std::string_view next() {
    while (!rest_.empty() && is_space(rest_.front())) {
      if (rest_.front() == '\n') ++line_;
      rest_.remove_prefix(1);
    }
    const auto end = std::find_if(rest_.begin(), rest_.end(), is_space);
    const std::string_view word = rest_.substr(0, static_cast<std::size_t>(end - rest_.begin()));
    rest_.remove_prefix(word.size());
    return word;
  }
  void skip_line() { rest_.remove_prefix(std::min(rest_.find('\n'), rest_.size())); }
  SourceLine line() const { return {line_}; }

 private:
  std::string_view rest_;
  int line_ = 1;
};

bool is_binary(std::string_view bytes) {
  const bool announces_count = bytes.size() >= prefix_bytes;
  if (announces_count &&
      bytes.size() == prefix_bytes + triangle_bytes * std::size_t{little_endian_at(bytes, header_bytes)})
    return true;
  // a damaged one is still told by the zeros of its header or of its count, which no text has
  return bytes.substr(0, prefix_bytes).find('\0') != std::string_view::npos || !reads(Words(bytes).next(), "solid");
}

class AsciiReader {
 public:
  AsciiReader(std::string_view text, double scale, Diagnostics& diagnostics)
      : words_(text), scale_(scale), diagnostics_(diagnostics) {}

  std::vector<Triangle> read() {
    std::vector<Triangle> triangles;
    // most files hold one solid, but nothing forbids another
    for (std::string_view word = words_.next(); !word.empty(); word = words_.next()) {
      if (!check_word(word, "solid")) return triangles;
      words_.skip_line();
      for (word = words_.next(); !reads(word, "endsolid"); word = words_.next()) {
        const std::optional<Triangle> triangle = read_facet(word);
        if (!triangle) return triangles;
        triangles.push_back(*triangle);
      }
      words_.skip_line();
    }
    return triangles;
  }

 private:
  std::optional<Triangle> read_facet(std::string_view first) {
    if (!check_word(first, "facet") || !expect("normal")) return std::nullopt;
    for (int k = 0; k < 3; ++k) words_.next();
    if (!expect("outer") || !expect("loop")) return std::nullopt;
    std::array<Vec3<double>, 3> corner;
    for (Vec3<double>& p : corner) {
      if (!expect("vertex")) return std::nullopt;
      for (int k = 0; k < 3; ++k) p[k] = scale_ * read_number();
    }
    if (!expect("endloop") || !expect("endfacet")) return std::nullopt;
    return Triangle{corner[0], corner[1], corner[2]};
  }

  /// The next number; one that cannot be used is noted and read as zero.
  double read_number() {
    const std::string_view word = words_.next();
    const bool plus = word.substr(0, 1) == "+" && word.substr(1, 1) != "-";
    const std::string_view digits = word.substr(plus ? 1 : 0);  // a plus is not part of it
    const NumberText number = leading_number(digits);
    const bool whole = number.length > 0 && number.length == digits.size() && !number.out_of_range;
    if (whole && std::isfinite(scale_ * number.value)) return number.value;
    diagnostics_.error(words_.line(), "a corner has the coordinate " + in_quotes(word), "give a finite number");
    return 0;
  }

  bool expect(std::string_view wanted) { return check_word(words_.next(), wanted); }

  bool check_word(std::string_view word, std::string_view wanted) {
    if (reads(word, wanted)) return true;
    if (word.empty())
      diagnostics_.error(words_.line(), "the file ends where '" + std::string(wanted) + "' should stand",
                         "it is cut short: export it again");
    else
      diagnostics_.error(words_.line(), in_quotes(word) + " stands where '" + std::string(wanted) + "' should",
                         "is this an STL file? export it again");
    return false;
  }

  Words words_;
  double scale_;
  Diagnostics& diagnostics_;
};

std::vector<Triangle> read_binary(std::string_view bytes, double scale, Diagnostics& diagnostics) {
  if (bytes.size() < prefix_bytes) {
    diagnostics.error({}, "the file has " + std::to_string(bytes.size()) + " bytes, too few for an STL file",
                      "check that it is the right file");
    return {};
  }
  const std::size_t announced = little_endian_at(bytes, header_bytes);
  const std::size_t present = (bytes.size() - prefix_bytes) / triangle_bytes;
  if (announced > present) {
    diagnostics.error({},
                      "the file announces " + std::to_string(announced) + " triangles and ends in number " +
                          std::to_string(present + 1),
                      "it is cut short or no STL file: export it again");
    return {};
  }
  if (prefix_bytes + announced * triangle_bytes != bytes.size())
    diagnostics.warning({}, "the file goes on after the " + std::to_string(announced) + " triangles that it announces",
                        "export it again if some are missing");
  std::vector<Triangle> triangles;
  triangles.reserve(announced);
  for (std::size_t i = 0; i < announced; ++i) {
    const std::size_t start = prefix_bytes + i * triangle_bytes;
    double number[12];
    for (std::size_t k = 0; k < 12; ++k) number[k] = scale * float_at(bytes, start + 4 * k);
    const auto* bad = std::find_if_not(number + 3, number + 12, [](double x) { return std::isfinite(x); });
    if (bad != number + 12)
      diagnostics.error({}, "triangle " + std::to_string(i + 1) + " has the coordinate " + shown(*bad),
                        "export it again with finite numbers");
    triangles.push_back(
        {{number[3], number[4], number[5]}, {number[6], number[7], number[8]}, {number[9], number[10], number[11]}});
  }
  return triangles;
}

}  // namespace

std::vector<Triangle> read_stl(const SourceText& source, double scale, Diagnostics& diagnostics) {
  Diagnostics found(source.file);
  if (!std::isfinite(scale) || scale <= 0)
    found.error({}, "the mesh has a scale of " + shown(scale), "give a positive number, 0.001 for millimetres");
  std::vector<Triangle> triangles;
  if (!found.has_errors())
    triangles =
        is_binary(source.text) ? read_binary(source.text, scale, found) : AsciiReader(source.text, scale, found).read();
  if (!found.has_errors() && triangles.empty())
    found.error({}, "the file has no triangle", "check that it is the right file");
  if (found.has_errors()) triangles.clear();
  for (Diagnostic& diagnostic : found.all()) diagnostics.add(std::move(diagnostic));
  return triangles;
}

}  // namespace sinew
