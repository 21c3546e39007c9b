// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/choices/robots.h"

#include <sys/stat.h>

#include <algorithm>
#include <utility>

namespace sinew {

const Robots::Kept& Robots::find(const std::string& key, const std::string& file, const std::function<Kept()>& make) {
  Entry now{key, {}, {}};
  if (struct stat status{}; ::stat(file.c_str(), &status) == 0 && S_ISREG(status.st_mode))
    now.version = FileVersion{status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_size};
  const auto found =
      std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) { return entry.key == key; });
  if (found != entries_.end()) {
    entries_.splice(entries_.begin(), entries_, found);
    if (now.version && found->version == now.version) return found->kept;
    entries_.pop_front();
  }
  now.kept = make();
  entries_.push_front(std::move(now));
  if (entries_.size() > most_entries) entries_.pop_back();
  return entries_.front().kept;
}

}  // namespace sinew
