// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/symbolic/print/program.h"

#include <algorithm>
#include <compare>
#include <optional>
#include <set>
#include <unordered_map>

#include "sinew/symbolic/flatten.h"
#include "sinew/symbolic/graph_order.h"
#include "sinew/symbolic/joint_angles.h"
#include "sinew/symbolic/print/print_dialect.h"

namespace sinew {

namespace {

using Op = Expr::Op;
using Results = std::vector<std::pair<std::string, Expr>>;

bool is_sine_or_cosine(const Expr& x) { return x.op() == Op::Sin || x.op() == Op::Cos; }
bool is_of_joints(const Expr& x) { return is_sine_or_cosine(x) && signed_joints(x.operands().front()); }

std::vector<Expr> values_of(const Results& results) {
  std::vector<Expr> values;
  for (const auto& [name, value] : results) values.push_back(value);
  return values;
}

/// The nodes of all results in the order in which they are dealt with: what the joints' angles alone decide comes first.
std::vector<Expr> in_order(const Results& results) {
  std::vector<Expr> order;
  for (const Expr::Node* node : nodes_of(values_of(results))) order.emplace_back(node);
  const auto angle_of = [](const Expr& x) { return is_sine_or_cosine(x) ? x.operands().front() : x; };
  const auto end = std::stable_partition(order.begin(), order.end(),
                                         [](const Expr& x) { return signed_joints(x) || is_of_joints(x); });
  std::sort(order.begin(), end, [&](const Expr& a, const Expr& b) {
    const auto by_angle = content_order(angle_of(a), angle_of(b));
    return std::is_lt(std::is_neq(by_angle) ? by_angle : content_order(a, b));
  });
  return order;
}

class ProgramMaker {
 public:
  ProgramMaker(ExprGraph& graph, const Results& results, const ProgramOptions& options)
      : graph_(graph), options_(options), order_(in_order(results)) {
    count_uses(results);
    for (const auto& [name, value] : results) taken_.insert(name);
    for (const Expr& x : order_)
      if (x.op() == Op::Symbol) taken_.insert(x.symbol().name);
  }

  Program made(const Results& results) {
    for (const Expr& x : order_) lines_.emplace(x.node(), line_of(x));
    for (const auto& [name, value] : results) program_.results.emplace_back(name, now(value));
    program_.count = operation_count(program_);
    return std::move(program_);
  }

 private:
  /// A sign is no operation: who uses −x uses x.
  void count_use(const Expr& x) { ++uses_[(is_negation(x) ? x.operands().back() : x).node()]; }

  void count_uses(const Results& results) {
    for (const auto& [name, value] : results) count_use(value);
    for (const Expr& x : order_)
      if (!is_negation(x))
        for (const Expr& operand : x.operands()) count_use(operand);
  }

  /// What stands in the program in place of an expression of the results.
  Expr now(const Expr& x) const { return x.is_constant() ? x : lines_.at(x.node()); }

  Expr line_of(const Expr& x) {
    if (x.op() == Op::Symbol) return x;
    std::vector<Expr> operands;
    for (const Expr& operand : x.operands()) operands.push_back(now(operand));
    const Expr value = x.op() == Op::Sum ? short_sum(operands) : short_line(x, std::move(operands));
    return uses_[x.node()] > 1 || is_of_joints(x) ? step(value, name_after_joints(x)) : value;
  }

  static std::size_t cost(const Expr& x) { return operation_count(x).total(); }

  /// Operands become steps, the longest first, until the rest fits into a line.
  Expr short_line(const Expr& x, std::vector<Expr> operands) {
    for (;;) {
      const Expr line = graph_.node(x.op(), operands, x.op() == Op::Power ? x.exponent() : 0);
      if (cost(line) <= options_.most_operations) return line;
      const auto longest = std::max_element(operands.begin(), operands.end(),
                                            [](const Expr& a, const Expr& b) { return cost(a) < cost(b); });
      if (cost(*longest) == 0) return line;
      *longest = step(*longest);
    }
  }

  /// As many terms as fit into a line are a step, which is the first term of the next line.
  Expr short_sum(const std::vector<Expr>& terms) {
    std::vector<Expr> line;
    std::size_t operations = 0;
    for (Expr term : terms) {
      if (!line.empty() && operations + 1 + cost(term) > options_.most_operations) {
        line = {step(graph_.sum(std::move(line)))};
        operations = 0;
        if (1 + cost(term) > options_.most_operations) term = step(term);
      }
      operations += (line.empty() ? 0 : 1) + cost(term);
      line.push_back(std::move(term));
    }
    return graph_.sum(std::move(line));
  }

  /// The symbol that stands for `value` from here on; symbols and constants, their signs included, stand for themselves.
  Expr step(const Expr& value, const std::optional<std::string>& wish = {}) {
    if (cost(value) == 0) return value;
    if (is_negation(value)) return -step(value.operands().back(), wish);
    const auto [symbol, is_new] = step_of_.try_emplace(value.node());
    if (is_new) {
      program_.steps.push_back({wish && is_free(*wish) ? *wish : numbered_name(), value});
      taken_.insert(program_.steps.back().name);
      symbol->second = graph_.symbol(program_.steps.back().name, SymbolKind::Parameter, rank_of_steps);
    }
    return symbol->second;
  }

  bool is_free(const std::string& name) const {
    return !taken_.contains(name) && !has_meaning_of_its_own(graph_, name);
  }

  std::string numbered_name() {
    std::string name;
    do name = "t" + std::to_string(++last_number_);
    while (!is_free(name));
    return name;
  }

  /// s2, c23, and q23 for the angle itself.
  static std::optional<std::string> name_after_joints(const Expr& x) {
    const std::optional<std::string> digits = short_angle(is_sine_or_cosine(x) ? x.operands().front() : x);
    if (!digits || digits->find('-') != std::string::npos) return {};
    return (x.op() == Op::Sin ? "s" : x.op() == Op::Cos ? "c" : "q") + *digits;
  }

  ExprGraph& graph_;
  const ProgramOptions& options_;
  std::vector<Expr> order_;
  std::unordered_map<const Expr::Node*, std::size_t> uses_;
  std::unordered_map<const Expr::Node*, Expr> lines_;    // by what it was in the results
  std::unordered_map<const Expr::Node*, Expr> step_of_;  // by value
  std::set<std::string> taken_;
  int last_number_ = 0;
  Program program_;
};

}  // namespace

Program program(ExprGraph& graph, const Results& results, const ProgramOptions& options) {
  return ProgramMaker(graph, results, options).made(results);
}

OperationCount operation_count(const Program& program) {
  OperationCount count;
  for (const Assignment& step : program.steps) count += operation_count(step.value);
  for (const auto& [name, value] : program.results) count += operation_count(value);
  return count;
}

std::string printed(const Program& program, Language language) {
  const Dialect& dialect = dialect_of(language);
  std::string lines;
  const auto add = [&](const std::string& name, const Expr& value) {
    if (!lines.empty()) lines += dialect.line_break;
    lines += filled(dialect.assignment, {printed_name(name, language), printed(value, language, Angles::Full)});
  };
  for (const Assignment& step : program.steps) add(step.name, step.value);
  for (const auto& [name, value] : program.results) add(name, value);
  return filled(dialect.program, {lines});
}

}  // namespace sinew
