# Kingscan. `make help` lists what can be made; everything is made in build/.
#
# Here are the program and the libraries. The rest is in
#     c/builds.mk              how each file of the library is built
#     packaging/packages.mk    make deps: the packages of Debian and of other systems
#     packaging/install.mk     make install, uninstall, man, dist
#     packaging/deb.mk         make deb
#     packaging/release.mk     make release
#     packaging/abi.mk         make record-abi
#     packaging/site/site.mk   make site
#     packaging/zig.mk         make macos, static: with Zig's compiler
#     tests/stages/stages.mk   make test, test-all, and their stages, of which tests/tests.mk has the parts
#     tests/lint/lint.mk       make lint, format
#     bench/bench.mk           make bench
#     packaging/vendor/vendor.mk, examples/examples.mk, bindings/python/python.mk
#                              make vendor, examples, python, wheel
#     bindings/javascript/javascript.mk, bindings/workbench/workbench.mk
#                              make wasm, javascript, page

# Make takes names apart at blanks.
ifneq ($(words $(CURDIR)),1)
$(error $(CURDIR): the path of these sources has a blank, and make cannot build there: move them to another folder)
endif

# posix or windows: which files of c/cli/platform/ are taken.
SYSTEM := posix

# ---- Settings a user may override, on the command line or in the environment ----
# (CPPFLAGS and LDFLAGS too; those for installation are in packaging/install.mk.)
ifeq ($(origin CC),default)
CC := gcc
endif
# The processor that the compiler works for; MACHINE=i386 asks gcc on x86-64 for 32 bits.
machine_name = $(patsubst i%86,i386,$(patsubst arm64,aarch64,$(patsubst amd64,x86_64,$(firstword $(subst -, ,$(1))))))
THIS_MACHINE := $(call machine_name,$(shell uname -m))
TARGET := $(shell $(CC) -dumpmachine 2>/dev/null)
MACHINE := $(or $(call machine_name,$(TARGET)),$(THIS_MACHINE))
# macOS, as compilers call it, and others that have its format of objects.
MACH_O := $(filter darwin% macos%,$(subst -, ,$(TARGET)))
# What is built for another processor than this one has a folder of its own.
BUILD := build$(if $(filter-out $(THIS_MACHINE),$(MACHINE)),/$(MACHINE))
# NASM= builds without assembly, as does a machine without NASM.
NASM ?= nasm
CFLAGS ?= -O2 -g
NASMFLAGS ?= -g -F dwarf
# WERROR=1: warnings are errors. CI and `make mutants` set it, test-all for what it builds itself, and a build that began
# with it keeps it.
ifneq ($(filter mutants,$(MAKECMDGOALS)),)
WERROR ?= 1
endif
WERROR ?= $(shell grep -qs -e ' -Werror ' $(BUILD)/flags && echo 1)
export WERROR

# As many jobs as there are processors, for one goal; several are made one after another. -j on the command line says
# otherwise, and so does a make that calls this one.
FIRST := clean deps deps-dev
ifeq ($(MAKELEVEL)$(word 2,$(filter-out $(FIRST),$(MAKECMDGOALS))),0)
MAKEFLAGS += -j$(or $(shell getconf _NPROCESSORS_ONLN 2>/dev/null),1)
endif

