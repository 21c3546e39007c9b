// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/problems/problem_obstacles.h"

#include <algorithm>
#include <utility>

#include "sinew/formats/yaml/pose.h"
#include "sinew/problems/problem_entry.h"

namespace sinew {
namespace {

/// The entries of one shape or obstacle, and what is missing among them.
class ShapeFields {
 public:
  ShapeFields(const YamlNode& node, const std::string& what, const ProblemValues& values)
      : values_(values), fields_(node, what, values.diagnostics()) {}

  const YamlNode* find(const char* key) { return fields_.find(key); }
  void refuse_the_rest() { fields_.refuse_the_rest(); }

  std::string word(const char* key) {
    const YamlNode* node = fields_.find(key);
    return node ? values_.typed().text(*node, key + (" of the " + fields_.what())).value_or("") : "";
  }
  Vec3<double> point(const char* key) {
    const YamlNode* node = needed(key);
    if (!node) return {};
    return values_.typed().vec3(*node, dimension::length, key + (" of the " + fields_.what())).value_or(Vec3<double>{});
  }
  double length(const char* key) {
    const YamlNode* node = needed(key);
    if (!node) return 0.0;
    return values_.typed().plain_number(*node, dimension::length, key + (" of the " + fields_.what())).value_or(0.0);
  }
  double radius() {
    const double r = length("radius");
    if (r < 0.0) refuse("radius", "has a radius of " + shown(r), "give one that is not negative");
    return r;
  }
  void refuse(const char* key, const std::string& what, const std::string& remedy) {
    const YamlNode* node = fields_.find(key);
    values_.diagnostics().error(node ? node->source : fields_.source(), "the " + fields_.what() + " " + what, remedy);
  }
  const YamlNode* needed(const char* key) {
    const YamlNode* node = fields_.find(key);
    if (!node)
      values_.diagnostics().error(fields_.source(), "the " + fields_.what() + " has no " + key,
                                  std::string("write `") + key + ":`");
    return node;
  }

 private:
  const ProblemValues& values_;
  YamlFields fields_;
};

std::vector<YamlNode::Pointer> items_of(const YamlNode& node, const char* what, const ProblemValues& values) {
  if (!node.is(YamlNode::Kind::Sequence))
    values.diagnostics().error(node.source, std::string(what) + " is no list", "begin each with `- `");
  return node.items;
}

/// "obstacle 'post'", or "obstacle 2" where it has no name.
std::string called(const char* what, const YamlNode& node, std::size_t number) {
  const YamlNode* name = node.find("name");
  return std::string(what) + " " + (name && !name->text.empty() ? in_quotes(name->text) : std::to_string(number));
}

LinkShape link_shape(const YamlNode& node, std::size_t number, const Model<double>* robot,
                     const ProblemValues& values) {
  ShapeFields fields(node, called("shape", node, number), values);
  LinkShape result{fields.word("name"), {}, {}};
  if (fields.needed("frame")) result.frame = fields.word("frame");
  if (robot && !result.frame.empty()) try {
      robot->frame(result.frame);
    } catch (const InputError& e) {
      for (const Diagnostic& p : e.diagnostics()) fields.refuse("frame", "is on no link: " + p.what, p.remedy);
    }
  if (fields.find("from")) result.shape.a = fields.point("from");
  result.shape.b = fields.find("to") ? fields.point("to") : result.shape.a;
  result.shape.radius = fields.radius();
  fields.refuse_the_rest();
  return result;
}

Obstacle obstacle(const YamlNode& node, std::size_t number, const ProblemValues& values) {
  ShapeFields fields(node, called("obstacle", node, number), values);
  Obstacle result{fields.word("name"), Ball{}};
  const std::string shape = fields.word("shape");
  if (shape == "sphere") {
    const Vec3<double> centre = fields.point("centre");
    result.shape = Ball{centre, fields.radius()};
  } else if (shape == "box") {
    Box box;
    if (const YamlNode* pose = fields.find("pose"))
      box.X_WB = read_pose(*pose, "pose of the box", values.typed()).value_or(Pose<double>{});
    else
      box.X_WB.p = fields.point("centre");
    box.size = fields.point("size");
    if (std::min({box.size.x, box.size.y, box.size.z}) < 0.0)
      fields.refuse("size", "has a size of " + shown(box.size.x) + " " + shown(box.size.y) + " " + shown(box.size.z),
                    "give three lengths that are not negative");
    result.shape = box;
  } else if (shape == "plane") {
    HalfSpace space;
    if (const YamlNode* normal = fields.needed("normal"))
      space.normal = values.typed().direction(*normal, "normal of the plane").value_or(unit_z<double>());
    if (fields.find("offset")) space.offset = fields.length("offset");
    result.shape = space;
  } else {
    fields.refuse("shape", shape.empty() ? "has no shape" : "is of the shape " + in_quotes(shape),
                  suggestion(shape, {"sphere", "box", "plane"}));
    return result;
  }
  fields.refuse_the_rest();
  return result;
}

}  // namespace

std::vector<LinkShape> read_link_shapes(const YamlNode& node, const Model<double>* robot, const ProblemValues& values) {
  std::vector<LinkShape> result;
  for (const YamlNode::Pointer& item : items_of(node, "shapes", values))
    result.push_back(link_shape(*item, result.size() + 1, robot, values));
  return result;
}

std::vector<Obstacle> read_obstacles(const YamlNode& node, const ProblemValues& values) {
  std::vector<Obstacle> result;
  for (const YamlNode::Pointer& item : items_of(node, "obstacles", values))
    result.push_back(obstacle(*item, result.size() + 1, values));
  return result;
}

std::unique_ptr<ObstacleDistance> read_obstacle_distance(const SourceText& file, const Model<double>& model) {
  const ProblemStatement statement(file);
  Diagnostics diagnostics(file.file);
  const Symbols<double> no_parameters;
  std::vector<LinkShape> shapes;
  std::vector<Obstacle> obstacles;
  const auto entry = [&](const char* key, const auto& read) {
    if (!statement.find(key))
      diagnostics.error({}, "there are no " + std::string(key), "write `" + std::string(key) + ":`");
    read_entry(statement.find(key), no_parameters, diagnostics, read);
  };
  entry("shapes",
        [&](const YamlNode& node, const ProblemValues& values) { shapes = read_link_shapes(node, &model, values); });
  entry("obstacles",
        [&](const YamlNode& node, const ProblemValues& values) { obstacles = read_obstacles(node, values); });
  diagnostics.throw_if_errors();
  return std::make_unique<ObstacleDistance>(model, std::move(shapes), std::move(obstacles));
}

}  // namespace sinew
