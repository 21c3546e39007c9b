// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/growing_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "sinew/errors/diagnostic.h"

namespace sinew {

GrowingFile::GrowingFile(const std::string& path, long long kept, Replacing replacing) : path_(path) {
  constexpr mode_t usual_rights = 0666;
  file_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, usual_rights);
  if (file_ < 0 && errno == EACCES && replacing == Replacing::Anything && ::unlink(path.c_str()) == 0)
    file_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, usual_rights);
  if (file_ < 0) refuse(path, std::string("cannot be written: ") + std::strerror(errno), "name another file");
  struct stat status {};
  const bool is_file = ::fstat(file_, &status) == 0 && S_ISREG(status.st_mode);
  if (is_file && (::ftruncate(file_, kept) != 0 || ::lseek(file_, kept, SEEK_SET) != kept)) {
    const std::string why = std::strerror(errno);
    ::close(file_);
    refuse(path, "cannot be cut back: " + why, "name another file");
  }
}

GrowingFile::~GrowingFile() {
  if (file_ >= 0) ::close(file_);
}

void GrowingFile::add(std::string_view lines) {
  buffer_ += lines;
  constexpr std::size_t large = std::size_t{1} << 16U;
  if (buffer_.size() >= large || std::chrono::steady_clock::now() >= next_) flush();
}

void GrowingFile::finish() { flush(); }

void GrowingFile::flush() {
  next_ = std::chrono::steady_clock::now() + std::chrono::milliseconds(100);
  std::string_view rest = buffer_;
  while (!rest.empty()) {
    const ssize_t written = ::write(file_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0)
      refuse(path_, std::string("cannot be written: ") + std::strerror(errno), "make room, or name another file");
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  buffer_.clear();
}

}  // namespace sinew
