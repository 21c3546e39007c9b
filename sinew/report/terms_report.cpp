// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/terms_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "sinew/analysis/matrices.h"
#include "sinew/errors/visible_text.h"
#include "sinew/formats/states_csv.h"
#include "sinew/print/json_writer.h"
#include "sinew/report/linear_report.h"
#include "sinew/report/motion_report.h"

namespace sinew {
namespace {

using Json = nlohmann::ordered_json;

constexpr Dimension second{0, 0, 1, 0};
constexpr Dimension second2{0, 0, 2, 0};
constexpr Dimension per_second{0, 0, -1, 0};
constexpr Dimension per_second2{0, 0, -2, 0};

constexpr TermName known_terms[] = {
    {"M", "mass matrix"},
    {"c", "Coriolis and centrifugal torques (V in some books)"},
    {"g", "gravity torques (G in some books)"},
    {"friction", "torques that friction takes"},
    {"springs", "torques that springs take"},
    {"inverse", "inverse of the mass matrix, M⁻¹"},
    {"C", "Coriolis matrix with C·q̇ = c and Ṁ − 2C skew-symmetric (S in some books)"},
    {"christoffel", "Christoffel symbols Γ(i, j, k), one matrix per k: c_i = Σ Γ(i, j, k)·q̇ⱼ·q̇ₖ"},
    {"B", "Coriolis coefficients of the products of rates q̇ⱼ·q̇ₖ"},
    {"Csq", "centrifugal coefficients of the squared rates q̇ₖ² (Craig's C)"},
    {"dg", "derivative of the gravity torques, ∂g/∂q"},
    {"derivatives", "derivatives of the torques and of the accelerations by the state"},
    {"energy", "kinetic and potential energy of every link"},
    {"power", "the balance of power"},
    {"momentum", "centre of mass, its velocity, momentum, inertia of the whole"},
    {"cartesian", "the equations of motion of a frame, in all four forms"},
    {"regressor", "Y with τ = Y·(inertial parameters)"},
    {"linear", "the linear model about the state: A, B, poles, natural frequencies, modes"},
    {"structure", "whether M and C have the properties that they must have", false},
    {"bound", "the largest ‖∂g/∂q‖ of all configurations", false},
    {"base-parameters", "the inertial parameters that torques can tell apart", false},
    {"equilibria", "where the robot stays under no torques, or those of --tau, and which are stable", false},
};

/// "shoulder*elbow": the products q̇ⱼ·q̇ₖ, j < k.
std::vector<std::string> rate_products(const Coordinates& of) {
  std::vector<std::string> texts;
  for (std::size_t j = 0; j < of.rates->size(); ++j)
    for (std::size_t k = j + 1; k < of.rates->size(); ++k) texts.push_back((*of.rates)[j] + "*" + (*of.rates)[k]);
  return texts;
}

/// "link1.m" to "link1.Izz", of a floating base and of every link.
std::vector<std::string> inertial_parameter_names(const Model<double>& model) {
  static constexpr const char* parameters[] = {"m", "hx", "hy", "hz", "Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz"};
  std::vector<std::string> names;
  const auto add_body = [&](const std::string& body) {
    for (const char* parameter : parameters) names.push_back(body + "." + parameter);
  };
  if (model.floating_base()) add_body("base");
  for (const Link<double>& link : model.links()) add_body(link.name);
  return names;
}

Eigen::Vector3d in_eigen(const Vec3<double>& v) { return vector(v); }

}  // namespace

/// One vector or matrix, for programs and for people alike.
struct StateTerms::Term {
  std::vector<std::string> path;
  std::string title;
  Eigen::MatrixXd values;
  Labels rows, columns;  ///< no columns: a vector
  std::vector<Dimension> row_dimensions, column_dimensions;
  std::string row_heading = "joint";
  Labels shown_rows = nullptr, shown_columns = nullptr;  ///< to people, where they read other names than programs
  double terms = 0.0;                                    ///< size of what its entries are sums of

