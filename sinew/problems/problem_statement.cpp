// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/problems/problem_statement.h"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>

#include "sinew/errors/renamed.h"
#include "sinew/units/text_parts.h"

namespace sinew {
namespace {

/// Nothing but white space and comments.
bool is_blank(std::string_view text) {
  bool comment = false;
  for (const char c : text) {
    if (c == '\n') comment = false;
    if (c == '#') comment = true;
    if (!comment && std::string_view(" \t\r\n").find(c) == std::string_view::npos) return false;
  }
  return true;
}

/// Reads the value of one flag.
class FlagText {
 public:
  explicit FlagText(std::string flag) : flag_(std::move(flag)) {}

  YamlNode::Pointer node(std::string_view text) const {
    const std::string_view value = trimmed(text);
    if (is_enclosed(value, '{', '}')) return braced(value.substr(1, value.size() - 2));
    if (is_enclosed(value, '[', ']')) return list(parts(value.substr(1, value.size() - 2), ","));
    const std::vector<std::string_view> by_comma = parts(value, ",");
    if (by_comma.size() > 1) return has_name(value) ? map(by_comma) : list(by_comma);
    return has_name(value) ? map(parts(value, " \t")) : scalar(value);
  }

  YamlNode::Pointer task(std::string_view text) const {
    auto node = made(YamlNode::Kind::Map);
    for (const std::string_view word : parts(trimmed(text), " \t")) {
      const bool is_kind = is_task_kind(word);
      if (has_name(word))
        add_named(word, *node);
      else if (!is_kind && node->find("frame") != nullptr)
        refuse("there is no task of the kind " + in_quotes(word), suggestion(word, task_kind_words()));
      else
        add(is_kind ? "kind" : "frame", scalar(word), *node);
    }
    return node;
  }

 private:
  [[noreturn]] void refuse(const std::string& what, const std::string& remedy) const {
    throw InputError({{Severity::Error, flag_, 0, what, remedy}});
  }

  static std::shared_ptr<YamlNode> made(YamlNode::Kind kind) {
    auto node = std::make_shared<YamlNode>();
    node->kind = kind;
    return node;
  }
  static YamlNode::Pointer scalar(std::string_view text) {
    auto node = made(YamlNode::Kind::Scalar);
    node->text = text;
    return node;
  }

  static bool is_task_kind(std::string_view word) {
    const std::vector<std::string>& kinds = task_kind_words();
    return std::find(kinds.begin(), kinds.end(), word) != kinds.end();
  }

  /// Is there an = outside of brackets?
  bool has_name(std::string_view text) const { return parts(text, "=").size() > 1; }

  static int step_in(char c) {
    return c == '[' || c == '(' || c == '{' ? 1 : c == ']' || c == ')' || c == '}' ? -1 : 0;
  }

  /// [a, b], and not [a], [b].
  bool is_enclosed(std::string_view text, char open, char close) const {
    if (!text.starts_with(open)) return false;
    int depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      depth += step_in(text[i]);
      if (depth == 0) return i + 1 == text.size() && text[i] == close;
    }
    refuse(in_quotes(text) + " has a bracket that is not closed", "close it");
  }

  /// What stands between separators outside of brackets. Of spaces any number is one.
  std::vector<std::string_view> parts(std::string_view text, std::string_view separators) const {
    std::vector<std::string_view> found;
    int depth = 0;
    std::size_t begin = 0;
    const bool by_space = separators.find(' ') != std::string_view::npos;
    for (std::size_t i = 0; i <= text.size(); ++i) {
      const bool ends = i == text.size();
      if (!ends) {
        depth += step_in(text[i]);
        if (depth < 0) refuse(in_quotes(text) + " closes a bracket that is not open", "correct it");
        if (depth > 0 || separators.find(text[i]) == std::string_view::npos) continue;
      }
      const std::string_view part = trimmed(text.substr(begin, i - begin));
      begin = i + 1;
      if (by_space && part.empty()) continue;
      found.push_back(part);
    }
    if (depth > 0) refuse(in_quotes(text) + " has a bracket that is not closed", "close it");
    return found;
  }

  YamlNode::Pointer list(const std::vector<std::string_view>& items) const {
    auto result = made(YamlNode::Kind::Sequence);
    for (const std::string_view item : items) {
      if (item.empty()) refuse("there is nothing between two commas or beside one", "leave that comma out");
      result->items.push_back(node(item));
    }
    return result;
  }

  YamlNode::Pointer map(const std::vector<std::string_view>& items) const {
    auto result = made(YamlNode::Kind::Map);
    for (const std::string_view item : items) {
      if (has_name(item))
        add_named(item, *result);
      else
        add(std::string(item), scalar("true"), *result);
    }
    return result;
  }

  /// {xyz: [0.4, 0, 0.5], rpy: [180deg, 0, 0]}, as a file has it, or with = for the colons.
  YamlNode::Pointer braced(std::string_view text) const {
    auto result = made(YamlNode::Kind::Map);
    if (trimmed(text).empty()) return result;
    for (const std::string_view item : parts(text, ",")) {
      const std::vector<std::string_view> sides = parts(item, ":");
      if (has_name(item))
        add_named(item, *result);
      else if (sides.size() == 2 && !sides[0].empty() && !sides[1].empty())
        add(std::string(sides[0]), node(sides[1]), *result);
      else
        refuse(in_quotes(item) + " is no name and value", "write {xyz: [0.4, 0, 0.5], rpy: [180deg, 0, 0]}");
    }
    return result;
  }

