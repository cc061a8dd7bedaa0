# Which file of the library is built how: first the builds, then the files that differ from the others, a row each.
#
# A file without a row is built once, for any processor. A file with rows is built as its rows say, and each build of it
# is an object of its own: FILE.o for any processor, FILE.fast.o with PEXT. Functions and tables that exist once a build
# are named by IN_BUILD of c/rules/build.h. NAME_tmpl.c and NAME_tmpl.h are compiled several times.

# ---- Builds ----
# $(call build,NAME,WHERE,FLAGS,WORDS). WHERE: the machines that have it; ASSEMBLED_X86_64 is x86-64 with NASM, whose
# processors may have vectors. WORDS: what `make` prints.
comma := ,
blank := $(subst ,, )
# The features that builds are for: each has an option for the compiler and a macro for the code. The macro decides which code
# a build is: the compiler's own, such as __AVX2__, is there in all builds when a user's CFLAGS have -march=x86-64-v3.
SSSE3 := -mssse3 -DKS_FOR_SSSE3
AVX2 := -mavx2 -DKS_FOR_SSSE3 -DKS_FOR_AVX2
AVX512 := -mavx512f -mavx512dq -mavx512bw $(filter -D%,$(AVX2)) -DKS_FOR_AVX512
VBMI2 := -mavx512vl -mavx512vbmi -mavx512vbmi2 -DKS_FOR_AVX512VBMI2
CD := -mavx512cd -DKS_FOR_AVX512CD
BMI := -mbmi -mbmi2 -DKS_FOR_BMI
FAST_PEXT := $(BMI) -DKS_FAST_PEXT
WITH_PEXT := -mpopcnt -mlzcnt $(FAST_PEXT)
X86_64 := $(filter x86_64,$(MACHINE))
ASSEMBLED_X86_64 := $(VECTORS)

define add_build
BUILDS += $(if $($(2)),$(1))
BUILD_OPTIONS += $(1)$(comma)$(subst $(blank),$(comma),$(strip $(3)))
$$(BUILD)/obj/%.$(1).o: %.c $$(BUILD)/flags
	$$(make_folder)
	$$(call say,$$(CC),$$< ($(4)))
	$$(Q)$$(CC) $$(KS_CPPFLAGS) $$(KS_CFLAGS) $(3) -DKS_BUILD=$(1) -c $$< -o $$@
endef
build = $(eval $(call add_build,$(1),$(2),$(3),$(4)))

# any: the plain object. alone: the plain object too, of a file that AVX-512 alone can use.
BUILDS := any $(if $(ASSEMBLED_X86_64),alone)
$(call build,popcnt,X86_64,-mpopcnt,with POPCNT)
$(call build,fast,X86_64,$(WITH_PEXT),with PEXT)
# With what every processor has that the kernel of this name runs on.
$(call build,ssse3,ASSEMBLED_X86_64,$(SSSE3),with ssse3)
$(call build,avx2,ASSEMBLED_X86_64,$(AVX2),with avx2)
$(call build,avx512,ASSEMBLED_X86_64,$(AVX512) -mpopcnt $(BMI),with avx512)

# ---- Flags with a reason ----
# Without stack protector: with it `check --count` of the bundled positions took 2 % longer (medians of 11 and of 21,
# Intel Emerald Rapids). For perft no difference could be seen.
HOT := -fno-stack-protector
# These files are compiled with -O3, the others with -O2. With -O2, `check --count` of games took 1.12 times as long on AVX2, and
# 1.19 times on ssse3 (medians of 11 and 7 runs in turn, AMD EPYC Zen 5).
HOTTER := $(HOT) -O3
# gcc's partial redundancy elimination spills registers: bench/README.md.
WITHOUT_PRE := $(if $(for_gcc),-fno-tree-pre)
# A set of squares is written by halves. Read as one vector, it waits for both: perft of variants took 1.03 to 1.06 times
# as long (medians of seven runs in turn, AMD Zen 4). Indices of words are stored one by one: to gather them in a vector
# takes longer.
BY_HALVES := -fno-tree-slp-vectorize
AVX512_SETS := $(AVX512) $(VBMI2)
# The compiler inlines what it likes: perft_tmpl.c takes 0.3 to 0.4 of the time to compile, and perft, whose last two plies are
# counted elsewhere, 0.98 to 1.02 of the time (medians of 5 to 11 runs in turn, AMD Zen 4).
INLINED_FREELY := $(if $(X86_64),-DKS_QUICK_TO_COMPILE)

