sinew_without_stack_protector(redundancy)
# these kernels have short file-local names that would clash in a unity build
set_source_files_properties(sinew/redundancy/quadratic_program.cpp sinew/redundancy/quadratic_program_check.cpp
                            sinew/redundancy/hierarchical_program.cpp sinew/redundancy/hierarchical_program_check.cpp
                            PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
