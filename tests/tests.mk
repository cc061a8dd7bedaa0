# The parts of the stages of make test (tests/stages/stages.mk): the programs that test, sanitizers, fuzzers, the proof,
# mutants.

.PHONY: mutants prove prove-attack sanitized i386 windows-tests macos-tests fuzzers fuzz afl

# ---- Sources ----
TEST_FOLDERS := tests/lint tests/stages tests/core tests/core/fen tests/rules tests/game tests/variant tests/variant/fen tests/variant/moves $(wildcard tests/cli/*) tests/bench tests/docs tests/embedding tests/packaging tests/support $(wildcard tests/support/*)
TESTS := $(wildcard $(TEST_FOLDERS:%=%/*.c))
BROKEN := $(wildcard tests/broken/*.c)
HARD := $(filter-out %/main.c,$(wildcard tests/hard/*.c))
ABI := $(filter-out %/main.c,$(wildcard tests/abi/*.c)) tests/abi/$(SYSTEM)/traps.c $(wildcard tests/abi/*.asm) \
	$(if $(filter windows,$(SYSTEM)),$(addprefix c/cli/platform/windows/,channels.c posix.c))
ifeq ($(ASSEMBLED),)
# The command that starts a program of this build.
RUN ?= $(if $(filter-out $(THIS_MACHINE),$(MACHINE)),qemu-$(MACHINE) -L /usr/$(MACHINE)-linux-gnu)
# Tests about x86, about the calls of functions in assembly, and about the library's surroundings are left out.
ABOUT_X86 := $(patsubst %,tests/core/%.c,cpu cxx_header emulated header i386 kernels toy_kernel)
TESTS := $(filter-out $(ABOUT_X86) $(shell grep -lE '"abi/(call|checks)\.h"' $(TESTS)) \
	tests/lint/% tests/stages/% tests/bench/% tests/docs/% tests/embedding/% tests/packaging/% tests/cli/windows/% tests/support/hooks.c,$(TESTS))
endif
TEST_OBJECTS = $(call object,$(TESTS)) $(BUILD)/obj/tests/transcripts.o
ABI_OBJECTS = $(call object,$(ABI))
BROKEN_OBJECTS = $(call object,$(BROKEN))
HARD_OBJECTS = $(call object,$(HARD))
LAPSE_OBJECT = $(call object,tests/broken/lapse.c) # what the tests of `kingscan diff` and build/broken share

# ---- i386: the libraries, and a program that calls them through cdecl ----
i386: $(BUILD)/flags ## build the 32-bit libraries, their demo and their tests
	+@$(MAKE) --no-print-directory BUILD=$(BUILD)/i386 MACHINE=i386 WERROR=1 $(addprefix $(BUILD)/i386/,libkingscan.so demo abi)

$(BUILD)/demo: $(BUILD)/obj/tests/i386/demo.o
$(BUILD)/abi$(EXE): $(BUILD)/obj/tests/abi/main.o $(ABI_OBJECTS) $(BUILD)/obj/tests/support/random.o
$(BUILD)/abi$(EXE): private KS_LDFLAGS += $(if $(filter i386,$(MACHINE)),-no-pie) # trampoline.asm has the addresses of its variables
$(BUILD)/demo $(BUILD)/abi$(EXE): $(BUILD)/libkingscan.a
	$(call say,$(CC),$@)
	$(Q)$(CC) $(KS_LDFLAGS) -o $@ $(filter %.o,$^) $< $(LIBRARIES)

# ---- Windows: what tests/cli/windows runs by Wine ----
windows-tests: $(BUILD)/flags ## build what `make windows` does, with quick flags, and the tests of its calling convention
	+@$(MAKE) --no-print-directory $(FOR_WINDOWS) CFLAGS='-O1 -DKS_QUICK_TO_COMPILE' all $(BUILD)/windows/abi.exe

# ---- Tests ----
COMMAND_OBJECTS = $(filter-out %/main.o,$(CLI_OBJECTS))

# Functions whose calls tests/rules/ways.c counts, one that tests/rules/read_uci.c turns off, and three
# that tests/cli/diff/recount.c bends.
WATCHED := legal_moves_reference judge read_fen read_side read_castling_letters settle_verdicts legal_moves_between read_token read_said read_uci perft variant_perft legal_moves

ifneq ($(ASSEMBLED),)
CHECKED := $(ABI)
RUNNER := -lcriterion -Wl,--disable-new-dtags,-rpath,'$$ORIGIN/runner'
else
# Criterion is missing for other processors: tests/runner has its words. Tests start programs by a script where these
# do not run without an emulator.
CHECKED := tests/abi/area.c tests/runner/runner.c
RUNNER :=
KS_TEST_CPPFLAGS = -isystem tests/runner -Wno-variadic-macros $(if $(RUN),-DPATIENCE=10 -DPROGRAM='"$(BUILD)/emulated/kingscan"')
endif
CHECK_OBJECTS = $(TEST_OBJECTS) $(call object,$(CHECKED))

# In place of libgit2, if Criterion asks for it, by the name that it asks for. (Criterion's own library looks here as well for an rpath,
# not for a runpath.)
$(BUILD)/runner/made: tests/runner/libgit2.c
	@mkdir -p $(@D)
	$(call say,$(CC),$<)
	$(Q)name=$$(readelf -d "$$($(CC) -print-file-name=libcriterion.so)" | sed -n 's/.*(NEEDED).*\[\(libgit2\.so[^]]*\)\]/\1/p') && \
		{ test -z "$$name" || $(CC) $(WARNINGS) -shared -nostdlib -Wl,-soname,$$name -o $(@D)/$$name $<; } && touch $@

$(BUILD)/emulated/%: $(BUILD)/%
	@mkdir -p $(@D)
	@printf '#!/bin/sh\nexec %s %s "$$@"\n' '$(RUN)' '$(abspath $<)' >$@ && chmod +x $@

LINKED_FOR_CHECK = $(CHECK_OBJECTS) $(HARD_OBJECTS) $(LAPSE_OBJECT)
$(BUILD)/check: $(LINKED_FOR_CHECK)
# The tests that USUAL, another folder, has compiled, with this build's library.
$(BUILD)/check-usual: private TESTS_TO_LINK = $(LINKED_FOR_CHECK:$(BUILD)/%=$(USUAL)/%)
$(BUILD)/check $(BUILD)/check-usual: $(COMMAND_OBJECTS) $(BUILD)/libkingscan.a $(if $(RUNNER),| $(BUILD)/runner/made)
	$(call say,$(CC),$@)
	$(Q)$(CC) $(KS_LDFLAGS) $(WATCHED:%=-Wl,--wrap=ks_%) -o $@ $(filter %.o,$^) $(TESTS_TO_LINK) $(filter %.a,$^) $(RUNNER) $(LIBRARIES)

# A program for emulators, which needs no test runner.
COMPARE_OBJECT = $(BUILD)/obj/tests/emulated/compare.o
$(BUILD)/compare: $(COMPARE_OBJECT) $(COMMAND_OBJECTS) $(BUILD)/libkingscan.a
	$(call say,$(CC),$@)
	$(Q)$(CC) $(KS_LDFLAGS) -o $@ $^ $(LIBRARIES)

# The program with the fallbacks of c/cli/platform/posix for systems that have less than Linux. They run here, since those systems do
# not.
PLAIN_POSIX := $(wildcard c/cli/platform/posix/*.c)
PLAIN_OBJECTS = $(PLAIN_POSIX:%.c=$(BUILD)/obj/%.plain.o)
$(PLAIN_OBJECTS): $(BUILD)/obj/%.plain.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,$(CC),$< (plain POSIX))
	$(Q)$(CC) $(KS_CPPFLAGS) $(KS_CFLAGS) -DKS_PLAIN_POSIX -c $< -o $@

$(BUILD)/plain/kingscan: $(filter-out $(call object,$(PLAIN_POSIX)),$(CLI_OBJECTS)) $(PLAIN_OBJECTS) $(BUILD)/libkingscan.a
	@mkdir -p $(@D)
	$(call say,$(CC),$@)
	$(Q)$(CC) $(KS_LDFLAGS) -o $@ $^ $(LIBRARIES)

# Engines with one rule bent, for `kingscan diff` to find.
$(BUILD)/broken: $(BROKEN_OBJECTS) $(BUILD)/libkingscan.a
	$(call say,$(CC),$@)
	$(Q)$(CC) $(KS_LDFLAGS) -o $@ $^

# The program with an allocation that fails: tests/cli/shell/allocations.c.
FAILING_WRAPPED := mmap pthread_create $(if $(SANITIZE),malloc calloc realloc strdup strndup)
$(BUILD)/failing: $(BUILD)/obj/tests/failing/failing.o $(CLI_OBJECTS) $(BUILD)/libkingscan.a
	$(call say,$(CC),$@)
	$(Q)$(CC) $(KS_LDFLAGS) $(FAILING_WRAPPED:%=-Wl,--wrap=%) -o $@ $^ $(LIBRARIES)

# The program that made c/cli/commands/diff/hard.epd.
$(BUILD)/hard: $(BUILD)/obj/tests/hard/main.o $(HARD_OBJECTS) $(BUILD)/libkingscan.a
	$(call say,$(CC),$@)
	$(Q)$(CC) $(KS_LDFLAGS) -o $@ $^

$(CHECK_OBJECTS) $(ABI_OBJECTS) $(BROKEN_OBJECTS) $(HARD_OBJECTS) $(COMPARE_OBJECT) \
$(patsubst %,$(BUILD)/obj/tests/%.o,abi/main failing/failing hard/main i386/demo proof/attack/natively): \
	private KS_CPPFLAGS += -Itests -DBUILD='"$(BUILD)"' $(KS_TEST_CPPFLAGS)
# A test for each block of the transcripts.
TRANSCRIPTS := $(wildcard tests/cli/*/*.test)
$(BUILD)/obj/tests/transcripts.c: tests/support/transcripts.awk $(TRANSCRIPTS)
	@mkdir -p $(@D)
	$(Q)awk -f $^ >$@
