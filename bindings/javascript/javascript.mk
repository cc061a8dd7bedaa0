# make wasm: the library as WebAssembly, build/wasm/kingscan.wasm. make javascript: the package for JavaScript with it, in
# build/javascript/.

JAVASCRIPT := bindings/javascript
WASM := $(BUILD)/wasm
WASM_CC ?= clang-19
WASM_ANY := $(addprefix c/cli/,positions/any_position positions/any_chess positions/any_variant drawing/rays)
WASM_SOURCES := $(wildcard $(JAVASCRIPT)/native/*.c) $(filter-out c/core/asm_constants.c,$(wildcard c/core/*/*.c)) \
	$(filter-out c/rules/perft/leaves/%,$(wildcard c/rules/*.c c/rules/*/*.c)) $(VARIANT) $(WASM_ANY:%=%.c)
WASM_OBJECTS := $(WASM_SOURCES:%.c=$(WASM)/obj/%.o) $(EMBEDDED_IN_LIBRARY:%=$(WASM)/obj/%.o)
WASM_FLAGS = --target=wasm32-wasi --sysroot=/usr -std=c17 $(WARNINGS) -Oz -msimd128 -mbulk-memory -fvisibility=hidden \
	-ffunction-sections -fdata-sections -DNDEBUG -DKS_SMALL -Iinclude -Ic -D_POSIX_C_SOURCE=200809L -DKS_NO_ASSEMBLY
WASM_HOT := c/core/kernels/simd128 c/rules/perft/replies c/rules/perft/perft c/rules/generator/build
# A megabyte of stack, below everything else: one that is too deep traps, and overwrites nothing.
WASM_LINK = --target=wasm32-wasi --sysroot=/usr -nostartfiles -nodefaultlibs -fuse-ld=lld -B/usr/lib/llvm-19/bin \
	-Wl,--no-entry,--gc-sections,--strip-all,--stack-first,-z,stack-size=1048576
WASM_LIBRARIES = -lc $(shell $(WASM_CC) --target=wasm32-wasi -print-libgcc-file-name)

.PHONY: wasm javascript javascript-tests
javascript-tests: javascript $(BUILD)/javascript/answers $(WASM)/kernels.wasm
wasm: $(WASM)/kingscan.wasm ## build the library as WebAssembly, build/wasm/kingscan.wasm

$(WASM)/flags: FORCE | $(filter $(FIRST),$(MAKECMDGOALS))
	@mkdir -p $(@D)
	@echo '$(subst ','\'',$(WASM_CC) $(WASM_FLAGS) $(WASM_LINK))' | cmp -s - $@ || echo '$(subst ','\'',$(WASM_CC) $(WASM_FLAGS) $(WASM_LINK))' >$@

$(WASM_HOT:%=$(WASM)/obj/%.o): private WASM_FLAGS += -O2

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

$(WASM)/kingscan.wasm: $(WASM_OBJECTS)
	$(call say,$(WASM_CC),$@)
	$(Q)$(WASM_CC) $(WASM_LINK) $^ $(WASM_LIBRARIES) -o $@

-include $(shell find $(WASM)/obj -name '*.d' 2>/dev/null)

JAVASCRIPT_SOURCES := $(addprefix $(JAVASCRIPT)/,build.mjs package.json README.md kingscan.d.ts hard.d.ts) $(wildcard $(JAVASCRIPT)/src/*) \
	c/cli/commands/diff/hard.epd c/cli/commands/diff/hard_variants.epd LICENSE
javascript: $(BUILD)/javascript/kingscan.js ## build the package for JavaScript in build/javascript/

$(BUILD)/javascript/kingscan.js: $(JAVASCRIPT_SOURCES) $(WASM)/kingscan.wasm
	$(call say,node,$(@D))
	$(Q)node $(JAVASCRIPT)/build.mjs . $(WASM)/kingscan.wasm $(@D)

# The native library's answers, with which native.test.mjs compares.
$(BUILD)/javascript/answers: $(JAVASCRIPT)/test/answers.c $(BUILD)/libkingscan.a
	@mkdir -p $(@D)
	$(call say,$(CC),$@)
	$(Q)$(CC) $(filter-out -MMD -MP,$(KS_CPPFLAGS)) $(KS_CFLAGS) $^ -o $@

# The kernels of the module beside the reference, for kernels.test.mjs.
$(WASM)/kernels.wasm: $(WASM)/obj/$(JAVASCRIPT)/test/kernels.o $(WASM_OBJECTS)
	$(call say,$(WASM_CC),$@)
	$(Q)$(WASM_CC) $(WASM_LINK) -Wl,--export=compare_kernels $^ $(WASM_LIBRARIES) -o $@

# No stage of the tests does this, since it needs the registry of npm.
JAVASCRIPT_PEERS := $(BUILD)/javascript/peers
.PHONY: compare-javascript
compare-javascript: javascript ## compare the package for JavaScript with chessops and chess.js, which npm fetches
	npm install --silent --no-audit --no-fund --prefix $(JAVASCRIPT_PEERS) $(NPM_PACKAGES)
	node tests/peers/javascript_against_peers.mjs $(JAVASCRIPT_PEERS) $(BUILD)/javascript 20000 $(POSITIONS)
