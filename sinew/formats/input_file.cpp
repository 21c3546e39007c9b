// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/input_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/magic.h>
#include <sys/vfs.h>
#endif

#include <cerrno>
#include <cstring>
#include <utility>

#include "sinew/errors/diagnostic.h"

namespace sinew {
namespace {

/// Does the kernel make the file up while it is read?
bool is_of_the_kernel([[maybe_unused]] int descriptor) {
#ifdef __linux__
  struct statfs system {};
  if (::fstatfs(descriptor, &system) != 0) return false;
  for (const long made_up : {PROC_SUPER_MAGIC, SYSFS_MAGIC, DEBUGFS_MAGIC, TRACEFS_MAGIC, SECURITYFS_MAGIC})
    if (static_cast<long>(system.f_type) == made_up) return true;
#endif
  return false;
}

}  // namespace

void InputFile::check(unsigned mode) const {
  if (S_ISREG(mode)) return;
  if (S_ISDIR(mode)) refuse(path_, "this is a folder, not a file", "name the file in it that is meant");
  const char* const kind = S_ISFIFO(mode)                   ? "a pipe"
                           : S_ISSOCK(mode)                 ? "a socket"
                           : S_ISCHR(mode) || S_ISBLK(mode) ? "a device"
                                                            : "no regular file";
  refuse(path_, std::string("this is ") + kind + ", and only regular files and standard input are read",
         "save it as a file, or give - and redirect standard input");
}

InputFile::InputFile(std::string path) : path_(std::move(path)) {
  if (path_ == standard_input) {
    descriptor_ = STDIN_FILENO;
    return;
  }
  const auto refuse_errno = [&] {
    if (errno == ENOENT || errno == ENOTDIR) refuse(path_, "there is no such file", "check the path");
    refuse(path_, std::string("cannot be read: ") + std::strerror(errno), "check its permissions");
  };
  struct stat status {};
  if (::stat(path_.c_str(), &status) != 0) refuse_errno();
  check(status.st_mode);
  descriptor_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (descriptor_ < 0) refuse_errno();
  try {
    // it may have become another one since
    if (::fstat(descriptor_, &status) != 0) refuse_errno();
    check(status.st_mode);
    if (is_of_the_kernel(descriptor_))
      refuse(path_, "this is a file of the kernel, and only regular files and standard input are read",
             "copy it, or give - and redirect standard input");
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
  size_ = static_cast<std::uintmax_t>(status.st_size);
}

InputFile::~InputFile() {
  if (descriptor_ != STDIN_FILENO) ::close(descriptor_);
}

std::optional<std::size_t> InputFile::read(char* into, std::size_t size) {
  const ssize_t count = ::read(descriptor_, into, size);
  if (count < 0) return std::nullopt;
  return static_cast<std::size_t>(count);
}

}  // namespace sinew
