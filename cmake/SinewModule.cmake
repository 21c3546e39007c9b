# sinew_module(name USES a b LIBRARIES Foo::foo PUBLIC_LIBRARIES Bar::bar) is one folder of sinew/: what stands in it,
# what it may include, and which third-party libraries it stands on, in its sources alone or in its headers too. The
# rules are checked here, at configure time:
#
#   - a file may include its own folder and the folders that it USES, directly or through them;
#   - a module without LIBRARIES includes only the standard library, so that it builds anywhere;
#   - a header may be included twice.
#
# sinew/name/module.cmake, if there is one, says what is particular to the compilation of the module.

function(sinew_module name)
  cmake_parse_arguments(MODULE "" "" "USES;LIBRARIES;PUBLIC_LIBRARIES" ${ARGN})
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/sinew/${name}/*.h)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/sinew/${name}/*.cpp)

  set(visible ${name})
  foreach(used IN LISTS MODULE_USES)
    if(NOT TARGET sinew_${used})
      message(FATAL_ERROR "module '${name}' uses '${used}', which is not declared above it")
    endif()
    get_property(through GLOBAL PROPERTY SINEW_VISIBLE_${used})
    list(APPEND visible ${through})
  endforeach()
  list(REMOVE_DUPLICATES visible)
  set_property(GLOBAL PROPERTY SINEW_VISIBLE_${name} ${visible})
  _sinew_check_includes(${name} "${visible}" "${MODULE_LIBRARIES}${MODULE_PUBLIC_LIBRARIES}" ${headers} ${sources})

  set(target sinew_${name})
  if(sources)
    add_library(${target} STATIC ${sources})  # a part of libsinew, which cmake/SinewLibrary.cmake makes
    set(kind PUBLIC)
    target_link_libraries(${target} PRIVATE ${MODULE_LIBRARIES} $<BUILD_INTERFACE:sinew_warnings>)
    set_target_properties(
      ${target} PROPERTIES
      POSITION_INDEPENDENT_CODE ON  # static or shared, the same objects
      UNITY_BUILD_BATCH_SIZE 16)  # most of the time goes into headers and templates that the files share
  else()
    add_library(${target} INTERFACE)
    set(kind INTERFACE)
  endif()
  target_compile_features(${target} ${kind} cxx_std_20)
  target_link_libraries(${target} ${kind} ${MODULE_PUBLIC_LIBRARIES})
  target_sources(${target} ${kind} FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR} FILES ${headers})
  foreach(used IN LISTS MODULE_USES)
    target_link_libraries(${target} ${kind} sinew_${used})
  endforeach()
  add_library(sinew::${name} ALIAS ${target})
  set_property(GLOBAL APPEND PROPERTY SINEW_MODULES ${name})
  set_property(GLOBAL APPEND PROPERTY SINEW_HEADERS ${headers})
  set_property(GLOBAL APPEND PROPERTY SINEW_LIBRARIES ${MODULE_LIBRARIES} ${MODULE_PUBLIC_LIBRARIES})
  include(${PROJECT_SOURCE_DIR}/sinew/${name}/module.cmake OPTIONAL)
endfunction()

# A module that writes and reads text and leaves the computing to others: it is compiled quickly instead.
function(sinew_compiled_quickly name)
  if(SINEW_SANITIZE)
    target_compile_options(sinew_${name} PRIVATE -O0)  # half of the time that -O1 takes
  else()
    target_compile_options(sinew_${name} PRIVATE $<$<CONFIG:Release,RelWithDebInfo>:-O1>)
  endif()
endfunction()

# Kernels whose sizes are checked before they are called.
function(sinew_without_stack_protector name)
  if(SINEW_HARDEN)
    target_compile_options(sinew_${name} PRIVATE -fno-stack-protector)
  endif()
endfunction()

function(_sinew_check_includes name visible libraries)
  foreach(file IN LISTS ARGN)
    set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    file(RELATIVE_PATH shown ${PROJECT_SOURCE_DIR} ${file})
    file(STRINGS ${file} includes REGEX "^[ \t]*#[ \t]*include")
    if(file MATCHES "\\.h$")
      file(STRINGS ${file} guard REGEX "^#pragma once$")
      if(NOT guard)
        message(FATAL_ERROR "${shown} may not be included twice: begin it with #pragma once.")
      endif()
    endif()
    foreach(line IN LISTS includes)
      if(line MATCHES "[\"<]sinew/([a-z_]+)/")
        if(NOT CMAKE_MATCH_1 IN_LIST visible)
          message(FATAL_ERROR "${shown} includes sinew/${CMAKE_MATCH_1}/, which module '${name}' does not use.\n"
                  "Data flows one way: move the code, or let '${name}' use '${CMAKE_MATCH_1}' in CMakeLists.txt "
                  "if it stands above it.")
        endif()
      elseif(line MATCHES "\"")
        message(FATAL_ERROR "${shown}: ${line}\nWrite project includes in full: \"sinew/${name}/...\".")
      elseif(NOT libraries AND line MATCHES "<[^>]*[./]")
        message(FATAL_ERROR "${shown}: ${line}\nModule '${name}' stands on the standard library alone.")
      endif()
    endforeach()
  endforeach()
endfunction()

# Every header compiled on its own: by the source of the same name, which includes it before anything else, or
# else here.
function(sinew_check_headers_alone)
  get_property(headers GLOBAL PROPERTY SINEW_HEADERS)
  get_property(modules GLOBAL PROPERTY SINEW_MODULES)
  get_property(libraries GLOBAL PROPERTY SINEW_LIBRARIES)
  set(sources)
  foreach(header IN LISTS headers)
    file(RELATIVE_PATH path ${PROJECT_SOURCE_DIR} ${header})
    string(REGEX REPLACE "\\.h$" ".cpp" its_source ${header})
    if(EXISTS ${its_source})
      file(STRINGS ${its_source} includes REGEX "^#include")
      list(GET includes 0 first)
      if(first STREQUAL "#include \"${path}\"")
        continue()
      endif()
    endif()
    string(REPLACE "/" "_" stem ${path})
    set(source ${PROJECT_BINARY_DIR}/headers_alone/${stem}.cpp)
    file(CONFIGURE OUTPUT ${source} CONTENT "#include \"${path}\"\n")
    list(APPEND sources ${source})
  endforeach()
  add_library(sinew_headers_alone OBJECT ${sources})
  set_target_properties(sinew_headers_alone PROPERTIES UNITY_BUILD OFF)
  list(TRANSFORM modules PREPEND sinew_)
  target_link_libraries(sinew_headers_alone PRIVATE ${modules} ${libraries} sinew_warnings)
endfunction()
