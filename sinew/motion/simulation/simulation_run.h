// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "sinew/motion/integration/step_control.h"
#include "sinew/motion/simulation/sampled_torque.h"
#include "sinew/motion/simulation/simulation.h"
#include "sinew/motion/simulation/stepper.h"

namespace sinew {

/// Something that must not become negative within a smooth stretch: where it does, an event is located.
struct Guard {
  enum class Kind {
    Slides,     ///< q̇ in the direction of sliding
    LowerStop,  ///< distance from it
    UpperStop,
    HoldsFromBelow,  ///< what a joint that is held has left before it moves forwards
    HoldsFromAbove,  ///< and backwards
    Watched          ///< a condition, with the sign that it had
  };
  Kind kind = Kind::Slides;
  int index = 0;  ///< of the velocity, or of the condition
};

/// What Simulation does, and all that it remembers.
class Simulation::Run {
 public:
  using Condition = std::function<double(double, In<double>, In<double>)>;

  Run(const Arm& arm, SimulationSettings settings, std::shared_ptr<Drive> drive,
      std::shared_ptr<Surroundings> surroundings);

  void watch(Condition condition);
  void start(double t, In<double> q, In<double> qd);
  void step();
  void read(double t, SimulationSample& sample);
  void change_robot(const Arm& arm);
  EnergyLedger ledger() const;
  std::vector<double> checkpoint() const;
  void restore(In<double> numbers);

  bool has_ended() const noexcept { return ended_; }
  double t() const noexcept { return t_; }
  double step_start() const noexcept { return frame_.t; }
  In<double> q() const noexcept { return In<double>(y_).first(layout().q); }
  In<double> qd() const noexcept { return In<double>(y_).subspan(layout().q, layout().v); }
  In<double> qdd() const noexcept { return In<double>(rate_).subspan(layout().q, layout().v); }
  In<double> tau() const noexcept { return tau_; }
  const std::vector<SimulationEvent>& events() const noexcept { return events_; }
  SimulationMethod method() const noexcept { return method_; }
  const std::string& reason() const noexcept { return reason_; }
  const SimulationEffort& effort() const noexcept { return effort_; }
  const Arm& arm() const noexcept { return equations_.arm(); }
  bool has_started() const noexcept { return started_; }

 private:
  static constexpr double none = SimulationSettings::none;
  /// The bounds of a coordinate by the limits of all joints that move by it.
  struct Stops {
    double lower = -none, upper = none;
  };
  /// How a joint bounces on its stop.
  struct Bounces {
    double count = 0.0;   ///< hits of the series that goes on
    double last = -none;  ///< when it hit last
    double gap = none;    ///< the time between its last two hits
    double ratio = 0.0;   ///< of that to the one before
    double end = none;    ///< when infinitely many of them are over, once that is near

    void hit(double t) noexcept;
    /// When a series that shrinks as it did last is over.
    double limit() const noexcept;
  };
  /// A joint that leaves its stop: the time until it is back, and how far it comes.
  struct Flight {
    double duration = none, height = none;
  };
  /// Events that follow one another within a time that is hardly more than round-off.
  struct Crowd {
    double begin = -none;
    long events = 0;
  };

  const StateLayout& layout() const noexcept { return equations_.layout(); }
  std::size_t position_of(std::size_t velocity) const noexcept { return velocity + layout().q - layout().v; }
  Out<double> own_q() noexcept { return Out<double>(y_).first(layout().q); }
  Out<double> own_qd() noexcept { return Out<double>(y_).subspan(layout().q, layout().v); }

  // simulation_start.cpp: where it begins
  void check_settings();
  void find_stops();
  void choose_method();
  void use_method(SimulationMethod method);
  void settle_at_start();
  void make_last_step_empty();
  double first_step() const;

