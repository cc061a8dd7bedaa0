# make wasm: the library as WebAssembly, build/wasm/kingscan.wasm. make javascript: the package for JavaScript with it, in
# build/javascript/.

JAVASCRIPT := bindings/javascript
WASM := $(BUILD)/wasm
WASM_CC ?= clang-19
# A browser needs no kernels without vectors, no readers of many lines of FEN at once, no fast reader of games, and no counters of
# perft: these are 11 KB of 129, and perft of chess takes 5.6 times as long without (AMD Zen 5). Those of variants are 3.5 KB of 121;
# without them perft takes 1.0 to 6.0 times as long (AMD EPYC Zen 4, seven variants).
# A choice of kernels, a list of checking moves, and functions of chess that do what others do for sets are 3 KB. Exchanges are 1 KB.
# Descriptions of variants in words, which nothing exports, cost 6 KB when all is compressed.
WASM_WITHOUT := c/core/asm_constants.c $(addprefix c/core/kernels/,kernels.c reference.c) \
	$(addprefix c/core/fen/,common_fields.c four_lines.c plain.c readers.c) \
	c/rules/check_epd.c c/rules/exchange_reference.c $(PERFT_COUNTERS) c/variant/perft/replies.c \
	$(addprefix c/rules/generator/,settled.c settling_tmpl.c) \
	$(addprefix c/game/pgn/,game.c guard_kings_tmpl.c quick_tmpl.c read_words_tmpl.c scan_words_tmpl.c usual_comments_tmpl.c write.c)
