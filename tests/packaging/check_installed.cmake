# cmake -P check_installed.cmake: what `make install` builds, what the installed programs know and how they are protected, and
# that `make uninstall` takes away what was installed and nothing else.
file(REMOVE_RECURSE ${WORK})
set(prefix ${WORK}/prefix)

function(output_of variable)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
  set(${variable} "${output}" PARENT_SCOPE)
endfunction()

# `make install` builds what it installs, and no test
output_of(commands ninja -C ${SINEW_BUILD} -t commands sinew_to_install)
string(FIND "${commands}" "/tests/" tests)
string(FIND "${commands}" "gtest" gtest)
if(NOT tests EQUAL -1 OR NOT gtest EQUAL -1)
  message(SEND_ERROR "make install builds tests")
endif()

output_of(ignored ${CMAKE_COMMAND} --install ${SINEW_BUILD} --prefix ${prefix})

# nothing that is compiled knows where it was built
file(GLOB compiled ${prefix}/bin/* ${prefix}/lib/*.a ${prefix}/lib/*/*.a ${prefix}/lib/*.so ${prefix}/lib/*/*.so)
foreach(file IN LISTS compiled)
  foreach(path IN ITEMS ${SINEW_SOURCES} ${SINEW_BUILD})
    file(STRINGS ${file} known REGEX "${path}/" LIMIT_COUNT 1)
    if(known)
      message(SEND_ERROR "${file} knows a path of its build: ${known}")
    endif()
  endforeach()
endforeach()

# the command is protected
output_of(elf readelf --wide --file-header --program-headers --dynamic --dyn-syms ${prefix}/bin/sinew)
foreach(expected IN ITEMS "Type: +DYN" "GNU_RELRO" "BIND_NOW|Flags: NOW" "__stack_chk_fail" "__[a-z]+_chk" "GNU_STACK +[^ ]+ +[^ ]+ +[^ ]+ +[^ ]+ +[^ ]+ +RW ")
  if(NOT elf MATCHES "${expected}")
    message(SEND_ERROR "bin/sinew is not hardened: readelf shows no ${expected}")
  endif()
endforeach()
if(elf MATCHES "R(UN)?PATH")
  message(SEND_ERROR "bin/sinew looks for libraries where it was built")
endif()

# it finds its robots beside itself
output_of(card ${prefix}/bin/sinew info puma560)
if(NOT card MATCHES "puma560")
  message(SEND_ERROR "bin/sinew does not find the robots that were installed with it")
endif()

# what somebody else has put there stays, all else goes
file(WRITE ${prefix}/include/sinew/mine.h "mine")
file(WRITE ${prefix}/bin/other "other")
output_of(ignored ${CMAKE_COMMAND} -D PREFIX=${prefix} -P ${SINEW_SOURCES}/cmake/SinewUninstall.cmake)
file(GLOB_RECURSE left LIST_DIRECTORIES true RELATIVE ${prefix} ${prefix}/*)
list(SORT left)
list(REMOVE_ITEM left bin include lib lib/cmake share share/doc)  # folders that others share
if(NOT left STREQUAL "bin/other;include/sinew;include/sinew/mine.h")
  message(SEND_ERROR "make uninstall leaves or takes what it should not: ${left}")
endif()
execute_process(COMMAND ${CMAKE_COMMAND} -D PREFIX=${prefix} -P ${SINEW_SOURCES}/cmake/SinewUninstall.cmake
                RESULT_VARIABLE again ERROR_VARIABLE words OUTPUT_QUIET)
if(again EQUAL 0 OR NOT words MATCHES "is not installed in")
  message(SEND_ERROR "make uninstall does not say that there is nothing to remove")
endif()
