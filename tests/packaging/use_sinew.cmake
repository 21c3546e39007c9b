# cmake -P use_sinew.cmake: builds consumer/ against Sinew as HOW says, in the empty folder WORK, and runs it.
file(REMOVE_RECURSE ${WORK})
set(prefix ${WORK}/prefix)
file(GLOB robots RELATIVE ${SINEW_SOURCES}/robots ${SINEW_SOURCES}/robots/*.yaml)
list(GET robots 0 robot)

function(must_run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# quick to compile, and with the same flags everywhere, so that ccache compiles once for all
function(configure source build)
  must_run(${CMAKE_COMMAND} -G Ninja -S ${source} -B ${build} -D CMAKE_CXX_COMPILER=${CXX}
           -D CMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER} -D CMAKE_BUILD_TYPE=Debug -D CMAKE_CXX_FLAGS_DEBUG=-O0
           -D SINEW_WARNINGS_ARE_ERRORS=OFF ${ARGN})
endfunction()

function(build_and_run_consumer robots_dir)
  configure(${CMAKE_CURRENT_LIST_DIR}/consumer ${WORK}/consumer ${ARGN})
  must_run(${CMAKE_COMMAND} --build ${WORK}/consumer)
  must_run(${WORK}/consumer/consumer ${robots_dir}/${robot})
endfunction()

if(HOW STREQUAL find_package)
  # this very build, installed
  must_run(${CMAKE_COMMAND} --install ${SINEW_BUILD} --prefix ${prefix})
  if(SANITIZE)
    set(flags -D CMAKE_CXX_FLAGS=-fsanitize=${SANITIZE})
  endif()
  build_and_run_consumer(${prefix}/share/sinew/robots -D CMAKE_PREFIX_PATH=${prefix} ${flags})

elseif(HOW STREQUAL add_subdirectory)
  build_and_run_consumer(${SINEW_SOURCES}/robots -D SINEW_SOURCES=${SINEW_SOURCES})

elseif(HOW STREQUAL shared_libraries)
  configure(${SINEW_SOURCES} ${WORK}/sinew -D BUILD_SHARED_LIBS=ON -D SINEW_BUILD_TESTS=OFF)
  must_run(${CMAKE_COMMAND} --build ${WORK}/sinew)
  must_run(${CMAKE_COMMAND} --install ${WORK}/sinew --prefix ${prefix})
  build_and_run_consumer(${prefix}/share/sinew/robots -D CMAKE_PREFIX_PATH=${prefix})
  must_run(${prefix}/bin/sinew info ${prefix}/share/sinew/robots/${robot})
endif()
