# The library for other programs: one libsinew, static and shared, of the objects of every module, and the headers that
# it is used through. sinew::sinew is the static one, or the shared one where BUILD_SHARED_LIBS is on.

get_property(modules GLOBAL PROPERTY SINEW_MODULES)
set(objects)
foreach(module IN LISTS modules)
  get_target_property(type sinew_${module} TYPE)
  if(NOT type STREQUAL INTERFACE_LIBRARY)
    list(APPEND objects $<TARGET_OBJECTS:sinew_${module}>)
  endif()
endforeach()

# A header-only library is compiled in already. Eigen alone stands in our headers.
get_property(libraries GLOBAL PROPERTY SINEW_LIBRARIES)
list(REMOVE_DUPLICATES libraries)
set(linked)
foreach(library IN LISTS libraries)
  get_target_property(type ${library} TYPE)
  if(NOT type STREQUAL INTERFACE_LIBRARY)
    list(APPEND linked ${library})
  endif()
endforeach()

# The public headers, from the one list of them. Each includes only headers that are public as well.
file(STRINGS sinew/public_headers.txt public_headers REGEX "^sinew/")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/sinew/public_headers.txt)
foreach(header IN LISTS public_headers)
  file(STRINGS ${header} includes REGEX "^[ \t]*#[ \t]*include[ \t]*[\"<]sinew/")
  foreach(line IN LISTS includes)
    string(REGEX REPLACE "^[^\"<]*[\"<]([^\">]*).*$" "\\1" included "${line}")
    if(NOT included IN_LIST public_headers)
      message(FATAL_ERROR "${header} is public and includes ${included}, which is not.\n"
              "Include it in a source instead, or make it public in sinew/public_headers.txt.")
    endif()
  endforeach()
endforeach()
set_property(GLOBAL APPEND PROPERTY SINEW_HEADERS ${PROJECT_SOURCE_DIR}/sinew/sinew.h)

foreach(kind IN ITEMS static shared)
  string(TOUPPER ${kind} type)
  add_library(sinew_${kind} ${type} ${objects})
  target_compile_features(sinew_${kind} PUBLIC cxx_std_20)
  target_link_libraries(sinew_${kind} PUBLIC Eigen3::Eigen PRIVATE ${linked})
  target_sources(sinew_${kind} PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR} FILES ${public_headers})
  set_target_properties(sinew_${kind} PROPERTIES OUTPUT_NAME sinew EXPORT_NAME ${kind} LINKER_LANGUAGE CXX
                        VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  add_library(sinew::${kind} ALIAS sinew_${kind})
endforeach()
if(BUILD_SHARED_LIBS)
  add_library(sinew::sinew ALIAS sinew_shared)
else()
  add_library(sinew::sinew ALIAS sinew_static)
endif()
