// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// The one place that knows instruction sets: which there are, which this processor has, how wide their packs are, and how
/// a function is compiled for one of them.
namespace sinew {

/// Which instructions computations in doubles are compiled for.
enum class Instructions {
  Plain,  ///< those of every x86-64, or of whatever the compiler was told
  Avx2    ///< AVX2 and fused multiply-add, on an x86-64 that has them
};

/// The best that this processor has.
inline Instructions best_instructions() noexcept {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return Instructions::Avx2;
#endif
  return Instructions::Plain;
}

/// Those that are wanted, or plain ones where this processor lacks them.
inline Instructions available(Instructions wanted) noexcept {
  return wanted == Instructions::Plain ? wanted : best_instructions();
}

/// How many doubles a register holds: a wider Pack would be spilled.
constexpr int pack_width(Instructions instructions) noexcept { return instructions == Instructions::Avx2 ? 4 : 2; }

// Everything that `work` calls is inlined into the function that has the instructions, and so compiled for them: the
// same templates serve both, and no symbol compiled for AVX2 can end up where it must not run.
template <class Work>
[[gnu::flatten, gnu::noinline]] auto plainly(const Work& work) {
  return work();
}
template <class Work>
#if defined(__x86_64__)
[[gnu::target("avx2,fma")]]
#endif
[[gnu::flatten, gnu::noinline]] auto
with_avx2(const Work& work) {
  return work();
}

/// What `work` gives, compiled for these instructions.
template <class Work>
auto with_instructions(Instructions instructions, const Work& work) {
  return instructions == Instructions::Avx2 ? with_avx2(work) : plainly(work);
}

}  // namespace sinew
