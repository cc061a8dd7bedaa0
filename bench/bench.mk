# make bench: the benchmark, its baselines in C, and the programs that it is compared with.

.PHONY: bench

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

$(BUILD)/bench: $(BENCH_OBJECTS) $(BASELINES) $(call object,c/cli/fuzz/plugin/load.c c/cli/platform/posix/paths.c) $(BUILD)/libkingscan.a
	$(call say,$(CC),$@)
	$(Q)$(CC) $(KS_LDFLAGS) -o $@ $^ $(LIBRARIES)

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

.PHONY: pictures
pictures: $(BUILD)/kingscan $(BUILD)/broken ## draw the README's pictures anew, from what the program prints and bench/plots/bench.tsv
	docs/pictures/draw.py $^ docs/pictures
