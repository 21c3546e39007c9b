// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/motion/motion_rows.h"

#include <algorithm>
#include <deque>
#include <future>
#include <memory>

#include "sinew/print/number_rows.h"

namespace sinew {
namespace {

/// Where the numbers of a quantity stand in an object.
struct JsonPlace {
  std::string key;
  std::size_t begin = 0, count = 0;  ///< of a leaf
  bool is_list = false;
  std::deque<JsonPlace> members;

  JsonPlace& member(const std::string& name) {
    for (JsonPlace& one : members)
      if (one.key == name) return one;
    return members.emplace_back(JsonPlace{name, 0, 0, false, {}});
  }
};

struct RowRange {
  long from = 0, to = 0;
};

/// One thread's part of the work: rows from one number to another, as text.
class RowsWorker {
 public:
  RowsWorker(const RobotMotion& motion, const std::vector<MotionQuantity>& quantities, const SampleTimes& times,
             double start, const MotionRowFormat& format)
      : evaluator_(motion, quantities),
        times_(times),
        start_(start),
        format_(format),
        numbers_(static_cast<std::size_t>(evaluator_.size())) {}

  int numbers_per_row() const { return evaluator_.size(); }

  void compute(const RowRange& rows) {
    text_.clear();
    for (long i = rows.from; i < rows.to; ++i) {
      const double t = times_.at(i);
      evaluator_.at(t, numbers_);
      format_.add(i, start_ + t, numbers_, text_);
    }
  }

  const std::string& text() const { return text_; }

 private:
  MotionEvaluator evaluator_;
  const SampleTimes& times_;
  double start_;
  const MotionRowFormat& format_;
  std::vector<double> numbers_;
  std::string text_;
};

}  // namespace

CsvMotionRows::CsvMotionRows(const std::vector<NamedQuantity>& quantities) {
  std::vector<Datum> data;
  for (const NamedQuantity& one : quantities)
    data.push_back({one.path, Eigen::VectorXd::Zero(std::ssize(one.measures)), one.rows, nullptr});
  header_ = "t" + (data.empty() ? "" : "," + csv_heads(data)) + "\n";
}

void CsvMotionRows::add(long, double t, std::span<const double> numbers, std::string& text) const {
  append_exact(t, text);
  text += ',';
  append_exact(numbers, text);
  text += '\n';
}

JsonMotionRows::JsonMotionRows(const std::vector<NamedQuantity>& quantities) {
  JsonPlace root;
  std::size_t begin = 0;
  for (const NamedQuantity& one : quantities) {
    JsonPlace* place = &root;
    for (const std::string& key : one.path) place = &place->member(key);
    place->begin = begin;
    place->count = one.measures.size();
    place->is_list = one.rows != nullptr;
    begin += place->count;
  }
  std::string before;
  const std::function<void(const JsonPlace&)> add = [&](const JsonPlace& place) {
    bool first = &place != &root;  // behind "t" of the root
    for (const JsonPlace& member : place.members) {
      before += (first ? "" : ", ") + json_text(member.key) + ": ";
      first = false;
      if (member.members.empty()) {
        before += member.is_list ? "[" : "";
        parts_.push_back({before, member.begin, member.count, member.is_list});
        before = member.is_list ? "]" : "";
      } else {
        before += "{";
        add(member);
        before += "}";
      }
    }
  };
  add(root);
  closing_ = before + "}";
}

void JsonMotionRows::add(long i, double t, std::span<const double> numbers, std::string& text) const {
  text += i == 0 ? "\n  {\"t\": " : ",\n  {\"t\": ";
  append_exact(t, text);
  for (const Part& part : parts_) {
    text += part.before;
    append_exact(numbers.subspan(part.begin, part.count), text);
  }
  text += closing_;
}

void write_motion_rows(const RobotMotion& motion, const std::vector<NamedQuantity>& quantities,
                       const SampleTimes& times, double start, const MotionRowFormat& format, int threads,
                       const std::function<bool(std::string_view text, long rows)>& write) {
  const std::vector<MotionQuantity> computed = quantities_of(quantities);
  std::vector<std::unique_ptr<RowsWorker>> workers;
  workers.push_back(std::make_unique<RowsWorker>(motion, computed, times, start, format));
  // a few milliseconds of work at a time
  constexpr long numbers_at_a_time = 100'000;
  const long chunk = std::max(1L, numbers_at_a_time / std::max(1, workers.front()->numbers_per_row()));
  const long useful = std::min(static_cast<long>(threads), (times.count() + chunk - 1) / chunk);
  while (std::ssize(workers) < useful)
    workers.push_back(std::make_unique<RowsWorker>(motion, computed, times, start, format));
  long next = 0;
  while (next < times.count()) {
    std::vector<RowRange> ranges;
    for (std::size_t k = 0; k < workers.size() && next < times.count(); ++k) {
      const long from = next;
      next = std::min(next + chunk, times.count());
      ranges.push_back({from, next});
    }
    // this thread computes the first range, once the others are under way
    std::vector<std::future<void>> others;
    for (std::size_t k = 1; k < ranges.size(); ++k)
      others.push_back(
          std::async(std::launch::async, [&worker = *workers[k], range = ranges[k]] { worker.compute(range); }));
    workers.front()->compute(ranges.front());
    for (std::size_t k = 0; k < ranges.size(); ++k) {
      if (k > 0) others[k - 1].get();
      if (!write(workers[k]->text(), ranges[k].to)) return;
    }
  }
}

}  // namespace sinew
