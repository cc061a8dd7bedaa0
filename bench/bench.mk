# make bench: the benchmark, its baselines in C, and the programs that it is compared with.

.PHONY: bench

# The baselines, each by its compilers. A missing compiler leaves empty objects, and the benchmark has no figures of
# it.
BASELINES = $(patsubst %,$(BUILD)/obj/bench/%.o,gcc/plain clang-19/plain clang/plain \
	$(foreach baseline,mailbox liberman bitboard attacked,gcc/$(baseline) clang-19/$(baseline)))
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

# The kernels' twins, each by its compilers, with the flags without which its intrinsics do not compile.
TWINS := scan ssse3 avx2 avx512
TWIN_FLAGS_scan :=
TWIN_FLAGS_ssse3 := -mssse3
TWIN_FLAGS_avx2 := -mavx2
TWIN_FLAGS_avx512 := -mavx512f -mavx512bw -mavx512vbmi
TWIN_COMPILERS := gcc clang-19 clang
TWIN_OBJECTS = $(foreach compiler,$(TWIN_COMPILERS),$(TWINS:%=$(BUILD)/obj/bench/$(compiler)/twins/%.o))

# The inline functions in a caller's loop, likewise.
INLINED_OBJECTS = $(foreach compiler,gcc clang-19,$(patsubst %,$(BUILD)/obj/bench/$(compiler)/inlined-%.o,avx2 avx512))

define twins_by
$$(BUILD)/obj/bench/$(1)/twins/%.o: bench/twins/%.c $$(BUILD)/flags
	@mkdir -p $$(@D)
	$$(call say,$(1),$$<)
	$$(Q)if command -v $(1) >/dev/null; then \
		$(1) -std=c17 $$(WARNINGS) -Iinclude -Ibench -MMD -MP -O3 $$(TWIN_FLAGS_$$*) -DBENCH_FLAGS='"$$(strip -O3 $$(TWIN_FLAGS_$$*))"' -c $$< -o $$@; \
	else echo "bench: no $(1) here, so no twin of $$* by it" >&2; $$(CC) -c -x c /dev/null -o $$@; fi

$$(BUILD)/obj/bench/$(1)/inlined-%.o: bench/inlined.c $$(BUILD)/flags
	@mkdir -p $$(@D)
	$$(call say,$(1),$$<)
	$$(Q)if command -v $(1) >/dev/null; then \
		$(1) -std=c17 $$(WARNINGS) -Iinclude -Ibench -MMD -MP -O3 $$(TWIN_FLAGS_$$*) -c $$< -o $$@; \
	else $$(CC) -c -x c /dev/null -o $$@; fi
endef
$(foreach compiler,$(TWIN_COMPILERS),$(eval $(call twins_by,$(compiler))))

BENCH := $(addprefix bench/,bench.c boards.c memory.c timing.c contenders.c calls.c attacked.c see.c piecesets.c batch.c verify.c \
	machine.c report.c export.c twins/compare.c)
BENCH_OBJECTS = $(call object,$(BENCH))
$(BENCH_OBJECTS): private KS_CPPFLAGS += -Ibench -DBENCH_FLAGS='"$(CFLAGS)"'

