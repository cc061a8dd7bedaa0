# Which file of the library is built how: first the tiers, then the files that differ from the others, a row each.
#
# A file without a row is built once, for any processor. A file with rows is built for the tiers that its rows name, and each build
# of it is an object of its own: FILE.o for any processor, FILE.fast.o for the tier fast. Functions and tables that exist once a
# build are named by IN_BUILD of c/rules/build.h. NAME_tmpl.c and NAME_tmpl.h are compiled several times.

# ---- Tiers ----
# The rows of c/core/processor/tiers.def, which C reads too: TIER,WHERE,BELOW,FEATURE,... A tier has an option for the compiler and
# a macro for each of its features. The macros decide which code a build is: the compiler's own, such as __AVX2__, are there in all
# builds when a user's CFLAGS have -march=x86-64-v3.
comma := ,
blank := $(subst ,, )
X86_64 := $(filter x86_64,$(MACHINE))
TIER_ROWS := $(shell sed -n 's/ //g; s/|/,/g; s/CPU_//g; s/^TIER(\(.*\))$$/\1/p' c/core/processor/tiers.def)
# Each row once more, in small letters, as the options are written.
SMALL_ROWS := $(shell echo '$(TIER_ROWS)' | tr A-Z a-z)
HAS_every := every
HAS_x86_64 := $(X86_64)
HAS_vectors := $(VECTORS)

# $(1): the words of a row; $(2): its features; $(3): the same in small letters.
define add_tier
TIER_OPTIONS_$(word 1,$(1)) := $$(TIER_OPTIONS_$(word 3,$(1))) $(patsubst -mbmi1,-mbmi,$(3:%=-m%)) $(2:%=-DKS_FOR_%)
BUILDS += $(if $(HAS_$(word 2,$(1))),$(word 1,$(1)))
BUILD_OPTIONS += $(word 1,$(1))$(comma)$$(subst $$(blank),$$(comma),$$(strip $$(TIER_OPTIONS_$(word 1,$(1)))))
$$(BUILD)/obj/%.$(word 1,$(1)).o: %.c c/core/processor/tiers.def $$(BUILD)/flags
	$$(make_folder)
	$$(call say,$$(CC),$$< (for $(word 1,$(1))))
	$$(Q)$$(CC) $$(KS_CPPFLAGS) $$(KS_CFLAGS) $$(TIER_OPTIONS_$(word 1,$(1))) -DKS_BUILD=$(word 1,$(1)) -c $$< -o $$@
endef
words_of = $(subst $(comma), ,$(1))
behind = $(filter-out 0 fast_pext,$(wordlist 4,99,$(call words_of,$(1))))
$(foreach n,$(shell seq $(words $(TIER_ROWS))),$(eval $(call add_tier,$(call words_of,$(word $(n),$(TIER_ROWS))),$(call behind,$(word $(n),$(TIER_ROWS))),$(call behind,$(word $(n),$(SMALL_ROWS))))))

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
# The compiler inlines what it likes: perft_tmpl.c takes 0.3 to 0.4 of the time to compile, and perft, whose last two plies are
# counted elsewhere, 0.98 to 1.02 of the time (medians of 5 to 11 runs in turn, AMD Zen 4).
INLINED_FREELY := $(if $(X86_64),-DKS_QUICK_TO_COMPILE)

# ---- Files ----
# $(call built,FILES,TIERS,FLAGS). FILES are paths below c/ without .c. FLAGS come after the flags of all objects and
# before the options of the tier. -O3 in FLAGS takes the place of a user's -O2, and of no other level.
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
objects_of = $(foreach build,$(filter $(BUILDS),$(2)),$(1:%=$(BUILD)/obj/c/%$(if $(filter-out any,$(build)),.$(build)).o))
built = $(eval $(call add_rows,$(strip $(1)),$(2),$(strip $(3))))

#             file                              tiers                         flags
$(call built, core/fen/rows_tmpl,               any fast,                     $(HOT))
$(call built, core/fen/rows_avx512,             avx512,                       $(HOT))
$(call built, core/fen/four_lines,              any,                          $(HOT))
$(call built, core/kernels/portable,            any,                          $(HOT))
$(call built, rules/check_epd,                  any,                          $(HOT))
$(call built, rules/look_in_lanes_tmpl,         any avx2 avx512,              $(HOT))

$(call built, rules/generator/build_tmpl,       any,                          )
$(call built, rules/generator/build_tmpl,       fast avx512,                  $(WITHOUT_PRE))
$(call built, rules/generator/exchange_tmpl,    any fast,                     $(HOTTER))
$(call built, rules/generator/settling_tmpl,    any fast avx512,              $(HOTTER))
$(call built, rules/generator/slide_tables_tmpl, any fast,                    )

$(call built, rules/perft/perft_tmpl,           any fast,                     $(INLINED_FREELY))
$(call built, rules/perft/sliders_tmpl,         any fast,                     )
# `any` is for processors of x86-64 without POPCNT, of 2007, and for all others. Inlined as the compiler likes, it takes 0.34 of the
# time to compile there, and perft 1.00 to 1.04 of the time; `haswell` would take 1.07 to 1.18 (medians of 61 and 151 runs in turn,
# AMD Zen 3), and `popcnt` 1.05 to 1.10 (five runs in turn, AMD Zen 4).
$(call built, rules/perft/null_move_tmpl,       any,                          $(INLINED_FREELY))
# Every processor with a fast PEXT has AVX2: `fast` is for builds without vectors.
$(call built, rules/perft/null_move_tmpl,       popcnt $(if $(VECTORS),haswell,fast), )
$(call built, rules/perft/leaves,               avx512,                       )

$(call built, game/pgn/moves,                   any,                          $(HOT))
$(call built, game/pgn/comments,                any,                          $(HOT))
$(call built, game/pgn/pgn,                     any,                          $(HOT))
$(call built, game/pgn/ahead,                   any,                          $(HOT))
$(call built, game/pgn/quick_tmpl,              any fast,                     $(HOTTER) $(BY_HALVES))
$(call built, game/pgn/scan_words_tmpl,         any ssse3 avx2 avx512,        $(HOTTER) $(BY_HALVES))
$(call built, game/pgn/read_words_tmpl,         any ssse3 avx2 avx512,        $(HOTTER))
$(call built, game/pgn/guard_kings_tmpl,        any avx2 avx512,              $(HOTTER))
$(call built, game/pgn/usual_comments_tmpl,     avx2 avx512,                  $(HOTTER))

$(call built, game/data/chains_tmpl,            any fast haswell skylake,     $(HOTTER) $(BY_HALVES))
$(call built, game/data/eight_lanes,            avx512,                       $(HOTTER) $(BY_HALVES))
$(call built, game/data/writer_tmpl,            any fast haswell skylake,     $(HOTTER) $(BY_HALVES))
$(call built, game/data/records_tmpl,           any haswell avx512,           $(HOTTER) $(BY_HALVES))

$(call built, game/features/choice,             any,                          $(HOTTER))
$(call built, game/features/fill_tmpl,          any avx2 avx512,              $(HOTTER))
$(call built, game/features/likely_tmpl,        any avx2 avx512,              $(HOTTER))

$(call built, variant/notation/rows_avx512,     avx512,                       )

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