  void add_named(std::string_view item, YamlNode& map) const {
    const std::size_t equals = item.find('=');
    const std::string_view value = trimmed(item.substr(equals + 1));
    std::string key(trimmed(item.substr(0, equals)));
    if (key.empty() || value.empty()) refuse(in_quotes(item) + " is no name=value", "write it like priority=2");
    add(std::move(key), node(value), map);
  }

  void add(std::string key, YamlNode::Pointer value, YamlNode& map) const {
    if (map.find(key) != nullptr) refuse(in_quotes(key) + " is given twice", "keep one");
    map.entries.push_back({std::move(key), {}, std::move(value)});
  }

  std::string flag_;
};

}  // namespace

const std::vector<std::string>& task_kind_words() {
  static const std::vector<std::string> words{"position", "orientation",    "pose",     "direction", "joints",
                                              "com",      "centre of mass", "distance", "jacobian"};
  return words;
}

const std::vector<std::string>& problem_keys() {
  static const std::vector<std::string> keys{"sinew",
                                             "name",
                                             "source",
                                             "notes",
                                             "robot",
                                             "parameters",
                                             "joints",
                                             "q",
                                             "qd",
                                             "tasks",
                                             "J",
                                             "y",
                                             "task_velocity",
                                             "task_acceleration",
                                             "drift",
                                             "M",
                                             "n",
                                             "level",
                                             "method",
                                             "minimise",
                                             "minimize",
                                             "objective",
                                             "step",
                                             "maximise",
                                             "gradient",
                                             "preferred",
                                             "K_D",
                                             "independent",
                                             "weight",
                                             "damping",
                                             "without_limits",
                                             "position_limit",
                                             "velocity_limit",
                                             "acceleration_limit",
                                             "sampling_time",
                                             "braking",
                                             "bounds",
                                             "inequalities",
                                             "rank_tolerance",
                                             "shapes",
                                             "obstacles"};
  return keys;
}

ProblemStatement::ProblemStatement(const SourceText& file) : file_(file.file) {
  const char* begin = "begin with `robot:` and `tasks:`, or with `J:` and `task_velocity:`";
  if (is_blank(file.text)) throw InputError({{Severity::Error, file.file, 0, "the problem file is empty", begin}});
  Diagnostics diagnostics(file.file);
  const YamlNode::Pointer root = read_yaml_document(file, diagnostics);
  if (root && !root->is(YamlNode::Kind::Map))
    diagnostics.error(root->source, "the file is no problem: it has no `key: value` lines", begin);
  diagnostics.throw_if_errors();
  if (!root) return;
  for (const YamlNode::Entry& entry : root->entries) entries_.push_back({entry.key, entry.value, file_, entry.source});
}

void ProblemStatement::set(const std::string& key, std::string_view value, const std::string& flag) {
  set(key, FlagText(flag).node(value), flag);
}

void ProblemStatement::set(const std::string& key, YamlNode::Pointer value, const std::string& flag) {
  forget(key);
  entries_.push_back({key, std::move(value), flag, {}});
}

void ProblemStatement::add_task(std::string_view text, const std::string& flag) {
  add_task(FlagText(flag).task(text), flag);
}

void ProblemStatement::add_task(YamlNode::Pointer task, const std::string& flag) {
  if (!has_flag_tasks_) forget("tasks");
  has_flag_tasks_ = true;
  const auto found = std::find_if(entries_.begin(), entries_.end(), [](const Entry& e) { return e.key == "tasks"; });
  auto tasks = std::make_shared<YamlNode>();
  tasks->kind = YamlNode::Kind::Sequence;
  if (found != entries_.end()) tasks->items = found->value->items;
  tasks->items.push_back(std::move(task));
  if (found != entries_.end())
    found->value = tasks;
  else
    entries_.push_back({"tasks", tasks, flag, {}});
}

void ProblemStatement::forget(std::string_view key) {
  std::erase_if(entries_, [&](const Entry& entry) { return entry.key == key; });
}

const ProblemStatement::Entry* ProblemStatement::find(std::string_view key) const {
  if (std::find(problem_keys().begin(), problem_keys().end(), key) == problem_keys().end())
    throw std::logic_error(std::string(key) + " is missing in problem_keys()");
  asked_.emplace(key);
  const auto found = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.key == key; });
  return found == entries_.end() ? nullptr : &*found;
}

const ProblemStatement::Entry* ProblemStatement::first_of(std::initializer_list<const char*> keys) const {
  for (const char* key : keys)
    if (const Entry* entry = find(key)) return entry;
  return entries_.empty() ? nullptr : &entries_.front();
}

std::vector<Diagnostic> ProblemStatement::unknown_entries() const {
  std::vector<Diagnostic> diagnostics;
  for (const Entry& entry : entries_)
    if (!asked_.contains(entry.key))
      diagnostics.push_back(
          {Severity::Error, entry.origin, entry.source.line,
           "the problem has the unknown entry " + in_quotes(entry.key),
           renamed_or_suggestion("", entry.key, suggestion(entry.key, {asked_.begin(), asked_.end()}))});
  return diagnostics;
}

}  // namespace sinew
