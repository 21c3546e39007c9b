// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/output_file.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "sinew/errors/diagnostic.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse_to_write(const std::string& path, const std::string& why, const std::string& remedy) {
  refuse(path, "cannot be written: " + why, remedy);
}

/// All of it, or false with errno set.
bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t wrote = ::write(file, text.data(), text.size());
    if (wrote < 0 && errno != EINTR) return false;
    if (wrote > 0) text.remove_prefix(static_cast<std::size_t>(wrote));
  }
  return true;
}

/// Signals wait while this lives, so that no half-written file is left behind.
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

/// Where links lead, whether or not something is there.
fs::path behind_links(const std::string& path) {
  constexpr int most_links = 40;
  fs::path here = path;
  for (int links = 0; links <= most_links; ++links) {
    std::error_code failed;
    if (!fs::is_symlink(fs::symlink_status(here, failed))) return here;
    const fs::path to = fs::read_symlink(here, failed);
    if (failed) refuse_to_write(path, failed.message(), "check the link");
    here = to.is_absolute() ? to : here.parent_path() / to;
  }
  refuse_to_write(path, "its symbolic links lead in a circle", "correct the link, or name the file itself");
}

/// What tells the temporary files of one target from all others: short, whatever the length of its name (FNV-1a).
std::string temporary_prefix(const std::string& target) {
  std::uint64_t hash = 14695981039346656037U;
  for (const char c : target) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return fmt::format(".sinew-{:016x}-", hash);
}

/// The process that a temporary file belongs to, or 0.
pid_t process_of(std::string_view name, std::string_view prefix) {
  pid_t process = 0;
  if (name.starts_with(prefix)) std::from_chars(name.data() + prefix.size(), name.data() + name.size(), process);
  return process;
}

bool is_running(pid_t process) { return ::kill(process, 0) == 0 || errno == EPERM; }

/// Nobody writes to it: neither a process of this machine nor, on a shared disk, one that holds its lock.
bool is_abandoned(int folder, const char* name) {
  const int file = ::openat(folder, name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return false;
  const bool unlocked = ::flock(file, LOCK_EX | LOCK_NB) == 0;
  ::close(file);
  return unlocked;
}

}  // namespace

OutputFile::OutputFile(std::string path, Replacing replacing) : path_(std::move(path)), replacing_(replacing) {
  try {
    open();
  } catch (...) {
    release();
    throw;
  }
}

OutputFile::~OutputFile() { release(); }

void OutputFile::release() noexcept {
  if (file_ >= 0) ::close(file_);
  if (!temporary_.empty()) ::unlinkat(folder_, temporary_.c_str(), 0);
  if (folder_ >= 0) ::close(folder_);
}

void OutputFile::open() {
  std::error_code failed;
  const fs::file_status status = fs::status(path_, failed);
  if (fs::is_directory(status)) refuse_to_write(path_, "it is a folder", "name a file");
  if (fs::exists(status) && !fs::is_regular_file(status))
    open_device();
  else
    open_temporary();
}

void OutputFile::open_device() {
  file_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
  if (file_ < 0) refuse_to_write(path_, std::strerror(errno), "check where it leads");
}

void OutputFile::open_temporary() {
  const fs::path target = behind_links(path_);
  target_ = target.filename().string();
  if (target_.empty()) refuse_to_write(path_, "it names no file", "add the file's name");
  const std::string folder = target.has_parent_path() ? target.parent_path().string() : ".";
  folder_ = ::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (folder_ < 0)
    refuse_to_write(path_, "its folder " + in_quotes(folder) + ": " + std::strerror(errno),
                    "check that the folder exists" + std::string(path_ == target ? "" : ", and where the link leads"));
  // the name itself may be what cannot be
  struct stat old {};
  if (::fstatat(folder_, target_.c_str(), &old, 0) != 0 && errno != ENOENT) give_up(errno);
  const std::string prefix = temporary_prefix(target_);
  remove_stale_files(prefix);
  for (int number = 0; file_ < 0; ++number) {
    std::string name = fmt::format("{}{}-{}", prefix, ::getpid(), number);
    file_ = ::openat(folder_, name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file_ >= 0)
      temporary_ = std::move(name);
    else if (errno != EEXIST)
      refuse_to_write(path_, std::strerror(errno), "check that the folder is yours to write, and has room");
  }
  ::flock(file_, LOCK_EX | LOCK_NB);  // some disks have no locks; then the process's number must do
  take_over_rights();
}

