// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/choices/robots.h"

#include <algorithm>
#include <system_error>

namespace sinew {

const Robots::Kept& Robots::find(const std::string& key, const std::string& file, const std::function<Kept()>& make) {
  std::error_code failed;
  Entry now{key, std::filesystem::last_write_time(file, failed), 0, {}};
  const bool is_file = !failed && std::filesystem::is_regular_file(file, failed);
  if (is_file)
    now.size = std::filesystem::file_size(file, failed);
  else
    now.written.reset();
  const auto found =
      std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) { return entry.key == key; });
  if (found != entries_.end()) {
    entries_.splice(entries_.begin(), entries_, found);
    if (now.written && found->written == now.written && found->size == now.size) return found->kept;
    entries_.pop_front();
  }
  now.kept = make();
  entries_.push_front(std::move(now));
  if (entries_.size() > most_entries) entries_.pop_back();
  return entries_.front().kept;
}

}  // namespace sinew
