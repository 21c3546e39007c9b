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

FileOutput::FileOutput(std::string path) : path_(std::move(path)) {
  std::error_code failed;
  const auto status = fs::status(path_, failed);
  if (fs::is_directory(status)) refuse_to_write(path_, "it is a folder", "name a file");
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    file_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    if (file_ < 0) refuse_to_write(path_, std::strerror(errno), "check where it leads");
    return;
  }
  // through a link to the file itself, which keeps its rights
  target_ = fs::is_symlink(fs::symlink_status(path_, failed)) ? fs::canonical(path_, failed).string() : path_;
  temporary_ = target_ + ".XXXXXX";
  file_ = ::mkstemp(temporary_.data());
  if (file_ < 0) {
    temporary_.clear();
    refuse_to_write(path_, std::strerror(errno), "check that the folder exists and is yours to write");
  }
  struct stat old {};
  const bool replaces = ::stat(target_.c_str(), &old) == 0;
  if (::fchmod(file_, replaces ? old.st_mode & 07777U : rights_of_new_files()) != 0) give_up(errno);
}

FileOutput::~FileOutput() {
  if (file_ >= 0) ::close(file_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void FileOutput::give_up(int reason) {
  if (temporary_.empty()) refuse_to_write(path_, std::strerror(reason), "check where it leads");
  refuse_to_write(path_, std::strerror(reason), "make room or choose another place; nothing was changed");
}

void FileOutput::write(std::string_view text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t wrote = ::write(file_, text.data() + done, text.size() - done);
    if (wrote < 0 && errno != EINTR) give_up(errno);
    if (wrote > 0) done += static_cast<std::size_t>(wrote);
  }
}

void FileOutput::finish() {
  if (temporary_.empty()) return;
  if (::fsync(file_) != 0 && errno != EINVAL && errno != EROFS) give_up(errno);
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) give_up(errno);
  temporary_.clear();
}

void write_file(const std::string& path, const std::string& text) {
  const WithoutInterruption whole_or_not_at_all;
  FileOutput file(path);
  file.write(text);
  file.finish();
}

}  // namespace sinew::cli
