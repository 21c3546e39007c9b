# cmake -P use_sinew.cmake: builds consumer/ against Sinew as HOW says, in the empty folder WORK, and runs it.
file(REMOVE_RECURSE ${WORK})
set(prefix ${WORK}/prefix)
file(GLOB robots RELATIVE ${SINEW_SOURCES}/robots ${SINEW_SOURCES}/robots/*.yaml)
list(GET robots 0 robot)

function(must_run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

function(configure source build)
  must_run(${CMAKE_COMMAND} -G Ninja -S ${source} -B ${build} -D CMAKE_CXX_COMPILER=${CXX}
           -D CMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER} ${ARGN})
endfunction()

function(build_and_run_consumer robots_dir)
  configure(${CMAKE_CURRENT_LIST_DIR}/consumer ${WORK}/consumer ${ARGN})
  must_run(${CMAKE_COMMAND} --build ${WORK}/consumer --target consumer)
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
  # quick to compile, and of the library only what a consumer of sinew::arm needs
  build_and_run_consumer(${SINEW_SOURCES}/robots -D SINEW_SOURCES=${SINEW_SOURCES} -D SINEW_PART=sinew::arm
                         -D CMAKE_CXX_FLAGS=-O0 -D CMAKE_UNITY_BUILD=ON)

elseif(HOW STREQUAL shared_libraries)
  # the objects of this very build, linked in another way: ccache has them, if they are asked for from a folder beside it
  set(shared ${SINEW_BUILD}-shared)
  file(REMOVE_RECURSE ${shared})
  configure(${SINEW_SOURCES} ${shared} -D BUILD_SHARED_LIBS=ON -D SINEW_BUILD_TESTS=OFF
            -D CMAKE_BUILD_TYPE=${BUILD_TYPE} -D CMAKE_UNITY_BUILD=${UNITY_BUILD})
  must_run(${CMAKE_COMMAND} --build ${shared})
  must_run(${CMAKE_COMMAND} --install ${shared} --prefix ${prefix})
  build_and_run_consumer(${prefix}/share/sinew/robots -D CMAKE_PREFIX_PATH=${prefix})
  must_run(${prefix}/bin/sinew info ${prefix}/share/sinew/robots/${robot})
endif()
