// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/yaml/reader.h"

#include <algorithm>
#include <concepts>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "sinew/formats/dh_row.h"
#include "sinew/formats/yaml/bodies.h"
#include "sinew/formats/yaml/elementary_transforms.h"
#include "sinew/formats/yaml/joint.h"
#include "sinew/formats/yaml/joint_variables.h"
#include "sinew/formats/yaml/pose.h"

namespace sinew {
namespace {

template <Scalar P>
class SinewYamlReader {
 public:
  SinewYamlReader(const ParameterReading<P>& parameter, const ReadOptions& options, Diagnostics& diagnostics)
      : parameter_(parameter),
        set_(options.parameters),
        diagnostics_(diagnostics),
        values_(symbols_, diagnostics_, options.rounded) {}

  RobotDescription<P> read(const YamlNode& root) {
    YamlFields fields(root, "robot file", diagnostics_);
    read_version(fields.find("sinew"), root);
    if (const YamlNode* name = fields.find("name")) robot_.name = values_.text(*name, "robot's name").value_or("");
    if (const YamlNode* source = fields.find("source"))
      robot_.source = values_.text(*source, "source of the figures").value_or("");
    if (const YamlNode* total = fields.find("total_mass"))
      robot_.total_mass = values_.plain_number(*total, dimension::mass, "total mass");
    fields.find("notes");  // for people
    const YamlNode* parameters = fields.find("parameters");
    if (parameters != nullptr) read_parameters(*parameters);
    refuse_unknown_parameters(parameters);
    if (const YamlNode* gravity = fields.find("gravity"))
      robot_.gravity = values_.vec3(*gravity, dimension::acceleration, "gravity").value_or(robot_.gravity);
    if (const YamlNode* floating = fields.find("floating_base"))
      robot_.floating_base = values_.flag(*floating, "floating_base entry").value_or(false);
    if (const YamlNode* dh = fields.find("dh")) read_convention(*dh);
    read_base(fields.find("base"), root);
    read_links(fields.find("links"), fields.find("chain"), root);
    if (const YamlNode* frames = fields.find("frames")) read_frames(*frames);
    if (const YamlNode* payload = fields.find("payload")) read_payloads(*payload);
    fields.refuse_the_rest();
    variables_.check(robot_, diagnostics_);
    return std::move(robot_);
  }

  ChainsOfLinks take_chains() { return std::move(chains_); }

 private:
  void read_version(const YamlNode* version, const YamlNode& root) {
    if (!version)
      diagnostics_.error({root.source.line}, "the file does not say that it is a sinew robot",
                         "begin it with `sinew: 1`");
    else if (version->text != "1")
      diagnostics_.error(version->source,
                         "the file is of format " + in_quotes(version->text) + "; this program reads 1",
                         "write `sinew: 1`, or use a newer sinew");
  }

  void read_parameters(const YamlNode& node) {
    if (!node.is(YamlNode::Kind::Map)) {
      diagnostics_.error(node.source, "the parameters are not a map", "write `l1: 2 m` lines under it");
      return;
    }
    for (const auto& [name, key_source, value] : node.entries) {
      if (!is_parameter_name(name)) {
        diagnostics_.error(key_source, in_quotes(name) + " cannot name a parameter",
                           "use letters, digits and _, beginning with a letter, and not the name of a function");
        continue;
      }
      try {
        if (!value->is(YamlNode::Kind::Scalar)) throw FormulaError("is no number", "write it like 2 m");
        const auto instead = set_.find(name);
        const Formula formula(instead == set_.end() ? value->text : instead->second);
        Quantity<double> quantity = formula.value(symbols_.numbers);
        if (instead != set_.end()) quantity.dimension = dimension_kept(Formula(value->text), quantity.dimension);
        // one that is made of others follows them, whatever they stand for
        const std::vector<std::string> made_of = formula.names();
        const bool derived = std::any_of(made_of.begin(), made_of.end(),
                                         [&](const std::string& other) { return symbols_.values.contains(other); });
        symbols_.values[name] = {derived ? formula.value(symbols_.values).value : parameter_(name, quantity.value),
                                 quantity.dimension};
        symbols_.numbers[name] = quantity;
        robot_.parameters.push_back({name, quantity.value, quantity.dimension.si_text(), value->source});
      } catch (const FormulaError& e) {
        const bool is_set = set_.contains(name);
        diagnostics_.error(is_set ? SourceLine{} : value->source,
                           std::string("the ") + (is_set ? "value that is set for the " : "") + "parameter " +
                               in_quotes(name) + " cannot be understood: " + e.what(),
                           e.remedy);
      }
    }
  }

