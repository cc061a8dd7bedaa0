# make site: README, the pages of docs/, the C interface, the commands' help and the workbench as HTML, in build/site/.

.PHONY: site
SITE := $(BUILD)/site
# Debian's Python, which has mkdocs with its theme.
site: $(BUILD)/kingscan $(BUILD)/workbench.html ## make the pages for the web from README and docs/, in build/site/
	packaging/site/pages.py $^ $(SITE)-pages
	/usr/bin/mkdocs build --quiet --strict --config-file $(SITE)-pages/mkdocs.yml --site-dir $(abspath $(SITE))
	sed '1s/^/var __search = { index: Promise.resolve(/; $$s/$$/) };/' $(SITE)/search/search_index.json >$(SITE)/search/search_index.js
	packaging/site/check_links.py $(SITE)
	@echo 'The first page is $(SITE)/index.html'
