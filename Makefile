# SPDX-License-Identifier: BSD-3-Clause
#
# A front door for people; CMakePresets.json says how each build is configured.

PREFIX ?= /usr/local
FUZZ_SECONDS ?= 60

.PHONY: help run test soak lint check bench fuzz asan tsan docs-figures install uninstall clean

help:  ## this list
	@echo "Sinew. What to type:"
	@awk -F ':  ## ' '/^[a-z-]+:  ## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# A folder that was configured with tests stays so, and one that was not needs nothing that only tests need.
command_preset = $(if $(shell grep -s '^SINEW_BUILD_TESTS:BOOL=ON' build/CMakeCache.txt),release,command)

run:  ## install what is missing, build, and compute the textbook's torques beside the published ones
	@tools/install-packages build
	@tools/check-build-dir build
	cmake --preset $(command_preset)
	cmake --build build --target sinew_cli example_01_torques
	@build/bin/example_01_torques robots
	@echo
	@echo "Next: build/bin/sinew torque puma560 --q 10deg,20deg,30deg,0,0,0 --trace   every vector of both passes"
	@echo "      build/bin/sinew help                                               what else you can ask"

test:  ## build everything and run every test
	@tools/install-packages build test plots
	@tools/check-build-dir build
	cmake --workflow --preset release

soak:  ## suites that take too long for every test run: laws, equations, 200 random arms, a million requests to `ask`
	@tools/install-packages build test plots
	@tools/check-build-dir build
	cmake --preset release
	cmake --build --preset release --target sinew_cli test_laws test_symbolic test_equations
	SINEW_SOAK=1 build/bin/test_laws --gtest_brief=1
	SINEW_SOAK=1 build/bin/test_symbolic --gtest_brief=1
	SINEW_SOAK=1 build/bin/test_equations --gtest_brief=1
	/usr/bin/python3 -B tests/equations/check_random_arms.py build/bin/sinew --count 200
	/usr/bin/python3 -B tests/questions/check_requests.py build/bin/sinew --count 1000000

lint:  ## formatting, clang-tidy, and clang's warnings on every source alone; nothing is built
	@tools/install-packages build test plots bench fuzz lint
	@tools/check-build-dir build-clang
	tools/check-format
	cmake --preset clang
	tools/check-tidy build-clang
	tools/check-sources-alone build-clang

check:  ## what CI runs besides `make test`: lint, quick tests and fuzzers in one sanitized build by clang
	@tools/install-packages build test plots bench fuzz lint
	@tools/check-build-dir build-clang
	tools/check-format
	cmake --preset clang
	tools/check-tidy build-clang
	tools/check-sources-alone build-clang --also-built
	cmake --build --preset clang
	ctest --preset clang
	tools/run-fuzzers build-clang 10

bench:  ## how long things take
	@tools/install-packages build bench
	@tools/check-build-dir build-bench
	cmake --workflow --preset bench
	build-bench/bin/bench_load_robot
	build-bench/bin/bench_dynamics --summary=build/bench/summary.json
	build-bench/bin/bench_equations --summary=build/bench/summary.json
	build-bench/bin/bench_redundancy --summary=build/bench/summary.json
	build-bench/bin/bench_trajectory
	build-bench/bin/bench_motion --summary=build/bench/summary.json
	build-bench/bin/bench_simulation --summary=build/bench/summary.json
	build-bench/bin/bench_calibration --summary=build/bench/summary.json

fuzz:  ## rubbish to every reader, FUZZ_SECONDS=60 each
	@tools/install-packages build test plots bench fuzz
	@tools/check-build-dir build-clang
	cmake --workflow --preset fuzz
	tools/run-fuzzers build-clang $(FUZZ_SECONDS)

asan:  ## every test under the address and undefined-behaviour sanitizers
	@tools/install-packages build test plots
	@tools/check-build-dir build-asan
	cmake --workflow --preset asan

tsan:  ## sixteen threads on one model, on one arm, and with every command's request, under the thread sanitizer
	@tools/install-packages build test plots
	@tools/check-build-dir build-tsan
	cmake --workflow --preset tsan

docs-figures:  ## the pictures of the guides, into build/docs-figures
	@tools/install-packages build plots
	@tools/check-build-dir build
	cmake --preset $(command_preset)
	cmake --build build --target sinew_cli
	tools/draw-docs-figures build/bin/sinew build/docs-figures

install:  ## to PREFIX=/usr/local: command, libraries, headers, robots
	@tools/install-packages build
	@tools/check-build-dir build
	cmake --preset $(command_preset)
	cmake --build build --target sinew_to_install
	cmake --install build --prefix "$(PREFIX)"

uninstall:  ## from PREFIX=/usr/local: every file that was installed, and nothing else
	cmake -D PREFIX="$(PREFIX)" -P cmake/SinewUninstall.cmake

clean:  ## remove every build folder
	rm -rf build build-shared build-dev build-asan build-tsan build-clang build-bench
