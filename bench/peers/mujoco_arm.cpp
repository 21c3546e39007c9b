// SPDX-License-Identifier: BSD-3-Clause
#include <mujoco/mujoco.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <stdexcept>

#include "bench/peers/mujoco_simulation.h"
#include "bench/peers/peers.h"

namespace sinew_peers {
namespace {

using namespace sinew;

/// MuJoCo reads robots from files only.
std::string mjcf_of(const Model<double>& arm) {
  std::ostringstream out;
  out << std::setprecision(17);
  const Vec3<double> g = arm.gravity();
  out << "<mujoco><compiler angle='radian' inertiafromgeom='false' balanceinertia='false' boundmass='0'"
         " boundinertia='0'/>\n<option gravity='"
      << g.x << ' ' << g.y << ' ' << g.z << "'/>\n<worldbody>\n";
  for (const Link<double>& link : arm.links()) {
    const Pose<double> X = place(link);
    const Quaternion<double> r = quaternion(X.R);
    const Vec3<double> c = centre_of_mass(link.inertia);
    const Symmetric3<double> I = inertia_about_com(link.inertia);
    out << "<body pos='" << X.p.x << ' ' << X.p.y << ' ' << X.p.z << "' quat='" << r.w << ' ' << r.x << ' ' << r.y
        << ' ' << r.z << "'>\n  <inertial pos='" << c.x << ' ' << c.y << ' ' << c.z << "' mass='" << link.inertia.m
        << "' fullinertia='" << I.xx << ' ' << I.yy << ' ' << I.zz << ' ' << I.xy << ' ' << I.xz << ' ' << I.yz
        << "'/>\n  <joint type='hinge' axis='0 0 1'/>\n";
  }
  for (int i = 0; i < arm.link_count(); ++i) out << "</body>";
  out << "\n</worldbody></mujoco>\n";
  return out.str();
}

mjModel* loaded(const std::string& mjcf) {
  std::string path = (std::filesystem::temp_directory_path() / "sinew_arm_XXXXXX.xml").string();
  const int file = ::mkstemps(path.data(), 4);
  if (file < 0) throw std::runtime_error("no temporary file for MuJoCo");
  ::close(file);
  std::ofstream(path) << mjcf;
  char problem[1000] = "";
  mjModel* const model = mj_loadXML(path.c_str(), nullptr, problem, sizeof problem);
  std::filesystem::remove(path);
  if (model == nullptr) throw std::runtime_error(std::string("MuJoCo: ") + problem);
  return model;
}

class MujocoArm : public Peer {
 public:
  explicit MujocoArm(const Model<double>& arm)
      : model_(loaded(mjcf_of(arm)), mj_deleteModel),
        data_(mj_makeData(model_.get()), mj_deleteData),
        count_(static_cast<std::size_t>(arm.velocity_count())),
        tau_(count_),
        bias_(count_),
        qdd_(count_),
        J_(6 * count_) {}

  const char* name() const override { return "MuJoCo"; }
  double tolerance() const override { return 1e-6; }  // it diagonalises inertias by iteration as it reads them

  void take(const std::vector<State>& states) override { states_ = states; }

  void inverse_dynamics(std::size_t k) override {
    place_at(states_[k]);
    std::copy(states_[k].qd.begin(), states_[k].qd.end(), data_->qvel);
    std::copy(states_[k].qdd.begin(), states_[k].qdd.end(), data_->qacc);
    mj_comVel(model_.get(), data_.get());
    mj_rne(model_.get(), data_.get(), 1, tau_.data());
  }
  void mass_matrix(std::size_t k) override {
    place_at(states_[k]);
    mj_crb(model_.get(), data_.get());
  }
  void forward_dynamics(std::size_t k) override {
    place_at(states_[k]);
    std::copy(states_[k].qd.begin(), states_[k].qd.end(), data_->qvel);
    mj_crb(model_.get(), data_.get());
    mj_factorM(model_.get(), data_.get());
    mj_comVel(model_.get(), data_.get());
    mj_rne(model_.get(), data_.get(), 0, bias_.data());
    for (std::size_t i = 0; i < count_; ++i) bias_[i] = states_[k].tau[i] - bias_[i];
    mj_solveM(model_.get(), data_.get(), qdd_.data(), bias_.data(), 1);
  }
  void poses(std::size_t k) override {
    std::copy(states_[k].q.begin(), states_[k].q.end(), data_->qpos);
    mj_kinematics(model_.get(), data_.get());
  }
  void jacobian(std::size_t k) override {
    place_at(states_[k]);
    mj_jacBody(model_.get(), data_.get(), J_.data() + 3 * count_, J_.data(), model_->nbody - 1);
  }

