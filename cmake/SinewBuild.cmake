# How Sinew is compiled: an optimised build unless asked otherwise, strict warnings, ccache where it is present.

if(PROJECT_IS_TOP_LEVEL)
  if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
  endif()
  set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
  find_program(SINEW_CCACHE ccache)
  if(SINEW_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    cmake_path(SET SINEW_COMPILER_LAUNCHER NORMALIZE ${CMAKE_CURRENT_LIST_DIR}/../tools/ccache)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${SINEW_COMPILER_LAUNCHER})
  endif()
endif()

add_library(sinew_warnings INTERFACE)
target_compile_options(sinew_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
                       -Wold-style-cast -Wnon-virtual-dtor -Woverloaded-virtual -Wno-missing-field-initializers)
# packs are inlined, never passed between libraries
set(no_false_alarms -Wno-psabi)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # false alarms when optimising std::string (GCC bug 105651) and std::optional (80635); sanitizers and clang's
  # analyzer watch over the same faults
  list(PREPEND no_false_alarms -Wno-restrict -Wno-maybe-uninitialized)
else()
  # a loop that clang could not unroll as asked is slower, not wrong, and whether it can depends on -O and sanitizers
  list(APPEND no_false_alarms -Wno-pass-failed)
endif()
target_compile_options(sinew_warnings INTERFACE ${no_false_alarms})
if(SINEW_WARNINGS_ARE_ERRORS)
  target_compile_options(sinew_warnings INTERFACE -Werror)
endif()

if(SINEW_HARDEN AND NOT SINEW_SANITIZE)
  # Position-independent programs whose addresses are all bound before they start, in pages that are read-only from then
  # on; checked stacks; library calls that check sizes. Recursions and kernels, whose sizes are checked before they are
  # called, go without the check of the stack, which they would pay for at every call.
  include(CheckPIESupported)
  check_pie_supported()
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
  add_compile_options(-fstack-protector-strong
                      $<$<CONFIG:Release,RelWithDebInfo,MinSizeRel>:-U_FORTIFY_SOURCE>
                      $<$<CONFIG:Release,RelWithDebInfo,MinSizeRel>:-D_FORTIFY_SOURCE=2>)
  add_link_options(LINKER:-z,relro LINKER:-z,now)
endif()
if(PROJECT_IS_TOP_LEVEL)
  # a program does not know where it was built
  add_compile_options(-ffile-prefix-map=${PROJECT_SOURCE_DIR}/=)
endif()

if(SINEW_SANITIZE)
  add_compile_options(-fsanitize=${SINEW_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer
                      -g1)  # lines for the reports, and no more: types of every variable take longer than the code
  add_link_options(-fsanitize=${SINEW_SANITIZE})
  # Eigen lays out its memory differently under GCC's address sanitizer, unlike the peers' libraries that share it
  add_compile_definitions(EIGEN_MALLOC_ALREADY_ALIGNED=1)
endif()