  /// A value that replaces the file's is of the same kind; a plain number is in the same SI unit.
  Dimension dimension_kept(const Formula& of_file, const Dimension& given) const {
    const Dimension kept = of_file.value(symbols_.numbers).dimension;
    if (!kept.is_plain() && !kept.accepts(given))
      throw FormulaError("is given in " + given.si_text(),
                         "give it in " + kept.si_text() + " as the file does, or another unit of that kind");
    return kept.is_plain() ? given : kept;
  }

  void refuse_unknown_parameters(const YamlNode* of_file) {
    std::vector<std::string> known;
    if (of_file != nullptr)
      for (const YamlNode::Entry& entry : of_file->entries) known.push_back(entry.key);
    for (const auto& [name, text] : set_)
      if (std::find(known.begin(), known.end(), name) == known.end())
        diagnostics_.error(
            {}, "there is no parameter " + in_quotes(name) + " to set",
            known.empty() ? "name it under `parameters:` in the file, and use it there" : suggestion(name, known));
  }

  static bool is_parameter_name(const std::string& name) {
    if (name.empty() || name == "pi" || is_formula_function(name)) return false;
    for (std::size_t i = 0; i < name.size(); ++i) {
      const auto c = static_cast<unsigned char>(name[i]);
      const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 0x80;
      if (!letter && (i == 0 || c < '0' || c > '9')) return false;
    }
    return true;
  }

  void read_convention(const YamlNode& node) {
    if (node.text == "standard")
      convention_ = DhConvention::Standard;
    else if (node.text == "modified")
      convention_ = DhConvention::Modified;
    else
      diagnostics_.error(node.source, "the DH convention is " + in_quotes(node.text),
                         "write `dh: standard` or `dh: modified`");
  }

  void read_base(const YamlNode* node, const YamlNode& root) {
    LinkDescription<P> base{.name = "base", .inertia = {}, .source = node ? node->source : root.source};
    if (node && node->is(YamlNode::Kind::Scalar)) {
      base.name = node->text;
    } else if (node) {
      YamlFields fields(*node, "base", diagnostics_);
      if (const YamlNode* name = fields.find("name"))
        base.name = values_.text(*name, "name of the base").value_or(base.name);
      base.inertia = inertia_of(fields, base.name);
      fields.refuse_the_rest();
    }
    robot_.links.push_back(std::move(base));
  }

  /// What a part of the robot weighs; the shapes of its bodies become the robot's.
  std::optional<Inertia<P>> inertia_of(YamlFields& fields, const std::string& part) {
    const std::size_t first = robot_.shapes.size();
    std::optional<Inertia<P>> inertia = read_inertia(fields, values_, robot_.shapes);
    for (std::size_t i = first; i < robot_.shapes.size(); ++i) robot_.shapes[i].link = part;
    return inertia;
  }

  void read_links(const YamlNode* links, const YamlNode* chain, const YamlNode& root) {
    if (!links || !links->is(YamlNode::Kind::Sequence) || links->items.empty()) {
      diagnostics_.error(links ? links->source : root.source, "the robot has no list of links",
                         "add `links:` with one `- name: …` per link");
      return;
    }
    std::optional<std::vector<ElementaryTransform<P>>> whole_chain;
    if (chain) chain_source_ = chain->source;
    if (chain) whole_chain = read_transform_chain(*chain, "chain of the robot", values_);
    if (whole_chain) split_chain(*chain, *whole_chain, links->items.size());
    for (std::size_t i = 0; i < links->items.size(); ++i)
      read_link(*links->items[i], i, whole_chain && i < segments_.size() ? &segments_[i] : nullptr, chain != nullptr);
  }

