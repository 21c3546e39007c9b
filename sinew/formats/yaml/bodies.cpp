// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/yaml/bodies.h"

#include <concepts>
#include <filesystem>
#include <vector>

#include "sinew/formats/yaml/body_shape.h"
#include "sinew/formats/yaml/pose.h"
#include "sinew/model/mesh.h"
#include "sinew/model/shapes.h"

namespace sinew {
namespace {

/// One body of a `bodies:` list.
template <Scalar P>
class BodyReader {
 public:
  BodyReader(YamlFields& fields, const YamlValues<P>& values) : fields_(fields), values_(values) {}

  std::optional<Inertia<P>> read(const YamlNode& shape) {
    const auto name = values_.text(shape, "shape of the " + fields_.what());
    if (!name) return std::nullopt;
    if (*name == "mesh") return mesh();
    std::optional<Inertia<P>> body;
    if (*name == "point")
      body = with_mass([](const P& m) { return point_mass(m, Vec3<P>{}); });
    else if (*name == "rod")
      body = rod();
    else if (*name == "box")
      body = box_of();
    else if (*name == "cylinder")
      body = cylinder();
    else if (*name == "hollow_cylinder")
      body = pipe();
    else if (*name == "sphere")
      body = ball();
    else if (*name == "hollow_sphere")
      body = hollow_ball();
    else if (*name == "cone")
      body = cone_of();
    else if (*name == "ellipsoid")
      body = ellipsoid_of();
    else
      values_.diagnostics().error(shape.source, "the " + fields_.what() + " has the unknown shape " + in_quotes(*name),
                                  suggestion(*name, {"point", "rod", "box", "cylinder", "hollow_cylinder", "sphere",
                                                     "hollow_sphere", "cone", "ellipsoid", "mesh"}));
    return body;
  }

 private:
  std::optional<P> positive(const char* key, const Dimension& wanted, bool zero_is_fine = false) {
    const YamlNode* node = fields_.find(key);
    if (!node) {
      values_.diagnostics().error(fields_.source(), "the " + fields_.what() + " has no " + key,
                                  std::string("add `") + key + ":`");
      return std::nullopt;
    }
    return positive(*node, wanted, std::string(key) + " of the " + fields_.what(), zero_is_fine);
  }
  std::optional<P> positive(const YamlNode& node, const Dimension& wanted, const std::string& what,
                            bool zero_is_fine = false) {
    const auto value = values_.number(node, wanted, what);
    if (!value) return std::nullopt;
    const double number = values_.plain_number(node, wanted, what).value_or(0.0);
    if (number > 0.0 || (zero_is_fine && number == 0.0)) return value;
    values_.diagnostics().error(node.source, "the " + what + " is not positive", "give a number above zero");
    return std::nullopt;
  }
  std::optional<Vec3<P>> positive_vec3(const char* key) {
    const YamlNode* node = fields_.find(key);
    if (!node || !node->is(YamlNode::Kind::Sequence) || node->items.size() != 3) {
      values_.diagnostics().error(node ? node->source : fields_.source(),
                                  "the " + fields_.what() + " has no " + key + " of three lengths",
                                  std::string("add `") + key + ": [x, y, z]`");
      return std::nullopt;
    }
    std::optional<P> v[3];
    for (std::size_t i = 0; i < 3; ++i)
      v[i] = positive(*node->items[i], dimension::length, std::string(key) + " of the " + fields_.what());
    if (!v[0] || !v[1] || !v[2]) return std::nullopt;
    return Vec3<P>{*v[0], *v[1], *v[2]};
  }
  std::optional<Axis> axis() {
    const YamlNode* node = fields_.find("axis");
    if (!node || node->text == "z") return Axis::Z;
    if (node->text == "x") return Axis::X;
    if (node->text == "y") return Axis::Y;
    values_.diagnostics().error(node->source, "the axis of the " + fields_.what() + " is not x, y or z",
                                "use one of them, and `pose:` for another direction");
    return std::nullopt;
  }

