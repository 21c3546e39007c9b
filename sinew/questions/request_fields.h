// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/questions/fields.h"
#include "sinew/questions/request_value.h"

namespace sinew {

/// Every member of a request into the field of its name. Throws UsageError for members that are no fields, for values that
/// their fields cannot have, and for required fields that are missing. `command` and `id` are nobody's fields.
void fill(Fields& fields, const RequestValue& request);

/// Sets one field, which is then given.
void set(Field& field, const RequestValue& value);

/// An entry of a YAML file as the value that a request would have for this field: YAML does not tell a number from a text.
RequestValue value_for(const Field& field, const YamlNode& node);

}  // namespace sinew
