// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <atomic>
#include <cstddef>

#include "sinew/readings/workspace.h"

namespace sinew {

/// Workspaces of one robot for as many threads as ask: each call borrows one that nobody else has until it is given back.
///
/// Nothing waits and nothing is locked. A thread looks first where it put its last one back, so that one thread, or a few,
/// always find their own and allocate nothing; a new one is made where all are in use, and dropped where none fits in.
class WorkspacePool {
  struct alignas(64) Slot {  // a cache line each, so that threads do not wait for each other's
    std::atomic<Workspace*> workspace = nullptr;
  };

 public:
  /// The model must outlive the pool.
  explicit WorkspacePool(const Model<double>& model) : model_(model) {}
  WorkspacePool(const WorkspacePool&) = delete;
  WorkspacePool& operator=(const WorkspacePool&) = delete;
  ~WorkspacePool();

  /// A workspace for as long as this lives.
  class Borrowed {
   public:
    explicit Borrowed(const WorkspacePool& pool) : pool_(pool), slot_(pool.own_slot()), work_(pool.take(slot_)) {}
    Borrowed(const Borrowed&) = delete;
    Borrowed& operator=(const Borrowed&) = delete;
    ~Borrowed() { pool_.give_back(work_, slot_); }

    // NOLINTNEXTLINE(google-explicit-constructor): it stands for the workspace in calls of sinew::numbers
    operator Workspace&() const noexcept { return *work_; }
    Workspace* operator->() const noexcept { return work_; }

   private:
    const WorkspacePool& pool_;
    Slot& slot_;
    Workspace* work_;
  };

 private:
  /// Where the thread that asks puts its workspaces.
  Slot& own_slot() const noexcept {
    if (thread_number_ == 0) [[unlikely]]
      number_thread();
    return slots_[thread_number_ % slots_.size()];
  }
  static void number_thread() noexcept;

  Workspace* take(Slot& own) const {
    if (Workspace* found = own.workspace.exchange(nullptr, std::memory_order_acquire)) [[likely]]
      return found;
    return take_elsewhere();
  }
  void give_back(Workspace* work, Slot& own) const noexcept {
    Workspace* none = nullptr;
    if (!own.workspace.compare_exchange_strong(none, work, std::memory_order_release, std::memory_order_relaxed))
        [[unlikely]]
      give_back_elsewhere(work);
  }
  Workspace* take_elsewhere() const;
  void give_back_elsewhere(Workspace* work) const noexcept;

  static inline constinit thread_local std::size_t thread_number_ = 0;  // from 1, as they come

  const Model<double>& model_;
  mutable std::array<Slot, 8> slots_;
};

}  // namespace sinew
