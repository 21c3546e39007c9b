// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/load.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

#include "sinew/formats/change_robot.h"
#include "sinew/formats/smidata/reader.h"
#include "sinew/formats/urdf/reader.h"
#include "sinew/formats/yaml/reader.h"
#include "sinew/model/checks.h"

namespace sinew {
namespace {

RobotDescription<double> read(RobotFormat format, SourceText source, const ReadOptions& options,
                              Diagnostics& diagnostics) {
  switch (format) {
    case RobotFormat::Yaml:
      return read_sinew_yaml(source, options, diagnostics);
    case RobotFormat::Urdf:
      return read_urdf(std::move(source), options, diagnostics);
    case RobotFormat::Smidata:
      return read_smidata(source, options, diagnostics);
  }
  return {};
}

/// How the names of a format's files may end; the usual ending of each format comes first.
struct Ending {
  std::string_view text;
  RobotFormat format;
};
constexpr Ending endings[] = {{".yaml", RobotFormat::Yaml},  {".yml", RobotFormat::Yaml},
                              {".urdf", RobotFormat::Urdf},  {".xml", RobotFormat::Urdf},
                              {".xacro", RobotFormat::Urdf}, {".m", RobotFormat::Smidata}};

/// By what the text looks like, for a file whose name does not tell.
RobotFormat format_by_content(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  if (text.starts_with('<')) return RobotFormat::Urdf;
  if (text.starts_with('%') && text.find("smiData") != std::string_view::npos) return RobotFormat::Smidata;
  return RobotFormat::Yaml;
}

/// What is plainly something else than its name says is not worth a hundred complaints. False if it is that.
bool is_what_it_seems(const SourceText& source, RobotFormat format, Diagnostics& diagnostics) {
  if (format == RobotFormat::Yaml && format_by_content(source.text) == RobotFormat::Urdf) {
    diagnostics.error({1}, "this is XML, but the name is that of a YAML file", "if it is a URDF, name it .urdf");
    return false;
  }
  const std::size_t stray = first_byte_that_is_not_utf8(source.text);
  const bool binary = source.text.find('\0') != std::string::npos;  // the readers say more about that
  if (format == RobotFormat::Smidata || binary || stray == std::string_view::npos) return true;
  const auto line = 1 + std::count(source.text.begin(), source.text.begin() + static_cast<std::ptrdiff_t>(stray), '\n');
  diagnostics.error({static_cast<int>(line)}, "the file is not UTF-8 text", "save it as UTF-8");
  return false;
}

/// The description, changed, checked and made a model. What could not be read of a robot that is not `whole` is missing now,
/// and must not be complained of as if the file lacked it.
LoadedRobot finished(RobotDescription<double> description, const RobotChanges& changes, bool whole,
                     Diagnostics& diagnostics) {
  std::optional<Tree> tree;
  if (whole) tree = find_tree(description, diagnostics);
  if (tree && changes.any()) {
    apply(changes, description, *tree, diagnostics);
    tree = find_tree(description, diagnostics);
  }
  Diagnostics physics(diagnostics.file());
  check_physics(description, tree, physics);
  for (const Diagnostic& p : physics.all())
    if (whole || p.severity == Severity::Error) diagnostics.add(p);
  diagnostics.throw_if_errors();
  Model<double> model = build_model(description, *tree);
  return {std::move(description), std::move(model), diagnostics.all()};
}

}  // namespace

std::string robot_file_endings() {
  std::string text;
  std::optional<RobotFormat> last;
  for (const Ending& ending : endings) {
    if (ending.format != last) text += (last ? ", " : "") + std::string(ending.text);
    last = ending.format;
  }
  return text;
}

RobotFormat format_of(const SourceText& source) {
  const std::string extension = std::filesystem::path(source.file).extension().string();
  for (const Ending& ending : endings)
    if (extension == ending.text) return ending.format;
  return format_by_content(source.text);
}

LoadedRobot load_robot(SourceText source, const ReadOptions& options) {
  const std::string file = source.file;
  Diagnostics diagnostics(file);
  const RobotFormat format = format_of(source);
  if (!is_what_it_seems(source, format, diagnostics)) diagnostics.throw_if_errors();
  if (format != RobotFormat::Yaml && !options.parameters.empty())
    diagnostics.error({}, "only YAML robots have named parameters to set, and this is none",
                      "leave them out, or convert it to YAML and name some there");
  RobotDescription<double> description = read(format, std::move(source), options, diagnostics);
  if (description.name.empty()) description.name = std::filesystem::path(file).stem().string();
  const bool whole = !diagnostics.has_errors();
  return finished(std::move(description), options.changes, whole, diagnostics);
}

LoadedRobot changed(RobotDescription<double> description, const RobotChanges& changes) {
  Diagnostics diagnostics(description.file);
  return finished(std::move(description), changes, true, diagnostics);
}

LoadedRobot load_robot(const std::string& path, const ReadOptions& options) {
  return load_robot(read_source_text(path), options);
}

}  // namespace sinew
