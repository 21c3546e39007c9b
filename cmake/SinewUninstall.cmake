# cmake -D PREFIX=/usr/local -P cmake/SinewUninstall.cmake: removes what `cmake --install --prefix PREFIX` has installed,
# and the folders that hold nothing else.
cmake_minimum_required(VERSION 3.25)
set(manifest ${PREFIX}/share/sinew/install_manifest.txt)
if(NOT EXISTS ${manifest})
  message(FATAL_ERROR "Sinew is not installed in ${PREFIX}, for ${manifest} is not there. Name the folder that it was "
          "installed to: make uninstall PREFIX=...")
endif()

file(STRINGS ${manifest} files)
set(folders)
foreach(file IN LISTS files)
  cmake_path(SET path NORMALIZE "${PREFIX}/${file}")
  cmake_path(IS_PREFIX PREFIX ${path} NORMALIZE inside)
  if(NOT inside)
    message(FATAL_ERROR "${manifest} names ${file}, which is outside ${PREFIX}. Nothing was removed.")
  endif()
endforeach()
foreach(file IN LISTS files)
  cmake_path(GET file PARENT_PATH folder)
  # the folders of its own: include/sinew and all below, lib/cmake/sinew, share/sinew, share/doc/sinew
  while(folder MATCHES "(^|/)sinew(/|$)")
    list(APPEND folders ${folder})
    cmake_path(GET folder PARENT_PATH folder)
  endwhile()
  file(REMOVE ${PREFIX}/${file})
endforeach()

# the longest first, so that a folder comes after those in it
list(REMOVE_DUPLICATES folders)
list(SORT folders ORDER DESCENDING)
foreach(folder IN LISTS folders)
  file(GLOB left ${PREFIX}/${folder}/*)
  if(left STREQUAL "")
    file(REMOVE_RECURSE ${PREFIX}/${folder})
  endif()
endforeach()
list(LENGTH files count)
message(STATUS "Removed ${count} files from ${PREFIX}")