# ---- Sources ----
# c/game/common is what the program and the bindings share, and the library does not have.
COMMON := $(wildcard c/game/common/*.c)
# The counters of perft, without which -DKS_PLAIN_PERFT makes do: c/rules/perft/plain.c.
PERFT_COUNTERS := $(filter-out c/rules/perft/plain.c,$(wildcard c/rules/perft/*.c))
LIBRARY_SOURCES := $(filter-out c/core/asm_constants.c c/core/embed.c $(COMMON),$(foreach floor,core rules variant game,$(wildcard c/$(floor)/*.c c/$(floor)/*/*.c)))
CLI := $(filter-out c/cli/platform/%,$(wildcard c/cli/*/*.c c/cli/*/*/*.c c/cli/*/*/*/*.c)) $(wildcard c/cli/platform/$(SYSTEM)/*.c)
ASM := $(wildcard asm/*.asm asm/*/*.asm)
POSITIONS := tests/data/positions.epd
# Files that the program and the library carry: c/core/embed.c.
EMBEDDED := c/cli/commands/diff/hard.epd c/cli/commands/diff/hard_variants.epd c/cli/reports/page.css c/cli/reports/copy.js c/cli/commands/stats/charts.css \
	$(wildcard c/cli/commands/completions/for_*) $(BUILD)/help.texts
EMBEDDED_IN_LIBRARY := c/variant/collection/variants.ini c/game/features/features.ini

# Assembly is for x86, and of that most for x86-64; so are the rules compiled for some of its processors.
X86 := $(filter x86_64 i386,$(MACHINE))
NASM_IS_HERE := $(and $(NASM),$(or $(filter deps deps-dev,$(MAKECMDGOALS)),$(shell command -v $(NASM))))
ASSEMBLED := $(and $(X86),$(NASM_IS_HERE))
VECTORS := $(and $(ASSEMBLED),$(filter x86_64,$(MACHINE)))
ifeq ($(VECTORS),)
ASM := $(if $(ASSEMBLED),asm/scan.asm)
endif

object = $(patsubst %,$(BUILD)/obj/%.o,$(basename $(1)))
CLI_OBJECTS = $(call object,$(CLI) $(COMMON)) $(EMBEDDED:%=$(BUILD)/obj/%.o)

# ---- Flags ----
# A user's flags come after ours, so that they win. After them come only the flags that no object can do without.
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes $(if $(WERROR),-Werror)
HARDENING := -fstack-protector-strong $(if $(X86),-fcf-protection) $(if $(filter aarch64,$(MACHINE)),-mbranch-protection=standard)
# Options that clang does not have.
for_gcc := $(if $(shell $(CC) --version | grep -i clang),,for gcc)
# To follow variables through optimized code for debuggers takes up to a quarter of a file's time; the code is the same without.
# CFLAGS="-O2 -g -fvar-tracking" has it.
WITHOUT_TRACKING := $(if $(for_gcc),-fno-var-tracking)
POSITION_INDEPENDENT := -fPIC -fvisibility=hidden
RELOCATION := -Wl,-z,relro,-z,now
SHARED_LIBRARY = $(BUILD)/libkingscan.so
# SOVERSION counts the changes after which programs have to be compiled again: include/kingscan.h.
SOVERSION := 1
# What the shared library exports, and since which version.
EXPORTED := packaging/debian/libkingscan$(SOVERSION).symbols
OBJECT_FORMAT := $(if $(filter i386,$(MACHINE)),elf32,elf64)
# The headers of Linux are the same for 32 bits; Debian has them in a folder for 64.
MACHINE_FLAGS := $(if $(filter i386,$(MACHINE)),-m32 -msse2 -mfpmath=sse -idirafter /usr/include/x86_64-linux-gnu)
KS_CPPFLAGS = -Iinclude -Ic -D_POSIX_C_SOURCE=200809L $(if $(ASSEMBLED),,-DKS_NO_ASSEMBLY) -MMD -MP $(CPPFLAGS)
KS_CFLAGS = -std=c17 $(WARNINGS) $(HARDENING) $(WITHOUT_TRACKING) $(CFLAGS) $(MACHINE_FLAGS) $(POSITION_INDEPENDENT)
KS_LDFLAGS = $(RELOCATION) $(CFLAGS) $(MACHINE_FLAGS) $(LDFLAGS)
KS_NASMFLAGS = -f $(OBJECT_FORMAT) $(if $(WERROR),-Werror) $(NASMFLAGS) -Iasm/
# Of the program; the library needs the C library alone.
LIBRARIES := -ldl -pthread
ifdef SANITIZE
ASSERTS := 1
# (FUZZED: what libFuzzer's targets learn from; `make fuzzers` gives it.)
SANITIZERS = -fsanitize=address,undefined $(FUZZED) -fno-sanitize-recover=all -fno-omit-frame-pointer
KS_CFLAGS += $(SANITIZERS)
KS_LDFLAGS += $(SANITIZERS)
endif
# ASSERTS=1, for sanitizers and fuzzers: the checks of documented preconditions are kept, and it compiles sooner.
KS_CPPFLAGS += $(if $(ASSERTS),-DKS_QUICK_TO_COMPILE,-DNDEBUG)

ifeq ($(SYSTEM),windows)
include packaging/windows.mk
endif
ifneq ($(MACH_O),)
include packaging/macos.mk
endif

# One short line a file; V=1 shows the commands.
ifdef V
say =
else
say = $(info $()  $(notdir $(firstword $(1)))	$(2))
Q := @
endif

.DELETE_ON_ERROR:
.SUFFIXES:
.PHONY: help all what-is-left-out windows run clean FORCE

# The program has numbers of 128 bits, which compilers for 32 bits lack.
PROGRAM := $(if $(filter i386,$(MACHINE)),,$(BUILD)/kingscan$(EXE))

all: | what-is-left-out
all: $(PROGRAM) $(BUILD)/libkingscan.a $(SHARED_LIBRARY) $(if $(ASSEMBLED),$(BUILD)/kingscan.inc) ## build the program and the libraries

# HOST: how the tools of mingw-w64 are called.
HOST := x86_64-w64-mingw32
FOR_WINDOWS = BUILD=$(BUILD)/windows SYSTEM=windows CC=$(HOST)-gcc AR=$(HOST)-ar
windows: $(BUILD)/flags ## build the program and the libraries for Windows x64, in build/windows/
	+@$(MAKE) --no-print-directory $(FOR_WINDOWS) all

# Those of c/core/kernels/kernels.def that go with processor and NASM.
KERNELS = $(shell $(CC) $(MACHINE_FLAGS) -E -P -x c $(filter-out -MMD -MP,$(KS_CPPFLAGS)) -include core/processor/cpu.h c/core/kernels/kernels.def | sed -n 's/^KERNEL.\([a-z0-9_]*\),.*/\1/p')
WITHOUT = $(if $(X86),$(if $(ASSEMBLED),those for x86-64,those in assembly: no NASM is used),those for x86)

what-is-left-out:
	$(if $(VECTORS),,@echo 'for $(MACHINE), in $(BUILD)/: $(if $(PROGRAM),,the libraries alone, with )the kernels $(KERNELS), without $(WITHOUT)')

help: ## list the targets
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/\1\t\2/p' $(filter %Makefile %.mk,$(MAKEFILE_LIST)) | expand -t 12

# ---- Objects ----
# $(1): a file of the flags in the variable that $(2) names. Everything is compiled after clean and deps, when they are asked
# for in the same call, and again when the flags change. (The file is read here, and not by its recipe, so that make -n
# knows what it would compile.)
define flags_file
ifneq ($$(strip $$(file <$(1)) $$(filter $$(FIRST),$$(MAKECMDGOALS))),$$(strip $$($(2))))
$(1): FORCE
endif
$(1): | $$(filter $$(FIRST),$$(MAKECMDGOALS))
	@mkdir -p $$(@D)
	@echo '$$(subst ','\'',$$($(2)))' | cmp -s - $$@ || echo '$$(subst ','\'',$$($(2)))' >$$@
