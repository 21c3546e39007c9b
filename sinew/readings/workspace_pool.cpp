// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/readings/workspace_pool.h"

namespace sinew {

WorkspacePool::~WorkspacePool() {
  for (const Slot& slot : slots_) delete slot.workspace.load(std::memory_order_acquire);
}

void WorkspacePool::number_thread() noexcept {
  static constinit std::atomic<std::size_t> thread_count = 0;
  thread_number_ = thread_count.fetch_add(1, std::memory_order_relaxed) + 1;
}

Workspace* WorkspacePool::take_elsewhere() const {
  for (Slot& slot : slots_)
    if (slot.workspace.load(std::memory_order_relaxed) != nullptr)
      if (Workspace* found = slot.workspace.exchange(nullptr, std::memory_order_acquire)) return found;
  return new Workspace(model_);
}

void WorkspacePool::give_back_elsewhere(Workspace* work) const noexcept {
  for (Slot& slot : slots_) {
    Workspace* none = nullptr;
    if (slot.workspace.compare_exchange_strong(none, work, std::memory_order_release, std::memory_order_relaxed))
      return;
  }
  delete work;
}

}  // namespace sinew