  const std::vector<std::string>& row_names() const { return shown_rows ? *shown_rows : *rows; }
  const std::vector<std::string>& column_names() const { return shown_columns ? *shown_columns : *columns; }
};

struct StateTerms::Block {
  std::string title;
  std::vector<Term> terms;
  std::vector<FigureLine> lines;  ///< for people only
  std::vector<Datum> data;        ///< for programs only
  std::string note;
  std::vector<std::string> column_labels;  ///< for people only, too: links and their columns,
  std::vector<FigureColumn> columns;
  std::optional<FigureMatrix> matrix;                    ///< or a matrix
  std::function<std::string(const Showing&)> page = {};  ///< or a page of its own
};

namespace {

/// Computes the terms that were asked for.
class TermsOfState {
 public:
  using Term = StateTerms::Term;
  using Block = StateTerms::Block;

  TermsOfState(const Arm& arm, const Coordinates& of, const TermsRequest& request, const Eigen::VectorXd& q,
               const Eigen::VectorXd& qd, const Eigen::VectorXd& qdd)
      : arm_(arm), of_(of), request_(request), q_(q), qd_(qd), qdd_(qdd) {
    torques();
    matrices();
    coefficients();
    if (wants("derivatives")) derivatives();
    if (wants("energy")) energy();
    if (wants("power")) power();
    if (wants("momentum")) momentum();
    if (wants("cartesian")) cartesian();
    if (wants("regressor")) regressor();
    if (wants("linear")) linear();
  }

  std::vector<Block> take() { return std::move(blocks_); }

 private:
  bool wants(std::string_view name) const { return request_.wants(name); }

  Term vector_term(std::string key, std::string title, const Eigen::VectorXd& values) const {
    return {{std::move(key)}, std::move(title), values, of_.efforts, nullptr, of_.effort, {}};
  }
  /// Entry (i, j) in effort[i] · factor / size[j].
  Term matrix_term(std::vector<std::string> path, std::string title, const Eigen::MatrixXd& values,
                   const Dimension& factor) const {
    return {std::move(path), std::move(title), values, of_.rates, of_.rates, times(of_.effort, factor), of_.per_size};
  }
  /// Derivatives of efforts by the joints' positions or, with time in `factor`, by their rates.
  Term derivative_term(std::vector<std::string> path, std::string title, const Eigen::MatrixXd& values,
                       const Dimension& factor) const {
    return {std::move(path), std::move(title),          values,          of_.rates,
            of_.rates,       times(of_.effort, factor), of_.per_position};
  }
  void add(Term term, double terms = 0.0) {
    term.terms = terms;
    blocks_.emplace_back().terms.push_back(std::move(term));
  }

  static double largest(const Eigen::MatrixXd& values) {
    return values.size() == 0 ? 0.0 : values.cwiseAbs().maxCoeff();
  }
  /// Derivatives of M are sums of terms as large as those of M.
  double inertia_terms() const { return largest(arm_.mass_matrix(q_)); }

  void torques() {
    Block block;
    if (wants("M")) add(matrix_term({"M"}, "M, mass matrix", arm_.mass_matrix(q_), second2));
    if (wants("c")) block.terms.push_back(vector_term("c", "c", arm_.coriolis_torque(q_, qd_)));
    if (wants("g")) block.terms.push_back(vector_term("g", "g", arm_.gravity_torque(q_)));
    if (wants("friction")) block.terms.push_back(vector_term("friction", "friction", arm_.friction_torque(q_, qd_)));
    if (wants("springs")) block.terms.push_back(vector_term("springs", "springs", arm_.spring_torque(q_)));
    if (!block.terms.empty()) blocks_.push_back(std::move(block));
  }