# ---- Files ----
# $(call built,FILES,BUILDS,FLAGS). FILES are paths below c/ without .c. FLAGS come after the flags of all objects and
# before the flags of the build. -O3 in FLAGS takes the place of a user's -O2, and of no other level.
flags_of = $(filter-out -O3,$(1))
define add_rows
$(foreach file,$(1),$(if $(wildcard c/$(file).c),,$(error c/builds.mk: c/$(file).c is not there)))
BUILT_BY_ROWS += $(1:%=c/%.c)
BUILT_FOR_ANY += $(if $(filter any,$(2)),$(1:%=c/%.c))
TABLE_OBJECTS += $(call objects_of,$(1),$(2))
ROW_OPTIONS += $(foreach file,$(1),$(foreach build,$(2),c/$(file).c$(comma)$(build)$(comma)$(subst $(blank),$(comma),$(strip $(3)))))
$(if $(3),$(call objects_of,$(1),$(2)): private KS_CFLAGS += $(call flags_of,$(3)))
$(if $(filter -O3,$(3)),$(call objects_of,$(1),$(2)): private CFLAGS := $$(CFLAGS:-O2=-O3))
endef
objects_of = $(foreach build,$(filter $(BUILDS),$(2)),$(1:%=$(BUILD)/obj/c/%$(if $(filter-out any alone,$(build)),.$(build)).o))
built = $(eval $(call add_rows,$(strip $(1)),$(2),$(strip $(3))))

#             file                              builds                 flags
$(call built, core/fen/rows_tmpl,               any,                   $(HOT))
$(call built, core/fen/rows_tmpl,               fast,                  $(SSSE3) $(HOT))
$(call built, core/fen/rows_avx512,             alone,                 -mpopcnt $(BMI) $(AVX512_SETS) $(HOT))
$(call built, core/fen/four_lines,              any,                   $(HOT))
$(call built, core/kernels/portable,            any,                   $(HOT))
$(call built, rules/check_epd,                  any,                   $(HOT))
$(call built, rules/look_in_lanes_tmpl,         any avx2 avx512,       $(HOT))

$(call built, rules/generator/build_tmpl,       any,                   )
$(call built, rules/generator/build_tmpl,       fast,                  $(SSSE3) $(WITHOUT_PRE))
$(call built, rules/generator/build_tmpl,       avx512,                -mlzcnt $(FAST_PEXT) $(VBMI2) $(WITHOUT_PRE))
$(call built, rules/generator/slide_tables_tmpl, any fast,              )

$(call built, rules/perft/perft_tmpl,           any fast,              $(INLINED_FREELY))
$(call built, rules/perft/sliders_tmpl,         any fast,              )
# `any` is for processors of x86-64 without POPCNT, of 2007, and for all others. Inlined as the compiler likes, it takes 0.34 of the
# time to compile there, and perft 1.00 to 1.04 of the time; `avx2` would take 1.07 to 1.18 (medians of 61 and 151 runs in turn, AMD Zen 3),
# and `popcnt` 1.05 to 1.10 (five runs in turn, AMD Zen 4).
$(call built, rules/perft/null_move_tmpl,       any,                   $(INLINED_FREELY))
# Every processor with a fast PEXT has AVX2: `fast` is for builds without vectors.
$(call built, rules/perft/null_move_tmpl,       popcnt $(if $(ASSEMBLED_X86_64),,fast), )
$(call built, rules/perft/null_move_tmpl,       avx2,                  $(WITH_PEXT))
$(call built, rules/perft/leaves,               alone,                 $(WITH_PEXT) $(AVX512_SETS) -mavx512bitalg -mavx512vpopcntdq)