  /// A body without volume has a mass and no density.
  template <class Make>
  std::optional<Inertia<P>> with_mass(const Make& make) {
    const YamlNode* mass = fields_.find("mass");
    if (!mass) {
      values_.diagnostics().error(fields_.source(), "the " + fields_.what() + " needs a mass", "give `mass:`");
      return std::nullopt;
    }
    const auto m = values_.number(*mass, dimension::mass, "mass of the " + fields_.what());
    if (!m) return std::nullopt;
    return make(*m);
  }

  /// Mass as given, or density times volume.
  template <class Make>
  std::optional<Inertia<P>> with_mass(const P& volume, const Make& make) {
    const YamlNode* mass = fields_.find("mass");
    const YamlNode* density = fields_.find("density");
    if (mass && !density) return with_mass(make);
    if (mass || !density) {
      values_.diagnostics().error(fields_.source(), "the " + fields_.what() + " needs either mass or density",
                                  "give one of them");
      return std::nullopt;
    }
    const auto rho = values_.number(*density, dimension::density, "density of the " + fields_.what());
    if (!rho) return std::nullopt;
    return make(*rho * volume);
  }

  std::optional<Inertia<P>> rod() {
    const auto length = positive("length", dimension::length);
    const auto along = axis();
    if (!length || !along) return std::nullopt;
    return with_mass([&](const P& m) { return thin_rod(m, *length, *along); });
  }
  std::optional<Inertia<P>> box_of() {
    const auto size = positive_vec3("size");
    const YamlNode* at = fields_.find("at");
    if (at && at->text != "corner" && at->text != "centre") {
      values_.diagnostics().error(at->source, "the " + fields_.what() + " is at " + in_quotes(at->text),
                                  "write `at: centre` or `at: corner`");
      return std::nullopt;
    }
    if (!size) return std::nullopt;
    return with_mass(volume_of_box(*size), [&](const P& m) {
      return at && at->text == "corner" ? box_about_corner(m, *size) : box(m, *size);
    });
  }
  std::optional<Inertia<P>> cylinder() {
    const auto radius = positive("radius", dimension::length), length = positive("length", dimension::length);
    const auto along = axis();
    if (!radius || !length || !along) return std::nullopt;
    return with_mass(volume_of_cylinder(*radius, *length),
                     [&](const P& m) { return solid_cylinder(m, *radius, *length, *along); });
  }
  std::optional<Inertia<P>> pipe() {
    const auto inner = positive("inner_radius", dimension::length, true);
    const auto outer = positive("outer_radius", dimension::length), length = positive("length", dimension::length);
    const auto along = axis();
    if (!inner || !outer || !length || !along || !inside()) return std::nullopt;
    return with_mass(volume_of_hollow_cylinder(*inner, *outer, *length),
                     [&](const P& m) { return hollow_cylinder(m, *inner, *outer, *length, *along); });
  }
  /// Is the inner radius within the outer one?
  bool inside() {
    const YamlNode *inner = fields_.find("inner_radius"), *outer = fields_.find("outer_radius");
    if (values_.plain_number(*inner, dimension::length, "inner radius") <=
        values_.plain_number(*outer, dimension::length, "outer radius"))
      return true;
    values_.diagnostics().error(
        inner->source, "the inner radius of the " + fields_.what() + " is larger than the outer", "exchange them");
    return false;
  }
  std::optional<Inertia<P>> ball() {
    const auto radius = positive("radius", dimension::length);
    if (!radius) return std::nullopt;
    return with_mass(volume_of_sphere(*radius), [&](const P& m) { return sphere(m, *radius); });
  }
  std::optional<Inertia<P>> hollow_ball() {
    const auto inner = positive("inner_radius", dimension::length, true);
    const auto outer = positive("outer_radius", dimension::length);
    if (!inner || !outer || !inside()) return std::nullopt;
    return with_mass(volume_of_hollow_sphere(*inner, *outer),
                     [&](const P& m) { return hollow_sphere(m, *inner, *outer); });
  }
  std::optional<Inertia<P>> cone_of() {
    const auto radius = positive("radius", dimension::length), height = positive("height", dimension::length);
    const auto along = axis();
    if (!radius || !height || !along) return std::nullopt;
    return with_mass(volume_of_cone(*radius, *height), [&](const P& m) { return cone(m, *radius, *height, *along); });
  }
  std::optional<Inertia<P>> ellipsoid_of() {
    const auto semi_axes = positive_vec3("semi_axes");
    if (!semi_axes) return std::nullopt;
    return with_mass(volume_of_ellipsoid(*semi_axes), [&](const P& m) { return ellipsoid(m, *semi_axes); });
  }