  using Chain = std::vector<ElementaryTransform<P>>;

  /// A robot's whole chain belongs to its links in turn: each takes one joint and what follows it.
  void split_chain(const YamlNode& node, const Chain& chain, std::size_t link_count) {
    for (const ElementaryTransform<P>& transform : chain) {
      const bool next = !transform.variable.empty() && !segments_.empty() && has_variable(segments_.back());
      if (segments_.empty() || next) segments_.emplace_back();
      segments_.back().push_back(transform);
    }
    std::size_t moving = 0;
    for (const Chain& segment : segments_) moving += has_variable(segment) ? 1U : 0U;
    if (moving != link_count)
      diagnostics_.error(node.source,
                         "the chain has " + std::to_string(moving) + " joint variables, but the file lists " +
                             std::to_string(link_count) + " links",
                         "list one link per joint variable");
  }
  static bool has_variable(const Chain& chain) {
    for (const ElementaryTransform<P>& transform : chain)
      if (!transform.variable.empty()) return true;
    return false;
  }

  void read_link(const YamlNode& node, std::size_t index, const Chain* from_whole_chain, bool whole_chain) {
    const YamlNode* own_name = node.find("name");
    YamlFields fields(node, "link " + (own_name ? in_quotes(own_name->text) : std::to_string(index + 1)), diagnostics_);
    LinkDescription<P> link{.name = "link" + std::to_string(index + 1), .inertia = {}, .source = node.source};
    if (const YamlNode* name = fields.find("name"))
      link.name = values_.text(*name, "name of a link").value_or(link.name);
    JointDescription<P> joint{.name = "joint" + std::to_string(index + 1),
                              .kind = JointKind::Revolute,
                              .parent = robot_.links.back().name,
                              .child = link.name,
                              .source = node.source};
    if (const YamlNode* parent = fields.find("parent"))
      joint.parent = values_.text(*parent, "parent of link " + in_quotes(link.name)).value_or(joint.parent);
    const YamlNode* joint_node = fields.find("joint");
    const std::optional<JointKind> kind = joint_node ? joint_kind_of(*joint_node) : std::nullopt;
    if (kind) joint.kind = *kind;
    read_placement(fields, link.name, from_whole_chain, whole_chain, kind.has_value(), joint);
    if (joint_node) read_joint(*joint_node, values_, joint);
    link.inertia = inertia_of(fields, link.name);
    for (const char* key : {"mass", "inertia", "bodies"})
      if (const YamlNode* entry = fields.find(key)) link.inertia_source = link.inertia_source.or_else(entry->source);
    fields.refuse_the_rest();
    first_child_.emplace(joint.parent, joint.child);
    robot_.links.push_back(std::move(link));
    robot_.joints.push_back(std::move(joint));
  }

  /// Where the joint and the link's frame are: by a DH row, a chain, or a pose with an axis.
  void read_placement(YamlFields& fields, const std::string& link_name, const Chain* from_whole_chain, bool whole_chain,
                      bool kind_given, JointDescription<P>& joint) {
    const YamlNode* dh = fields.find("dh");
    const YamlNode* chain = fields.find("chain");
    const YamlNode* pose = fields.find("pose");
    const YamlNode* axis = fields.find("axis");
    const YamlNode* before = fields.find("before");
    const YamlNode* after = fields.find("after");
    const std::string what = "link " + in_quotes(link_name);
    if ((dh ? 1 : 0) + (chain ? 1 : 0) + (pose || axis ? 1 : 0) + (whole_chain ? 1 : 0) > 1)
      diagnostics_.error(fields.source(), what + " is placed in more than one way",
                         "keep one of dh, chain, pose with axis, or the robot's own chain");
    if (before && !dh)
      diagnostics_.error(before->source, what + " has `before` without a DH row", "it goes with `dh:`");
    if (after && (chain || whole_chain))
      diagnostics_.error(after->source, what + " has both `after` and a chain",
                         "put the last transforms into the chain");

    if (dh)
      read_dh(*dh, before, after, what, joint);
    else if (chain) {
      if (const auto transforms = read_transform_chain(*chain, "chain of " + what, values_))
        place_by_chain(*chain, *transforms, what, kind_given, true, joint);
    } else if (from_whole_chain) {
      place_by_chain({.source = fields.source()}, *from_whole_chain, what, kind_given, false, joint);
    } else {
      if (pose)
        if (const auto X = read_pose(*pose, "pose of " + what, values_)) joint.X_PJ = *X;
      if (axis)
        if (const auto u = values_.direction(*axis, "axis of " + what)) joint.axis = *u;
      if (after)
        if (const auto X = read_pose(*after, "pose after the joint of " + what, values_)) joint.X_JC = *X;
    }
  }

