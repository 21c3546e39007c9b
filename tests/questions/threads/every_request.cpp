// SPDX-License-Identifier: BSD-3-Clause
#include <atomic>
#include <cstdio>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "sinew/questions/choices/robots.h"
#include "sinew/questions/question.h"
#include "sinew/questions/request.h"
#include "tests/questions/every_request.h"

namespace {

/// The replies to every command's request, one after the other.
std::string every_reply(int first) {
  sinew::Robots robots;
  sinew::RequestReader reader(robots);
  std::vector<std::string> replies(sinew::commands().size());
  for (std::size_t i = 0; i < replies.size(); ++i) {
    const std::size_t which = (i + static_cast<std::size_t>(first)) % replies.size();
    const std::string name = sinew::commands()[which].name;
    if (!sinew_test::requests().contains(name)) continue;
    nlohmann::json request = sinew_test::requests().at(name);
    request["command"] = name;
    replies[which] = reader.reply(request.dump());
  }
  std::string all;
  for (const std::string& reply : replies) all += reply + "\n";
  return all;
}

/// How many of the replies, one a line, are refusals; each of them is printed. An answer may have figures named "error".
int print_refusals(const std::string& replies) {
  std::istringstream lines(replies);
  int refused = 0;
  for (std::string reply; std::getline(lines, reply);)
    if (!reply.empty() && nlohmann::json::parse(reply).contains("error")) {
      std::printf("a request was refused:\n%s\n", reply.c_str());
      ++refused;
    }
  return refused;
}

}  // namespace

/// Sixteen threads answer every command's request at once, each beginning with another command and with a reader and robots of
/// its own; every reply must be the one that a thread alone gets, to the last character. Compiled with -fsanitize=thread, which
/// ends the program with an error where two of them touch the same memory. It runs in the folder that has robots/.
int main() {
  const std::string right = every_reply(0);
  std::atomic<int> different{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 16; ++t)
    threads.emplace_back([&, t] {
      if (every_reply(t) != right) ++different;
    });
  for (std::thread& thread : threads) thread.join();
  std::printf("%d of %zu threads reply otherwise to %zu commands\n", different.load(), threads.size(),
              sinew::commands().size());
  const int refused = print_refusals(right);
  return different.load() == 0 && refused == 0 ? 0 : 1;
}