WASM_SOURCES := $(wildcard $(JAVASCRIPT)/native/*.c) $(filter-out $(WASM_WITHOUT),$(LIBRARY_C))
# The linker takes the files of these that something asks for: others need stdio, which asks a browser for files.
WASM_COMMON := $(COMMON:%.c=$(WASM)/obj/%.o)
wasm_linked = $(filter-out $(WASM_COMMON),$^) -Wl,--start-lib $(WASM_COMMON) -Wl,--end-lib $(WASM_LIBRARIES)
WASM_OBJECTS := $(WASM_SOURCES:%.c=$(WASM)/obj/%.o) $(EMBEDDED_IN_LIBRARY:%=$(WASM)/obj/%.o)
WASM_FLAGS = --target=wasm32-wasi --sysroot=/usr -std=c17 $(WARNINGS) -msimd128 -mbulk-memory -fvisibility=hidden \
	-ffunction-sections -fdata-sections -DNDEBUG -DKS_SMALL -DKS_PLAIN_PERFT -Iinclude -Ic -D_POSIX_C_SOURCE=200809L -DKS_NO_ASSEMBLY \
	$(WASM_OPTIMIZATION)
# Both options of LLVM save 1 % each when all is compressed: it inlines less, and leaves loops' addresses as they are.
WASM_OPTIMIZATION := -Oz -mllvm -inline-threshold=-100 -mllvm -disable-lsr
# With -Oz, a position of FEN took 2.0 times as long, and counting the verdicts of a text 1.8 times (medians of three runs in turn,
# AMD Zen 3).
WASM_HOT := c/core/kernels/simd128 $(JAVASCRIPT)/native/rays \
	$(addprefix c/core/,board/key fen/checks fen/fields fen/read)
# A megabyte of stack, below everything else: one that is too deep traps, and overwrites nothing.
WASM_LINK = --target=wasm32-wasi --sysroot=/usr -nostartfiles -nodefaultlibs -fuse-ld=lld -B/usr/lib/llvm-19/bin \
	-Wl,--no-entry,--gc-sections,--strip-all,--stack-first,-z,stack-size=1048576
WASM_LIBRARIES = -lc $(shell $(WASM_CC) --target=wasm32-wasi -print-libgcc-file-name)

.PHONY: wasm javascript javascript-tests
javascript-tests: javascript $(PROGRAM) $(BUILD)/javascript/answers $(WASM)/kernels.wasm
wasm: $(WASM)/kingscan.wasm ## build the library as WebAssembly, build/wasm/kingscan.wasm

WASM_ALL_FLAGS = $(WASM_CC) $(WASM_FLAGS) $(WASM_LINK)
$(eval $(call flags_file,$(WASM)/flags,WASM_ALL_FLAGS))

$(WASM)/obj/$(JAVASCRIPT)/native/strings.o: private WASM_FLAGS += -fno-builtin
# The linker takes its attack maps alone: the table of kernels does not name it here.
$(WASM)/obj/c/core/kernels/portable.o: private WASM_FLAGS += -Wno-missing-prototypes
$(WASM_HOT:%=$(WASM)/obj/%.o): private WASM_OPTIMIZATION := -O2

$(WASM)/obj/%.o: %.c $(WASM)/flags
	@mkdir -p $(@D)
	$(call say,$(WASM_CC),$< (for WebAssembly))
	$(Q)$(WASM_CC) $(WASM_FLAGS) -MMD -MP -c $< -o $@

# The comments and blanks stay behind: they take two kilobytes when all is compressed.
$(EMBEDDED_IN_LIBRARY:%=$(WASM)/obj/%.o): $(WASM)/obj/%.o: % c/core/embed.c $(WASM)/flags
	@mkdir -p $(@D)
	$(call say,$(WASM_CC),$< (for WebAssembly))
	$(Q)sed '/^#/d; /^$$/d; s/ *= */=/' $< >$(@:.o=)
	$(Q)$(WASM_CC) $(WASM_FLAGS) -fno-lto -DNAME=$(basename $(<F)) -DFILE='"$(@:.o=)"' -c c/core/embed.c -o $@

$(WASM)/kingscan.wasm: $(WASM)/linked.wasm
$(WASM)/data.wasm: $(WASM)/data_linked.wasm
$(WASM)/kingscan.wasm $(WASM)/data.wasm:
	@# The lowest memory is the far end of the stack.
	$(call say,wasm-opt,$@)
	$(Q)wasm-opt --enable-simd --enable-bulk-memory --enable-sign-ext --enable-mutable-globals --low-memory-unused -Oz --converge $< -o $@

$(WASM)/linked.wasm: $(WASM_OBJECTS) $(WASM_COMMON)
	$(call say,$(WASM_CC),$@)
	$(Q)$(WASM_CC) $(WASM_LINK) $(wasm_linked) -o $@

# Training data and games as entries: a module of its own, kingscan/data, whose reader of games knows the scores in comments.
DATA_NATIVE := $(addprefix $(JAVASCRIPT)/native/,boards heap kernel libc rays strings)
DATA_PGN := $(patsubst %.c,%,$(filter c/game/pgn/%,$(WASM_SOURCES)))
$(WASM)/data_linked.wasm: $(WASM)/obj/$(JAVASCRIPT)/data/data.o $(DATA_PGN:%=$(WASM)/data/%.o) \
		$(filter-out $(WASM)/obj/$(JAVASCRIPT)/native/% $(DATA_PGN:%=$(WASM)/obj/%.o),$(WASM_OBJECTS)) \
		$(DATA_NATIVE:%=$(WASM)/obj/%.o) $(WASM_COMMON)
	$(call say,$(WASM_CC),$@)
	$(Q)$(WASM_CC) $(WASM_LINK) $(wasm_linked) -o $@

$(WASM)/data/%.o: private WASM_OPTIMIZATION += -DKS_SMALL_WITH_COMMANDS
$(WASM)/data/%.o: %.c $(WASM)/flags
	@mkdir -p $(@D)
	$(call say,$(WASM_CC),$< (for WebAssembly))
	$(Q)$(WASM_CC) $(WASM_FLAGS) -MMD -MP -c $< -o $@

-include $(shell find $(WASM)/obj $(WASM)/every $(WASM)/data -name '*.d' 2>/dev/null)

JAVASCRIPT_SOURCES := $(addprefix $(JAVASCRIPT)/,build.mjs package.json README.md kingscan.d.ts chess.d.ts load.d.ts hard.d.ts data.d.ts) $(wildcard $(JAVASCRIPT)/src/* $(JAVASCRIPT)/chessops/*) \
	c/cli/commands/diff/hard.epd c/cli/commands/diff/hard_variants.epd LICENSE
javascript: $(BUILD)/javascript/kingscan.js ## build the package for JavaScript in build/javascript/

$(BUILD)/javascript/kingscan.js: $(JAVASCRIPT_SOURCES) $(WASM)/kingscan.wasm $(WASM)/data.wasm
	$(call say,node,$(@D))
	$(Q)node $(JAVASCRIPT)/build.mjs . $(WASM)/kingscan.wasm $(WASM)/data.wasm $(@D)

# The native library's answers, with which native.test.mjs compares.
$(BUILD)/javascript/answers: $(JAVASCRIPT)/test/answers.c $(BUILD)/libkingscan.a
	@mkdir -p $(@D)
	$(call say,$(CC),$@)
	$(Q)$(CC) $(filter-out -MMD -MP,$(KS_CPPFLAGS)) $(KS_CFLAGS) $^ -o $@

# The same with all kernels, to compare and to time them: kernels.test.mjs and bench.js.
WASM_KERNELS := $(addprefix c/core/kernels/,kernels batch portable reference simd128)
$(WASM)/kernels.wasm: $(WASM_KERNELS:%=$(WASM)/every/%.o) $(WASM)/every/$(JAVASCRIPT)/test/kernels.o \
		$(filter-out $(WASM)/obj/$(JAVASCRIPT)/native/kernel.o $(WASM_KERNELS:%=$(WASM)/obj/%.o),$(WASM_OBJECTS)) $(WASM_COMMON)
	$(call say,$(WASM_CC),$@)
	$(Q)$(WASM_CC) $(WASM_LINK) $(foreach name,compare_kernels kernel_name kernel_select,-Wl,--export=$(name)) $(wasm_linked) -o $@

$(WASM)/every/%.o: private WASM_OPTIMIZATION := -O2 -DKS_SMALL_WITH_ALL
$(WASM)/every/%.o: %.c $(WASM)/flags
	@mkdir -p $(@D)
	$(call say,$(WASM_CC),$< (for WebAssembly))
	$(Q)$(WASM_CC) $(WASM_FLAGS) -MMD -MP -c $< -o $@

# No stage of the tests does these two, since they need the registry of npm.
.PHONY: try-bundlers
try-bundlers: javascript ## bundle the package for JavaScript and compile its types, with programs that npm fetches
	$(NPM_INSTALL) $(BUILD)/javascript/bundlers $(NPM_BUNDLERS)
	node tests/peers/javascript_bundlers.mjs $(BUILD)/javascript/bundlers $(BUILD)/javascript

JAVASCRIPT_PEERS := $(BUILD)/javascript/peers
.PHONY: compare-javascript
compare-javascript: javascript ## compare the package for JavaScript with chessops and chess.js, which npm fetches
	$(NPM_INSTALL) $(JAVASCRIPT_PEERS) $(NPM_PACKAGES)
	node tests/peers/javascript_against_peers.mjs $(JAVASCRIPT_PEERS) $(BUILD)/javascript 20000 $(POSITIONS)
	node tests/peers/javascript_against_chessops.mjs $(JAVASCRIPT_PEERS) $(BUILD)/javascript 3 tests/data/*.pgn
