sinew_compiled_quickly(formats)
# The shipped robots are found relative to bin and lib, in the build tree as in an installed one, or where they are
# installed.
target_compile_definitions(sinew_formats PRIVATE
                           SINEW_ROBOTS_FROM_PREFIX="${CMAKE_INSTALL_DATADIR}/sinew/robots"
                           SINEW_INSTALLED_ROBOTS="${CMAKE_INSTALL_FULL_DATADIR}/sinew/robots")
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/${CMAKE_INSTALL_DATADIR}/sinew)
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/robots ${PROJECT_BINARY_DIR}/${CMAKE_INSTALL_DATADIR}/sinew/robots SYMBOLIC)