$(BUILD)/obj/tests/transcripts.o: $(BUILD)/obj/tests/transcripts.c
	$(call say,$(CC),$<)
	$(Q)$(CC) $(KS_CPPFLAGS) $(KS_CFLAGS) -c $< -o $@

# Tests are compiled with -O0, in 0.3 of the time that -O2 takes, but for those that compute for longer than that saves.
COMPUTING := tests/support/% tests/core/pieceset.c tests/rules/generators.c tests/rules/read_uci.c tests/game/pgn_fast.c
$(call object,$(filter-out $(COMPUTING),$(TESTS))): private CFLAGS := $(patsubst -O1,-O0,$(patsubst -O2,-O0,$(CFLAGS))) -U_FORTIFY_SOURCE

# For a command that starts a make, which cannot share the jobs of this one.
ALONE := env -u MAKEFLAGS -u MFLAGS

FUZZ_SECONDS ?= 60

FUZZERS := $(basename $(notdir $(wildcard tests/fuzz/fuzz_*.c)))
# Runs libFuzzer's targets, as many at a time as there are processors. $(1): how long, by libFuzzer's options; $(2): the
# folder for what it learns. A finding is shown with the bytes that cause it.
run_libfuzzer = printf '%s\n' $(FUZZERS) | xargs -P "$$(nproc)" -I {} sh -c 'echo "  {} $(1)"; mkdir -p $(2)/{}; \
	$(BUILD)/fuzzers/{} $(1) -max_len=400 -artifact_prefix=$(BUILD)/ $(2)/{} tests/fuzz/corpus/{} 2>$(BUILD)/{}.log || \
	{ cat $(BUILD)/{}.log; exit 1; }; [ -z "$$TEST_STAGE" ] || echo "[+/$(words $(FUZZERS))] fuzzers"'