  void matrices() {
    if (wants("inverse"))
      add({{"inverse"},
           "M⁻¹",
           arm_.inverse_mass_matrix(q_),
           of_.rates,
           of_.rates,
           times(of_.size, per_second2),
           inverse(of_.effort)});
    if (wants("C"))
      add(matrix_term({"C"}, "C, Coriolis matrix", arm_.coriolis_matrix(q_, qd_), second),
          inertia_terms() * largest(qd_));
    if (wants("dg")) add(derivative_term({"dg"}, "∂g/∂q", arm_.gravity_stiffness(q_), dimension::none));
    if (wants("christoffel")) {
      const std::vector<Eigen::MatrixXd> symbols = arm_.christoffel_symbols(q_);
      for (std::size_t k = 0; k < symbols.size(); ++k)
        add(matrix_term({"christoffel", (*of_.rates)[k]}, "Γ(i, j, k), k = " + (*of_.rates)[k], symbols[k],
                        second2 * of_.per_size[k]),
            inertia_terms());
    }
  }

  /// The names of the products q̇ⱼ·q̇ₖ, j < k, and their sizes.
  std::pair<Labels, std::vector<Dimension>> products() const {
    std::vector<Dimension> sizes;
    for (std::size_t j = 0; j < of_.rates->size(); ++j)
      for (std::size_t k = j + 1; k < of_.rates->size(); ++k) sizes.push_back(of_.per_size[j] * of_.per_size[k]);
    return {labels(rate_products(of_)), std::move(sizes)};
  }
  std::vector<Dimension> squares() const {
    std::vector<Dimension> sizes;
    for (const Dimension& d : of_.per_size) sizes.push_back(d * d);
    return sizes;
  }

  void coefficients() {
    if (wants("B")) {
      const auto [columns, sizes] = products();
      add({{"B"},
           "B, of the products of rates",
           arm_.coriolis_coefficients(q_),
           of_.rates,
           columns,
           times(of_.effort, second2),
           sizes},
          inertia_terms());
    }
    if (wants("Csq"))
      add({{"Csq"},
           "Csq, of the squares of rates",
           arm_.centrifugal_coefficients(q_),
           of_.rates,
           of_.rates,
           times(of_.effort, second2),
           squares()},
          inertia_terms());
  }

  void derivatives() {
    const std::vector<Wrench>& wrenches = request_.wrenches;
    const Arm::TorqueDerivatives t = arm_.torque_derivatives(q_, qd_, qdd_, wrenches);
    const Arm::AccelerationDerivatives a =
        arm_.acceleration_derivatives(q_, qd_, arm_.torque(q_, qd_, qdd_, wrenches), wrenches);
    add(derivative_term({"derivatives", "tau_by_q"}, "∂τ/∂q", t.by_q, dimension::none));
    add(derivative_term({"derivatives", "tau_by_qd"}, "∂τ/∂q̇", t.by_qd, second));
    add(derivative_term({"derivatives", "tau_by_qdd"}, "∂τ/∂q̈", t.by_qdd, second2));
    const auto of_accelerations = [&](const char* key, const char* title, const Eigen::MatrixXd& values,
                                      const std::vector<Dimension>& by) {
      add({{"derivatives", key}, title, values, of_.rates, of_.rates, of_.acceleration, by});
    };
    of_accelerations("qdd_by_q", "∂q̈/∂q", a.by_q, of_.per_position);
    of_accelerations("qdd_by_qd", "∂q̈/∂q̇", a.by_qd, inverse(of_.velocity));
    of_accelerations("qdd_by_tau", "∂q̈/∂τ", a.by_tau, inverse(of_.effort));
  }

  /// A number that is printed as a line and given to programs under the same name.
  static void add_number(Block& block, const std::string& group, const std::string& key, double value,
                         const Measure& measure, const std::string& meaning) {
    block.lines.push_back({key, Eigen::VectorXd::Constant(1, value), measure, meaning});
    block.data.push_back(number_datum({group, key}, value));
  }
  static void add_vector(Block& block, const std::string& group, const std::string& key, const Vec3<double>& value,
                         const Measure& measure, const std::string& meaning) {
    block.lines.push_back({key, in_eigen(value), measure, meaning});
    block.data.push_back({{group, key}, in_eigen(value), xyz(), nullptr});
  }

