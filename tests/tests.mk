# make test, and the parts of it that can be asked for alone: prove, sanitized, i386, fuzz, mutants.

.PHONY: test ports mutants prove sanitized i386 windows-tests fuzz afl

# ---- Sources ----
TEST_FOLDERS := tests/lint tests/core tests/core/fen tests/rules tests/variant $(wildcard tests/cli/*) tests/bench tests/docs tests/embedding tests/packaging tests/support $(wildcard tests/support/*)
TESTS := $(wildcard $(TEST_FOLDERS:%=%/*.c))
BROKEN := $(wildcard tests/broken/*.c)
HARD := $(filter-out %/main.c,$(wildcard tests/hard/*.c))
ABI := $(filter-out %/main.c,$(wildcard tests/abi/*.c)) tests/abi/$(SYSTEM)/traps.c $(wildcard tests/abi/*.asm) \
	$(if $(filter windows,$(SYSTEM)),c/cli/platform/windows/memory.c)
ifeq ($(ASSEMBLED),)
# What starts a program of this build.
RUN ?= $(if $(filter-out $(THIS_MACHINE),$(MACHINE)),qemu-$(MACHINE) -L /usr/$(MACHINE)-linux-gnu)
# Without those about x86, about the calls of functions in assembly, and about what stands around the library.
ABOUT_X86 := $(patsubst %,tests/core/%.c,cpu emulated header i386 kernels toy_kernel)
TESTS := $(filter-out $(ABOUT_X86) $(shell grep -lE '"abi/(call|checks)\.h"' $(TESTS)) \
	tests/lint/% tests/bench/% tests/docs/% tests/embedding/% tests/packaging/% tests/cli/windows/% tests/support/sanitized.c,$(TESTS))
endif
TEST_OBJECTS = $(call object,$(TESTS))
ABI_OBJECTS = $(call object,$(ABI))
BROKEN_OBJECTS = $(call object,$(BROKEN))
HARD_OBJECTS = $(call object,$(HARD))
LAPSE_OBJECT = $(call object,tests/broken/lapse.c) # what the tests of `kingscan diff` and build/broken share

# ---- i386: the libraries, and a program that calls them through cdecl ----
i386: $(BUILD)/flags ## build the 32-bit libraries, their demo and their tests
	+@$(MAKE) --no-print-directory BUILD=$(BUILD)/i386 MACHINE=i386 $(addprefix $(BUILD)/i386/,libkingscan.so demo abi)

$(BUILD)/demo: $(BUILD)/obj/tests/i386/demo.o
$(BUILD)/abi$(EXE): $(BUILD)/obj/tests/abi/main.o $(ABI_OBJECTS) $(BUILD)/obj/tests/support/random.o
$(BUILD)/abi$(EXE): private KS_LDFLAGS += $(if $(filter i386,$(MACHINE)),-no-pie) # trampoline.asm has the addresses of its variables
$(BUILD)/demo $(BUILD)/abi$(EXE): $(BUILD)/libkingscan.a
	$(call say,$(CC),$@)
	$(Q)$(CC) $(KS_LDFLAGS) -o $@ $(filter %.o,$^) $<

# ---- Windows: what tests/cli/windows runs by Wine ----
windows-tests: $(BUILD)/flags ## build what `make windows` does, and the tests of its calling convention
	+@$(MAKE) --no-print-directory $(FOR_WINDOWS) all $(BUILD)/windows/abi.exe

HAS_MINGW := $(shell command -v $(HOST)-gcc)

# ---- Tests ----
COMMAND_OBJECTS = $(filter-out %/main.o,$(CLI_OBJECTS))

# Functions whose calls tests/rules/ways.c counts.
WATCHED := legal_moves_reference judge read_fen read_side read_castling_letters look_again

ifneq ($(ASSEMBLED),)
CHECKED := $(ABI)
RUNNER := -lcriterion
else
# Criterion isn't there for other processors: tests/runner has its words. What tests
# start goes through a script where programs don't run by themselves.
CHECKED := tests/abi/area.c tests/runner/runner.c
RUNNER :=
KS_TEST_CPPFLAGS = -isystem tests/runner -Wno-variadic-macros $(if $(RUN),-DPATIENCE=10 -DPROGRAM='"$(BUILD)/emulated/kingscan"')
endif
CHECK_OBJECTS = $(TEST_OBJECTS) $(call object,$(CHECKED))

$(BUILD)/emulated/%: $(BUILD)/%
	@mkdir -p $(@D)
	@printf '#!/bin/sh\nexec %s %s "$$@"\n' '$(RUN)' '$(abspath $<)' >$@ && chmod +x $@

$(BUILD)/check: $(CHECK_OBJECTS) $(HARD_OBJECTS) $(LAPSE_OBJECT) $(COMMAND_OBJECTS) $(BUILD)/libkingscan.a
	$(call say,$(CC),$@)
	$(Q)$(CC) $(KS_LDFLAGS) $(WATCHED:%=-Wl,--wrap=ks_%) -o $@ $^ $(RUNNER) $(LIBRARIES)

# Without the test runner, for emulators.
COMPARE_OBJECT = $(BUILD)/obj/tests/emulated/compare.o
$(BUILD)/compare: $(COMPARE_OBJECT) $(COMMAND_OBJECTS) $(BUILD)/libkingscan.a
	$(call say,$(CC),$@)
	$(Q)$(CC) $(KS_LDFLAGS) -o $@ $^ $(LIBRARIES)

# Engines with one rule bent, for `kingscan diff` to find.
$(BUILD)/broken: $(BROKEN_OBJECTS) $(BUILD)/libkingscan.a
	$(call say,$(CC),$@)
	$(Q)$(CC) $(KS_LDFLAGS) -o $@ $^

# What made c/cli/diff/hard.epd.
$(BUILD)/hard: $(BUILD)/obj/tests/hard/main.o $(HARD_OBJECTS) $(BUILD)/libkingscan.a
	$(call say,$(CC),$@)
	$(Q)$(CC) $(KS_LDFLAGS) -o $@ $^

$(CHECK_OBJECTS) $(ABI_OBJECTS) $(BROKEN_OBJECTS) $(HARD_OBJECTS) $(COMPARE_OBJECT) \
$(patsubst %,$(BUILD)/obj/tests/%.o,abi/main hard/main i386/demo): \
	private KS_CPPFLAGS += -Itests -DBUILD='"$(BUILD)"' $(KS_TEST_CPPFLAGS)

# For what starts a make of its own, which can't count on this one's jobs.
ALONE := env -u MAKEFLAGS -u MFLAGS
# When each part begins: all of them so far, since of a long log often the end alone is shown.
STARTED := $(if $(filter test,$(MAKECMDGOALS)),$(shell date +%T))
STEPS = $(BUILD)/steps
step = @date '+%T  $(1)' >>$(STEPS); cat $(STEPS)

FUZZ_SECONDS ?= 60

# libFuzzer: what it learns stays in the build; a finding is shown with the bytes that cause it.
FUZZERS := $(basename $(notdir $(wildcard tests/fuzz/fuzz_*.c)))
# $(1): how long, by libFuzzer's options.
run_libfuzzer = for target in $(FUZZERS); do \
	echo "  $$target $(1)"; mkdir -p $(BUILD)/corpus/$$target; \
	$(BUILD)/sanitized/$$target $(1) -max_len=400 -artifact_prefix=$(BUILD)/ $(BUILD)/corpus/$$target \
		tests/fuzz/corpus/$$target 2>$(BUILD)/$$target.log || { cat $(BUILD)/$$target.log >&2; exit 1; }; done

# Where there is AFL++: seconds a command.
run_afl = +@if command -v afl-fuzz >/dev/null; then $(MAKE) --no-print-directory afl FUZZ_SECONDS=$(1); \
	else echo '  AFL++ is missing: skipped'; fi

# ---- Other processors, by emulators ----
PORTS := aarch64 riscv64

ports: $(BUILD)/flags ## build for the processors that there are cross compilers and emulators for, and test there
	+@for port in $(PORTS); do \
		if command -v $$port-linux-gnu-gcc >/dev/null && command -v qemu-$$port >/dev/null; then \
			$(MAKE) --no-print-directory CC=$$port-linux-gnu-gcc BUILD=$(BUILD)/$$port test || exit 1; \
		else echo "  $$port: skipped, since $$port-linux-gnu-gcc or qemu-$$port is missing (make deps-dev)"; fi; done

ifeq ($(ASSEMBLED),)
QUICK_SUITES := board canonical errors fen possible
# What a build for another processor, or without NASM, has to do: the figures of the main job, all kernels alike, perft, a comparison of the
# program with itself, and the suites that are quick on an emulator.
# SUITES='*' runs all suites, as a build without NASM does.
SUITES ?= $(if $(RUN),$(QUICK_SUITES),*)
test: $(BUILD)/kingscan $(BUILD)/compare $(BUILD)/check $(BUILD)/broken $(BUILD)/hard $(addprefix $(BUILD)/emulated/,kingscan broken)
	$(RUN) $(BUILD)/kingscan check --count $(POSITIONS) | diff tests/data/positions.count -
	$(RUN) $(BUILD)/compare
	$(RUN) $(BUILD)/kingscan fuzz --seconds 5
	test "$$($(RUN) $(BUILD)/kingscan perft 5)" = 4865609
	head -n 20 $(POSITIONS) | $(BUILD)/emulated/kingscan diff 2 - --engine '$(BUILD)/emulated/kingscan uci'
	RUNNER_PATIENCE=10 $(RUN) $(BUILD)/check $(SUITES:%=--filter '%/*')
else
# Many tests wait for what they have started.
CHECK_JOBS = --jobs $(shell echo $$(($$(nproc) * 2)))
# POSITIONS='FILE...' adds files to those that perft is compared with Stockfish on.
test: export TEST_POSITIONS = $(if $(findstring command,$(origin POSITIONS)),$(POSITIONS))
test: lint all i386 ports $(if $(HAS_MINGW),windows-tests) $(BUILD)/bench $(BUILD)/check $(BUILD)/compare $(BUILD)/broken $(BUILD)/hard sanitized ## run all tests, then again under ASan and UBSan with clang
	@echo "$(STARTED)  make, on $$(nproc) processors" >$(STEPS)
	$(call step,the tests)
	$(ALONE) $(BUILD)/check $(CHECK_JOBS)
	$(call step,the tests under ASan and UBSan)
	$(ALONE) LSAN_OPTIONS=suppressions=tests/leaks.supp:print_suppressions=0 $(BUILD)/sanitized/check $(CHECK_JOBS)
	$(call step,fuzzers and mutants for a short time; the proof)
	+$(Q)$(MAKE) --no-print-directory fuzz-and-mutants-briefly prove
	$(call step,all is well)

# (From one seed: who changes something meets what that change has done, and not every day another old fault. Those
# are for `make fuzz`.)
.PHONY: fuzz-and-mutants-briefly
fuzz-and-mutants-briefly:
	@$(call run_libfuzzer,-seed=1 -runs=20000 -max_total_time=5)
	$(call run_afl,5)
	$(ALONE) $(MUTANTS) --short --count 6 --files asm,c/core,c/rules
endif

# The proofs are about the bytes of the shared library.
define PROVE
tests/proof/prove.py --library $(BUILD)/libkingscan.so $(if $(FULL),--full --i386 $(BUILD)/i386/libkingscan.so)
tests/proof/processor.py --library $(BUILD)/libkingscan.so $(if $(FULL),--samples 100)
$(if $(FULL),tests/proof/bent.py --library $(BUILD)/libkingscan.so)
$(if $(FULL),tests/proof/boards.py --library $(BUILD)/libkingscan.so)
$(ALONE) tests/proof/faults.py --build $(BUILD) $(if $(FULL),,--each 1)
endef

prove: $(BUILD)/libkingscan.so $(if $(FULL),i386) ## prove the kernels' machine code for all boards; FULL=1: piecesets too, and try the prover
	$(PROVE)

# Mutants are built and tested in a copy of what is built; a campaign that was interrupted goes on.
MUTANTS := tests/mutants/mutants.py
SEED ?= 1
COUNT ?= 400
FILES ?=
mutants: all i386 $(BUILD)/check ## bend single lines and tell which faults no test sees, SEED=1 COUNT=400 FILES=asm/scan,c/rules
	$(ALONE) $(MUTANTS) --seed $(SEED) --count $(COUNT) --files '$(FILES)' --record $(BUILD)/mutants-$(SEED).txt

# (With lines for reports, and no other debug information: the build takes 0.85 of the time.)
SANITIZED = +@$(MAKE) --no-print-directory BUILD=$(BUILD)/sanitized CC=clang-19 SANITIZE=1 CFLAGS='-O2 -g1'

sanitized: $(BUILD)/flags
	$(SANITIZED) $(addprefix $(BUILD)/sanitized/,check kingscan bench broken $(FUZZERS))

# libFuzzer brings its own main, and comes with clang alone.
FUZZER_OBJECTS = $(FUZZERS:%=$(BUILD)/obj/tests/fuzz/%.o)
$(FUZZER_OBJECTS): private KS_CPPFLAGS += -Itests
$(FUZZERS:%=$(BUILD)/%): $(BUILD)/%: $(BUILD)/obj/tests/fuzz/%.o $(BUILD)/obj/tests/support/readings.o $(COMMAND_OBJECTS) $(BUILD)/libkingscan.a
	$(call say,$(CC),$@)
	$(Q)$(CC) $(KS_LDFLAGS) -fsanitize=fuzzer -o $@ $^ $(LIBRARIES)

fuzz: $(BUILD)/kingscan $(BUILD)/flags ## look for bugs in kernels, readers and commands, FUZZ_SECONDS=60 each
	$(SANITIZED) $(FUZZERS:%=$(BUILD)/sanitized/%)
	@$(call run_libfuzzer,-max_total_time=$(FUZZ_SECONDS))
	$(call run_afl,$(FUZZ_SECONDS))
	$(BUILD)/kingscan fuzz --seconds $(FUZZ_SECONDS)

afl: $(BUILD)/flags ## look for crashes of the program with AFL++, FUZZ_SECONDS=60 a command
	+@$(MAKE) --no-print-directory BUILD=$(BUILD)/afl CC=afl-clang-fast SANITIZE=1 $(BUILD)/afl/kingscan
	tests/fuzz/afl.sh $(FUZZ_SECONDS) $(BUILD)/afl