# ---- Other processors, by emulators ----
ifeq ($(ASSEMBLED),)
QUICK_SUITES := board errors fen possible
# Tests a build for another processor, or without NASM: the figures of the main job, all kernels alike, perft, a
# comparison of the program with itself, and the suites that are quick on an emulator. SUITES='*' runs all suites, as a
# build without NASM does.
SUITES ?= $(if $(RUN),$(QUICK_SUITES),*)
ifeq ($(MACH_O),)
test: test-answers $(BUILD)/check $(BUILD)/broken $(BUILD)/failing $(BUILD)/hard $(BUILD)/emulated/broken
	RUNNER_PATIENCE=10 $(RUN) $(BUILD)/check $(SUITES:%=--filter '%/*')
endif
endif

# These tests need no linker of Linux (`--wrap`).
.PHONY: test-answers
test-answers: $(BUILD)/kingscan $(BUILD)/compare $(BUILD)/emulated/kingscan
	$(RUN) $(BUILD)/kingscan check --count $(POSITIONS) | diff tests/data/positions.count -
	$(RUN) $(BUILD)/compare
	$(RUN) $(BUILD)/kingscan fuzz --seconds 5
	test "$$($(RUN) $(BUILD)/kingscan perft 5)" = 4865609
	head -n 20 $(POSITIONS) | $(BUILD)/emulated/kingscan diff 2 - --engine '$(BUILD)/emulated/kingscan uci'