  void energy() {
    const EnergyReport energy = arm_.energy(q_, qd_);
    Block block;
    block.title = "Energy";
    const Energy<double>& e = energy.total;
    add_number(block, "energy", "kinetic", e.kinetic, measure::energy, "T, of everything that moves");
    if (!arm_.model().rotors().empty())
      add_number(block, "energy", "rotors", e.rotors, measure::energy, "of which in spinning rotors");
    add_number(block, "energy", "potential", e.potential, measure::energy, "U, zero where the world's origin is");
    if (arm_.model().has_springs()) add_number(block, "energy", "springs", e.springs, measure::energy, "of springs");
    add_number(block, "energy", "total", e.kinetic + e.potential + e.springs, measure::energy, "");
    blocks_.push_back(std::move(block));
    std::vector<BodyEnergy<double>> bodies = energy.links;
    std::vector<std::string> links;
    for (const Link<double>& link : arm_.model().links()) links.push_back(link.name);
    if (energy.base) {
      bodies.insert(bodies.begin(), *energy.base);
      links.insert(links.begin(), "base");
    }
    Eigen::MatrixXd parts(std::ssize(bodies), 3);
    for (std::size_t i = 0; i < bodies.size(); ++i)
      parts.row(static_cast<Eigen::Index>(i)) << bodies[i].translation, bodies[i].rotation, bodies[i].potential;
    const Labels rows = labels(links);
    static constexpr const char* titles[] = {"translation", "rotation", "potential"};
    Block table;
    for (int k = 0; k < 3; ++k) {
      table.data.push_back({{"energy", "links", titles[k]}, parts.col(k), rows, nullptr});
      table.columns.push_back({titles[k], parts.col(k), {measure::energy}});
    }
    table.column_labels = links;
    blocks_.push_back(std::move(table));
  }

  void power() {
    const PowerBalance p = arm_.power_balance(q_, qd_, qdd_, request_.wrenches);
    Block block;
    block.title = "Power";
    add_number(block, "power", "kinetic_rate", p.kinetic_rate, measure::power, "dT/dt");
    add_number(block, "power", "potential_rate", p.potential_rate, measure::power, "dU/dt, gravity and springs");
    add_number(block, "power", "joints", p.joints, measure::power, "q̇·τ, what the joints give");
    add_number(block, "power", "friction", p.friction, measure::power, "what friction takes");
    add_number(block, "power", "external", p.external, measure::power, "what wrenches give");
    add_number(block, "power", "residual", p.residual(), measure::power,
               "dT/dt + dU/dt − joints + friction − external: zero");
    blocks_.push_back(std::move(block));
  }

  void momentum() {
    const Centroid<double> c = arm_.centroid(q_, qd_);
    const Dimension momentum = dimension::mass * dimension::length * per_second;
    Block block;
    block.title = "As a whole, in the world's axes";
    add_number(block, "momentum", "mass", c.mass, dimension::mass, "of all that moves");
    add_vector(block, "momentum", "com", c.com, dimension::length, "its centre of mass");
    add_vector(block, "momentum", "velocity", c.velocity, dimension::length * per_second, "of the centre of mass");
    add_vector(block, "momentum", "linear", c.momentum.f, momentum, "linear momentum");
    add_vector(block, "momentum", "angular", c.momentum.n, momentum * dimension::length,
               "angular momentum about the centre of mass");
    Eigen::Matrix3d I;
    for (int i = 0; i < 3; ++i) I.row(i) = in_eigen(c.I.row(i)).transpose();
    blocks_.push_back(std::move(block));
    add({{"momentum", "inertia"},
         "Inertia of the whole about its centre of mass",
         I,
         xyz(),
         xyz(),
         {dimension::inertia},
         {dimension::none}});
  }

