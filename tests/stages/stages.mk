# make test and make test-all: stages, each a goal such as make test-windows, so that they can run side by side too.
#
# The first stages are the same on every machine, whatever else is installed there. The others want more packages. The
# output of a stage goes to build/log/STAGE.log: tests/stages/stage.sh.

PORTS := aarch64 riscv64
STAGES := gcc proof
# A+B: side by side, since each leaves a processor idle in a part of its time. They share no file that is not
# made before: test-all itself makes stage-built.
MORE_IN_TURN := lint sanitized fuzz i386+windows aarch64+riscv64 macos+javascript packages consumers march browser+scale peers afl thorough mutants attack
MORE_STAGES := $(subst +, ,$(MORE_IN_TURN))
# Only by name, since they take long.
OTHER_STAGES := static release

# The suites of build/check in which a test needs more than `make deps test` installs, by stage. Those of the stage
# packages build, pack or install things, and are left to it.
SUITES_i386 := i386 abi hardening emulated
SUITES_windows := windows
SUITES_packages := musl frozen vendor vendored_rules examples embedding python install toy_kernel cxx_header searches same_code deps
SUITES_scale := scale
# Those of code that is built several times: c/builds.mk.
SUITES_march := kernels batch positions fen_rows four_lines four_placements placement plain_fen check_epd verdict counters generators carried movegen \
	perft pgn_fast pgn_lanes pgn_registers pgn_reader pgn_commands data_lanes data_records data_reader data_writer
