# make page: the workbench, a page for those who look for a bug in their move generator, build/workbench.html.

WORKBENCH := bindings/workbench
.PHONY: page
page: $(BUILD)/workbench.html ## build the workbench, a page for browsers, build/workbench.html

$(BUILD)/workbench.html: $(wildcard $(WORKBENCH)/*.mjs $(WORKBENCH)/*.html $(WORKBENCH)/*.css $(WORKBENCH)/src/*.js) \
		$(BUILD)/javascript/kingscan.js c/cli/reports/page.css c/game/common/figures.def
	$(call say,node,$@)
	$(Q)node $(WORKBENCH)/build.mjs . $(BUILD)/javascript $@