$(BUILD)/bench: $(BENCH_OBJECTS) $(BASELINES) $(TWIN_OBJECTS) $(INLINED_OBJECTS) $(call object,c/cli/io/plugin.c c/cli/positions/draw.c c/cli/base/messages.c c/cli/base/output.c c/cli/base/draft.c c/cli/base/waiting.c c/cli/base/json.c c/cli/platform/posix/system.c c/cli/platform/posix/interrupt.c $(wildcard c/game/common/*.c)) $(BUILD)/libkingscan.a
	$(call say,$(CC),$@)
	$(Q)$(CC) $(KS_LDFLAGS) -o $@ $^ $(LIBRARIES)

BENCH_PROGRAMS := bench/rules.c bench/calls/kingscan.c bench/games/games.c bench/nets/kingscan.c
$(call object,$(BENCH_PROGRAMS)): private KS_CPPFLAGS += -Ibench
$(call object,bench/nets/kingscan.c): private KS_CFLAGS += $(NATIVE)
BENCH_SHARED := $(wildcard bench/calls/*.h)
$(BUILD)/bench-rules: $(call object,bench/rules.c) $(BUILD)/libkingscan.a
	$(call say,$(CC),$@)
	$(Q)$(CC) $(KS_LDFLAGS) -o $@ $^

# The same through kingscan.hpp, where there is a compiler for C++.
BENCH_RULES_CXX := $(if $(shell command -v $(CXX)),$(BUILD)/bench-rules-cxx)
$(BUILD)/bench-rules-cxx: bench/calls/perft.cpp $(BENCH_SHARED) $(wildcard include/*.hpp include/kingscan/*.hpp) $(BUILD)/libkingscan.a
	$(call say,$(CXX),$@)
	$(Q)$(CXX) -std=c++17 -O2 -Iinclude -Ibench -o $@ $< $(BUILD)/libkingscan.a

$(BUILD)/bench-rules-shared: $(call object,bench/rules.c) $(BUILD)/libkingscan.so
	$(call say,$(CC),$@)
	$(Q)$(CC) $(KS_LDFLAGS) -o $@ $^ -Wl,-rpath,'$$ORIGIN'

# CHESS_LIBRARY: the folder of a copy of github.com/Disservin/chess-library, which is compiled as its users compile it.
BENCH_PEER := $(if $(CHESS_LIBRARY),$(BUILD)/bench-chess-library)
BENCH_CALLS := $(if $(CHESS_LIBRARY),$(addprefix $(BUILD)/bench-calls-,kingscan chess-library))
WITH_CHESS_LIBRARY = $(CXX) -std=c++17 -O3 -DNDEBUG -mbmi -mbmi2 -mpopcnt -mlzcnt -DCHESS_USE_PEXT -Ibench -I $(CHESS_LIBRARY)/include
$(BUILD)/bench-chess-library: bench/chess_library.cpp $(BENCH_SHARED) $(BUILD)/flags
	$(call say,$(CXX),$@)
	$(Q)$(WITH_CHESS_LIBRARY) -o $@ $<

$(BUILD)/bench-calls-chess-library: bench/calls/chess_library.cpp $(BENCH_SHARED) $(BUILD)/flags
	$(call say,$(CXX),$@)
	$(Q)$(WITH_CHESS_LIBRARY) -o $@ $<

$(BUILD)/bench-calls-kingscan: $(call object,bench/calls/kingscan.c) $(BUILD)/libkingscan.a
	$(call say,$(CC),$@)
	$(Q)$(CC) $(KS_LDFLAGS) -o $@ $^

$(BUILD)/bench-games: $(call object,bench/games/games.c) $(BUILD)/libkingscan.a
	$(call say,$(CC),$@)
	$(Q)$(CC) $(KS_LDFLAGS) -o $@ $^

BENCH_PEER_GAMES := $(if $(CHESS_LIBRARY),$(BUILD)/bench-games-chess-library)
$(BUILD)/bench-games-chess-library: bench/games/chess_library.cpp $(BENCH_SHARED) $(BUILD)/flags
	$(call say,$(CXX),$@)
	$(Q)$(WITH_CHESS_LIBRARY) -o $@ $<

# NNUE_PYTORCH: the folder of a copy of github.com/official-stockfish/nnue-pytorch, whose sample is read.
BENCH_NETS := $(if $(NNUE_PYTORCH),$(addprefix $(BUILD)/,bench-nets libkingscan_loader.so bench-nets-nnue-pytorch bench-nets-nnue-pytorch.so))
WITH_NNUE_PYTORCH = $(CXX) -std=c++20 -O3 -DNDEBUG -march=native -w -Ibench -I $(NNUE_PYTORCH)/data_loader/cpp
$(BUILD)/bench-nets: $(call object,bench/nets/kingscan.c bindings/loader/choice.c) $(BUILD)/libkingscan.a
	$(call say,$(CC),$@)
	$(Q)$(CC) $(KS_LDFLAGS) -o $@ $^ -ldl

$(BUILD)/bench-nets-nnue-pytorch: bench/nets/nnue_pytorch.cpp bench/calls/clock.h $(BUILD)/flags
	$(call say,$(CXX),$@)
	$(Q)$(WITH_NNUE_PYTORCH) -o $@ $< -pthread

$(BUILD)/bench-nets-nnue-pytorch.so: $(BUILD)/flags
	$(call say,$(CXX),$@)
	$(Q)$(WITH_NNUE_PYTORCH) -fPIC -shared -o $@ $(NNUE_PYTORCH)/data_loader/cpp/training_data_loader.cpp $(NNUE_PYTORCH)/data_loader/cpp/training_data_loader_abi.cpp -pthread

# Variants are timed against Fairy-Stockfish: Debian's, or that of FAIRY_STOCKFISH=FILE. `bench/variants.py` times all of them,
# which takes half an hour.
FAIRY_STOCKFISH ?= $(shell PATH=$$PATH:/usr/games command -v fairy-stockfish)
BENCH_VARIANTS := antichess atomic racingkings losalamos horde minishogi clobber capablanca breakthrough seirawan crazyhouse \
	3check kingofthehill sittuyin janggi xiangqi grand courier makruk shogi duck atomar flipello ataxx chess

bench: $(BUILD)/bench $(BUILD)/bench-rules $(BUILD)/bench-rules-shared $(BENCH_RULES_CXX) $(BENCH_PEER) $(BENCH_CALLS) $(BUILD)/bench-games $(BENCH_PEER_GAMES) $(BENCH_NETS) $(BUILD)/kingscan ## time kernels against C, text and perft against programs, draw build/plots/
	$< --all --json $(BUILD)/bench.json --tsv $(BUILD)/bench.tsv $(POSITIONS)
	bench/twins/count.py $(BUILD)/libkingscan.a $(BUILD)/obj/bench --tsv $(BUILD)/bench-code.tsv
	bench/rules.sh $(BUILD)/bench-rules $(BUILD)/bench-rules-shared '$(BENCH_RULES_CXX)' $(BENCH_PEER)
	$(if $(BENCH_CALLS),bench/calls/turns.sh $(BENCH_CALLS) $(POSITIONS))
	KINGSCAN=$(BUILD)/kingscan bench/games/run.sh $(BUILD)/bench-games $(BENCH_PEER_GAMES)
	$(if $(BENCH_NETS),TSV=$(BUILD)/bench-nets.tsv bench/nets/run.sh $(BENCH_NETS) $(NNUE_PYTORCH)/.pgo/small.binpack)
	TSV=$(BUILD)/bench.tsv bench/text.sh $(BUILD)/kingscan $(BUILD) $(POSITIONS)
	TSV=$(BUILD)/bench.tsv bench/perft.sh $(BUILD)/kingscan
	$(if $(FAIRY_STOCKFISH),bench/variants.py $(BUILD)/kingscan $(FAIRY_STOCKFISH) --tsv $(BUILD)/bench.tsv $(BENCH_VARIANTS),\
		@echo "bench: no fairy-stockfish here, so no variants against it")
	@mkdir -p $(BUILD)/plots
	bench/plot.py $(BUILD)/bench.tsv $(BUILD)/plots
	bench/page.py $(BUILD)/bench.tsv $(BUILD)/bench.html --json $(BUILD)/bench-page.json

.PHONY: pictures
pictures: $(BUILD)/kingscan $(BUILD)/broken $(BUILD)/workbench.html ## draw the pictures and plots of the pages anew, and write their figures, from bench/figures/
	docs/pictures/draw.py $(filter-out %.html,$^) docs/pictures
	docs/pictures/map.py docs/pictures/map.svg
	docs/pictures/report.sh $(filter-out %.html,$^) docs/pictures
	docs/pictures/workbench.sh $(BUILD)/workbench.html docs/pictures
	bench/plot.py bench/figures/zen5.tsv bench/plots
	bench/plot.py bench/figures/variants.tsv bench/plots
	docs/pictures/tour.py --write
	bench/figures.py --write