  void cartesian() {
    CartesianTask task;
    task.point = arm_.point_on(request_.frame);
    task.axes = arm_.axes_frame(request_.axes, request_.frame);
    task.rows = request_.rows;
    task.acceleration = request_.acceleration;
    task.damping = request_.damping;
    const CartesianDynamics y =
        cartesian_dynamics(arm_.model(), in(q_), in(qd_), task, arm_.model().gravity(), arm_.workspace());
    JacobianReport named;
    name_rows(named, task.rows, std::nullopt);
    const Labels keys = named.row_keys, titles = labels(named.rows);
    std::vector<Dimension> force, per_task;  // of F, and per coordinate of the task where a radian is 1
    for (const Dimension& d : named.row_dimensions) {
      const bool turns = d == dimension::angle;
      force.push_back(turns ? dimension::torque : dimension::force);
      per_task.push_back(turns ? second2 : second2 / dimension::length);
    }
    const auto [products_of, product_sizes] = products();
    const auto of_task = [&](const char* key, const std::string& title, const Eigen::MatrixXd& values, const Labels& c,
                             const std::vector<Dimension>& dr, const std::vector<Dimension>& dc) {
      return Term{{"cartesian", key}, title, values, keys, c, dr, dc, "row", titles, c == keys ? titles : nullptr};
    };
    const auto of_torque = [&](const char* key, const std::string& title, const Eigen::MatrixXd& values,
                               const Labels& c, const std::vector<Dimension>& dc) {
      return Term{{"cartesian", key}, title, values, of_.rates, c, times(of_.effort, second2), dc};
    };
    Block head;
    head.title = "Cartesian equations of " + request_.frame + ", in " + axes_text(request_.axes) + " axes";
    add_number(head, "cartesian", "condition", y.condition, dimension::none, "of J");
    head.note = cartesian_note(y, task);
    blocks_.push_back(std::move(head));
    add(of_task("J", "J", y.J, of_.rates, named.row_dimensions, of_.per_position));
    add(of_task("J_rate", "J̇", y.J_rate, of_.rates, times(named.row_dimensions, per_second), of_.per_position));
    add(of_task("M_x", "M_x", y.M_x, keys, force, per_task));
    Block vectors;
    vectors.terms = {of_task("c_x", "c_x", y.c_x, nullptr, force, {}),
                     of_task("g_x", "g_x", y.g_x, nullptr, force, {})};
    blocks_.push_back(std::move(vectors));
    add(of_task("B_x", "B_x, of the products of rates", y.B_x, products_of, times(force, second2), product_sizes));
    add(of_task("Csq_x", "Csq_x, of the squares of rates", y.Csq_x, of_.rates, times(force, second2), squares()));
    add(of_torque("B_tau", "B_τ, of the products of rates", y.B_tau, products_of, product_sizes));
    add(of_torque("Csq_tau", "Csq_τ, of the squares of rates", y.Csq_tau, of_.rates, squares()));
  }

  /// Which of the forms hold: a square J can be solved for τ, a redundant robot's and a damped one cannot.
  static std::string cartesian_note(const CartesianDynamics& y, const CartesianTask& task) {
    const std::string force = "  F = M_x·Ẍ + c_x + g_x = M_x·Ẍ + B_x·[q̇q̇] + Csq_x·[q̇²] + g_x\n";
    const std::string share = "  Jᵀ·F = Jᵀ·M_x·Ẍ + B_τ·[q̇q̇] + Csq_τ·[q̇²] + Jᵀ·g_x";
    if (task.damping > 0.0)
      return force + share + "\n  approximately: with damping, F does not quite give the motion Ẍ\n";
    if (y.J.rows() < y.J.cols())
      return force + share +
             ": the share of τ that the frame feels;\n"
             "  what moves the robot without moving the frame comes on top of it\n";
    return force + "  τ = Jᵀ·F = Jᵀ·M_x·Ẍ + B_τ·[q̇q̇] + Csq_τ·[q̇²] + g\n";
  }

