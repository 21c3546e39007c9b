// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "tests/readings/every_call.h"
#include "tests/support/public_calls.h"

namespace sinew_test {
namespace {

using namespace sinew;
using testing::HasSubstr;

/// What the calls of numbers.h take, as vectors that a test may spoil.
struct Given {
  std::vector<double> q, qd, qdd, tau;
  Vec3<double> gravity;
  PointOnLink<double> point;
  std::vector<Force<double>> external;
  Force<double> on_base;

  Given(const Model<double>& model, std::uint64_t seed) : gravity(model.gravity()) {
    Random random(seed);
    q = random_position(model, random);
    for (auto* x : {&qd, &qdd, &tau})
      for (int i = 0; i < model.velocity_count(); ++i) x->push_back(random.uniform(-1.0, 1.0));
    for (int i = 0; i < model.link_count(); ++i) external.push_back(random.force());
    on_base = random.force();
    point = {model.link_count() - 1, random.vector()};
  }
  Loads<double> loads() const { return {gravity, external, on_base}; }
  std::vector<double>* vector(const std::string& name) {
    return name == "q" ? &q : name == "qd" ? &qd : name == "qdd" ? &qdd : name == "tau" ? &tau : nullptr;
  }
};

/// Where a result goes: what messages call it, and its right size.
struct RoomFor {
  std::string name;
  int size;
  bool may_be_left_out = false;
};

struct CheckedCall {
  std::string name;                    ///< as numbers.h has it
  std::vector<std::string> arguments;  ///< q, qd, qdd, tau, gravity, point, external: those that it takes
  std::vector<RoomFor> rooms;
  std::function<void(const Given&, const std::vector<std::size_t>& sizes)> run;
};

std::vector<CheckedCall> every_checked_call(const Model<double>& model, Workspace& work) {
  using Sizes = std::vector<std::size_t>;
  using Numbers = std::vector<double>;
  const int n = model.velocity_count(), links = model.link_count(), columns = regressor_columns(model);
  const auto call = [&](std::string name, std::vector<std::string> arguments, std::vector<RoomFor> rooms, auto run) {
    return CheckedCall{std::move(name), std::move(arguments), std::move(rooms),
                       [run, &model, &work](const Given& g, const Sizes& sizes) { run(model, work, g, sizes); }};
  };
  return {
      call("poses", {"q"}, {{"X_WL", links}},
           [](auto& m, auto& w, const Given& g, const Sizes& s) {
             std::vector<Pose<double>> X(s[0]);
             Pose<double> base;
             numbers::poses(m, g.q, w, X, base);
           }),
      call("jacobian", {"q", "point"}, {{"J", 6 * n}},
           [](auto& m, auto& w, const Given& g, const Sizes& s) {
             Numbers J(s[0]);
             numbers::jacobian(m, g.q, g.point, w, J);
           }),
      call("jacobian_rate", {"q", "qd", "point"}, {{"Jd", 6 * n}},
           [](auto& m, auto& w, const Given& g, const Sizes& s) {
             Numbers Jd(s[0]);
             numbers::jacobian_rate(m, g.q, g.qd, g.point, w, Jd);
           }),
      call("torque", {"q", "qd", "qdd", "gravity", "external"}, {{"tau", n}},
           [](auto& m, auto& w, const Given& g, const Sizes& s) {
             Numbers tau(s[0]);
             numbers::torque(m, g.q, g.qd, g.qdd, g.loads(), w, tau);
           }),
      call("torque", {"q", "qd", "qdd"}, {{"tau", n}},
           [](auto& m, auto& w, const Given& g, const Sizes& s) {
             Numbers tau(s[0]);
             numbers::torque(m, g.q, g.qd, g.qdd, w, tau);
           }),
      call("coriolis_torque", {"q", "qd"}, {{"c", n}},
           [](auto& m, auto& w, const Given& g, const Sizes& s) {
             Numbers c(s[0]);
             numbers::coriolis_torque(m, g.q, g.qd, w, c);
           }),
      call("gravity_torque", {"q", "gravity"}, {{"g", n}},
           [](auto& m, auto& w, const Given& g, const Sizes& s) {
             Numbers torques(s[0]);
             numbers::gravity_torque(m, g.q, g.gravity, w, torques);
           }),
      call("mass_matrix", {"q"}, {{"M", n * n}},
           [](auto& m, auto& w, const Given& g, const Sizes& s) {
             Numbers M(s[0]);
             numbers::mass_matrix(m, g.q, w, M);
           }),
      call("inverse_mass_matrix", {"q"}, {{"M", n * n}},
           [](auto& m, auto& w, const Given& g, const Sizes& s) {
             Numbers inverse(s[0]);
             numbers::inverse_mass_matrix(m, g.q, w, inverse);
           }),
      call("acceleration", {"q", "qd", "tau", "gravity", "external"}, {{"qdd", n}},
           [](auto& m, auto& w, const Given& g, const Sizes& s) {
             Numbers qdd(s[0]);
             numbers::acceleration(m, g.q, g.qd, g.tau, g.loads(), w, qdd);
           }),
      call("acceleration", {"q", "qd", "tau"}, {{"qdd", n}},
           [](auto& m, auto& w, const Given& g, const Sizes& s) {
             Numbers qdd(s[0]);
             numbers::acceleration(m, g.q, g.qd, g.tau, w, qdd);
           }),
      call("coriolis_matrix", {"q", "qd"}, {{"C", n * n}},
           [](auto& m, auto& w, const Given& g, const Sizes& s) {
             Numbers C(s[0]);
             numbers::coriolis_matrix(m, g.q, g.qd, w, C);
           }),
      call("christoffel_symbols", {"q"}, {{"Christoffel symbols", n * n * n}},
           [](auto& m, auto& w, const Given& g, const Sizes& s) {
             Numbers symbols(s[0]);
             numbers::christoffel_symbols(m, g.q, w, symbols);
           }),
      call("torque_derivatives", {"q", "qd", "qdd", "gravity", "external"},
           {{"derivative", n * n}, {"derivative", n * n}, {"derivative", n * n}},
           [](auto& m, auto& w, const Given& g, const Sizes& s) {
             Numbers a(s[0]), b(s[1]), c(s[2]);
             numbers::torque_derivatives(m, {g.q, g.qd, g.qdd}, g.loads(), w, {a, b, c});
           }),
      call("acceleration_derivatives", {"q", "qd", "tau", "gravity", "external"},
           {{"derivative", n * n}, {"derivative", n * n}, {"derivative", n * n}},
           [](auto& m, auto& w, const Given& g, const Sizes& s) {
             Numbers a(s[0]), b(s[1]), c(s[2]);
             numbers::acceleration_derivatives(m, {g.q, g.qd, g.tau}, g.loads(), w, {a, b, c});
           }),
      call("regressor", {"q", "qd", "qdd", "gravity"}, {{"Y", n * columns}},
           [](auto& m, auto& w, const Given& g, const Sizes& s) {
             Numbers Y(s[0]);
             numbers::regressor(m, g.q, g.qd, g.qdd, g.gravity, w, Y);
           }),
      call("joint_regressor", {"q", "qd", "qdd"}, {{"Y", n * joint_parameter_count * links}},
           [](auto& m, auto& w, const Given& g, const Sizes& s) {
             Numbers Y(s[0]);
             numbers::joint_regressor(m, g.q, g.qd, g.qdd, w, Y);
           }),
      call("energy_regressor", {"q", "qd", "gravity"}, {{"kinetic", columns}, {"potential", columns}},
           [](auto& m, auto& w, const Given& g, const Sizes& s) {
             Numbers kinetic(s[0]), potential(s[1]);
             numbers::energy_regressor(m, g.q, g.qd, g.gravity, w, kinetic, potential);
           }),
      call("energy", {"q", "qd", "gravity"}, {{"links", links, true}},
           [](auto& m, auto& w, const Given& g, const Sizes& s) {
             std::vector<BodyEnergy<double>> bodies(s[0]);
             numbers::energy(m, g.q, g.qd, g.gravity, w, bodies);
           }),
      call("centroid", {"q", "qd"}, {{"A", 6 * n, true}},
           [](auto& m, auto& w, const Given& g, const Sizes& s) {
             Numbers A(s[0]);
             numbers::centroid(m, g.q, g.qd, w, A);
           }),
      call("trace", {"q", "qd", "qdd", "gravity", "external"}, {{"links", links}, {"torques", n}, {"tau", n}},
           [](auto& m, auto& w, const Given& g, const Sizes& s) {
             std::vector<LinkTrace<double>> traces(s[0]);
             std::vector<TorqueParts<double>> parts(s[1]);
             Numbers tau(s[2]);
             numbers::trace(m, {g.q, g.qd, g.qdd}, g.loads(), w, {traces, parts, tau});
           }),
  };
}

std::vector<std::size_t> right_sizes(const CheckedCall& call) {
  std::vector<std::size_t> sizes;
  for (const RoomFor& room : call.rooms) sizes.push_back(at(room.size));
  return sizes;
}

std::string refusal(const CheckedCall& call, const Given& given, const std::vector<std::size_t>& sizes) {
  try {
    call.run(given, sizes);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

struct EveryCheckedCall : testing::TestWithParam<bool> {
  Model<double> model = a_rich_robot(4, GetParam());
  Workspace work{model};
  std::vector<CheckedCall> calls = every_checked_call(model, work);
};

TEST_P(EveryCheckedCall, TakesWhatIsRight) {
  for (const CheckedCall& call : calls)
    EXPECT_EQ(refusal(call, Given(model, 1), right_sizes(call)), "accepted") << call.name;
}

TEST_P(EveryCheckedCall, RefusesVectorsOfOtherLengths) {
  for (const CheckedCall& call : calls)
    for (const std::string& name : call.arguments) {
      Given given(model, 1);
      std::vector<double>* const x = given.vector(name);
      if (x == nullptr) continue;
      const std::size_t right = x->size();
      for (const std::size_t size : {std::size_t{0}, std::size_t{1}, right - 1, right + 1, std::size_t{50}}) {
        x->assign(size, 0.3);
        EXPECT_THAT(refusal(call, given, right_sizes(call)),
                    HasSubstr(": " + name + " has " + std::to_string(size) + " numbers; give " + std::to_string(right)))
            << call.name;
      }
    }
}

TEST_P(EveryCheckedCall, RefusesNumbersThatAreNone) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const CheckedCall& call : calls)
    for (const std::string& name : call.arguments)
      for (const double bad : {std::numeric_limits<double>::quiet_NaN(), infinity, -infinity}) {
        Given given(model, 1);
        const auto expect_named = [&](double& number) {
          const double was = std::exchange(number, bad);
          EXPECT_THAT(refusal(call, given, right_sizes(call)), HasSubstr(name)) << call.name;
          number = was;
        };
        if (std::vector<double>* const x = given.vector(name))
          for (double& number : *x) expect_named(number);
        for (Vec3<double>* const v : {&given.gravity, &given.point.p})
          if (name == (v == &given.gravity ? "gravity" : "point"))
            for (double* component : {&v->x, &v->y, &v->z}) expect_named(*component);
        if (name != "external") continue;
        for (Force<double>& f : given.external)
          for (double* component : {&f.n.x, &f.n.y, &f.n.z, &f.f.x, &f.f.y, &f.f.z}) expect_named(*component);
        if (model.floating_base()) expect_named(given.on_base.f.y);
      }
}

TEST_P(EveryCheckedCall, RefusesRoomOfAnotherSize) {
  for (const CheckedCall& call : calls)
    for (std::size_t k = 0; k < call.rooms.size(); ++k) {
      const auto& [name, right, may_be_left_out] = call.rooms[k];
      for (const int size : {0, 1, right - 1, right + 1, 50}) {
        if (size == right || (size == 0 && may_be_left_out)) continue;
        std::vector<std::size_t> sizes = right_sizes(call);
        sizes[k] = at(size);
        EXPECT_THAT(refusal(call, Given(model, 1), sizes), HasSubstr(name)) << call.name;
      }
    }
}

TEST_P(EveryCheckedCall, RefusesOtherLinksAndOtherNumbersOfForces) {
  for (const CheckedCall& call : calls)
    for (const std::string& name : call.arguments) {
      Given given(model, 1);
      if (name == "point")
        for (const int link : {-2, model.link_count(), 50}) {
          given.point.link = link;
          EXPECT_THAT(refusal(call, given, right_sizes(call)), HasSubstr("no link number")) << call.name;
        }
      if (name == "external")
        for (const std::size_t count : {std::size_t{1}, given.external.size() + 1, std::size_t{50}}) {
          given.external.resize(count);
          EXPECT_THAT(refusal(call, given, right_sizes(call)), HasSubstr("external forces")) << call.name;
        }
    }
}

/// A call that is added to numbers.h must be added to both lists, or this fails.
TEST_P(EveryCheckedCall, IsListed) {
  std::set<std::string> checked, computed;
  for (const CheckedCall& call : calls) checked.insert(call.name);
  const EveryCall every(model, best_instructions(), 1);
  for (const EveryCall::Call& call : every.calls()) computed.insert(call.name.substr(0, call.name.find(' ')));
  const auto declared = public_calls(SINEW_SOURCE_DIR "/sinew/readings/numbers.h", "namespace sinew::numbers {",
                                     "In<double>|JointMotion|DrivenState");
  EXPECT_EQ(declared, checked) << "tests/readings/every_argument_test.cpp";
  EXPECT_EQ(declared, computed) << "tests/readings/every_call.h";
}

INSTANTIATE_TEST_SUITE_P(FixedAndFloating, EveryCheckedCall, testing::Bool());

}  // namespace
}  // namespace sinew_test