  /// A closed STL surface beside the robot file. Its figures are numbers, whatever P is.
  std::optional<Inertia<P>> mesh() {
    Diagnostics& diagnostics = values_.diagnostics();
    const YamlNode* file = fields_.find("file");
    const YamlNode* scale = fields_.find("scale");
    const YamlNode* mass = fields_.find("mass");
    const YamlNode* density = fields_.find("density");
    if (!file || (mass == nullptr) == (density == nullptr)) {
      diagnostics.error(fields_.source(), "the " + fields_.what() + " needs a file and either mass or density",
                        "give `file: part.stl` and one of them");
      return std::nullopt;
    }
    const auto factor =
        scale ? values_.plain_number(*scale, dimension::length, "scale of the " + fields_.what()) : std::optional(1.0);
    const auto amount = mass ? values_.plain_number(*mass, dimension::mass, "mass of the " + fields_.what())
                             : values_.plain_number(*density, dimension::density, "density of the " + fields_.what());
    const auto name = values_.text(*file, "file of the " + fields_.what());
    if (!factor || !amount || !name) return std::nullopt;
    const auto path = std::filesystem::path(diagnostics.file()).parent_path() / *name;
    const MeshBody& unit = values_.meshes().read(path.string(), *factor);
    Diagnostics in_mesh(path.string());
    for (const Diagnostic& p : unit.diagnostics) in_mesh.add(p);
    std::optional<Inertia<double>> body;
    if (unit.was_read)
      body = mass ? sinew::with_mass(unit.body, *amount, in_mesh, {})
                  : sinew::with_density(unit.body, *amount, in_mesh, {});
    for (const Diagnostic& p : in_mesh.all()) {
      const std::string what = "mesh " + p.file + (p.line > 0 ? ":" + std::to_string(p.line) : "") + ": " + p.what;
      if (p.severity == Severity::Error)
        diagnostics.error(file->source, what, p.remedy);
      else
        diagnostics.warning(file->source, what, p.remedy);
    }
    if (!body) return std::nullopt;
    return Inertia<P>{P(body->m),
                      cast<P>(body->h),
                      {P(body->I.xx), P(body->I.xy), P(body->I.xz), P(body->I.yy), P(body->I.yz), P(body->I.zz)}};
  }

