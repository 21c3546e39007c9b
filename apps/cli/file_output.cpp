// SPDX-License-Identifier: BSD-3-Clause
#include "apps/cli/file_output.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "sinew/errors/problem.h"

namespace sinew::cli {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse_to_write(const std::string& path, const std::string& why, const std::string& remedy) {
  refuse(path, "cannot be written: " + why, remedy);
}

/// All of it, or false with errno set.
bool write_all(int file, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t wrote = ::write(file, text.data() + done, text.size() - done);
    if (wrote < 0 && errno != EINTR) return false;
    if (wrote > 0) done += static_cast<std::size_t>(wrote);
  }
  return ::fsync(file) == 0 || errno == EINVAL || errno == EROFS;
}

/// Ctrl-C waits while this lives, so that no half-written file is left behind.
class WithoutInterruption {
 public:
  WithoutInterruption() {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before_);
  }
  ~WithoutInterruption() { sigprocmask(SIG_SETMASK, &before_, nullptr); }
  WithoutInterruption(const WithoutInterruption&) = delete;
  WithoutInterruption& operator=(const WithoutInterruption&) = delete;

 private:
  sigset_t before_{};
};

/// The rights that a newly made file would have.
mode_t rights_of_new_files() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666U & ~mask;
}

}  // namespace

void write_file(const std::string& path, const std::string& text) {
  std::error_code failed;
  // a pipe or a device takes the text directly
  const auto status = fs::status(path, failed);
  if (fs::is_directory(status)) refuse_to_write(path, "it is a folder", "name a file");
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    const int device = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    const bool whole = device >= 0 && write_all(device, text);
    const int why = errno;
    if (device >= 0) ::close(device);
    if (!whole) refuse_to_write(path, std::strerror(why), "check where it leads");
    return;
  }
  // through a link to the file itself, which keeps its rights
  const fs::path target =
      fs::is_symlink(fs::symlink_status(path, failed)) ? fs::canonical(path, failed) : fs::path(path);
  const WithoutInterruption whole_or_not_at_all;
  std::string temporary = target.string() + ".XXXXXX";
  const int file = ::mkstemp(temporary.data());
  if (file < 0) refuse_to_write(path, std::strerror(errno), "check that the folder exists and is yours to write");
  struct stat old {};
  const bool replaces = ::stat(target.c_str(), &old) == 0;
  const bool whole =
      ::fchmod(file, replaces ? old.st_mode & 07777U : rights_of_new_files()) == 0 && write_all(file, text);
  const int why = errno;
  ::close(file);
  if (!whole || std::rename(temporary.c_str(), target.c_str()) != 0) {
    const int reason = whole ? errno : why;
    ::unlink(temporary.c_str());
    refuse_to_write(path, std::strerror(reason), "make room or choose another place; nothing was changed");
  }
}

}  // namespace sinew::cli
