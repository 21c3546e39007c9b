// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace sinew {

/// A hash table from one 64-bit number to a 32-bit one, in two arrays: what multiplying sums of a hundred thousand
/// terms spends its time in.
class FlatTable {
 public:
  static constexpr std::uint32_t none = 0xFFFFFFFF;

  /// The value of `key`, in place; `none` where it is new.
  std::uint32_t& operator[](std::uint64_t key) {
    if (2 * (count_ + 1) > keys_.size()) grow();
    const std::size_t i = place(key);
    if (values_[i] == none && keys_[i] != key) {
      keys_[i] = key;
      ++count_;
    }
    return values_[i];
  }

 private:
  // keys are stored plus one would overflow; an unused place is told by its value and a key that cannot be
  static constexpr std::uint64_t unused = ~std::uint64_t{0};

  std::size_t place(std::uint64_t key) const {
    std::uint64_t hash = key * 0x9E3779B97F4A7C15U;
    hash ^= hash >> 32;
    std::size_t i = static_cast<std::size_t>(hash) & (keys_.size() - 1);
    while (keys_[i] != unused && keys_[i] != key) i = (i + 1) & (keys_.size() - 1);
    return i;
  }

  void grow() {
    std::vector<std::uint64_t> keys(keys_.empty() ? 16 : 2 * keys_.size(), unused);
    std::vector<std::uint32_t> values(keys.size(), none);
    keys.swap(keys_);
    values.swap(values_);
    for (std::size_t i = 0; i < keys.size(); ++i)
      if (keys[i] != unused) {
        const std::size_t there = place(keys[i]);
        keys_[there] = keys[i];
        values_[there] = values[i];
      }
  }

  std::vector<std::uint64_t> keys_;
  std::vector<std::uint32_t> values_;
  std::size_t count_ = 0;
};

}  // namespace sinew