  void read_dh(const YamlNode& node, const YamlNode* before, const YamlNode* after, const std::string& what,
               JointDescription<P>& joint) {
    if (!convention_) {
      diagnostics_.error(node.source, what + " has a DH row, but the file does not say of which convention",
                         "add `dh: standard` or `dh: modified` at the top");
      convention_ = DhConvention::Standard;
    }
    YamlFields fields(node, "DH row of " + what, diagnostics_);
    DhRow<P> row;
    const auto length = [&](const char* key, P& into) {
      if (const YamlNode* entry = fields.find(key))
        into = values_.number(*entry, dimension::length, std::string(key) + " of " + what).value_or(into);
    };
    const auto angle = [&](const char* key, P& into) {
      if (const YamlNode* entry = fields.find(key))
        into = values_.turn(*entry, std::string(key) + " of " + what).value_or(into);
    };
    angle("theta", row.theta);
    length("d", row.d);
    length("a", row.a);
    angle("alpha", row.alpha);
    fields.refuse_the_rest();
    const DhTransform<P> X = dh_transform(row, *convention_);
    // the row begins where the parent's ended, which is not the parent's frame if that has an `after`
    const auto end_of_parent = row_end_.find(joint.parent);
    const Pose<P> start = end_of_parent == row_end_.end() ? Pose<P>{} : end_of_parent->second;
    const auto X_before = before ? read_pose(*before, "pose before the DH row of " + what, values_) : Pose<P>{};
    const auto X_after = after ? read_pose(*after, "pose after the DH row of " + what, values_) : Pose<P>{};
    joint.X_PJ = start * X_before.value_or(Pose<P>{}) * X.before;
    joint.X_JC = X.after * X_after.value_or(Pose<P>{});
    if (after) {
      row_end_[joint.child] = X_after.value_or(Pose<P>{}).inverse();
      if (const auto earlier = first_child_.find(joint.child); earlier != first_child_.end())
        diagnostics_.error(after->source,
                           what + " has `after`, but " + in_quotes(earlier->second) + " on it is listed above",
                           "list a link before those that it carries");
    }
  }

  void place_by_chain(const YamlNode& node, const Chain& chain, const std::string& what, bool kind_given,
                      bool of_one_link, JointDescription<P>& joint) {
    bool moved = false;
    for (const ElementaryTransform<P>& transform : chain) {
      Pose<P>& X = moved ? joint.X_JC : joint.X_PJ;
      X = X * transform.at_zero();
      if constexpr (std::same_as<P, double>)
        chains_[joint.child].push_back(
            {transform.turns, transform.axis, transform.constant, !transform.variable.empty()});
      if (transform.variable.empty()) continue;
      if (moved) {
        diagnostics_.error(node.source, "the chain of " + what + " has two joint variables",
                           "split it into two links, or give the whole chain to the robot");
        return;
      }
      moved = true;
      const std::string& variable = transform.variable;
      variables_.note(variable, robot_.joints.size(), of_one_link, of_one_link ? node.source : chain_source_);
      // a variable that has a name gives it to its joint, unless that has one
      if (!JointVariables::is_numbered(variable) && !JointVariables::is_nameless(variable)) joint.name = variable;
      joint.axis = transform.direction();
      if (!kind_given) joint.kind = transform.turns ? JointKind::Revolute : JointKind::Prismatic;
      if (joint.kind == JointKind::Fixed || turns(joint.kind) != transform.turns)
        diagnostics_.error(node.source,
                           "the chain of " + what + (transform.turns ? " turns by " : " slides by ") +
                               transform.variable + ", but its joint is " + name_of(joint.kind),
                           "make them agree");
    }
    if (moved || (kind_given && joint.kind == JointKind::Fixed)) return;
    diagnostics_.error(node.source, "the chain of " + what + " has no joint variable",
                       "add one such as Rz(q1), or make the joint fixed");
  }

