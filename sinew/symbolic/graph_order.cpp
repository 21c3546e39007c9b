// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/symbolic/graph_order.h"

#include <algorithm>
#include <unordered_set>

namespace sinew {

std::vector<const Expr::Node*> nodes_of(std::span<const Expr> roots) {
  std::vector<const Expr::Node*> nodes;
  std::unordered_set<const Expr::Node*> opened, closed;
  std::vector<Expr> waiting(roots.rbegin(), roots.rend());
  while (!waiting.empty()) {
    const Expr x = waiting.back();
    if (x.is_constant() || closed.contains(x.node())) {
      waiting.pop_back();
    } else if (opened.insert(x.node()).second) {
      waiting.insert(waiting.end(), x.operands().rbegin(), x.operands().rend());
    } else {
      closed.insert(x.node());
      nodes.push_back(x.node());
      waiting.pop_back();
    }
  }
  const auto symbols_end =
      std::stable_partition(nodes.begin(), nodes.end(), [](const Expr::Node* node) { return node->symbol != nullptr; });
  std::sort(nodes.begin(), symbols_end,
            [](const Expr::Node* a, const Expr::Node* b) { return a->symbol->index < b->symbol->index; });
  return nodes;
}

}  // namespace sinew