void OutputFile::take_over_rights() {
  const bool anything = replacing_ == Replacing::Anything;
  struct stat old {};
  if (::fstatat(folder_, target_.c_str(), &old, 0) != 0) {
    if (::fchmod(file_, rights_of_new_files()) != 0) give_up(errno);
    return;
  }
  constexpr mode_t any_write = 0222;
  if (!anything && ((old.st_mode & any_write) == 0 || ::faccessat(folder_, target_.c_str(), W_OK, AT_EACCESS) != 0))
    refuse_to_write(path_, "the file is read-only", "name another, or give --force to replace it");
  struct stat own {};
  const bool is_ours = ::fstat(file_, &own) == 0 && own.st_uid == old.st_uid && own.st_gid == old.st_gid;
  if (!is_ours && ::fchown(file_, old.st_uid, old.st_gid) != 0 && !anything)
    refuse_to_write(path_, "the file belongs to somebody else, and would not any more",
                    "name another, or give --force to replace it by one of yours");
  if (::fchmod(file_, old.st_mode & 07777U) != 0) give_up(errno);
}

void OutputFile::remove_stale_files(const std::string& prefix) const {
  const int listed = ::openat(folder_, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR* const entries = listed < 0 ? nullptr : ::fdopendir(listed);
  if (entries == nullptr) {
    if (listed >= 0) ::close(listed);
    return;  // a folder that may not be listed keeps what is in it
  }
  std::vector<std::string> stale;
  while (const dirent* entry = ::readdir(entries))
    if (const pid_t process = process_of(entry->d_name, prefix);
        process > 0 && !is_running(process) && is_abandoned(folder_, entry->d_name))
      stale.emplace_back(entry->d_name);
  ::closedir(entries);
  for (const std::string& name : stale) ::unlinkat(folder_, name.c_str(), 0);
}

void OutputFile::give_up(int reason) {
  refuse_to_write(path_, std::strerror(reason),
                  reason == ENAMETOOLONG ? "give it a shorter name"
                  : reason == EFBIG      ? "raise the limit on the size of files (`ulimit -f`); nothing was changed"
                                         : "make room or choose another place; nothing was changed");
}

void OutputFile::write(std::string_view text) {
  if (write_all(file_, text)) return;
  if (temporary_.empty()) refuse_to_write(path_, std::strerror(errno), "check where it leads");
  give_up(errno);
}

void OutputFile::finish() {
  if (temporary_.empty()) return;
  // a disk without room may say so only here
  if (::fsync(file_) != 0 && errno != EINVAL && errno != EROFS) give_up(errno);
  if (::close(std::exchange(file_, -1)) != 0) give_up(errno);
  if (::renameat(folder_, temporary_.c_str(), folder_, target_.c_str()) != 0) give_up(errno);
  temporary_.clear();
}

void write_file(const std::string& path, std::string_view text, Replacing replacing) {
  std::error_code failed;
  const fs::file_status status = fs::status(path, failed);
  // who writes to a pipe may have to wait for its reader, and is to be stopped then
  const bool waits = fs::exists(status) && !fs::is_regular_file(status);
  std::optional<WithoutInterruption> whole_or_not_at_all;
  if (!waits) whole_or_not_at_all.emplace();
  OutputFile file(path, replacing);
  file.write(text);
  file.finish();
}

}  // namespace sinew