  void read_frames(const YamlNode& node) {
    if (!node.is(YamlNode::Kind::Sequence)) {
      diagnostics_.error(node.source, "the frames are not a list", "write one `- {name: tool, link: …, pose: …}` each");
      return;
    }
    for (const auto& item : node.items) {
      YamlFields fields(*item, "frame", diagnostics_);
      FrameDescription<P> frame{.name = {}, .link = robot_.links.back().name, .X_LF = {}, .source = item->source};
      if (const YamlNode* name = fields.find("name")) frame.name = values_.text(*name, "name of a frame").value_or("");
      if (const YamlNode* link = fields.find("link"))
        frame.link = values_.text(*link, "link of frame " + in_quotes(frame.name)).value_or("");
      if (const YamlNode* pose = fields.find("pose"))
        frame.X_LF = read_pose(*pose, "pose of frame " + in_quotes(frame.name), values_).value_or(Pose<P>{});
      fields.refuse_the_rest();
      robot_.frames.push_back(std::move(frame));
    }
  }

  /// One payload, or a list of them.
  void read_payloads(const YamlNode& node) {
    if (node.is(YamlNode::Kind::Sequence)) {
      for (const auto& item : node.items) read_payload(*item);
    } else {
      read_payload(node);
    }
  }
  void read_payload(const YamlNode& node) {
    YamlFields fields(node, "payload", diagnostics_);
    PayloadDescription<P> payload{.frame = robot_.links.back().name, .inertia = {}, .source = node.source};
    if (const YamlNode* frame = fields.find("frame"))
      payload.frame = values_.text(*frame, "frame of the payload").value_or("");
    payload.inertia = inertia_of(fields, payload.frame).value_or(Inertia<P>{});
    fields.refuse_the_rest();
    robot_.payloads.push_back(std::move(payload));
  }

  const ParameterReading<P>& parameter_;
  const std::map<std::string, std::string>& set_;  // values that replace the file's
  Diagnostics& diagnostics_;
  Symbols<P> symbols_;
  YamlValues<P> values_;
  std::optional<DhConvention> convention_;
  std::vector<Chain> segments_;
  JointVariables variables_;
  SourceLine chain_source_;                         // of the robot's whole chain
  std::map<std::string, std::string> first_child_;  // by the name of the link that carries it
  std::map<std::string, Pose<P>> row_end_;          // where a link's DH row ended, in the link's frame
  ChainsOfLinks chains_;
  RobotDescription<P> robot_;
};

}  // namespace

template <Scalar P>
RobotDescription<P> read_sinew_yaml(const SourceText& source, const ReadOptions& options,
                                    const ParameterReading<P>& parameter, Diagnostics& diagnostics) {
  RobotDescription<P> robot;
  if (const YamlNode::Pointer root = read_yaml_document(source, diagnostics))
    robot = SinewYamlReader<P>(parameter, options, diagnostics).read(*root);
  robot.file = source.file;
  robot.floating_base = robot.floating_base || options.floating_base;
  return robot;
}

ChainsOfLinks read_sinew_yaml_chains(const SourceText& source, const ReadOptions& options, Diagnostics& diagnostics) {
  const ParameterReading<double> by_value = [](const std::string&, double value) { return value; };
  SinewYamlReader<double> reader(by_value, options, diagnostics);
  if (const YamlNode::Pointer root = read_yaml_document(source, diagnostics)) reader.read(*root);
  return reader.take_chains();
}

template RobotDescription<double> read_sinew_yaml(const SourceText&, const ReadOptions&,
                                                  const ParameterReading<double>&, Diagnostics&);
template RobotDescription<Expr> read_sinew_yaml(const SourceText&, const ReadOptions&, const ParameterReading<Expr>&,
                                                Diagnostics&);

}  // namespace sinew