# ---- macOS: tests/macos looks into the files ----
# Compiled quickly: the questions are about names and formats, and the assembly is the same.
QUICK_x86_64 := -O1 -DKS_QUICK_TO_COMPILE
QUICK_aarch64 := -O0 -DKS_QUICK_TO_COMPILE
QUICK_MACOS = $(BUILD)/macos/quick/$(machine)
quickly_for_macos = $(call for_macos,$(machine)) CFLAGS='$(QUICK_$(machine))' WERROR=1
macos-tests: $(MACOS_STUBS) $(ASM:%.asm=$(BUILD)/obj/%.o)
	+@$(foreach machine,$(MACOS_MACHINES),$(MAKE) --no-print-directory BUILD=$(QUICK_MACOS) $(quickly_for_macos) all $(QUICK_MACOS)/compare &&) :
	$(foreach machine,$(MACOS_MACHINES),tests/macos/look.py --processor $(machine) --folder $(QUICK_MACOS) \
		--stubs $(MACOS_STUBS) --exported $(EXPORTED) $(if $(filter x86_64,$(machine)),--objects $(BUILD)/obj) &&) :
	$(foreach machine,$(MACOS_MACHINES),$(ALONE) $(quickly_for_macos) tests/macos/install.sh $(QUICK_MACOS) &&) :

# The proofs are about the bytes of the shared library. They run side by side.
PROVED := --library $(BUILD)/libkingscan.so
PROOFS := prove-kernels prove-refusals prove-processor $(if $(FULL),prove-faults prove-bent prove-boards prove-second)
.PHONY: $(PROOFS) prove-faults
$(PROOFS) prove-faults: $(BUILD)/libkingscan.so $(if $(FULL),i386)

prove: $(PROOFS) ## prove the kernels' machine code for all boards; FULL=1: piecesets too, and try the prover

prove-kernels:
	tests/proof/prove.py $(PROVED) $(if $(FULL),--full --i386 $(BUILD)/i386/libkingscan.so)

prove-refusals:
	tests/proof/refusals.py $(PROVED)

prove-processor:
	tests/proof/processor.py $(if $(FULL),$(PROVED) --samples 10)

prove-faults:
	$(ALONE) tests/proof/faults.py --build $(BUILD) $(if $(FULL),,--each 1 scan ssse3 avx2 avx512 'loops in assembly and in C' 'the stack pointer' 'the choice of a kernel' widths attacked pairs)

prove-bent:
	tests/proof/bent.py $(PROVED)

