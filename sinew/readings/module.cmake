# a 3-vector packed into wide stores and read back in parts costs more than the arithmetic
set_target_properties(sinew_readings PROPERTIES UNITY_BUILD OFF)
target_compile_options(sinew_readings PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fno-tree-slp-vectorize> -ffp-contract=fast)
sinew_without_stack_protector(readings)