# Those of the command line that start the program, but not a compiler, another program's build, or plugins, which a program in one
# file does not load.
SUITES_static = $(filter-out $(WANT_COMPILER),$(sort $(subst /,_,$(TRANSCRIPTS:tests/cli/%.test=%)) $(shell sed -n 's/^Test.\([a-z0-9_]*\),.*/\1/p' tests/cli/*/*.c)))
WANT_COMPILER := windows fuzz_plugin page allocations stops selfplay dialects fuzz fuzz_games quote variant_diff
SUITES_browser := page
SUITES_peers := stockfish variant_diff
SUITES_peers_given := data_peers
# Those that try samples, few in `make test`; THOROUGH=1 makes some of them try all cases, or many more, in a minute or two.
SUITES_sampled = $(filter-out $(SUITES_thorough) $(LEFT_TO_TEST_ALL),$(shell grep -l support/thorough.h $(TESTS) | xargs sed -n 's/^Test.\([a-z0-9_]*\),.*/\1/p' | sort -u))
SUITES_thorough := stops pieceset random mirrors placement four_placements four_lines plain_fen generators carried allocations

# Measured on two idle cores, the shorter times on AMD Zen 5, the longer on Zen 3; packages not counted.
SAID_test := make test: $(words $(STAGES)) stages, 2 to 8 minutes on two idle cores, 0.2 GB in $(BUILD)/
SAID_test-all := make test-all: what make test leaves out, $(words $(MORE_STAGES)) stages, 20 to 40 minutes on two idle cores, 2.6 GB

.PHONY: check test test-all $(foreach stage,$(STAGES) $(MORE_STAGES) $(OTHER_STAGES),test-$(stage) stage-$(stage))

# Jobs are given by the make that calls this one, or else there are as many as processors.
JOBS = $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc))
STAGE_MAKE = $(MAKE) --no-print-directory $(JOBS)
run_stages = +@BUILD=$(BUILD) tests/stages/stages.sh '$(SAID_$@)' '$(STAGE_MAKE)'

ifneq ($(MACH_O),)
test: test-answers
else ifneq ($(ASSEMBLED),)
check: test
test: $(BUILD)/flags ## all tests of the build and the proof: 2 to 8 minutes on two cores
	$(run_stages) $(STAGES)
endif

test-all: $(BUILD)/flags stage-built ## what test leaves out: lint, sanitizers, fuzzing, Windows, i386, packages, browser, peers, mutants
	$(run_stages) $(MORE_IN_TURN)

$(STAGES:%=test-%) test-sanitized test-march: export TEST_USUAL = 1
$(STAGES:%=test-%) $(MORE_STAGES:%=test-%) $(OTHER_STAGES:%=test-%): test-%: $(BUILD)/flags
	+@TO_MAKE=$$($(STAGE_MAKE) -n stage-$* 2>/dev/null | grep -c '^  [a-z0-9_+-]*	') BUILD=$(BUILD) \
		tests/stages/stage.sh $* $(STAGE_MAKE) stage-$*

# Runs suites of build/check, or of what is given; none: all.
CHECK_JOBS = --jobs $(shell echo $$(($$(nproc) * 4))) # many tests wait for what they have started
empty :=
any_of = $(subst $(empty) $(empty),|,$(strip $(1)))
suites = --filter '@($(any_of))/*'
check = $(ALONE) $(or $(2),$(BUILD)/check) --verbose $(CHECK_JOBS) $(if $(1),$(call suites,$(1)))
check_sanitized = $(call check,$(1),LSAN_OPTIONS=suppressions=$(CURDIR)/tests/leaks.supp:print_suppressions=0 $(BUILD)/sanitized/check)

# ---- make test ----
LEFT_TO_TEST_ALL := $(SUITES_packages) i386 emulated

# POSITIONS='FILE...' adds files to those that perft is compared with Stockfish on.
PROGRAMS_TESTED := $(BUILD)/bench $(BUILD)/check $(BUILD)/compare $(BUILD)/broken $(BUILD)/failing $(BUILD)/hard
stage-gcc: all $(PROGRAMS_TESTED)
	$(ALONE) $(BUILD)/check --verbose $(CHECK_JOBS) --filter '!($(call any_of,$(LEFT_TO_TEST_ALL)))/*'

stage-proof: prove

# ---- make test-all ----
stage-lint: lint

stage-sanitized: sanitized $(BUILD)/kingscan
	$(call check_sanitized)

# One seed, so that who changes something meets what that change has done; `make fuzz` looks for old faults.
# (Compiled in half of the time: a brief run ends by the clock.)
stage-fuzz: SANITIZED_LEVEL := -O0
stage-fuzz: fuzzers
	@rm -rf $(BUILD)/corpus/brief
	@$(call run_libfuzzer,-seed=1 -runs=20000 -max_total_time=5,$(BUILD)/corpus/brief)
	@rm -rf $(BUILD)/corpus/brief
	@echo '=> $(words $(FUZZERS)) fuzzers'

stage-i386: stage-built i386
	$(call check,$(SUITES_i386))

# Every port is compiled by two compilers: here and for other processors by clang too; macOS is compiled by clang, Linux by both.
# clang looks for mingw-w64 beside the first gcc in PATH, which may be a compiler's cache, unless it is told the folder.
BY_CLANG = +$(MAKE) --no-print-directory WERROR=1 CFLAGS='-O0 -DKS_QUICK_TO_COMPILE'

# Wine itself hangs once in some hundred runs: then all its processes are killed, and the suite begins again on a new disk.
clear_wine = WINEPREFIX=$(abspath $(BUILD))/windows/wine wineserver -k; rm -rf $(BUILD)/windows/wine

stage-windows: stage-built windows-tests
	$(call check,$(SUITES_windows)) || { echo '=> began again'; $(clear_wine); $(call check,$(SUITES_windows)); }
	$(BY_CLANG) CC='clang-19 --target=$(HOST) --sysroot=/usr' BUILD=$(BUILD)/windows/clang SYSTEM=windows AR=$(HOST)-ar all
	$(clear_wine)

$(PORTS:%=stage-%): stage-%:
	+$(MAKE) --no-print-directory CC=$*-linux-gnu-gcc BUILD=$(BUILD)/$* WERROR=1 CFLAGS='-O2 -DKS_QUICK_TO_COMPILE' test
	$(BY_CLANG) CC='clang-19 --target=$*-linux-gnu' BUILD=$(BUILD)/$*/clang all
	qemu-$* -L /usr/$*-linux-gnu $(BUILD)/$*/clang/kingscan check --count $(POSITIONS) | diff tests/data/positions.count -

stage-macos: macos-tests
	@echo '=> $(words $(MACOS_MACHINES)) processors'

# The program in one file, and the one that has no more than POSIX, in place of the usual one.
stage-static: stage-built static $(BUILD)/plain/kingscan
	@ln -sf $(abspath $(BUILD)/broken) $(BUILD)/static
	@ln -sf $(abspath $(BUILD)/broken) $(BUILD)/plain
	TEST_PROGRAM=$(BUILD)/static/kingscan $(call check,$(SUITES_static))
	TEST_PROGRAM=$(BUILD)/plain/kingscan $(call check,$(SUITES_static))

# Everything is compiled twice, with optimization.
stage-release: dist
	tests/packaging/release.sh $(TARBALL)

# What packagers have in CFLAGS: processors for which the compiler may use more than a row of c/builds.mk says. The tests are
# those of the usual build, with another library. (With -O1 alone, gcc leaves out vzeroupper.)
MARCH_v3 := CC=gcc CFLAGS='-O1 -fexpensive-optimizations -march=x86-64-v3 -DKS_QUICK_TO_COMPILE'
MARCH_native := CC=clang-19 CFLAGS='-O1 -march=native'

stage-march: stage-built
	+$(foreach march,v3 native,$(MAKE) --no-print-directory BUILD=$(BUILD)/$(march) WERROR=1 USUAL=$(BUILD) $(MARCH_$(march)) \
		$(BUILD)/$(march)/kingscan $(BUILD)/$(march)/check-usual && \
		$(BUILD)/$(march)/kingscan check --count $(POSITIONS) | diff tests/data/positions.count - && ):
	$(call check,$(SUITES_march),$(BUILD)/v3/check-usual)
	$(call check,$(SUITES_march),$(BUILD)/native/check-usual)

# A compiler's cache keeps what these stages compile again and again in other folders.
stage-packages stage-consumers: export PATH := /usr/lib/ccache:/usr/lib64/ccache:$(PATH)
stage-packages stage-consumers: export CCACHE_DIR := $(abspath $(BUILD))/ccache
stage-packages stage-consumers: export CCACHE_BASEDIR := /
stage-packages stage-consumers: export CCACHE_NOHASHDIR := 1
stage-packages: export DEB_CFLAGS_APPEND := -O1
stage-packages: export DEB_CPPFLAGS_APPEND := -DKS_QUICK_TO_COMPILE
stage-packages: stage-built i386 examples python wheel
	$(call check,$(SUITES_packages))
	+$(MAKE) --no-print-directory deb

stage-consumers: dist
	tests/packaging/consumers.sh $(TARBALL)
	@echo '=> 7 consumers of the tarball'

stage-javascript: javascript-tests
	node --test $(JAVASCRIPT)/test/
	@echo '=> the package in Node and Chromium'

stage-scale: stage-built
	$(call check,$(SUITES_scale))

stage-browser: stage-built sanitized site page-tests
	$(call check,$(SUITES_browser))
	$(call check_sanitized,$(SUITES_browser))
	node --test $(WORKBENCH)/test/
	node tests/browser/workbench.mjs $(BUILD)/workbench.html $(BUILD)/broken
	node tests/browser/colours.mjs $(BUILD)
	node tests/browser/site.mjs $(SITE)

# Training data are compared where NNUE_PYTORCH, a folder with that project, and STOCKFISH_TOOLS, the program of
# Stockfish's branch `tools`, are given.
stage-peers: export TEST_POSITIONS = $(if $(findstring command,$(origin POSITIONS)),$(POSITIONS))
stage-peers: export NNUE_PYTORCH := $(NNUE_PYTORCH)
stage-peers: export STOCKFISH_TOOLS := $(STOCKFISH_TOOLS)
stage-peers: stage-built
	$(call check,$(SUITES_peers) $(if $(NNUE_PYTORCH)$(STOCKFISH_TOOLS),$(SUITES_peers_given)))

stage-afl:
	+$(MAKE) --no-print-directory afl FUZZ_SECONDS=10
	rm -rf $(BUILD)/afl

stage-thorough: stage-built
	THOROUGH=1 $(call check,$(SUITES_thorough))
	$(call check,$(SUITES_sampled))
	TEST_COUNTS=500000 TEST_PLIES=10000 $(call check,variant_deep)

stage-mutants: stage-built i386
	$(ALONE) $(MUTANTS) --short --count 6 --files asm,c/core,c/rules

stage-attack: $(BUILD)/libkingscan.so prove-faults
	+$(MAKE) --no-print-directory prove-attack ATTACK_SECONDS=60
	tests/proof/second.py --library $(BUILD)/libkingscan.so --squares 0,4,27,36,60

# The programs that build/check starts.
.PHONY: stage-built
stage-built: all $(PROGRAMS_TESTED) vendor $(WITH_RULES)/kingscan.h $(VENDORED_SO) $(BUILD)/compare-vendored