$(call built, game/pgn/moves,                   any,                   $(HOT))
$(call built, game/pgn/comments,                any,                   $(HOT))
$(call built, game/pgn/pgn,                     any,                   $(HOT))
$(call built, game/pgn/ahead,                   any,                   $(HOT))
$(call built, game/pgn/quick_tmpl,              any fast,              $(HOTTER) $(BY_HALVES))
$(call built, game/pgn/scan_words_tmpl,         any ssse3 avx512,      $(HOTTER) $(BY_HALVES))
$(call built, game/pgn/scan_words_tmpl,         avx2,                  -mpopcnt $(BMI) $(HOTTER) $(BY_HALVES))
$(call built, game/pgn/read_words_tmpl,         any ssse3 avx512,      $(HOTTER))
$(call built, game/pgn/read_words_tmpl,         avx2,                  -mpopcnt $(BMI) $(HOTTER))
$(call built, game/pgn/guard_kings_tmpl,        any avx512,            $(HOTTER))
$(call built, game/pgn/guard_kings_tmpl,        avx2,                  -mpopcnt $(BMI) $(HOTTER))

$(call built, game/data/chains_tmpl,            any fast,              $(HOTTER) $(BY_HALVES))
$(call built, game/data/chains_tmpl,            avx2,                  $(WITH_PEXT) $(HOTTER) $(BY_HALVES))
$(call built, game/data/chains_tmpl,            avx512,                -mlzcnt $(FAST_PEXT) -mavx512vl $(CD) $(HOTTER) $(BY_HALVES))
$(call built, game/data/eight_lanes,            alone,                 $(WITH_PEXT) $(AVX512_SETS) $(CD) -mavx512vpopcntdq $(HOTTER) $(BY_HALVES))
$(call built, game/data/writer_tmpl,            any fast,              $(HOTTER) $(BY_HALVES))
$(call built, game/data/writer_tmpl,            avx2,                  $(WITH_PEXT) $(HOTTER) $(BY_HALVES))
$(call built, game/data/writer_tmpl,            avx512,                -mlzcnt $(FAST_PEXT) -mavx512vl $(CD) $(HOTTER) $(BY_HALVES))
$(call built, game/data/records_tmpl,           any,                   $(HOTTER) $(BY_HALVES))
$(call built, game/data/records_tmpl,           avx2,                  $(WITH_PEXT) $(HOTTER) $(BY_HALVES))
$(call built, game/data/records_tmpl,           avx512,                $(FAST_PEXT) -mlzcnt $(VBMI2) $(HOTTER) $(BY_HALVES))

$(call built, variant/notation/rows_avx512,     alone,                 -mpopcnt $(BMI) $(AVX512_SETS))

# These folders are compiled with -O1, in two thirds of the time (gcc 12, AMD Zen 4): their code runs once a run, a variant or a fault, or waits
# for another program. With it `stats` and `check --json` would take 1.16 and 1.10 of the time.
COLD := $(addprefix c/cli/,args platform/* random reports shell $(addprefix commands/,completions diff fuzz kernels position uci variants)) \
	c/game/explain c/rules/explain c/variant/collection c/variant/describe
$(call object,$(wildcard $(COLD:%=%/*.c))): private CFLAGS := $(CFLAGS:-O2=-O1)

# The generator of variants takes 0.95 to 0.97 of the time with -O3 (`3check`, `kingofthehill`; gcc 12, AMD Zen 4).
$(call object,$(wildcard c/variant/moves/*.c)): private CFLAGS := $(CFLAGS:-O2=-O3)

# Every object of c/variant, whatever processors it is for.
SOURCES_OF_VARIANTS := $(wildcard c/variant/*.c c/variant/*/*.c c/game/explain/*.c)
$(call object,$(SOURCES_OF_VARIANTS)): private KS_CFLAGS += $(BY_HALVES)