prove-boards:
	tests/proof/boards.py $(PROVED)

prove-second:
	tests/proof/second.py $(PROVED)

# Asks the processor about the code that attack.py bends.
$(BUILD)/natively: $(BUILD)/obj/tests/proof/attack/natively.o $(ABI_OBJECTS) $(BUILD)/obj/tests/support/random.o $(BUILD)/libkingscan.a
	$(call say,$(CC),$@)
	$(Q)$(CC) $(KS_LDFLAGS) -o $@ $^ $(LIBRARIES)

ATTACK_COUNT = $(if $(filter file,$(origin COUNT)),5000,$(COUNT))
ATTACK_SECONDS ?= 3600
prove-attack: $(BUILD)/natively ## bend the kernels' machine code, and look for mutants that are proved and wrong, SEED=1 COUNT=5000
	$(ALONE) tests/proof/attack/attack.py --build $(BUILD) --seed $(SEED) --count $(ATTACK_COUNT) --seconds $(ATTACK_SECONDS)

# Mutants are built and tested in a copy of what is built; a campaign that was interrupted goes on.
MUTANTS := tests/mutants/mutants.py
SEED ?= 1
COUNT ?= 400
FILES ?=
mutants: all i386 $(BUILD)/check ## bend single lines and print the faults that no test sees, SEED=1 COUNT=400 FILES=asm/scan,c/rules
	$(ALONE) $(MUTANTS) --seed $(SEED) --count $(COUNT) --files '$(FILES)' --record $(BUILD)/mutants-$(SEED).txt

# (With lines for reports, and no other debug information: the build takes 0.85 of the time. -O1 takes 0.9 of the time of
# -O2.)
SANITIZED_LEVEL := -O1
BY_SANITIZERS = +@$(MAKE) --no-print-directory CC=clang-19 SANITIZE=1 WERROR=1 CFLAGS='$(SANITIZED_LEVEL) -g1'

# Programs at a fixed place start sooner: each loads thousands of addresses of variables that sanitizers watch.
sanitized: $(BUILD)/flags
	$(BY_SANITIZERS) BUILD=$(BUILD)/sanitized LDFLAGS='-no-pie $(LDFLAGS)' $(addprefix $(BUILD)/sanitized/,check kingscan bench broken failing)

# libFuzzer brings its own main, and comes with clang alone. OSS-Fuzz has other engines too.
LIB_FUZZING_ENGINE ?= -fsanitize=fuzzer
FUZZER_OBJECTS = $(FUZZERS:%=$(BUILD)/obj/tests/fuzz/%.o)
$(FUZZER_OBJECTS): private KS_CPPFLAGS += -Itests
$(FUZZERS:%=$(BUILD)/%): $(BUILD)/%: $(BUILD)/obj/tests/fuzz/%.o $(BUILD)/obj/tests/support/readings.o $(COMMAND_OBJECTS) $(BUILD)/libkingscan.a
	$(call say,$(CC),$@)
	$(Q)$(CC) $(KS_LDFLAGS) $(LIB_FUZZING_ENGINE) -o $@ $^ $(LIBRARIES)

# Objects of their own: with what fuzzers learn from, the tests of `make test-sanitized` took 1.3 times as long.
fuzzers: $(BUILD)/flags
	$(BY_SANITIZERS) BUILD=$(BUILD)/fuzzers FUZZED=-fsanitize=fuzzer-no-link $(FUZZERS:%=$(BUILD)/fuzzers/%)

fuzz: fuzzers $(BUILD)/kingscan ## look for bugs in kernels, readers and commands, FUZZ_SECONDS=60 each
	@$(call run_libfuzzer,-max_total_time=$(FUZZ_SECONDS),$(BUILD)/corpus)
	$(BUILD)/kingscan fuzz --seconds $(FUZZ_SECONDS)

afl: ## look for crashes with AFL++, FUZZ_SECONDS=60 a command
	$(ALONE) tests/fuzz/afl.sh $(FUZZ_SECONDS) $(BUILD)/afl