  void regressor() {
    const std::vector<std::string> titles = inertial_parameter_names(arm_.model());
    std::vector<Dimension> per_parameter;
    for (std::size_t i = 0; i < titles.size(); ++i) {
      const std::size_t k = i % inertial_parameter_count;
      const Dimension d = k == 0 ? dimension::mass : k < 4 ? dimension::first_moment : dimension::inertia;
      per_parameter.push_back(dimension::none / d);
    }
    const Labels columns = labels(titles);
    const Eigen::MatrixXd Y = arm_.regressor(q_, qd_, qdd_);
    // a person reads it by parameter: one line each, what it does to every joint
    Block block;
    block.data.push_back({{"regressor"}, Y, of_.rates, columns});
    block.data.push_back({{"parameters"}, arm_.inertial_parameters(), columns, nullptr});
    block.matrix = FigureMatrix{"Yᵀ: what one SI unit of a parameter asks of each joint",
                                titles,
                                *of_.efforts,
                                Y.transpose(),
                                per_parameter,
                                of_.effort,
                                largest(Y)};
    blocks_.push_back(std::move(block));
  }

  void linear() {
    const Eigen::VectorXd tau = request_.tau.value_or(arm_.torque(q_, qd_, qdd_));
    auto report = std::make_shared<LinearReport>();
    report->linear = linear_model(arm_.model(), {in(q_), in(qd_), in(tau)}, arm_.workspace());
    report->tau = tau;
    report->are_given = request_.tau.has_value();
    Block block;
    block.data = linear_data(arm_.model(), of_, *report);
    block.page = [report, &model = arm_.model(), of = of_](const Showing& showing) {
      return linear_text(model, of, *report, showing);
    };
    blocks_.push_back(std::move(block));
  }

