// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/dh_csv.h"

#include "sinew/print/table.h"
#include "sinew/report/numbers.h"

namespace sinew {

std::string dh_csv(const DhTable& table) {
  const std::string convention = table.convention == DhConvention::Standard ? "standard" : "modified";
  Table out({{"convention"}, {"joint"}, {"kind"}, {"theta"}, {"d"}, {"a"}, {"alpha"}});
  for (const DhTableRow& row : table.rows)
    out.add({convention, row.joint, name_of(row.kind), exact(row.row.theta), exact(row.row.d), exact(row.row.a),
             exact(row.row.alpha)});
  return out.csv();
}

}  // namespace sinew
