# make vendor: the folder that another program carries to ask about checks; and the program that compares the folder's
# answers with the library's.

VENDORED := $(BUILD)/vendor/kingscan

VENDORED_HEADERS := $(addprefix include/kingscan/,check.h pieces.h kernels.h)
# Every kernel of c/core/kernels/kernels.def, and what they share.
VENDORED_KERNELS := $(shell sed -n 's/^KERNEL.\([a-z0-9_]*\),.*/\1/p' c/core/kernels/kernels.def)
VENDORED_C := $(addprefix c/core/,kernels/kernels.c processor/cpu.c text/error.c text/utf8.c board/pieceset.c kernels/batch.c kernels/reference.c kernels/attacked.c kernels/family.c) \
	$(wildcard $(VENDORED_KERNELS:%=c/core/kernels/%.c))
VENDORED_ASM := $(wildcard $(VENDORED_KERNELS:%=asm/%.asm)) asm/four_lanes.asm $(wildcard asm/attacked/*.asm)
VENDORED_32 := asm/scan.asm # for i386 as well
VENDORED_FROM := packaging/vendor/vendor.mk $(wildcard packaging/*.py packaging/vendor/*.py) $(wildcard include/kingscan/*.h c/core/*.c c/core/*/*.[ch] c/core/*/*.def) $(VENDORED_ASM) LICENSE

# The same with the rules of chess, in one C file for all builds: builds.py.
WITH_RULES := $(BUILD)/vendor/with-rules/kingscan
RULES_HEADERS := $(addprefix include/kingscan/,check.h pieces.h kernels.h attacks.h errors.h position.h moves.h)
# The counters of perft are left out: they would double the time to compile. So is kingscan/inline.h.
RULES_C := $(filter-out $(PERFT_COUNTERS) c/core/kernels/inline_tables.c,$(wildcard c/core/*/*.c c/rules/*.c c/rules/*/*.c))
RULES_ASM := $(VENDORED_ASM) $(wildcard asm/text/*.asm)

VENDOR_PARTS ?= check
VENDOR_FOLDER = $(or $(VENDOR_FOLDER_OF_$(VENDOR_PARTS)),$(error VENDOR_PARTS=$(VENDOR_PARTS): expected check, or rules, which has checks too))
VENDOR_FOLDER_OF_check := $(VENDORED)
VENDOR_FOLDER_OF_rules := $(WITH_RULES)

.PHONY: vendor
vendor: ## write check detection, with VENDOR_PARTS=rules all rules of chess, as a folder for another program's sources, to VENDOR=FOLDER too
vendor: $(VENDOR_FOLDER)/kingscan.h
	$(if $(VENDOR),mkdir -p $(VENDOR) && cp $(VENDOR_FOLDER)/* $(VENDOR))

$(VENDORED)/kingscan.h: $(VENDORED_FROM) $(INCLUDED) $(BUILD)/constants.inc
	$(call say,python3,$(@D))
	$(Q)packaging/vendor/vendor.py $(@D) --cc '$(CC)' --constants $(BUILD)/constants.inc --asm $(VENDORED_ASM) \
		--i386 $(VENDORED_32) --c $(VENDORED_C) --header $(VENDORED_HEADERS)

$(WITH_RULES)/kingscan.h: $(VENDORED_FROM) $(RULES_HEADERS) $(RULES_C) $(RULES_ASM) $(wildcard c/*/*.h c/*/*/*.h c/*/*/*.def) asm/tables/ray_slots.asm c/builds.mk $(INCLUDED) $(BUILD)/constants.inc
	$(call say,python3,$(@D))
	$(Q)packaging/vendor/vendor.py $(@D) --cc '$(CC)' --constants $(BUILD)/constants.inc --asm $(RULES_ASM) \
		--i386 $(VENDORED_32) --c $(RULES_C) --header $(RULES_HEADERS) --tables asm/tables/ray_slots.asm \
		--builds $(BUILD_OPTIONS) --rows $(ROW_OPTIONS)

VENDORED_SO := $(BUILD)/vendor/vendored.so
$(VENDORED_SO): $(VENDORED)/kingscan.h
	$(call say,$(CC),$@)
	$(Q)$(CC) -O2 -fPIC -shared -nostartfiles -Wl,-z,defs -o $@ $(VENDORED)/*.c $(VENDORED)/*.S

COMPARE_VENDORED := $(BUILD)/obj/tests/vendored/compare.o
$(COMPARE_VENDORED): private KS_CPPFLAGS += -Itests
$(BUILD)/compare-vendored: $(COMPARE_VENDORED) $(call object,tests/support/random.c) $(COMMAND_OBJECTS) $(BUILD)/libkingscan.a
	$(call say,$(CC),$@)
	$(Q)$(CC) $(KS_LDFLAGS) -o $@ $^ $(LIBRARIES)

VENDORED_BOARDS ?= 10000000
.PHONY: compare-vendored
compare-vendored: $(BUILD)/compare-vendored $(VENDORED_SO) ## compare the folder's answers with the library's, VENDORED_BOARDS=10000000
	$(BUILD)/compare-vendored $(VENDORED_SO) $(VENDORED_BOARDS)
