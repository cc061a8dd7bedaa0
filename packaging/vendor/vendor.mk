# make vendor: the folder that another program carries to ask about checks; and the program that compares the folder's
# answers with the library's.

VENDORED := $(BUILD)/vendor/kingscan

VENDORED_HEADERS := $(addprefix include/kingscan/,check.h pieces.h kernels.h)
# Every kernel of c/core/kernels/kernels.def, and what they share.
VENDORED_KERNELS := $(shell sed -n 's/^KERNEL.\([a-z0-9_]*\),.*/\1/p' c/core/kernels/kernels.def)
VENDORED_C := $(addprefix c/core/,kernels/kernels.c processor/cpu.c text/error.c text/utf8.c board/pieceset.c kernels/batch.c kernels/reference.c) \
	$(wildcard $(VENDORED_KERNELS:%=c/core/kernels/%.c))
VENDORED_ASM := $(wildcard $(VENDORED_KERNELS:%=asm/%.asm)) asm/four_lanes.asm
VENDORED_32 := asm/scan.asm # for i386 as well
VENDORED_FROM := packaging/vendor/vendor.mk $(wildcard packaging/*.py packaging/vendor/*.py) $(wildcard include/kingscan/*.h c/core/*.c c/core/*/*.[ch] c/core/*/*.def) $(VENDORED_ASM) LICENSE

.PHONY: vendor
vendor: $(VENDORED)/kingscan.h ## write check detection as a folder for another program's sources, to VENDOR=FOLDER too
	$(if $(VENDOR),mkdir -p $(VENDOR) && cp $(VENDORED)/* $(VENDOR))

$(VENDORED)/kingscan.h: $(VENDORED_FROM) $(INCLUDED) $(BUILD)/constants.inc
	$(call say,python3,$(@D))
	$(Q)packaging/vendor/vendor.py $(@D) --cc '$(CC)' --constants $(BUILD)/constants.inc --asm $(VENDORED_ASM) \
		--i386 $(VENDORED_32) --c $(VENDORED_C) --header $(VENDORED_HEADERS)

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
