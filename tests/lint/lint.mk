# make lint and make format: layout, scripts, the rules of the house, and what clang-tidy finds.

.PHONY: format lint lint-format lint-scripts lint-house lint-tidy

C_FILES = $(shell find bench c include tests -name '*.[ch]')
SCRIPTS = .ci/run $(shell find bench examples packaging tests -name '*.sh') $(addprefix packaging/debian/tests/,program library) \
	c/cli/completions/for_bash.bash
TIDY_FLAGS = -std=c17 $(filter -I% -D%,$(KS_CPPFLAGS)) -Itests -Ibench "-DBUILD=\"build\"" "-DBENCH_FLAGS=\"\""

format: $(BUILD)/flags ## lay out the C sources as .clang-format says
	$(call say,clang-format,$(words $(C_FILES)) files)
	$(Q)clang-format -i $(C_FILES)

lint: lint-format lint-scripts lint-house lint-tidy ## check layout, scripts, the rules of the house, and what clang-tidy finds

lint-format: $(BUILD)/flags
	$(call say,clang-format,$(words $(C_FILES)) files)
	$(Q)clang-format --dry-run -Werror $(C_FILES)

lint-scripts: $(BUILD)/flags
	$(call say,shellcheck,$(words $(SCRIPTS)) files)
	$(Q)shellcheck $(SCRIPTS)

lint-house: $(BUILD)/flags
	$(call say,python3,tests/lint/house.py)
	$(Q)tests/lint/house.py

# What is for Windows alone, and what makes a file an object, is compiled in other ways.
TIDY_FILES = $(filter-out c/core/embed.c c/cli/platform/windows/% tests/abi/windows/%,$(filter %.c,$(C_FILES)))

# (clang-tidy counts on standard error what it leaves out.)
lint-tidy: $(BUILD)/flags
	$(call say,clang-tidy,$(words $(TIDY_FILES)) files)
	$(Q)printf '%s\n' $(TIDY_FILES) | \
		xargs -P "$$(nproc)" -n 16 sh -c 'clang-tidy --quiet "$$@" -- $(TIDY_FLAGS) 2>/dev/null' clang-tidy
