// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/model/build_model.h"

namespace sinew {

template class Model<double>;
template Model<double> build_model(const RobotDescription<double>&);
template Model<double> build_model(const RobotDescription<double>&, const Tree&);

}  // namespace sinew