  std::vector<double> tau() const override { return tau_; }
  std::vector<double> M() const override {
    std::vector<double> rows(count_ * count_);
    mj_fullM(model_.get(), rows.data(), data_->qM);
    return rows;
  }
  std::vector<double> qdd() const override { return qdd_; }
  std::vector<Pose<double>> X_WL() const override {
    std::vector<Pose<double>> all;
    for (std::size_t i = 1; i <= count_; ++i) {  // body 0 is the world
      const mjtNum *const R = data_->xmat + 9 * i, *const p = data_->xpos + 3 * i;
      all.push_back({Rotation<double>::from_rows({R[0], R[1], R[2]}, {R[3], R[4], R[5]}, {R[6], R[7], R[8]}),
                     {p[0], p[1], p[2]}});
    }
    return all;
  }
  std::vector<double> J() const override { return J_; }

 private:
  void place_at(const State& state) {
    std::copy(state.q.begin(), state.q.end(), data_->qpos);
    mj_kinematics(model_.get(), data_.get());
    mj_comPos(model_.get(), data_.get());
  }

  std::unique_ptr<mjModel, void (*)(mjModel*)> model_;
  std::unique_ptr<mjData, void (*)(mjData*)> data_;
  std::size_t count_;
  std::vector<State> states_;
  std::vector<double> tau_, bias_, qdd_, J_;
};

/// Contacts, limits and all that looks for them are switched off, for the arm has none.
class MujocoArmInTime : public MujocoSimulation {
 public:
  MujocoArmInTime(const Model<double>& arm, double time_step)
      : model_(loaded(mjcf_of(arm)), mj_deleteModel), data_(nullptr, mj_deleteData) {
    model_->opt.integrator = mjINT_RK4;
    model_->opt.timestep = time_step;
    model_->opt.disableflags |= mjDSBL_CONSTRAINT | mjDSBL_CONTACT | mjDSBL_LIMIT;
    data_.reset(mj_makeData(model_.get()));
  }

  void start(const std::vector<double>& q, const std::vector<double>& qd) override {
    mj_resetData(model_.get(), data_.get());
    std::copy(q.begin(), q.end(), data_->qpos);
    std::copy(qd.begin(), qd.end(), data_->qvel);
  }
  void step() override { mj_step(model_.get(), data_.get()); }
  std::vector<double> q() const override { return {data_->qpos, data_->qpos + model_->nq}; }

 private:
  std::unique_ptr<mjModel, void (*)(mjModel*)> model_;
  std::unique_ptr<mjData, void (*)(mjData*)> data_;
};

}  // namespace

std::unique_ptr<MujocoSimulation> mujoco_arm_in_time(const Model<double>& arm, double time_step);
std::unique_ptr<MujocoSimulation> mujoco_arm_in_time(const Model<double>& arm, double time_step) {
  return std::make_unique<MujocoArmInTime>(arm, time_step);
}

std::unique_ptr<Peer> mujoco_arm(const Model<double>& arm);
std::unique_ptr<Peer> mujoco_arm(const Model<double>& arm) { return std::make_unique<MujocoArm>(arm); }

}  // namespace sinew_peers
