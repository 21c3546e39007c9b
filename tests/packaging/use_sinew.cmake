# cmake -P use_sinew.cmake: builds consumer/ against Sinew as HOW says, in the empty folder WORK, and runs it.
file(REMOVE_RECURSE ${WORK})
set(prefix ${WORK}/prefix)
file(GLOB robots RELATIVE ${SINEW_SOURCES}/robots ${SINEW_SOURCES}/robots/*.yaml)
list(GET robots 0 robot)
if(SANITIZE)
  # Eigen allocates in another way under the address sanitizer unless it is told as the library was
  set(sanitized "-DCMAKE_CXX_FLAGS=-fsanitize=${SANITIZE} -DEIGEN_MALLOC_ALREADY_ALIGNED=1")
endif()

function(must_run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

function(configure_consumer)
  must_run(${CMAKE_COMMAND} -G Ninja -S ${CMAKE_CURRENT_LIST_DIR}/consumer -B ${WORK}/consumer
           -D CMAKE_CXX_COMPILER=${CXX} -D CMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER} ${sanitized} ${ARGN})
endfunction()

# against this very build, installed: the shared library or the static one, and no other library of Sinew's
function(use_installed library)
  must_run(${CMAKE_COMMAND} --install ${SINEW_BUILD} --prefix ${prefix})
  configure_consumer(-D CMAKE_PREFIX_PATH=${prefix} ${ARGN})
  must_run(${CMAKE_COMMAND} --build ${WORK}/consumer)
  execute_process(COMMAND ninja -C ${WORK}/consumer -t query consumer OUTPUT_VARIABLE links COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "libsinew[^ \n]*" linked "${links}")
  list(REMOVE_DUPLICATES linked)
  if(NOT linked MATCHES "^${library}$")
    message(FATAL_ERROR "a program should link ${library} alone, but links ${linked}")
  endif()
  must_run(${WORK}/consumer/consumer ${prefix}/share/sinew/robots/${robot})
endfunction()

if(HOW STREQUAL find_package)
  use_installed("libsinew\\.a")

elseif(HOW STREQUAL find_package_shared)
  use_installed("libsinew\\.so[.0-9]*" -D BUILD_SHARED_LIBS=ON)

elseif(HOW STREQUAL add_subdirectory)
  # The main build has compiled every source with the same rules. What differs here are the options, the targets and
  # where headers are found: one module tells that, and one program that sees all public headers.
  configure_consumer(-D SINEW_SOURCES=${SINEW_SOURCES} -D CMAKE_CXX_FLAGS=-O0)
  must_run(${CMAKE_COMMAND} --build ${WORK}/consumer --target CMakeFiles/consumer.dir/main.cpp.o consumer_of_module)
  must_run(${WORK}/consumer/consumer_of_module)
endif()
