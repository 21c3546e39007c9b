// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/formats/formula.h"
#include "sinew/formats/rounded_figures.h"
#include "sinew/formats/yaml/document.h"
#include "sinew/formats/yaml/mesh_bodies.h"
#include "sinew/spatial/symmetric3.h"

namespace sinew {

/// The named parameters of a file under two readings: as the numbers they are, and as the type P wants them.
template <Scalar P>
struct Symbols {
  Names<double> numbers;
  Names<P> values;
};

/// Reads typed values out of YAML nodes and notes what does not fit, with line and remedy.
template <Scalar P>
class YamlValues {
 public:
  YamlValues(const Symbols<P>& symbols, Diagnostics& diagnostics, RoundedFigures* rounded = nullptr)
      : symbols_(symbols), diagnostics_(diagnostics), rounded_(rounded) {}

  /// `what` names the value in messages: "mass of link 'elbow'".
  std::optional<P> number(const YamlNode& node, const Dimension& wanted, const std::string& what) const {
    return read(node, wanted, what, symbols_.values, true);
  }
  std::optional<double> plain_number(const YamlNode& node, const Dimension& wanted, const std::string& what) const {
    return read(node, wanted, what, symbols_.numbers, false);
  }
  /// An angle of the robot's geometry; see `rounded`.
  std::optional<P> turn(const YamlNode& node, const std::string& what) const;
  /// As many numbers as given; a sequence.
  std::optional<std::vector<P>> numbers(const YamlNode& node, std::size_t count, const Dimension& wanted,
                                        const std::string& what) const;
  std::optional<Vec3<P>> vec3(const YamlNode& node, const Dimension& wanted, const std::string& what) const;
  /// A direction, made a unit vector.
  std::optional<Vec3<double>> direction(const YamlNode& node, const std::string& what) const;
  /// [xx, yy, zz], or {xx: , xy: , …}, or three rows.
  std::optional<Symmetric3<P>> symmetric3(const YamlNode& node, const Dimension& wanted, const std::string& what) const;
  std::optional<std::string> text(const YamlNode& node, const std::string& what) const;
  std::optional<bool> flag(const YamlNode& node, const std::string& what) const;

  const Symbols<P>& symbols() const { return symbols_; }
  Diagnostics& diagnostics() const { return diagnostics_; }
  /// Where set, rounded figures stand for what they are rounded from.
  RoundedFigures* rounded() const { return rounded_; }
  MeshBodies& meshes() const { return *meshes_; }

 private:
  template <Scalar Q>
  std::optional<Q> read(const YamlNode& node, const Dimension& wanted, const std::string& what, const Names<Q>& names,
                        bool warn_of_degrees) const;

  const Symbols<P>& symbols_;
  Diagnostics& diagnostics_;
  RoundedFigures* rounded_;
  std::shared_ptr<MeshBodies> meshes_ = std::make_shared<MeshBodies>();
};

/// One map of a file: hands out its entries and, at the end, complains of those that nobody asked for.
class YamlFields {
 public:
  /// A node that is not a map is a problem and has no entries.
  YamlFields(const YamlNode& node, std::string what, Diagnostics& diagnostics);

  const YamlNode* find(std::string_view key);
  const std::string& what() const { return what_; }
  SourceLine source() const { return node_.source; }

  /// Notes every entry that `find` was never asked for.
  void refuse_the_rest();

 private:
  const YamlNode& node_;
  std::string what_;
  Diagnostics& diagnostics_;
  std::set<std::string, std::less<>> asked_;
};

extern template class YamlValues<double>;
extern template class YamlValues<Expr>;

}  // namespace sinew