  // simulation_run.cpp: steps
  bool is_adaptive() const noexcept { return stepper_->order() > 0; }
  double next_limit() const;
  double planned_landing(double limit) const;
  double landing_on_grid(double limit) const;
  double take_accepted_step(double limit);
  bool attempt(double landing);
  double scaled_error();
  void accept(double landing);
  void arrive(double limit, bool at_event);
  void refresh_rate();
  void watch_stiffness();
  void normalise_base();
  double resolution() const noexcept;

  template <class Self, class Each>
  static void for_each_number(Self& self, Each& each);

  // simulation_events.cpp: where a smooth stretch ends
  void set_guards();
  double guard_value(const Guard& guard, double t, In<double> q, In<double> qd) const;
  void guard_values(double t, In<double> y, Out<double> values) const;
  void find_dense_state(double share, bool with_holding);
  void dense_values(double share, Out<double> values);
  bool find_event(double& landing);
  void land_on_first(double from, double to, double& landing);
  double deepest_dip(double from, double to);
  double root_of(std::size_t guard, double from, double value_from, double to, double value_to);
  double land_on(double share, std::size_t guard, double slope);
  double slope_at_end(const Guard& guard, double otherwise) const;
  bool still_held() const;

  // simulation_changes.cpp: what happens there
  void handle_event();
  void sign_conditions();
  void settle_after(int slips, int direction);
  void name_slides();
  void note(SimulationEvent::Kind kind, int velocity, double value);
  void note_changes(const Conditions& before);

  // simulation_impacts.cpp: joints hit their stops, bounce and rest there
  void lean_on_stops();
  void hit_stops(int grazing);
  void touch_stops(In<int> towards, In<double> before);
  void end_short_flights(In<int> towards, In<int> hits);
  std::vector<int> may_rest(In<int> towards) const;
  Flight flight_of(std::size_t joint, double speed);
  bool is_over(const Flight& flight, std::size_t joint) const;
  void await_end(In<int> resting, In<int> hits, double end);
  void end_pending_bounces();
  void count_crowd();

  // simulation_failures.cpp: why it cannot go on
  [[noreturn]] void refuse_now(const std::string& what, const std::string& remedy) const;
  [[noreturn]] void refuse_step(double landing);
  [[noreturn]] void refuse_rate(const InputError& problem);
  void refuse_runaway();
  [[noreturn]] void refuse_crowd() const;
  std::string joint_name(std::size_t velocity) const;
  std::string remedy_for_step();
  void refuse_singular();

  SimulationSettings settings_;
  RobotEquations equations_;
  SampledTorque sampled_;
  std::vector<Stops> stops_;
  std::vector<double> restitution_;
  std::vector<Condition> conditions_watched_;
  std::vector<double> watched_signs_;
  SimulationMethod method_ = SimulationMethod::Adaptive;
  std::string reason_;
  double tolerance_ = 1e-9;
  std::unique_ptr<Stepper> stepper_;
  StepControl control_;

  bool started_ = false, ended_ = false;
  double t_ = 0.0, start_ = 0.0;
  std::vector<double> y_, rate_, tau_;  // now
  Conditions now_, during_;             // from now on; during the last step
  StepFrame frame_;                     // the last step
  std::vector<double> end_tau_, scale_, dense_, dense_rate_;
  bool dense_is_ready_ = false;
  double next_step_ = 0.0;
  long grid_ = 0;
  int stiff_steps_ = 0, calm_steps_ = 0;
  std::string problem_;  // why the last attempt failed
  int bad_torque_ = -1;  // the joint whose torque was no number in it

  std::vector<Guard> guards_;
  std::vector<double> values_from_, values_to_, values_;
  std::size_t event_guard_ = 0;
  std::vector<Bounces> bounces_;
  Crowd crowd_;
  std::vector<double> start_y_, impacts_;
  double changes_ = 0.0, at_start_ = 0.0;
  std::vector<SimulationEvent> events_;
  long event_count_ = 0;
  SimulationEffort effort_;
};

}  // namespace sinew