endef
FLAGS = $(CC) $(KS_CPPFLAGS) $(KS_CFLAGS) $(KS_LDFLAGS) $(NASM) $(KS_NASMFLAGS)
$(eval $(call flags_file,$(BUILD)/flags,FLAGS))

# Nothing where the folder is there: each process takes milliseconds.
make_folder = $(if $(wildcard $(@D)/.),,@mkdir -p $(@D))

$(BUILD)/obj/%.o: %.c $(BUILD)/flags
	$(make_folder)
	$(call say,$(CC),$<)
	$(Q)$(CC) $(KS_CPPFLAGS) $(KS_CFLAGS) -c $< -o $@

# The files that are built several times or with flags of their own: all others are built once.
include c/builds.mk
LIBRARY_C := $(filter-out $(BUILT_BY_ROWS),$(LIBRARY_SOURCES)) $(BUILT_FOR_ANY)
LIBRARY_OBJECTS := $(call object,$(filter-out $(BUILT_BY_ROWS),$(LIBRARY_SOURCES)) $(ASM)) $(TABLE_OBJECTS) $(EMBEDDED_IN_LIBRARY:%=$(BUILD)/obj/%.o)

# NASM's view of the headers: see c/core/asm_constants.c.
$(BUILD)/constants.inc: c/core/asm_constants.c $(BUILD)/flags
	$(make_folder)
	$(Q)$(CC) -Iinclude -Ic -MM -MP -MF $@.d -MT $@ $(MACHINE_FLAGS) $<
	$(Q)$(CC) -Iinclude -Ic -fno-lto $(MACHINE_FLAGS) -S -o $(@:.inc=.s) $<
	$(Q)sed -n 's/.*"->\([A-Z0-9_]*\) \(-*[0-9]*\)".*/%define \1 \2/p' $(@:.inc=.s) >$@

# For programs in assembly.
$(BUILD)/kingscan.inc: packaging/kingscan.inc.in $(BUILD)/constants.inc
	$(Q)sed -n 's/^%define KING_/%define KS_KING_/; /^%define KS_/p' $(BUILD)/constants.inc | \
		sed -e 's/@VERSION@/$(VERSION)/' -e '/@CONSTANTS@/{' -e 'r /dev/stdin' -e 'd' -e '}' $< >$@

