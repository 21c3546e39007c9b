sinew_compiled_quickly(print)
# long CSVs spend most of their time here
set_source_files_properties(sinew/print/number_rows.cpp sinew/print/shortest_digits.cpp
                            PROPERTIES COMPILE_OPTIONS $<$<CONFIG:Release,RelWithDebInfo>:-O3>)
