// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/problem/unknowns.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <string_view>

#include "sinew/errors/formula_error.h"
#include "sinew/formats/quantity_text.h"
#include "sinew/units/text_parts.h"

namespace sinew {
namespace {

/// Groups that describe the geometry of the robot itself: what "all" means.
bool is_geometric(const CalibrationParameter& parameter) {
  for (const char* group :
       {"a", "d", "alpha", "theta", "beta", "pose", "parameter", "Rx", "Ry", "Rz", "Tx", "Ty", "Tz"})
    if (parameter.group == group) return true;
  return false;
}

class ChoiceReader {
 public:
  ChoiceReader(const CalibrationChain& chain, const FreeChoice& choice)
      : chain_(chain), choice_(choice), is_free_(chain.parameters().size(), false), diagnostics_("") {}

  std::vector<Unknown> read() {
    for (const std::string& word : choice_.free) free(word);
    for (std::size_t k = 0; k < is_free_.size(); ++k)
      if (is_free_[k]) {
        const CalibrationParameter& parameter = chain_.parameters()[k];
        unknowns_.push_back({.parameter = parameter, .moves = {{static_cast<Eigen::Index>(k), 1.0}}});
      }
    for (const std::string& text : choice_.tied) tie(text);
    for (const std::string& text : choice_.priors) set_prior(text);
    for (const std::string& text : choice_.bounds) set_bounds(text);
    diagnostics_.throw_if_errors();
    return std::move(unknowns_);
  }

 private:
  const CalibrationParameter& parameter(Eigen::Index k) const {
    return chain_.parameters()[static_cast<std::size_t>(k)];
  }

  /// Every parameter that the word means; none where it means nothing.
  std::vector<Eigen::Index> meant_by(std::string_view word) const {
    if (const std::optional<Eigen::Index> one = chain_.find(word)) return {*one};
    std::vector<Eigen::Index> found;
    const auto take = [&](const std::function<bool(const CalibrationParameter&)>& fits) {
      for (Eigen::Index k = 0; k < chain_.nominal().size(); ++k)
        if (fits(parameter(k))) found.push_back(k);
    };
    if (word == "all") {
      take(is_geometric);
    } else if (word == "base.xyz" || word == "tool.xyz") {
      const std::string stem(word.substr(0, 4));
      take([&](const CalibrationParameter& p) { return p.group == stem && p.dimension == dimension::length; });
    } else {
      take([&](const CalibrationParameter& p) { return p.group == word; });
      if (found.empty())
        take([&](const CalibrationParameter& p) { return is_geometric(p) && is_joint(p.joint, word); });
    }
    return found;
  }

  /// Is `word` this joint's name, or joint4 for the fourth?
  bool is_joint(const std::string& joint, std::string_view word) const {
    if (joint.empty()) return false;
    if (joint == word) return true;
    const ChainPath& path = chain_.parts().path;
    for (std::size_t i = 0; i < path.joints.size(); ++i)
      if (word == "joint" + std::to_string(i + 1))
        return chain_.parts().description.joints[static_cast<std::size_t>(path.joints[i].joint)].name == joint;
    return false;
  }

  void refuse_word(std::string_view word) {
    std::vector<std::string> known = {"all", "base", "tool", "tool.xyz", "base.xyz"};
    for (const CalibrationParameter& p : chain_.parameters()) {
      known.push_back(p.name);
      if (std::find(known.begin(), known.end(), p.group) == known.end()) known.push_back(p.group);
    }
    for (const auto& [other, k] : chain_.parts().other_names) known.push_back(other);
    diagnostics_.error({}, "there is no parameter " + in_quotes(word) + " of this robot", suggestion(word, known));
  }

  void free(std::string_view word) {
    word = trimmed(word);
    const bool out = word.starts_with('-');
    if (out) word.remove_prefix(1);
    const std::vector<Eigen::Index> meant = meant_by(word);
    if (meant.empty()) refuse_word(word);
    for (const Eigen::Index k : meant) is_free_[static_cast<std::size_t>(k)] = !out;
  }

  Unknown* unknown_of(Eigen::Index k) {
    for (Unknown& unknown : unknowns_)
      for (const auto& [moved, factor] : unknown.moves)
        if (moved == k) return &unknown;
    return nullptr;
  }

  /// "a2 = a3", "d2 = -d3", "a2 = 0.5*a3".
  void tie(std::string_view text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) return refuse_tie(text);
    const std::string_view first = trimmed(text.substr(0, equals));
    std::string_view second = trimmed(text.substr(equals + 1));
    double factor = 1.0;
    if (second.starts_with('-')) {
      factor = -1.0;
      second = trimmed(second.substr(1));
    }
    if (const std::size_t times = second.find('*'); times != std::string_view::npos) {
      try {
        factor *= quantity(second.substr(0, times), dimension::none);
      } catch (const FormulaError&) {
        return refuse_tie(text);
      }
      second = trimmed(second.substr(times + 1));
    }
    const std::optional<Eigen::Index> follower = chain_.find(first), leader = chain_.find(second);
    if (!follower) refuse_word(first);
    if (!leader) refuse_word(second);
    if (follower && leader) tie(*follower, *leader, factor, text);
  }

