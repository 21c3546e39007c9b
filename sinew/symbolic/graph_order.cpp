// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/symbolic/graph_order.h"

#include <algorithm>
#include <unordered_set>

namespace sinew {

std::vector<const Expr::Node*> nodes_of(std::span<const Expr> roots) {
  std::vector<const Expr::Node*> nodes;
  std::unordered_set<const Expr::Node*> seen;
  std::vector<Expr> waiting(roots.begin(), roots.end());
  while (!waiting.empty()) {
    const Expr x = waiting.back();
    waiting.pop_back();
    if (x.is_constant() || !seen.insert(x.node()).second) continue;
    nodes.push_back(x.node());
    waiting.insert(waiting.end(), x.operands().begin(), x.operands().end());
  }
  std::sort(nodes.begin(), nodes.end(), [](const auto* a, const auto* b) { return a->id < b->id; });
  return nodes;
}

}  // namespace sinew
