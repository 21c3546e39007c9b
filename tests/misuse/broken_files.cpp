// SPDX-License-Identifier: BSD-3-Clause
#include "tests/misuse/broken_files.h"

#include <cstdint>

namespace sinew_test {
namespace {

std::string repeated(const std::string& text, int times) {
  std::string out;
  out.reserve(text.size() * static_cast<std::size_t>(times));
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

std::string rubbish(std::size_t bytes) {
  std::string out;
  std::uint32_t state = 12345;
  for (std::size_t i = 0; i < bytes; ++i) {
    state = state * 1664525U + 1013904223U;
    out += static_cast<char>(state >> 24U);
  }
  return out;
}

/// Ten names of ten names of ten names …
std::string billion_laughs_yaml() {
  std::string text = "sinew: 1\na0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]\n";
  for (int i = 1; i < 12; ++i) {
    const std::string before = "*a" + std::to_string(i - 1);
    text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + before + repeated(", " + before, 9) + "]\n";
  }
  return text + "links: *a11\n";
}

std::string billion_laughs_xml() {
  std::string text = "<?xml version=\"1.0\"?>\n<!DOCTYPE lolz [\n <!ENTITY l0 \"lol\">\n";
  for (int i = 1; i < 12; ++i)
    text += " <!ENTITY l" + std::to_string(i) + " \"" + repeated("&l" + std::to_string(i - 1) + ";", 10) + "\">\n";
  return text + "]>\n<robot name=\"&l11;\"><link name=\"a\"/></robot>\n";
}

std::string yaml(const std::string& body) { return "sinew: 1\nname: arm\n" + body; }

/// One link whose entries are given; they stand on line 4.
std::string link(const std::string& entries) { return yaml("links:\n  - {" + entries + "}\n"); }

std::vector<BrokenFile> broken_yaml() {
  return {
      {"empty.yaml", "", 1, "the file is empty"},
      {"only_comment.yaml", "# nothing here\n", 1, "the file is empty"},
      {"not_yaml.yaml", "sinew: 1\nlinks: [1, 2\n", 2, "this is not YAML"},
      {"truncated.yaml", "sinew: 1\nname: arm\nlinks:\n  - name: a\n    mass: [1, 2", 5, "this is not YAML"},
      {"tabs.yaml", "sinew: 1\nlinks:\n\t- name: a\n", 3, "this is not YAML"},
      {"a_word.yaml", "robot\n", 1, "not a map"},
      {"a_list.yaml", "- 1\n- 2\n", 1, "not a map"},
      {"no_version.yaml", "name: arm\nlinks:\n  - {mass: 1}\n", 1, "does not say that it is a sinew robot"},
      {"newer_version.yaml", "sinew: 2\nlinks:\n  - {mass: 1}\n", 1, "this program reads 1"},
      {"no_links.yaml", yaml(""), 1, "has no list of links"},
      {"links_empty.yaml", yaml("links: []\n"), 3, "has no list of links"},
      {"links_is_word.yaml", yaml("links: many\n"), 3, "has no list of links"},
      {"two_documents.yaml", link("mass: 1") + "---\nsinew: 1\n", 6, "second document"},
      {"key_twice.yaml", yaml("links:\n  - {mass: 1}\nname: other\n"), 5, "'name' stands here twice"},
      {"unknown_key.yaml", yaml("links:\n  - {mass: 1}\ngravty: [0, 0, -9.81]\n"), 5, "did you mean 'gravity'?"},
      {"unknown_link_key.yaml", link("mas: 1"), 4, "did you mean 'mass'?"},
      {"negative_mass.yaml", link("mass: -1"), 4, "has a mass of -1 kg"},
      {"nan_mass.yaml", link("mass: .nan"), 4, "the mass"},
      {"infinite_mass.yaml", link("mass: 1e308*10"), 4, "not a finite number"},
      {"divided_by_zero.yaml", link("mass: 1/0"), 4, "not a finite number"},
      {"mass_is_list.yaml", link("mass: [1]"), 4, "is a list, not a number"},
      {"mass_in_metres.yaml", link("mass: 1 m"), 4, "is given in m"},
      {"mass_in_stones.yaml", link("mass: 1 stone"), 4, "unknown unit 'stone'"},
      {"com_of_two.yaml", link("mass: 1, com: [1, 2]"), 4, "a list of 2"},
      {"com_without_mass.yaml", link("com: [1, 2, 3]"), 4, "a centre of mass but no mass"},
      {"length_as_angle.yaml", link("mass: 1, com: [20deg, 0, 0]"), 4, "is given in rad"},
      {"inertia_not_symmetric.yaml", link("mass: 1, inertia: [[1, 0.1, 0], [0.2, 1, 0], [0, 0, 1]]"), 4,
       "not symmetric"},
      {"inertia_of_four.yaml", link("mass: 1, inertia: [1, 2, 3, 4]"), 4, "a list of 4"},
      {"unknown_parameter.yaml", yaml("parameters: {l1: 2 m}\nlinks:\n  - {mass: 1, com: [l2, 0, 0]}\n"), 5,
       "did you mean 'l1'?"},
      {"parameter_without_value.yaml", yaml("parameters:\n  l1:\nlinks:\n  - {mass: 1}\n"), 4, "is no number"},
      {"parameter_named_pi.yaml", yaml("parameters:\n  pi: 3\nlinks:\n  - {mass: 1}\n"), 4, "cannot name a parameter"},
      {"bracket_open.yaml", link("mass: \"(1 + 2\""), 4, "without its closing one"},
      {"unknown_kind.yaml", link("joint: rotary, mass: 1"), 4, "unknown kind 'rotary'"},
      {"helical_without_pitch.yaml", link("joint: helical, mass: 1"), 4, "has no pitch"},
      {"pitch_of_what.yaml", link("joint: {kind: helical, pitch: 5 mm}, mass: 1"), 4, "say per what"},
      {"zero_axis.yaml", link("axis: [0, 0, 0], mass: 1"), 4, "is zero"},
      {"axis_w.yaml", link("axis: w, mass: 1"), 4, "give a direction"},
      {"limits_swapped.yaml", link("joint: {kind: revolute, limits: {position: [2, 1]}}, mass: 1"), 4, "lower limit"},
      {"negative_friction.yaml", link("joint: {kind: revolute, friction: {viscous: -1}}, mass: 1"), 4, "viscous"},
      {"gear_of_zero.yaml", link("joint: {kind: revolute, motor: {gear_ratio: 0}}, mass: 1"), 4, "gear ratio"},
      {"elastic_without_stiffness.yaml",
       link("joint: {kind: revolute, motor: {rotor_inertia: 1}, transmission: {damping: 1}}, mass: 1"), 4,
       "has no stiffness"},
      {"elastic_of_another_kind.yaml",
       link("joint: {kind: prismatic, motor: {rotor_inertia: 1}, transmission: {stiffness: 5 N*m/rad}}, mass: 1"), 4,
       "transmission stiffness"},
      {"elastic_that_pushes_away.yaml",
       link("joint: {kind: revolute, motor: {rotor_inertia: 1}, transmission: {stiffness: -5}}, mass: 1"), 4,
       "a transmission stiffness of -5"},
      {"elastic_that_drives.yaml",
       link("joint: {kind: revolute, motor: {rotor_inertia: 1}, transmission: {stiffness: 5, damping: -1}}, mass: 1"),
       4, "a transmission damping of -1"},
      {"elastic_and_nan.yaml",
       link("joint: {kind: revolute, motor: {rotor_inertia: 1}, transmission: {stiffness: .nan}}, mass: 1"), 4,
       "transmission stiffness"},
      {"elastic_without_motor.yaml", link("joint: {kind: revolute, transmission: {stiffness: 5}}, mass: 1"), 4,
       "a transmission but no motor"},
      {"elastic_without_rotor.yaml",
       link("joint: {kind: revolute, motor: {mass: 1}, transmission: {stiffness: 5}}, mass: 1"), 4,
       "nothing behind it that has inertia"},
      {"elastic_and_fixed.yaml", link("joint: {kind: fixed, transmission: {stiffness: 5}}, mass: 1"), 4,
       "is fixed but has a transmission"},
      {"elastic_follower.yaml",
       yaml("links:\n  - {joint: {name: a}, mass: 1}\n  - {joint: {name: b, mimic: {joint: a}, motor: {rotor_inertia: "
            "1}, "
            "transmission: {stiffness: 5}}, mass: 1}\n"),
       5, "has a transmission but follows 'a'"},
      {"elastic_misspelt.yaml",
       link("joint: {kind: revolute, motor: {rotor_inertia: 1}, transmission: {stiffness: 5, dampening: 1}}, mass: 1"),
       4, "unknown entry 'dampening'"},
      {"elastic_with_odd_friction.yaml",
       link("joint: {kind: revolute, motor: {rotor_inertia: 1}, transmission: {stiffness: 5, motor_friction: {viscous: "
            "-1}}}, mass: 1"),
       4, "viscous"},
      {"elastic_that_is_no_map.yaml",
       link("joint: {kind: revolute, motor: {rotor_inertia: 1}, transmission: 5000}, mass: 1"), 4, "transmission"},
      {"name_of_a_motor.yaml",
       yaml("links:\n  - {joint: {name: a, motor: {rotor_inertia: 1}, transmission: {stiffness: 5}}, mass: 1}\n"
            "frames:\n  - {name: a.motor}\n"),
       4, "'a.motor'"},
      {"bounce_of_more_than_all.yaml", link("joint: {kind: revolute, limits: {restitution: 1.2}}, mass: 1"), 4,
       "a restitution of 1.2"},
      {"bounce_inwards.yaml", link("joint: {kind: revolute, limits: {restitution: -0.1}}, mass: 1"), 4,
       "a restitution of -0.1"},
      {"bounce_in_metres.yaml", link("joint: {kind: revolute, limits: {restitution: 0.5 m}}, mass: 1"), 4,
       "restitution"},
      {"motor_on_nothing.yaml",
       link("joint: {kind: revolute, motor: {carrier: boat, at: [0, 0, 0], axis: z}}, mass: 1"), 4, "'boat'"},
      {"mimic_of_nothing.yaml", link("joint: {kind: revolute, mimic: {joint: ghost}}, mass: 1"), 4, "mimics 'ghost'"},
      {"mimic_of_itself.yaml", link("joint: {name: j, kind: revolute, mimic: {joint: j}}, mass: 1"), 4, "in a circle"},
      {"parent_missing.yaml", link("name: a, parent: b, mass: 1"), 4, "parent link 'b', which is not defined"},
      {"own_parent.yaml", link("name: a, parent: a, mass: 1"), 4, "joins a link to itself"},
      {"cycle.yaml", yaml("links:\n  - {name: a, parent: b, mass: 1}\n  - {name: b, parent: a, mass: 1}\n"), 4, "loop"},
      {"link_twice.yaml", yaml("links:\n  - {name: a, mass: 1}\n  - {name: a, mass: 1}\n"), 5, "'a' is defined twice"},
      {"joint_twice.yaml", yaml("links:\n  - {mass: 1, joint: {name: j}}\n  - {mass: 1, joint: {name: j}}\n"), 5,
       "'j' is defined twice"},
      {"frame_on_nothing.yaml", link("mass: 1") + "frames:\n  - {name: tool, link: hand}\n", 6, "is not a link"},
      {"frame_named_like_link.yaml", link("name: a, mass: 1") + "frames:\n  - {name: a, link: a}\n", 6,
       "has the name of a link"},
      {"payload_in_the_air.yaml", link("mass: 1") + "payload: {frame: gripper, mass: 1}\n", 5, "no frame or link"},
      {"dh_of_no_convention.yaml", link("dh: {a: 1}, mass: 1"), 4, "of which convention"},
      {"dh_by_nobody.yaml", yaml("dh: khalil\nlinks:\n  - {dh: {a: 1}, mass: 1}\n"), 3, "'khalil'"},
      {"placed_twice.yaml", yaml("dh: standard\nlinks:\n  - {dh: {a: 1}, pose: Tx(1), mass: 1}\n"), 5,
       "placed in more than one way"},
      {"chain_of_nonsense.yaml", link("chain: Rw(q1), mass: 1"), 4, "cannot be read"},
      {"chain_without_joint.yaml", link("chain: Rx(90deg), mass: 1"), 4, "no joint variable"},
      {"chain_of_two.yaml", link("chain: Rx(q1) Ry(q2), mass: 1"), 4, "two joint variables"},
      {"chain_scaled.yaml", link("chain: Rx(2*q1), mass: 1"), 4, "scales its joint variable"},
      {"chain_too_long.yaml", yaml("chain: Rz(q1) Rz(q2)\nlinks:\n  - {mass: 1}\n"), 3, "lists 1 links"},
      {"rotation_that_is_none.yaml", link("pose: {matrix: [[1, 0, 0], [0, 1, 0], [0, 0, -1]]}, mass: 1"), 4,
       "not a rotation"},
      {"quaternion_too_long.yaml", link("pose: {quaternion: [1, 1, 1, 1]}, mass: 1"), 4, "not of length 1"},
      {"shape_unknown.yaml", link("bodies: [{shape: boxx, mass: 1}]"), 4, "did you mean 'box'?"},
      {"shape_negative.yaml", link("bodies: [{shape: sphere, radius: -1, mass: 1}]"), 4, "not positive"},
      {"shape_without_mass.yaml", link("bodies: [{shape: sphere, radius: 1}]"), 4, "either mass or density"},
      {"mesh_missing.yaml", link("bodies: [{shape: mesh, file: nowhere.stl, mass: 1}]"), 4, "no such file"},
      {"gravity_of_nan.yaml", yaml("gravity: [0, 0, .nan]\nlinks:\n  - {mass: 1}\n"), 3, "the gravity"},
      {"floating_maybe.yaml", yaml("floating_base: maybe\nlinks:\n  - {mass: 1}\n"), 3, "write true or false"},
      {"pipe_inside_out.yaml",
       link("bodies: [{shape: hollow_cylinder, inner_radius: 2, outer_radius: 1, length: 1, density: 1}]"), 4,
       "larger than the outer"},
      {"lower_limit_is_plus_infinity.yaml", link("joint: {kind: revolute, limits: {position: [.inf, 1]}}, mass: 1"), 4,
       "lower limit"},
      {"matrix_that_is_skewed.yaml", link("pose: {matrix: [[1, 0.001, 0], [0, 1, 0], [0, 0, 1]]}, mass: 1"), 4,
       "not a rotation"},
      {"degrees_as_radians.yaml", link("chain: Rx(90) Rz(q1), mass: 1"), 4, "write 90deg"},
      {"speed_in_hertz.yaml", link("joint: {kind: revolute, limits: {velocity: 10 Hz}}, mass: 1"), 4,
       "unknown unit 'Hz'"},
      {"power_of_powers.yaml", link("mass: ((((((((1 m)^20)^20)^20)^20)^20)^20)^20)^20"), 4, "absurd power"},
      {"exponent_of_minus_minus.yaml", link("mass: 2^--2147483648"), 4, "no small whole number"},
      {"fixed_with_limits.yaml", link("joint: {kind: fixed, limits: {effort: 1}}, mass: 1"), 4, "is fixed but has"},
      {"limits_by_other_names.yaml", link("joint: {kind: revolute, limits: {lower: -1, upper: 1}}, mass: 1"), 4,
       "position: [lower, upper]"},
      {"inertia_of_six.yaml", link("mass: 1, inertia: [1, 1, 1, 0, 0, 0]"), 4, "list of 6"},
      {"row_before_its_parent.yaml",
       yaml("dh: standard\nlinks:\n  - {name: b, parent: a, dh: {a: 1}, mass: 1}\n  - {name: a, parent: base, dh: {a: "
            "1}, after: Tx(1), mass: 1}\n"),
       6, "list a link before"},
      {"urdf.yaml", "<robot name=\"arm\"/>\n", 1, "this is XML"},
      {"latin1.yaml", "sinew: 1\nname: caf\xe9\nlinks:\n  - {mass: 1}\n", 2, "not UTF-8"},
      {"parts_times_parts.yaml",
       "sinew: 1\nx: &b {shape: point, mass: 1}\ny: &l {bodies: [" + repeated("*b, ", 3000) + "*b]}\nlinks: [" +
           repeated("*l, ", 3000) + "*l]\n",
       4, "over and over"},
      {"zero_byte.yaml", std::string("sinew: 1\nname: \0\n", 17), 2, "zero byte"},
      {"deep_lists.yaml", "sinew: 1\nlinks: " + repeated("[", 1'000'000), 2, ""},
      {"deep_maps.yaml", "sinew: 1\nlinks: " + repeated("{a: ", 1'000'000), 2, ""},
      {"deep_brackets.yaml", link("mass: \"" + repeated("(", 1'000'000) + "\""), 4, "nested too deeply"},
      {"billion_laughs.yaml", billion_laughs_yaml(), 8, "over and over through aliases"},
      {"alias_of_nothing.yaml", yaml("links: *nobody\n"), 3, "this is not YAML"},
      {"rubbish.yaml", rubbish(4096), 0, "not text"},
  };
}

std::string urdf(const std::string& body) { return "<robot name=\"arm\">\n" + body + "</robot>\n"; }

constexpr const char* two_links =
    "<link name=\"a\"/>\n<link name=\"b\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" "
    "ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial></link>\n";

/// Two links (lines 2 and 3) and a joint between them (line 4) with these attributes and children.
std::string joint(const std::string& type, const std::string& children) {
  return urdf(two_links + ("<joint name=\"j\" type=\"" + type + "\"><parent link=\"a\"/><child link=\"b\"/>" +
                           children + "</joint>\n"));
}

/// A link b on line 3 with this inertial.
std::string inertial(const std::string& children) {
  return urdf("<link name=\"a\"/>\n<link name=\"b\"><inertial>" + children +
              "</inertial></link>\n<joint name=\"j\" type=\"continuous\"><parent link=\"a\"/><child "
              "link=\"b\"/></joint>\n");
}

std::vector<BrokenFile> broken_urdf() {
  const std::string unit = "<inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/>";
  return {
      {"empty.urdf", "", 0, ""},
      {"truncated.urdf", "<robot name=\"arm\">\n<link name=\"a\">\n<inertial>", 3, ""},
      {"not_closed.urdf", "<robot name=\"arm\">\n<link name=\"a\">\n</robot>\n", 0, ""},
      {"not_xml.urdf", "robot: arm\n", 0, ""},
      {"sdf.urdf", "<sdf version=\"1.6\">\n</sdf>\n", 1, "sdf"},
      {"xacro.urdf", urdf("<link name=\"a\"/>\n<link name=\"${prefix}b\"/>\n"), 3, "xacro"},
      {"no_links.urdf", urdf(""), 0, "no link"},
      {"link_without_name.urdf", urdf("<link/>\n"), 2, "name"},
      {"link_twice.urdf", urdf("<link name=\"a\"/>\n<link name=\"a\"/>\n"), 3, "defined twice"},
      {"two_roots.urdf", urdf("<link name=\"a\"/>\n<link name=\"b\"/>\n"), 3, "two roots"},
      {"unknown_joint.urdf", joint("hinge", ""), 4, "hinge"},
      {"zero_axis.urdf", joint("continuous", "<axis xyz=\"0 0 0\"/>"), 4, "zero axis"},
      {"axis_of_two.urdf", joint("continuous", "<axis xyz=\"0 1\"/>"), 4, ""},
      {"axis_of_words.urdf", joint("continuous", "<axis xyz=\"up and away\"/>"), 4, ""},
      {"origin_nan.urdf", joint("fixed", "<origin xyz=\"0 nan 0\"/>"), 4, ""},
      {"limits_swapped.urdf", joint("revolute", "<limit lower=\"1\" upper=\"-1\" effort=\"1\" velocity=\"1\"/>"), 4,
       ""},
      {"mimic_of_nothing.urdf", joint("continuous", "<mimic joint=\"ghost\"/>"), 4, "ghost"},
      {"negative_damping.urdf", joint("continuous", "<dynamics damping=\"-1\"/>"), 4, ""},
      {"floating_in_the_middle.urdf",
       urdf("<link name=\"a\"><inertial><mass value=\"1\"/>" + unit +
            "</inertial></link>\n<link name=\"b\"/>\n"
            "<joint name=\"j\" type=\"floating\"><parent link=\"a\"/><child link=\"b\"/></joint>\n"),
       4, "floating"},
      {"joint_to_nowhere.urdf",
       urdf("<link name=\"a\"/>\n<joint name=\"j\" type=\"fixed\"><parent link=\"a\"/><child "
            "link=\"b\"/></joint>\n"),
       3, "'b', which is not defined"},
      {"joint_without_child.urdf",
       urdf("<link name=\"a\"/>\n<joint name=\"j\" type=\"fixed\"><parent link=\"a\"/></joint>\n"), 3, "child"},
      {"cycle.urdf",
       urdf("<link name=\"a\"/>\n<link name=\"b\"/>\n<joint name=\"j\" type=\"fixed\"><parent "
            "link=\"a\"/><child link=\"b\"/></joint>\n"
            "<joint name=\"k\" type=\"fixed\"><parent link=\"b\"/><child link=\"a\"/></joint>\n"),
       4, "loop"},
      {"two_parents.urdf",
       joint("fixed", "")
           .replace(joint("fixed", "").find("</robot>"), 0,
                    "<joint name=\"k\" type=\"fixed\"><parent link=\"a\"/><child link=\"b\"/></joint>\n"),
       5, "two joints"},
      {"negative_mass.urdf", inertial("<mass value=\"-1\"/>" + unit), 3, "mass of -1 kg"},
      {"mass_of_words.urdf", inertial("<mass value=\"heavy\"/>" + unit), 3, ""},
      {"inertia_incomplete.urdf", inertial("<mass value=\"1\"/><inertia ixx=\"1\"/>"), 3, ""},
      {"mass_twice.urdf", inertial("<mass value=\"1\"/><mass value=\"2\"/>" + unit), 3, ""},
      {"deep.urdf", repeated("<link>", 1'000'000), 1, ""},
      {"billion_laughs.urdf", billion_laughs_xml(), 0, ""},
      {"rubbish.urdf", rubbish(4096), 0, ""},
  };
}

std::string smi(const std::string& body) { return "%%%VariableName:smiData\n" + body; }

std::vector<BrokenFile> broken_smidata() {
  const std::string two_parts =
      "smiData.RigidTransform(1).translation = [0 0 0];  % mm\nsmiData.RigidTransform(1).angle = 0;  % rad\n"
      "smiData.RigidTransform(1).axis = [0 0 0];\nsmiData.RigidTransform(1).ID = 'B[a-1:-:b-1]';\n"
      "smiData.RigidTransform(2).translation = [0 0 0];  % mm\nsmiData.RigidTransform(2).angle = 0;  % rad\n"
      "smiData.RigidTransform(2).axis = [0 0 0];\nsmiData.RigidTransform(2).ID = 'F[a-1:-:b-1]';\n";
  return {
      {"empty.m", "", 0, ""},
      {"not_smidata.m", "function y = f(x)\ny = x;\n", 1, ""},
      {"no_unit.m", smi(two_parts + "smiData.Solid(1).mass = 3;\nsmiData.Solid(1).ID = 'a*:*Default';\n"), 10, "unit"},
      {"unknown_unit.m", smi(two_parts + "smiData.Solid(1).mass = 3;  % stone\nsmiData.Solid(1).ID = 'a*:*Default';\n"),
       10, "stone"},
      {"length_as_mass.m", smi(two_parts + "smiData.Solid(1).mass = 3;  % mm\nsmiData.Solid(1).ID = 'a*:*Default';\n"),
       10, "mm"},
      {"quote_open.m", smi("smiData.Solid(1).ID = 'abc;\n"), 2, ""},
      {"huge_index.m", smi("smiData.Solid(999999999).mass = 1;  % kg\n"), 2, ""},
      {"nan.m", smi("smiData.Solid(1).mass = NaN;  % kg\n"), 2, ""},
      {"half_a_pair.m", smi(two_parts.substr(0, two_parts.find("smiData.RigidTransform(2)"))), 0, ""},
      {"endless_id.m",
       smi("smiData.Solid(1).mass = 1;  % kg\nsmiData.Solid(1).ID = '" + repeated("a:1:", 50'000) + "';\n"), 3,
       "longer than 1000"},
      {"rubbish.m", rubbish(4096), 0, ""},
  };
}

}  // namespace

std::vector<BrokenFile> broken_files() {
  std::vector<BrokenFile> all = broken_yaml();
  for (const auto& more : {broken_urdf(), broken_smidata()}) all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace sinew_test
