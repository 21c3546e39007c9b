# What `cmake --install` lays down, and how another project finds it: sinew::sinew is libsinew, with the public headers.

if(NOT SINEW_INSTALL)
  return()
endif()
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/sinew)

install(TARGETS sinew_static sinew_shared EXPORT sinewTargets FILE_SET HEADERS)
install(EXPORT sinewTargets NAMESPACE sinew:: DESTINATION ${package_dir})
configure_package_config_file(cmake/sinewConfig.cmake.in sinewConfig.cmake INSTALL_DESTINATION ${package_dir}
                              PATH_VARS CMAKE_INSTALL_DATADIR)
write_basic_package_version_file(sinewConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/sinewConfig.cmake ${PROJECT_BINARY_DIR}/sinewConfigVersion.cmake
        DESTINATION ${package_dir})

# what `make install` needs, and nothing else
add_custom_target(sinew_to_install)
foreach(target IN ITEMS sinew_static sinew_shared sinew_cli)
  if(TARGET ${target})
    add_dependencies(sinew_to_install ${target})
  endif()
endforeach()

install(DIRECTORY robots DESTINATION ${CMAKE_INSTALL_DATADIR}/sinew)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

# last of all: what was installed, for `make uninstall`
set(manifest ${CMAKE_INSTALL_DATADIR}/sinew/install_manifest.txt)
install(CODE "
  set(files \${CMAKE_INSTALL_MANIFEST_FILES})
  list(TRANSFORM files REPLACE \"^\${CMAKE_INSTALL_PREFIX}/\" \"\")
  list(APPEND files ${manifest})
  list(JOIN files \"\\n\" lines)
  file(WRITE \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${manifest}\" \"\${lines}\\n\")
")
