sinew_without_stack_protector(redundancy)
# these kernels have short file-local names that would clash in a unity build
set(programs sinew/redundancy/programs)
set_source_files_properties(${programs}/quadratic_program.cpp ${programs}/quadratic_program_check.cpp
                            ${programs}/hierarchical_program.cpp ${programs}/hierarchical_program_check.cpp
                            PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
