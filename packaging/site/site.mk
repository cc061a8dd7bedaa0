# make site: README, the pages of docs/, the C interface, the commands' help and the workbench as HTML, in build/site/.

.PHONY: site
SITE := $(BUILD)/site
# Debian's Python, which has mkdocs with its theme.
site: $(BUILD)/kingscan $(BUILD)/workbench.html ## make the pages for the web from README and docs/, in build/site/
	packaging/site/pages.py $^ $(SITE)-pages
	/usr/bin/mkdocs build --quiet --strict --config-file $(SITE)-pages/mkdocs.yml --site-dir $(abspath $(SITE))
	packaging/site/check_links.py $(SITE)
	@echo 'The first page is $(SITE)/index.html'