# All that assembly includes: NASM 2.16.01 with -MD doesn't tell which file includes what.
INCLUDED := $(wildcard asm/*.inc asm/*/*.inc) tests/abi/call.def

$(BUILD)/obj/%.o: %.asm $(INCLUDED) $(BUILD)/constants.inc $(BUILD)/flags
	$(make_folder)
	$(call say,$(NASM),$<)
	$(Q)$(NASM) $(KS_NASMFLAGS) -I$(BUILD)/ $< -o $@

# What commands and options do, in words: see c/cli/args/help_texts.h.
HELP := $(wildcard c/cli/shell/*.txt c/cli/commands/*/*.txt)
HELP_TABLES := c/cli/shell/commands.c $(wildcard $(HELP:.txt=.c))
$(BUILD)/help.texts: c/cli/args/help_texts.awk $(HELP) $(HELP_TABLES) $(wildcard c/cli/*/*.h) $(BUILD)/flags
	$(make_folder)
	$(call say,awk,$@)
	$(Q)printf '#include "%s"\n' $(HELP_TABLES) >$@.c
	$(Q)$(CC) $(filter-out -MMD -MP,$(KS_CPPFLAGS)) $(KS_CFLAGS) -I. -w -E -P $@.c >$@.i
	$(Q)awk -f $< $@.i $(HELP) >$@.joined
	$(Q)tr '\001' '\000' <$@.joined >$@

# (Names that are given in assembly can't be seen in an object for link-time optimization.)
$(patsubst %,$(BUILD)/obj/%.o,$(EMBEDDED) $(EMBEDDED_IN_LIBRARY)): $(BUILD)/obj/%.o: % c/core/embed.c $(BUILD)/flags
	$(make_folder)
	$(call say,$(CC),$<)
	$(Q)$(CC) $(KS_CPPFLAGS) $(KS_CFLAGS) -fno-lto -DNAME=$(basename $(<F)) -DFILE='"$<"' -c c/core/embed.c -o $@

-include $(shell find $(BUILD)/obj $(BUILD)/constants.inc.d -name '*.d' 2>/dev/null)

# ---- The libraries and the program ----
$(BUILD)/libkingscan.a: $(LIBRARY_OBJECTS)
	@rm -f $@
	$(call say,$(AR),$@)
	$(Q)$(AR) rcs $@ $^

# Without the C library's start files, of which a library without constructors needs nothing: Debian's have no ENDBR, and
# the linker marks the library for indirect branch tracking only when all that it consists of is.
VERSION_SCRIPT = $(BUILD)/libkingscan.map
$(VERSION_SCRIPT): packaging/version_map.sh $(EXPORTED) | $(BUILD)/flags
	$(make_folder)
	$(Q)$^ >$@

# (Its rule for Windows is read before the objects are known.)
$(SHARED_LIBRARY): $(LIBRARY_OBJECTS)

$(BUILD)/libkingscan.so: $(LIBRARY_OBJECTS) $(VERSION_SCRIPT)
	$(call say,$(CC),$@)
	$(Q)$(CC) -shared -nostartfiles -Wl,-Bsymbolic-functions,-soname,$(@F).$(SOVERSION),--version-script=$(VERSION_SCRIPT),-z,defs,-z,text \
		$(filter-out -pie,$(KS_LDFLAGS)) -o $@ $(filter %.o,$^)
	$(Q)ln -sf $(@F) $@.$(SOVERSION)

ifneq ($(PROGRAM),)
$(PROGRAM): $(CLI_OBJECTS) $(BUILD)/libkingscan.a
	$(call say,$(CC),$@)
	$(Q)$(CC) $(KS_LDFLAGS) -o $@ $^ $(LIBRARIES)
else
$(BUILD)/kingscan:
	@echo 'make: the program is not built for $(MACHINE); make MACHINE=$(MACHINE) builds the libraries' >&2; false
endif

run: $(BUILD)/kingscan | what-is-left-out ## find the checks in the bundled real positions
	$< check --count --summary $(POSITIONS)

clean: ## remove build/
	rm -rf $(BUILD)

include packaging/packages.mk packaging/zig.mk packaging/install.mk packaging/abi.mk packaging/deb.mk packaging/release.mk packaging/site/site.mk tests/tests.mk tests/lint/lint.mk bench/bench.mk \
	packaging/vendor/vendor.mk examples/examples.mk bindings/loader/loader.mk bindings/python/python.mk bindings/javascript/javascript.mk \
	bindings/workbench/workbench.mk tests/stages/stages.mk
