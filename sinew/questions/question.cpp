// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/question.h"

#include <string>
#include <vector>

#include "sinew/questions/commands/calibration/calibrate.h"
#include "sinew/questions/commands/calibration/swing.h"
#include "sinew/questions/commands/equations/equations.h"
#include "sinew/questions/commands/equations/verify.h"
#include "sinew/questions/commands/motions/audit.h"
#include "sinew/questions/commands/motions/follow.h"
#include "sinew/questions/commands/motions/motion.h"
#include "sinew/questions/commands/motions/retime.h"
#include "sinew/questions/commands/motions/simulate.h"
#include "sinew/questions/commands/redundancy/ik.h"
#include "sinew/questions/commands/redundancy/solve.h"
#include "sinew/questions/commands/robots/check.h"
#include "sinew/questions/commands/robots/convert.h"
#include "sinew/questions/commands/robots/draw.h"
#include "sinew/questions/commands/robots/info.h"
#include "sinew/questions/commands/states/accelerate.h"
#include "sinew/questions/commands/states/jacobian.h"
#include "sinew/questions/commands/states/pose.h"
#include "sinew/questions/commands/states/statics.h"
#include "sinew/questions/commands/states/terms.h"
#include "sinew/questions/commands/states/torque.h"
#include "sinew/questions/usage_error.h"

namespace sinew {
namespace {

template <class Asked>
std::unique_ptr<Question> make() {
  return std::make_unique<Asked>();
}

constexpr Command all_commands[] = {
    {"info", "what is this robot: its tree, joints, DH table, bodies, limits, totals", "sinew info puma560",
     make<InfoQuestion>},
    {"check", "is it physically possible, and is the file right", "sinew check robots/elbow_3r.yaml",
     make<CheckQuestion>},
    {"convert", "the same robot in another format", "sinew convert ur5 ur5.urdf", make<ConvertQuestion>},
    {"pose", "where every frame is, and how it moves", "sinew pose ur5 --q 0,-90deg,90deg,0,90deg,0",
     make<PoseQuestion>},
    {"jacobian", "what joint rates do to a frame, and what they cannot",
     "sinew jacobian two_link_2r --frame tip --q 20deg,40deg --rows linear", make<JacobianQuestion>},
    {"torque", "the torques that a motion takes (inverse dynamics)",
     "sinew torque two_link_2r --q 20deg,40deg --qd 0.2,0.15 --qdd 0.1,0.085", make<TorqueQuestion>},
    {"accelerate", "the motion that torques give (forward dynamics)",
     "sinew accelerate two_link_2r --q 20deg,40deg --qd 0.2,0.15 --tau 318.1937,38.6735", make<AccelerateQuestion>},
    {"terms", "mass matrix, Coriolis and gravity terms, energies, Cartesian forms, regressors",
     "sinew terms two_link_2r --q 20deg,40deg --qd 0.2,0.15 --show M,c,g,energy", make<TermsQuestion>},
    {"statics", "what the joints must hold under wrenches and gravity, and what they transmit",
     "sinew statics statics_rr --q 30deg,-60deg --wrench P1:F=[0,-100N,0] --units mm,N,Nmm", make<StaticsQuestion>},
    {"draw", "a labelled sketch of the robot, in one configuration or several",
     "sinew draw two_link_2r --q 20deg,40deg --wrench tip:F=[0,-100N,0]", make<DrawQuestion>},
    {"equations", "the same terms in closed form, with their derivation", "sinew equations point_mass_2r",
     make<EquationsQuestion>},
    {"solve", "one joint command for tasks, priorities, limits and objectives (redundancy)",
     "sinew solve panda --q 0,-0.6,0,-2.2,0,1.7,0.8,0 --task \"panda_hand position velocity=[0.1,0,0]\"",
     make<SolveQuestion>},
    {"ik", "joint positions that put a frame where it is wanted (inverse kinematics)",
     "sinew ik ur5 --position 0.4,0.2,0.3 --rows x,y,z", make<IkQuestion>},
    {"follow", "a Cartesian path to a joint trajectory, by any of solve's methods",
     "sinew follow panda --q 0,-0.6,0,-2.2,0,1.7,0.8,0 --line-by 0.1,0,0 --duration 2s --out way.csv",
     make<FollowQuestion>},
    {"motion", "every quantity along a trajectory, what motors it needs, limits that it exceeds",
     "sinew motion rrp --q1 'sin(t)' --q2 '3*cos(2*t)' --q3 'sin(3*t)' --until 10s", make<MotionQuestion>},
    {"retime", "how much faster a motion can go, or must go slower, within limits; the least time of a profile",
     "sinew retime two_link_2r --between \"0,0 -> 90deg,45deg\" --torque-limit 500,150", make<RetimeQuestion>},
    {"simulate", "how it moves by itself or under a controller, and where the energy goes",
     "sinew simulate two_link_2r --q 20deg,40deg --until 2s", make<SimulateQuestion>},
    {"audit", "where the energy of a log went, and which signal is suspect where it does not close",
     "sinew audit two_link_2r examples/logs/two_link_swing.csv", make<AuditQuestion>},
    {"calibrate", "the parameters of the robot that stands there, from measurements of it",
     "sinew calibrate point_mass_2r examples/measurements/planar_2r.csv --set l1=1m,l2=1m --free l1,l2",
     make<CalibrateQuestion>},
    {"swing", "the moment of inertia of a part from the period in which it swings",
     "sinew swing compound --mass 2.31kg+-5g --distance 120mm+-0.5mm --period 0.953s+-2ms", make<SwingQuestion>},
    {"verify", "is my matrix, torque or formula right", "sinew verify point_mass_2r 'M12 = m2*l2^2 + m2*l1*l2*cos(q2)'",
     make<VerifyQuestion>},
};

}  // namespace

std::span<const Command> commands() { return all_commands; }

const Command& command_named(std::string_view name) {
  std::vector<std::string> names;
  for (const Command& command : all_commands) {
    if (command.name == name) return command;
    names.emplace_back(command.name);
  }
  throw UsageError("command", "there is no command " + in_quotes(name) + "; " + suggestion(name, names));
}

Fields& Question::fields() {
  if (!described_) describe(fields_);
  described_ = true;
  return fields_;
}

Outcome Question::answer(Door& door) {
  fields().check();
  return respond(door);
}

}  // namespace sinew
