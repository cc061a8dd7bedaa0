# make lint and make format: layout, scripts, Python, the rules of the house, commits, prose, and what clang-tidy finds.

.PHONY: format lint lint-format lint-scripts lint-python lint-house lint-links lint-commits lint-sizes lint-prose lint-tidy

C_FILES = $(shell find bench bindings/javascript bindings/loader bindings/workbench c examples include tests -name '*.[ch]' -o -name '*.[ch]pp')
SCRIPTS = .ci/run $(shell find bench examples packaging tests -name '*.sh') $(addprefix packaging/debian/tests/,program library) \
	c/cli/commands/completions/for_bash.bash
TIDY_FLAGS = -std=c17 $(filter -I% -D%,$(KS_CPPFLAGS)) -Itests -Ibench "-DBUILD=\"build\"" "-DBENCH_FLAGS=\"\""

format: $(BUILD)/flags ## lay out C as .clang-format says, and Python as black does
	$(call say,clang-format,$(words $(C_FILES)) files)
	$(Q)clang-format -i $(C_FILES)
	$(call say,black,$(PYTHON_FOLDERS))
	$(Q)black --quiet --line-length 120 $(PYTHON_FOLDERS)

lint: lint-format lint-scripts lint-python lint-house lint-links lint-commits lint-sizes lint-prose lint-tidy ## check layout, scripts, the rules of the house, and what clang-tidy finds

lint-format: $(BUILD)/flags
	$(call say,clang-format,$(words $(C_FILES)) files)
	$(Q)clang-format --dry-run -Werror $(C_FILES)

lint-scripts: $(BUILD)/flags
	$(call say,shellcheck,$(words $(SCRIPTS)) files)
	$(Q)shellcheck $(SCRIPTS)

PYTHON_FOLDERS := bench bindings docs packaging tests

lint-python: $(BUILD)/flags
	$(call say,black,$(PYTHON_FOLDERS))
	$(Q)black --check --line-length 120 $(PYTHON_FOLDERS) 
	$(call say,flake8,$(PYTHON_FOLDERS))
	$(Q)flake8 $(PYTHON_FOLDERS)

lint-house: $(BUILD)/flags
	$(call say,python3,tests/lint/house.py)
	$(Q)tests/lint/house.py
	$(call say,python3,tests/lint/names.py)
	$(Q)tests/lint/names.py

lint-links: all
	$(call say,python3,tests/lint/links.py)
	$(Q)tests/lint/links.py $(BUILD)/obj

lint-commits: $(BUILD)/flags
	$(call say,python3,tests/lint/commits.py)
	$(Q)tests/lint/commits.py

# For a reader to judge: nothing is refused.
lint-sizes: $(BUILD)/flags
	$(call say,python3,tests/lint/sizes.py)
	$(Q)tests/lint/sizes.py

# SHOW=1 prints the sentences.
lint-prose: $(BUILD)/flags
	$(call say,python3,tests/lint/prose.py)
	$(Q)tests/lint/prose.py

# Code for Windows or WebAssembly alone, and the file that makes objects of texts, are compiled in other ways.
TIDY_FILES = $(filter-out c/core/embed.c c/cli/platform/windows/% tests/abi/windows/% bindings/javascript/native/% bindings/javascript/data/%,$(filter %.c,$(C_FILES)))

# (On standard error, clang-tidy counts the warnings that it leaves out.)
lint-tidy: $(BUILD)/flags
	$(call say,clang-tidy,$(words $(TIDY_FILES)) files)
	$(Q)printf '%s\n' $(TIDY_FILES) | \
		xargs -P "$$(nproc)" -n 16 sh -c 'clang-tidy --quiet "$$@" -- $(TIDY_FLAGS) 2>/dev/null || exit 1; \
			[ -z "$$TEST_STAGE" ] || yes "[+/$(words $(TIDY_FILES))] files looked into" | head -n $$#' clang-tidy
