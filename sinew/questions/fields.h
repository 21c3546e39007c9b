// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "sinew/formats/yaml/document.h"

namespace sinew {

/// A value that may have parts, such as a matrix or a task: written in one line as options have it, or with its parts as
/// requests and files have it.
struct StructuredValue {
  std::string text;
  YamlNode::Pointer parts = nullptr;  ///< counts where it is there

  bool empty() const { return text.empty() && !parts; }
};

/// One field of a question: its name, what it means, what it may be, and where its value goes.
///
/// Every door reads the same fields: an option `--velocity-limit` of the command and a member `velocity_limit` of a request
/// are one field. Help, the JSON schema, the completion of shells and the tables of the documentation are made of them.
struct Field {
  using Value = std::variant<std::string*, std::vector<std::string>*, bool*, int*, unsigned*, double*, StructuredValue*,
                             std::vector<StructuredValue>*>;

  std::string name;
  Value value;
  std::string help;
  std::string value_name = {};             ///< what stands for the value in the help: "X,Y,Z"
  std::vector<std::string> choices = {};   ///< empty: any value
  std::string initial = {};                ///< the value where none is given, shown in the help; empty: not shown
  std::string needed = {};                 ///< the field without which this one does nothing
  std::vector<std::string> excluded = {};  ///< fields that say the same in another way
  double least = 0.0, most = 0.0;          ///< of a number; equal: any
  bool is_required = false;
  bool is_positional = false;    ///< stands on the command line without its name
  bool is_input = false;         ///< names a file to be read, or - for the standard input
  bool has_option = true;        ///< false: too long for a command line, which names a file instead
  std::string option_name = {};  ///< of one value, where the field's name is that of all: "task" of `tasks`
  char short_option = '\0';      ///< 'o' of -o on the command line; \0: none
  std::string told_by = {};      ///< the field whose help tells about this one, too; the help shows only that one
  bool is_given = false;         ///< set by the door that has found a value for it

  Field& of(std::string what) { return value_name = std::move(what), *this; }
  Field& one_of(std::vector<std::string> words) { return choices = std::move(words), *this; }
  Field& between(double lower, double upper) { return least = lower, most = upper, *this; }
  Field& needs(std::string field) { return needed = std::move(field), *this; }
  Field& excludes(std::vector<std::string> fields) { return excluded = std::move(fields), *this; }
  Field& required(bool yes = true) { return is_required = yes, *this; }
  Field& positional() { return is_positional = true, *this; }
  Field& input() { return is_input = true, *this; }
  Field& without_option() { return has_option = false, *this; }
  Field& letter(char c) { return short_option = c, *this; }
  Field& with_option(std::string name_of_one) { return option_name = std::move(name_of_one), *this; }
  Field& told_under(std::string field) { return told_by = std::move(field), *this; }
  /// The help tells the value that the field has now.
  Field& shows_initial();

  /// "--velocity-limit" of `velocity_limit`; of a positional field its name.
  std::string option() const;
  bool is_flag() const { return std::holds_alternative<bool*>(value); }
  bool is_list() const { return std::holds_alternative<std::vector<std::string>*>(value); }
  bool is_structure() const { return std::holds_alternative<StructuredValue*>(value); }
  bool is_list_of_structures() const { return std::holds_alternative<std::vector<StructuredValue>*>(value); }
  bool is_number() const {
    return std::holds_alternative<int*>(value) || std::holds_alternative<unsigned*>(value) ||
           std::holds_alternative<double*>(value);
  }
  bool is_text() const { return std::holds_alternative<std::string*>(value); }
};

/// The fields of one question, in the order in which the help shows them.
class Fields {
 public:
  /// The value must outlive the fields; what it is now counts where no door gives another.
  Field& add(std::string name, Field::Value value, std::string help);
  void remove(std::string_view name);

  Field* find(std::string_view name);
  const Field* find(std::string_view name) const;
  /// A field that is there.
  Field& operator[](std::string_view name) { return *find(name); }
  bool is_given(std::string_view name) const;
  /// The text that was given; empty where none was.
  std::string given_text(std::string_view name) const;
  std::vector<std::string> names() const;

  auto begin() { return all_.begin(); }
  auto end() { return all_.end(); }
  auto begin() const { return all_.begin(); }
  auto end() const { return all_.end(); }

  /// An option that was given must do something. Throws UsageError for the first of `fields` that was given; `why` says why
  /// it would do nothing, and what to do.
  void refuse_idle(const std::vector<std::string>& fields, const std::string& why) const;
  /// The same for every field but these.
  void refuse_all_but(const std::vector<std::string>& used, const std::string& why) const;
  /// What no question takes: fields with nothing in them, as unset variables of a script leave them, fields that do nothing
  /// in the chosen format, and the standard input twice. Throws UsageError.
  void check() const;

 private:
  void refuse_empty() const;
  void refuse_stdin_twice() const;

  std::deque<Field> all_;
};

}  // namespace sinew
