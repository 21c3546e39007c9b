// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/print/plots/program.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "sinew/errors/diagnostic.h"

namespace sinew {
namespace {

[[noreturn]] void refuse_errno(const std::string& program, const char* what) {
  refuse(program, std::string(what) + ": " + std::strerror(errno), "check memory and limits (`ulimit -a`)");
}

/// A file without a name that lives in memory, and ends with this.
class MemoryFile {
 public:
  explicit MemoryFile(const std::string& program) : program_(program), file_(::memfd_create("sinew", MFD_CLOEXEC)) {
    if (file_ < 0) refuse_errno(program_, "there is no room for what it reads and writes");
  }
  ~MemoryFile() { ::close(file_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  int number() const { return file_; }

  void write(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t wrote = ::write(file_, text.data(), text.size());
      if (wrote < 0 && errno != EINTR) refuse_errno(program_, "what it is to read cannot be kept");
      if (wrote > 0) text.remove_prefix(static_cast<std::size_t>(wrote));
    }
    ::lseek(file_, 0, SEEK_SET);
  }

  std::string text() const {
    std::string text(static_cast<std::size_t>(::lseek(file_, 0, SEEK_END)), '\0');
    std::size_t have = 0;
    while (have < text.size()) {
      const ssize_t got = ::pread(file_, text.data() + have, text.size() - have, static_cast<off_t>(have));
      if (got <= 0 && errno != EINTR) refuse_errno(program_, "what it has written cannot be read");
      if (got > 0) have += static_cast<std::size_t>(got);
    }
    return text;
  }

 private:
  const std::string& program_;
  int file_;
};

/// Which files the program has as its standard input, output and errors.
class Streams {
 public:
  Streams(const MemoryFile& in, const MemoryFile& out, const MemoryFile& err) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_adddup2(&actions_, in.number(), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, out.number(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, err.number(), STDERR_FILENO);
  }
  ~Streams() { posix_spawn_file_actions_destroy(&actions_); }
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;

  const posix_spawn_file_actions_t* actions() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

}  // namespace

std::string find_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::string_view folders = path == nullptr ? "/usr/local/bin:/usr/bin:/bin" : path;
  while (!folders.empty()) {
    const std::size_t end = std::min(folders.find(':'), folders.size());
    const std::string program = std::string(folders.substr(0, end)) + "/" + name;
    if (end > 0 && program.front() == '/' && ::access(program.c_str(), X_OK) == 0) return program;
    folders.remove_prefix(std::min(end + 1, folders.size()));
  }
  return {};
}

ProgramResult run_program(const std::string& path, const std::vector<std::string>& arguments, std::string_view input) {
  const MemoryFile in(path), out(path), err(path);
  in.write(input);
  std::vector<std::string> texts = arguments;
  texts.insert(texts.begin(), path.substr(path.rfind('/') + 1));
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  pid_t process = 0;
  errno = ::posix_spawn(&process, path.c_str(), Streams(in, out, err).actions(), nullptr, pointers.data(), environ);
  if (errno != 0) refuse_errno(path, "cannot be started");
  ProgramResult result;
  while (::waitpid(process, &result.status, 0) < 0)
    if (errno != EINTR) refuse_errno(path, "was lost");
  result.out = out.text();
  result.err = err.text();
  return result;
}

}  // namespace sinew