  YamlFields& fields_;
  const YamlValues<P>& values_;
};

/// mass, com, inertia as numbers, or nothing if none of them is there.
template <Scalar P>
std::optional<Inertia<P>> read_numbers(YamlFields& fields, const YamlValues<P>& values) {
  const YamlNode* mass = fields.find("mass");
  const YamlNode* com = fields.find("com");
  const YamlNode* first_moment = fields.find("first_moment");
  const YamlNode* inertia = fields.find("inertia");
  const YamlNode* about = fields.find("inertia_about");
  if (!mass && !com && !first_moment && !inertia && !about) return std::nullopt;
  const auto refuse = [&](const YamlNode& at, const std::string& what, const std::string& remedy) {
    values.diagnostics().error(at.source, "the " + fields.what() + " " + what, remedy);
  };
  if (!mass && com) refuse(*com, "has a centre of mass but no mass", "add `mass:`");
  if (com && first_moment) refuse(*com, "gives both com and first_moment", "keep one of them");
  const bool about_origin = about && about->text == "origin";
  if (about && !about_origin && about->text != "com")
    refuse(*about, "has its inertia about " + in_quotes(about->text), "write `inertia_about: com` or `origin`");
  if (first_moment && about && !about_origin)
    refuse(*about, "gives a first_moment, so its inertia is about the origin", "write `inertia_about: origin`");

  const auto m = mass ? values.number(*mass, dimension::mass, "mass of the " + fields.what()) : P(0.0);
  const auto c = com ? values.vec3(*com, dimension::length, "centre of mass of the " + fields.what()) : Vec3<P>{};
  const auto h = first_moment
                     ? values.vec3(*first_moment, dimension::first_moment, "first moment of the " + fields.what())
                     : Vec3<P>{};
  const auto I =
      inertia ? values.symmetric3(*inertia, dimension::inertia, "inertia of the " + fields.what()) : Symmetric3<P>{};
  if (!m || !c || !h || !I) return Inertia<P>{};
  if (first_moment) return Inertia<P>{*m, *h, *I};
  if (about_origin) return Inertia<P>{*m, *m * *c, *I};
  return Inertia<P>::about_com(*m, *c, *I);
}

template <Scalar P>
std::optional<Inertia<P>> read_body(const YamlNode& node, const std::string& what, const YamlValues<P>& values,
                                    std::vector<ShapeDescription>& shapes) {
  YamlFields fields(node, what, values.diagnostics());
  const YamlNode* pose = fields.find("pose");
  fields.find("name");  // a name is for people
  const auto X = pose ? read_pose(*pose, "pose of the " + what, values) : Pose<P>{};
  const YamlNode* shape = fields.find("shape");
  auto body = shape ? BodyReader<P>(fields, values).read(*shape) : read_numbers(fields, values);
  if (!shape && !body && node.is(YamlNode::Kind::Map))
    values.diagnostics().error(node.source, "the " + what + " has neither a shape nor a mass",
                               "add `shape:` or `mass:`");
  fields.refuse_the_rest();
  if (!X || !body) return std::nullopt;
  if constexpr (std::same_as<P, double>)
    if (shape)
      if (auto visible = body_shape(shape->text, fields, values)) {
        visible->X_LS = *X * visible->X_LS;
        shapes.push_back(std::move(*visible));
      }
  return *X * *body;
}

}  // namespace

template <Scalar P>
std::optional<Inertia<P>> read_inertia(YamlFields& fields, const YamlValues<P>& values,
                                       std::vector<ShapeDescription>& shapes) {
  std::optional<Inertia<P>> total = read_numbers(fields, values);
  const YamlNode* bodies = fields.find("bodies");
  if (!bodies) return total;
  if (!bodies->is(YamlNode::Kind::Sequence)) {
    values.diagnostics().error(bodies->source, "the bodies of the " + fields.what() + " are not a list",
                               "write one `- {shape: …, mass: …}` per body");
    return total;
  }
  if (!total) total = Inertia<P>{};
  for (std::size_t i = 0; i < bodies->items.size(); ++i)
    if (const auto body =
            read_body(*bodies->items[i], "body " + std::to_string(i + 1) + " of the " + fields.what(), values, shapes))
      total = *total + *body;
  return total;
}

template std::optional<Inertia<double>> read_inertia(YamlFields&, const YamlValues<double>&,
                                                     std::vector<ShapeDescription>&);
template std::optional<Inertia<Expr>> read_inertia(YamlFields&, const YamlValues<Expr>&,
                                                   std::vector<ShapeDescription>&);

}  // namespace sinew
