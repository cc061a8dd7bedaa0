# make page: the workbench, a page for those who look for a bug in their move generator, build/workbench.html.

WORKBENCH := bindings/workbench
PAGE := $(BUILD)/workbench
.PHONY: page
page: $(BUILD)/workbench.html ## build the workbench, a page for browsers, build/workbench.html

# The kernels' tables, which the panel shows: as the library has them, on any machine and with any flags.
PAGE_TABLES := $(addprefix $(PAGE)/,avx512.o four_lanes.o scan.o pieceset.o)
$(PAGE)/%.o: asm/%.asm $(INCLUDED) $(BUILD)/constants.inc
	@mkdir -p $(@D)
	$(call say,$(or $(NASM),nasm),$< (for its tables))
	$(Q)$(or $(NASM),nasm) -f elf64 -Iasm/ -I$(BUILD)/ $< -o $@

$(PAGE)/pieceset.o: c/core/board/pieceset.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,$(CC),$< (for its tables))
	$(Q)$(CC) -std=c17 -Iinclude -Ic -D_POSIX_C_SOURCE=200809L -DKS_NO_ASSEMBLY -DNDEBUG -fno-lto -MMD -MP -c $< -o $@

-include $(PAGE)/pieceset.d

$(BUILD)/workbench.html: $(wildcard $(WORKBENCH)/*.mjs $(WORKBENCH)/*.html $(WORKBENCH)/*.css $(WORKBENCH)/src/*.js) \
		$(PAGE_TABLES) $(BUILD)/javascript/kingscan.js c/cli/reports/page.css c/game/common/figures.def
	$(call say,node,$@)
	$(Q)node $(WORKBENCH)/build.mjs . $(BUILD)/javascript $(PAGE) $(BUILD)/constants.inc $@

# The kernels an instruction at a time, to compare the panel with: found.test.mjs.
$(PAGE)/trace: $(WORKBENCH)/test/trace.c $(BUILD)/libkingscan.a
	@mkdir -p $(@D)
	$(call say,$(CC),$@)
	$(Q)$(CC) $(filter-out -MMD -MP,$(KS_CPPFLAGS)) $(KS_CFLAGS) $^ -o $@

.PHONY: page-tests
page-tests: page $(PAGE)/trace