  const Arm& arm_;
  const Coordinates& of_;
  const TermsRequest& request_;
  const Eigen::VectorXd& q_;
  const Eigen::VectorXd& qd_;
  const Eigen::VectorXd& qdd_;
  std::vector<Block> blocks_;
};

Json json_of(const StructureReport& report) {
  Json list = Json::array();
  for (const StructuralProperty& p : report.properties) {
    list.push_back({{"property", p.name}, {"holds", p.holds}});
    if (p.smallest_eigenvalue)
      list.back()["smallest_eigenvalue"] = *p.smallest_eigenvalue;
    else
      list.back()["residual"] = p.residual;
    list.back()["detail"] = p.detail;
  }
  return list;
}

Json numbers_json(const Eigen::VectorXd& values) { return std::vector<double>(values.begin(), values.end()); }

std::string object_of(const std::vector<std::string>& members) {
  std::string text;
  for (const std::string& member : members) text += (text.empty() ? "" : ", ") + member;
  return "{" + text + "}";
}

/// What the rows and columns of the terms are that do not go by the joints.
std::vector<std::string> named_members(const Model<double>& model, const Coordinates& of, const TermsRequest& request) {
  std::vector<std::string> members;
  if (request.wants("B")) members.push_back(json_member("products", json_list(rate_products(of))));
  if (request.wants("momentum"))
    members.push_back(json_member(
        "momentum", object_of({json_member("axes", json_text("world")), json_member("rows", json_list(*xyz()))})));
  if (request.wants("cartesian")) {
    JacobianReport named;
    name_rows(named, request.rows, std::nullopt);
    std::vector<std::string> about =
        frame_members(request.frame, Eigen::Vector3d::Zero(), request.axes, *named.row_keys);
    about.push_back(json_member("products", json_list(rate_products(of))));
    members.push_back(json_member("cartesian", object_of(about)));
  }
  if (request.wants("regressor"))
    members.push_back(
        json_member("regressor", object_of({json_member("columns", json_list(inertial_parameter_names(model)))})));
  if (request.wants("linear"))
    members.push_back(json_member("linear", object_of({json_member("rows", json_list(*linear_state_names(model, of))),
                                                       json_member("columns", json_list(*of.efforts))})));
  return members;
}

}  // namespace

std::span<const TermName> term_names() { return known_terms; }

bool TermsRequest::wants(std::string_view name) const {
  return std::find(names.begin(), names.end(), name) != names.end();
}

StateTerms::StateTerms(const Arm& arm, const Coordinates& of, const TermsRequest& request, const State& state) {
  const Eigen::VectorXd q = vector(state.q), qd = vector(state.qd), qdd = vector(state.qdd);
  blocks_ = std::make_shared<const std::vector<Block>>(TermsOfState(arm, of, request, q, qd, qdd).take());
}

std::vector<Datum> StateTerms::data() const {
  std::vector<Datum> data;
  for (const Block& block : *blocks_) {
    for (const Term& term : block.terms) data.push_back({term.path, term.values, term.rows, term.columns});
    data.insert(data.end(), block.data.begin(), block.data.end());
  }
  return data;
}

std::string StateTerms::text(const Showing& showing) const {
  std::string text;
  for (const Block& block : *blocks_) {
    if (!block.title.empty()) text += (text.empty() ? "" : "\n") + visible_text(block.title) + "\n";
    if (!block.lines.empty()) text += figure_lines(block.lines, showing, 2);
    // vectors side by side, matrices one after the other
    for (std::size_t i = 0; i < block.terms.size();) {
      std::vector<FigureColumn> columns;
      const Term& first = block.terms[i];
      for (; i < block.terms.size() && !block.terms[i].columns && block.terms[i].rows == first.rows; ++i) {
        const std::vector<Dimension>& d = block.terms[i].row_dimensions;
        columns.push_back({block.terms[i].title, block.terms[i].values.col(0), {d.begin(), d.end()}});
      }
      if (columns.empty()) {
        text += (text.empty() || text.ends_with("\n\n") ? "" : "\n") +
                figure_matrix({first.title, first.row_names(), first.column_names(), first.values, first.row_dimensions,
                               first.column_dimensions, first.terms},
                              showing);
        ++i;
      } else {
        text += (text.empty() || !block.title.empty() ? "" : "\n") +
                figure_table(first.row_heading, first.row_names(), columns, showing, block.title.empty() ? 0 : 2);
      }
    }
    if (!block.columns.empty()) text += "\n" + figure_table("link", block.column_labels, block.columns, showing);
    if (block.page) text += (text.empty() ? "" : "\n") + block.page(showing);
    if (block.matrix) text += (text.empty() ? "" : "\n") + figure_matrix(*block.matrix, showing);
    text += block.note;
  }
  return text;
}

std::string structure_json(const StructureReport& report) { return json_line(json_of(report)); }

std::string structure_text(const StructureReport& report) {
  std::vector<std::vector<std::string>> rows = {{"property", "holds", "residual", ""}};
  const auto shown = [](double x) { return fmt::format("{:.1e}", x); };
  for (const StructuralProperty& p : report.properties) {
    const std::optional<double>& eigenvalue = p.smallest_eigenvalue;
    const bool says_it_already = !eigenvalue || !p.holds;
    rows.push_back({p.name, p.holds ? "yes" : "no", eigenvalue ? "" : shown(p.residual),
                    says_it_already ? p.detail : "smallest eigenvalue " + shown(*eigenvalue)});
  }
  return aligned(rows, {false, false, true, false}, 0);
}

RobotTerms robot_terms(const Arm& arm, const TermsRequest& request) {
  const Model<double>& model = arm.model();
  RobotTerms terms;
  if (request.wants("structure")) terms.structure = structure_report(model);
  if (request.wants("bound")) terms.bound = gravity_bound(model);
  if (request.wants("base-parameters")) terms.base_parameters = base_parameters(model);
  if (request.wants("equilibria")) {
    const Eigen::VectorXd none = Eigen::VectorXd::Zero(model.velocity_count());
    terms.equilibria = equilibria(model, request.tau.value_or(none), arm.workspace());
    terms.under_torques = request.tau.has_value();
  }
  return terms;
}

std::vector<std::string> robot_terms_json(const Model<double>& model, const Coordinates& of,
                                          const TermsRequest& request, const RobotTerms& terms) {
  std::vector<std::string> members = named_members(model, of, request);
  if (terms.structure) members.push_back("\"structure\": " + structure_json(*terms.structure));
  if (terms.bound) {
    const GravityBound& bound = *terms.bound;
    members.push_back("\"bound\": " + json_line(Json{{"norm", bound.norm},
                                                     {"q", numbers_json(bound.q)},
                                                     {"bounded", bound.bounded},
                                                     {"coordinates", "joints"}}));
  }
  if (terms.base_parameters) {
    const BaseParameters& p = *terms.base_parameters;
    Json grouping = Json::array(), without = Json::array();
    for (Eigen::Index i = 0; i < p.grouping.rows(); ++i)
      grouping.push_back(numbers_json(p.grouping.row(i).transpose()));
    for (const int column : p.without_effect) without.push_back(p.names[static_cast<std::size_t>(column)]);
    members.push_back("\"base_parameters\": " + json_line(Json{{"rank", p.rank},
                                                               {"groups", p.groups},
                                                               {"values", numbers_json(p.values)},
                                                               {"without_effect", without},
                                                               {"parameters", p.names},
                                                               {"grouping", grouping}}));
  }
  if (terms.equilibria) members.push_back(json_member("equilibria", equilibria_json(*terms.equilibria)));
  return members;
}

std::string robot_terms_text(const Model<double>& model, const RobotTerms& terms, const Showing& showing) {
  std::string text;
  const auto section = [&](const std::string& title) { text += (text.empty() ? "" : "\n") + title + "\n"; };
  if (terms.structure) {
    section("Structure, at twenty random states");
    text += structure_text(*terms.structure);
  }
  if (terms.bound) {
    const GravityBound& bound = *terms.bound;
    const std::string of = model.floating_base() ? " of the joints alone, at any attitude of the base" : "";
    section("The largest ‖∂g/∂q‖" + of + ": " +
            (bound.bounded ? figure(bound.norm, dimension::torque, showing)
                           : std::string("without bound, for a sliding joint has no limits")));
    std::vector<std::string> joints;
    std::vector<Measure> measures;
    for (const StateNumber& number : state_numbers(model, StatePart::Position)) {
      joints.push_back(number.name);
      measures.emplace_back(number.dimension);
    }
    if (bound.bounded && std::ssize(joints) == bound.q.size())
      text += figure_table("joint", joints, {{"where", bound.q, measures}}, showing, 2);
  }
  if (terms.base_parameters) {
    const BaseParameters& p = *terms.base_parameters;
    section(fmt::format("Base parameters: {} of {} can be told apart, {} have no effect", p.rank, p.names.size(),
                        p.without_effect.size()));
    std::vector<std::vector<std::string>> rows = {{"value [SI]", "group"}};
    for (std::size_t i = 0; i < p.groups.size(); ++i)
      rows.push_back({fmt::format("{:.{}f}", p.values[static_cast<Eigen::Index>(i)], showing.digits), p.groups[i]});
    text += aligned(rows, {true, false}, 2);
  }
  if (terms.equilibria)
    text += (text.empty() ? "" : "\n") + equilibria_text(model, *terms.equilibria, terms.under_torques, showing);
  return text;
}

}  // namespace sinew