  void tie(Eigen::Index follower, Eigen::Index leader, double factor, std::string_view text) {
    if (!(parameter(follower).dimension == parameter(leader).dimension)) {
      diagnostics_.error({}, "the tie " + in_quotes(text) + " joins two kinds of quantity", "tie lengths to lengths");
      return;
    }
    Unknown* of_leader = unknown_of(leader);
    const Unknown* of_follower = unknown_of(follower);
    if (of_leader == nullptr || of_follower == nullptr || of_leader == of_follower) {
      diagnostics_.error({}, "the tie " + in_quotes(text) + " needs two parameters that are free, each by itself",
                         "free both, and tie each of them once");
      return;
    }
    for (const auto& [moved, by] : of_leader->moves)
      if (moved == leader) factor *= by;
    const std::vector<std::pair<Eigen::Index, double>> moved = of_follower->moves;
    for (const auto& [k, by] : moved) of_leader->moves.emplace_back(k, by * factor);
    const std::string gone = of_follower->parameter.name;
    std::erase_if(unknowns_, [&](const Unknown& unknown) { return unknown.parameter.name == gone; });
  }

  void refuse_tie(std::string_view text) {
    diagnostics_.error({}, "the tie " + in_quotes(text) + " is not of the form a2 = a3",
                       "write two names, the second with a factor if need be: d2 = -0.5*d3");
  }

  /// The unknowns that a word of a prior or a bound is about: names, groups, "length", "angle".
  std::vector<Unknown*> unknowns_meant(std::string_view word) {
    std::vector<Unknown*> found;
    for (Unknown& unknown : unknowns_)
      if ((word == "length" && unknown.parameter.dimension == dimension::length) ||
          (word == "angle" && unknown.parameter.dimension == dimension::angle))
        found.push_back(&unknown);
    if (word == "length" || word == "angle") return found;
    for (const Eigen::Index k : meant_by(word))
      if (Unknown* unknown = unknown_of(k); unknown && std::find(found.begin(), found.end(), unknown) == found.end())
        found.push_back(unknown);
    return found;
  }

  /// Calls `use` with each unknown that the text is about and what stands behind its equals sign.
  void assign(std::string_view text, const char* what, const char* example,
              const std::function<void(Unknown&, std::string_view)>& use) {
    const std::size_t equals = text.find('=');
    const std::string remedy = std::string("write it as ") + example;
    if (equals == std::string_view::npos) {
      diagnostics_.error({}, std::string("the ") + what + " " + in_quotes(text) + " has no equals sign", remedy);
      return;
    }
    const std::string_view word = trimmed(text.substr(0, equals));
    const std::vector<Unknown*> meant = unknowns_meant(word);
    if (meant.empty() && word != "length" && word != "angle" && meant_by(word).empty()) return refuse_word(word);
    if (meant.empty())
      diagnostics_.error({}, std::string("the ") + what + " " + in_quotes(text) + " is about nothing that is free",
                         "free it, or leave the " + std::string(what) + " out");
    try {
      for (Unknown* unknown : meant) use(*unknown, trimmed(text.substr(equals + 1)));
    } catch (const FormulaError& error) {
      diagnostics_.error({}, std::string("the ") + what + " " + in_quotes(text) + ": " + error.what(), remedy);
    }
  }

  void set_prior(std::string_view text) {
    assign(text, "prior", "a = 5 mm", [&](Unknown& unknown, std::string_view value) {
      unknown.prior_deviation = quantity(value, unknown.parameter.dimension);
      if (!(unknown.prior_deviation > 0.0))
        diagnostics_.error({}, "the prior " + in_quotes(text) + " is not above zero", "give a standard deviation");
    });
  }

  void set_bounds(std::string_view text) {
    assign(text, "bound", "a2 = 0.39 m .. 0.41 m", [&](Unknown& unknown, std::string_view value) {
      const std::size_t dots = value.find("..");
      if (dots == std::string_view::npos) throw FormulaError("there are no two numbers with .. between them", "");
      unknown.lower = quantity(trimmed(value.substr(0, dots)), unknown.parameter.dimension);
      unknown.upper = quantity(trimmed(value.substr(dots + 2)), unknown.parameter.dimension);
      if (!(unknown.lower <= unknown.parameter.nominal && unknown.parameter.nominal <= unknown.upper))
        diagnostics_.error({},
                           "the bound " + in_quotes(text) + " leaves out the nominal value of " +
                               in_quotes(unknown.parameter.name) + ", " + shown(unknown.parameter.nominal),
                           "give a range around it");
    });
  }

  const CalibrationChain& chain_;
  const FreeChoice& choice_;
  std::vector<bool> is_free_;
  std::vector<Unknown> unknowns_;
  Diagnostics diagnostics_;
};

}  // namespace

std::vector<Unknown> unknowns_of(const CalibrationChain& chain, const FreeChoice& choice) {
  return ChoiceReader(chain, choice).read();
}

}  // namespace sinew
