# Kingscan. `make help` lists what can be made; everything is made in build/.

BUILD := build

# ---- Settings a user may override, on the command line or in the environment ----
ifeq ($(origin CC),default)
CC := gcc
endif
NASM ?= nasm
CFLAGS ?= -O2 -g
PREFIX ?= /usr/local
FUZZ_SECONDS ?= 60

# ---- Debian packages: what building, testing and measuring need; what fuzzing and proofs need besides ----
PACKAGES := gcc g++ gcc-multilib nasm libcriterion-dev clang clang-19 libclang-rt-19-dev qemu-user gnuplot-nox pgn-extract \
	clang-format clang-tidy shellcheck python3 llvm-19
PACKAGES_DEV := stockfish fairy-stockfish afl++

# ---- Sources ----
CORE := $(filter-out c/core/asm_constants.c,$(wildcard c/core/*.c c/core/*/*.c))
LEAVES := $(wildcard c/rules/leaves/*.c)
RULES := $(filter-out c/rules/leaves/%,$(wildcard c/rules/*.c c/rules/*/*.c))
VARIANT := $(wildcard c/variant/*.c c/variant/*/*.c)
FAST_RULES := movegen sliders perft/perft perft/replies # compiled a second time: c/rules/variant.h
POPCNT_RULES := perft/replies # and a third
WIDE_RULES := look_in_lanes # compiled for AVX2 and AVX-512 too
CLI := $(wildcard c/cli/*/*.c c/cli/*/*/*.c)
ASM := $(wildcard asm/*.asm asm/tables/*.asm)
TEST_FOLDERS := tests/lint tests/core tests/core/fen tests/rules tests/variant $(wildcard tests/cli/*) tests/bench tests/docs tests/support $(wildcard tests/support/*)
TESTS := $(wildcard $(TEST_FOLDERS:%=%/*.c))
BROKEN := $(wildcard tests/broken/*.c)
HARD := $(filter-out %/main.c,$(wildcard tests/hard/*.c))
ABI := $(filter-out %/main.c,$(wildcard tests/abi/*.c)) $(wildcard tests/abi/*.asm)
POSITIONS := tests/data/positions.epd
# Files that the program and the library carry: c/core/embed.asm.
EMBEDDED := c/cli/diff/hard.epd
EMBEDDED_IN_LIBRARY := c/variant/read/variants.ini

object = $(patsubst %,$(BUILD)/obj/%.o,$(basename $(1)))
LIBRARY_OBJECTS = $(call object,$(CORE) $(RULES) $(LEAVES) $(VARIANT) $(ASM)) $(FAST_RULES:%=$(BUILD)/obj/c/rules/%.fast.o) \
	$(POPCNT_RULES:%=$(BUILD)/obj/c/rules/%.popcnt.o) \
	$(WIDE_RULES:%=$(BUILD)/obj/c/rules/%.avx2.o) $(WIDE_RULES:%=$(BUILD)/obj/c/rules/%.avx512.o) \
	$(EMBEDDED_IN_LIBRARY:%=$(BUILD)/obj/%.o)
CLI_OBJECTS = $(call object,$(CLI)) $(EMBEDDED:%=$(BUILD)/obj/%.o)
TEST_OBJECTS = $(call object,$(TESTS))
ABI_OBJECTS = $(call object,$(ABI))
BROKEN_OBJECTS = $(call object,$(BROKEN))
HARD_OBJECTS = $(call object,$(HARD))
LAPSE_OBJECT = $(call object,tests/broken/lapse.c) # what the tests of `kingscan diff` and build/broken share

# ---- Flags ----
WARNINGS := -Wall -Wextra -Wpedantic -Werror -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes
KS_CPPFLAGS = -Iinclude -Ic -D_POSIX_C_SOURCE=200809L -MMD -MP
KS_CFLAGS = -std=c17 $(WARNINGS) $(CFLAGS) -fPIC -fvisibility=hidden -fcf-protection
NASMFLAGS = -f elf64 -g -F dwarf
# Release builds leave out the checks of documented preconditions; sanitized ones keep them.
ifdef SANITIZE
# (fuzzer-no-link: what libFuzzer's targets learn from.)
SANITIZERS := -fsanitize=address,undefined,fuzzer-no-link -fno-sanitize-recover=all -fno-omit-frame-pointer
KS_CFLAGS += $(SANITIZERS)
KS_LDFLAGS += $(SANITIZERS)
else
KS_CPPFLAGS += -DNDEBUG
endif

# One short line a file; V=1 shows the commands.
ifdef V
say =
else
say = @echo '  $(1)	$(2)'
Q := @
endif

.DELETE_ON_ERROR:
.SUFFIXES:
.PHONY: help deps deps-dev all run format lint lint-format lint-scripts lint-house lint-tidy test mutants prove sanitized i386 bench fuzz afl man install clean FORCE

all: $(BUILD)/kingscan $(BUILD)/libkingscan.a $(BUILD)/libkingscan.so ## build the program and the libraries

help: ## list the targets
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/\1\t\2/p' Makefile | expand -t 12

# ---- Packages ----
# Asks dpkg first, so that a second call does nothing and needs no root.
define install_packages
@command -v dpkg-query >/dev/null && command -v apt-get >/dev/null || { \
	echo "make $@: there is no apt here; install what these Debian packages hold: $(1)" >&2; exit 1; }; \
missing=; for package in $(1); do \
	dpkg-query -W -f='$${Status}' $$package 2>/dev/null | grep -q '^install ok installed$$' || \
		missing="$$missing $$package"; \
done; \
test -z "$$missing" && exit 0; \
if [ "$$(id -u)" = 0 ]; then root=; else root=sudo; \
	command -v sudo >/dev/null || { \
		echo "make $@: run as root, or install sudo; missing:$$missing" >&2; exit 1; }; fi; \
echo "Installing:$$missing"; \
$$root apt-get update -qq && \
$$root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends -qq $$missing
endef

deps: ## install the Debian packages that are missing
	$(call install_packages,$(PACKAGES))

deps-dev: ## the same with those for fuzzing, proofs and making new test data
	$(call install_packages,$(PACKAGES) $(PACKAGES_DEV))

# ---- Objects ----
# Everything is compiled after deps, when that is asked for in the same call, and again when the flags change.
FLAGS = $(CC) $(KS_CPPFLAGS) $(KS_CFLAGS) $(KS_LDFLAGS) $(NASM) $(NASMFLAGS)
$(BUILD)/flags: FORCE | $(filter deps deps-dev,$(MAKECMDGOALS))
	@mkdir -p $(@D)
	@echo '$(FLAGS)' | cmp -s - $@ || echo '$(FLAGS)' >$@

$(BUILD)/obj/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,$(CC),$<)
	$(Q)$(CC) $(KS_CPPFLAGS) $(KS_CFLAGS) -c $< -o $@

$(BUILD)/obj/%.fast.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,$(CC),$< (with PEXT))
	$(Q)$(CC) $(KS_CPPFLAGS) $(KS_CFLAGS) -mpopcnt -mlzcnt -mbmi -mbmi2 -DVARIANT=fast -c $< -o $@

$(BUILD)/obj/%.popcnt.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,$(CC),$< (with POPCNT))
	$(Q)$(CC) $(KS_CPPFLAGS) $(KS_CFLAGS) -mpopcnt -DVARIANT=popcnt -c $< -o $@

# For AVX-512 alone.
$(LEAVES:%.c=$(BUILD)/obj/%.o): private KS_CFLAGS += -mpopcnt -mlzcnt -mbmi -mbmi2 -mavx512f -mavx512dq -mavx512bw \
	-mavx512vl -mavx512vbmi -mavx512vbmi2 -mavx512bitalg -mavx512vpopcntdq

# With what every processor has that the kernel of this name runs on.
define wide_object
$$(BUILD)/obj/%.$(1).o: %.c $$(BUILD)/flags
	@mkdir -p $$(@D)
	$$(call say,$$(CC),$$< (with $(1)))
	$$(Q)$$(CC) $$(KS_CPPFLAGS) $$(KS_CFLAGS) $(2) -DVARIANT=$(1) -c $$< -o $$@
endef
$(eval $(call wide_object,avx2,-mavx2))
$(eval $(call wide_object,avx512,-mavx512f -mavx512bw -mavx512dq -mpopcnt -mbmi -mbmi2))

# NASM's view of the headers: see c/core/asm_constants.c.
$(BUILD)/constants.inc: c/core/asm_constants.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(Q)$(CC) -Iinclude -Ic -MMD -MP -MF $@.d -MT $@ $(filter -m32,$(CFLAGS)) -S -o - $< \
		| sed -n 's/.*"->\([A-Z0-9_]*\) \(-*[0-9]*\)".*/%define \1 \2/p' >$@

# All that assembly includes: NASM 2.16.01 with -MD doesn't tell which file includes what.
INCLUDED := $(wildcard asm/*.inc) tests/abi/call.def

$(BUILD)/obj/%.o: %.asm $(INCLUDED) $(BUILD)/constants.inc $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,$(NASM),$<)
	$(Q)$(NASM) $(NASMFLAGS) -Werror -Iasm/ -I$(BUILD)/ $< -o $@

$(patsubst %,$(BUILD)/obj/%.o,$(EMBEDDED) $(EMBEDDED_IN_LIBRARY)): $(BUILD)/obj/%.o: % c/core/embed.asm asm/object.inc $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,$(NASM),$<)
	$(Q)$(NASM) $(NASMFLAGS) -Werror -Iasm/ -DNAME=$(basename $(<F)) -DFILE="'$<'" c/core/embed.asm -o $@

-include $(shell find $(BUILD)/obj $(BUILD)/constants.inc.d -name '*.d' 2>/dev/null)

# ---- The libraries and the program ----
$(BUILD)/libkingscan.a: $(LIBRARY_OBJECTS)
	@rm -f $@
	$(call say,$(AR),$@)
	$(Q)$(AR) rcs $@ $^

# Without the C library's start files, of which a library without constructors needs nothing: Debian's have no ENDBR, and
# the linker marks the library for indirect branch tracking only when all that it consists of is.
$(BUILD)/libkingscan.so: $(LIBRARY_OBJECTS)
	$(call say,$(CC),$@)
	$(Q)$(CC) -shared -nostartfiles -Wl,-soname,$(@F) -Wl,-z,defs $(KS_LDFLAGS) -o $@ $^

$(BUILD)/kingscan: $(CLI_OBJECTS) $(BUILD)/libkingscan.a
	$(call say,$(CC),$@)
	$(Q)$(CC) $(KS_LDFLAGS) -o $@ $^ -ldl

run: $(BUILD)/kingscan ## find the checks in the bundled real positions
	$< check --count --summary $(POSITIONS)

# ---- i386: a static library and a program that calls it through cdecl ----
# The vector kernels are for x86-64 alone.
CORE_32_FLAGS = FAST_RULES= POPCNT_RULES= WIDE_RULES= LEAVES= ASM='asm/scan.asm asm/tables/geometry.asm' CFLAGS='-O2 -g -m32 -msse2 -mfpmath=sse' NASMFLAGS='-f elf32 -g -F dwarf'

i386: $(BUILD)/flags ## build the 32-bit library, its demo and its tests
	+@$(MAKE) --no-print-directory BUILD=$(BUILD)/i386 $(CORE_32_FLAGS) $(addprefix $(BUILD)/i386/,demo abi)

$(BUILD)/demo: $(BUILD)/obj/tests/i386/demo.o
$(BUILD)/abi: $(BUILD)/obj/tests/abi/main.o $(ABI_OBJECTS) $(BUILD)/obj/tests/support/random.o
$(BUILD)/demo $(BUILD)/abi: $(BUILD)/libkingscan.a
	$(call say,$(CC),$@)
	$(Q)$(CC) -m32 -no-pie -o $@ $(filter %.o,$^) $<

# ---- Style ----
C_FILES = $(shell find bench c include tests -name '*.[ch]')
SCRIPTS = .ci/run $(shell find bench tests -name '*.sh')
TIDY_FLAGS = -std=c17 $(filter -I% -D%,$(KS_CPPFLAGS)) -Itests -Ibench "-DBUILD=\"build\"" "-DBENCH_FLAGS=\"\""

format: ## lay out the C sources as .clang-format says
	$(call say,clang-format,$(words $(C_FILES)) files)
	$(Q)clang-format -i $(C_FILES)

lint: lint-format lint-scripts lint-house lint-tidy ## check layout, scripts, the rules of the house, and what clang-tidy finds

lint-format: $(BUILD)/flags
	$(call say,clang-format,$(words $(C_FILES)) files)
	$(Q)clang-format --dry-run -Werror $(C_FILES)

lint-scripts: $(BUILD)/flags
	$(call say,shellcheck,$(words $(SCRIPTS)) files)
	$(Q)shellcheck $(SCRIPTS)

lint-house: $(BUILD)/flags
	$(call say,python3,tests/lint/house.py)
	$(Q)tests/lint/house.py

# (clang-tidy counts on standard error what it leaves out.)
lint-tidy: $(BUILD)/flags
	$(call say,clang-tidy,$(words $(filter %.c,$(C_FILES))) files)
	$(Q)printf '%s\n' $(filter %.c,$(C_FILES)) | \
		xargs -P "$$(nproc)" -n 16 sh -c 'clang-tidy --quiet "$$@" -- $(TIDY_FLAGS) 2>/dev/null' clang-tidy

# ---- Tests ----
COMMAND_OBJECTS = $(filter-out %/main.o,$(CLI_OBJECTS))

# Functions whose calls tests/rules/ways.c counts.
WATCHED := legal_moves_reference judge read_fen read_side read_castling_letters look_again

$(BUILD)/check: $(TEST_OBJECTS) $(ABI_OBJECTS) $(HARD_OBJECTS) $(LAPSE_OBJECT) $(COMMAND_OBJECTS) $(BUILD)/libkingscan.a
	$(call say,$(CC),$@)
	$(Q)$(CC) $(KS_LDFLAGS) $(WATCHED:%=-Wl,--wrap=ks_%) -o $@ $^ -lcriterion -ldl

# Without the test runner, for emulators.
COMPARE_OBJECT = $(BUILD)/obj/tests/emulated/compare.o
$(BUILD)/compare: $(COMPARE_OBJECT) $(COMMAND_OBJECTS) $(BUILD)/libkingscan.a
	$(call say,$(CC),$@)
	$(Q)$(CC) $(KS_LDFLAGS) -o $@ $^ -ldl

# Engines with one rule bent, for `kingscan diff` to find.
$(BUILD)/broken: $(BROKEN_OBJECTS) $(BUILD)/libkingscan.a
	$(call say,$(CC),$@)
	$(Q)$(CC) $(KS_LDFLAGS) -o $@ $^

# What made c/cli/diff/hard.epd.
$(BUILD)/hard: $(BUILD)/obj/tests/hard/main.o $(HARD_OBJECTS) $(BUILD)/libkingscan.a
	$(call say,$(CC),$@)
	$(Q)$(CC) $(KS_LDFLAGS) -o $@ $^

$(TEST_OBJECTS) $(ABI_OBJECTS) $(BROKEN_OBJECTS) $(HARD_OBJECTS) $(COMPARE_OBJECT) \
$(patsubst %,$(BUILD)/obj/tests/%.o,abi/main hard/main i386/demo): \
	private KS_CPPFLAGS += -Itests -DBUILD='"$(BUILD)"'

# libFuzzer: what it learns stays in the build; a finding is shown with the bytes that cause it.
FUZZERS := $(basename $(notdir $(wildcard tests/fuzz/fuzz_*.c)))
run_libfuzzer = for target in $(FUZZERS); do \
	echo "  $$target $(1)"; mkdir -p $(BUILD)/corpus/$$target; \
	$(BUILD)/sanitized/$$target $(1) -max_len=400 -artifact_prefix=$(BUILD)/ $(BUILD)/corpus/$$target \
		tests/fuzz/corpus/$$target 2>$(BUILD)/$$target.log || { cat $(BUILD)/$$target.log >&2; exit 1; }; done

# Where there is AFL++: seconds a command.
run_afl = +@if command -v afl-fuzz >/dev/null; then $(MAKE) --no-print-directory afl FUZZ_SECONDS=$(1); \
	else echo '  AFL++ is missing: skipped'; fi

# POSITIONS='FILE...' adds files to those that perft is compared with Stockfish on.
test: export TEST_POSITIONS = $(if $(findstring command,$(origin POSITIONS)),$(POSITIONS))
test: lint all i386 $(BUILD)/bench $(BUILD)/check $(BUILD)/compare $(BUILD)/broken $(BUILD)/hard sanitized ## run all tests, then again under ASan and UBSan with clang
	$(BUILD)/check
	LSAN_OPTIONS=suppressions=tests/leaks.supp:print_suppressions=0 $(BUILD)/sanitized/check
	@$(call run_libfuzzer,-runs=20000)
	$(call run_afl,5)
	$(PROVE)

# The proofs are about the bytes of the shared library.
define PROVE
tests/proof/prove.py --library $(BUILD)/libkingscan.so $(if $(FULL),--full --i386 $(BUILD)/i386/demo)
tests/proof/processor.py --library $(BUILD)/libkingscan.so $(if $(FULL),--samples 100)
$(if $(FULL),tests/proof/bent.py --library $(BUILD)/libkingscan.so)
$(if $(FULL),tests/proof/faults.py --library $(BUILD)/libkingscan.so)
endef

prove: $(BUILD)/libkingscan.so $(if $(FULL),i386) ## prove the kernels' machine code for all boards; FULL=1: piecesets too, and try the prover
	$(PROVE)

# Mutants are built and tested in a copy of what is built; a campaign that was interrupted goes on.
MUTANTS := tests/mutants/mutants.py
SEED ?= 1
COUNT ?= 400
FILES ?=
mutants: all i386 $(BUILD)/check ## bend single lines and tell which faults no test sees, SEED=1 COUNT=400 FILES=asm/scan,c/rules
	$(MUTANTS) --seed $(SEED) --count $(COUNT) --files '$(FILES)' --record $(BUILD)/mutants-$(SEED).txt

SANITIZED = +@$(MAKE) --no-print-directory BUILD=$(BUILD)/sanitized CC=clang-19 SANITIZE=1

sanitized: $(BUILD)/flags
	$(SANITIZED) $(addprefix $(BUILD)/sanitized/,check kingscan bench broken $(FUZZERS))

# libFuzzer brings its own main, and comes with clang alone.
FUZZER_OBJECTS = $(FUZZERS:%=$(BUILD)/obj/tests/fuzz/%.o)
$(FUZZER_OBJECTS): private KS_CPPFLAGS += -Itests
$(FUZZERS:%=$(BUILD)/%): $(BUILD)/%: $(BUILD)/obj/tests/fuzz/%.o $(BUILD)/obj/tests/support/readings.o $(COMMAND_OBJECTS) $(BUILD)/libkingscan.a
	$(call say,$(CC),$@)
	$(Q)$(CC) $(KS_LDFLAGS) -fsanitize=fuzzer -o $@ $^ -ldl

fuzz: $(BUILD)/kingscan $(BUILD)/flags ## look for bugs in kernels, readers and commands, FUZZ_SECONDS=60 each
	$(SANITIZED) $(FUZZERS:%=$(BUILD)/sanitized/%)
	@$(call run_libfuzzer,-max_total_time=$(FUZZ_SECONDS))
	$(call run_afl,$(FUZZ_SECONDS))
	$(BUILD)/kingscan fuzz --seconds $(FUZZ_SECONDS)

afl: ## look for crashes of the program with AFL++, FUZZ_SECONDS=60 a command
	+@$(MAKE) --no-print-directory BUILD=$(BUILD)/afl CC=afl-clang-fast SANITIZE=1 $(BUILD)/afl/kingscan
	tests/fuzz/afl.sh $(FUZZ_SECONDS) $(BUILD)/afl

# ---- The benchmark ----
# What it compares with, by which compilers. One that isn't there leaves empty objects, and the benchmark goes
# without their figures.
BASELINES = $(patsubst %,$(BUILD)/obj/bench/%.o,gcc/plain clang-19/plain clang/plain \
	$(foreach baseline,mailbox liberman bitboard,gcc/$(baseline) clang-19/$(baseline)))
NATIVE := -O3 -march=native

define baselines_by
$$(BUILD)/obj/bench/$(1)/%.o: bench/baselines/%.c $$(BUILD)/flags
	@mkdir -p $$(@D)
	$$(call say,$(1),$$<)
	$$(Q)if command -v $(1) >/dev/null; then \
		$(1) -std=c17 $$(WARNINGS) -Iinclude -Ibench -MMD -MP $$(NATIVE) -DBENCH_FLAGS='"$$(NATIVE)"' -c $$< -o $$@; \
	else echo "bench: no $(1) here, so no $$(<F) by it" >&2; $$(CC) -c -x c /dev/null -o $$@; fi
endef
$(foreach compiler,gcc clang-19 clang,$(eval $(call baselines_by,$(compiler))))

BENCH := $(addprefix bench/,bench.c boards.c memory.c timing.c contenders.c piecesets.c batch.c verify.c \
	machine.c report.c export.c)
BENCH_OBJECTS = $(call object,$(BENCH))
$(BENCH_OBJECTS): private KS_CPPFLAGS += -Ibench -DBENCH_FLAGS='"$(CFLAGS)"'

$(BUILD)/bench: $(BENCH_OBJECTS) $(BASELINES) $(call object,c/cli/fuzz/plugin/load.c) $(BUILD)/libkingscan.a
	$(call say,$(CC),$@)
	$(Q)$(CC) $(KS_LDFLAGS) -o $@ $^ -ldl

$(BUILD)/obj/bench/variants.o: private KS_CPPFLAGS += -Ibench
$(BUILD)/bench-variants: $(BUILD)/obj/bench/variants.o $(BUILD)/libkingscan.a
	$(call say,$(CC),$@)
	$(Q)$(CC) $(KS_LDFLAGS) -o $@ $^

bench: $(BUILD)/bench $(BUILD)/bench-variants $(BUILD)/kingscan ## time kernels against C, text and perft against programs, draw build/bench-*.svg
	$< --json $(BUILD)/bench.json --tsv $(BUILD)/bench.tsv $(POSITIONS)
	bench/plot.sh $(BUILD)/bench.tsv $(BUILD)
	$(BUILD)/bench-variants
	bench/text.sh $(BUILD)/kingscan $(BUILD) $(POSITIONS)
	bench/perft.sh $(BUILD)/kingscan $(BUILD)

# ---- Installation ----
COMMANDS = $(basename $(notdir $(filter-out %/main.c,$(shell grep -l 'const struct command [a-z]*_command = {' $(CLI)))))

man: $(BUILD)/kingscan ## write the man pages to build/man/
	@mkdir -p $(BUILD)/man
	$< --man >$(BUILD)/man/kingscan.1
	for command in $(COMMANDS); do $< $$command --man >$(BUILD)/man/kingscan-$$command.1 || exit 1; done

install: all man ## install program, libraries, headers and man pages under PREFIX
	install -d $(addprefix $(DESTDIR)$(PREFIX)/,bin lib include/kingscan share/man/man1)
	install $(BUILD)/kingscan $(DESTDIR)$(PREFIX)/bin
	install -m 644 $(BUILD)/libkingscan.a $(BUILD)/libkingscan.so $(DESTDIR)$(PREFIX)/lib
	install -m 644 include/kingscan.h $(DESTDIR)$(PREFIX)/include
	install -m 644 include/kingscan/*.h $(DESTDIR)$(PREFIX)/include/kingscan
	install -m 644 $(BUILD)/man/*.1 $(DESTDIR)$(PREFIX)/share/man/man1

clean: ## remove build/
	rm -rf $(BUILD)
