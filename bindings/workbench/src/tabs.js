/* The parts of the page as tabs: the arrow keys go from one to the next. */
import { byId } from "./dom.js";

/* show(name) is called when a tab is chosen. Returns { current, select(name) }. */
export function tabs(show) {
    const all = [...byId("tabs").querySelectorAll("[role=tab]")];
    const nameOf = (tab) => tab.id.replace("tab-", "");
    const state = { current: nameOf(all[0]), select };

    function select(name) {
        const chosen = all.find((tab) => nameOf(tab) === name) ?? all[0];
        for (const tab of all) {
            tab.setAttribute("aria-selected", tab === chosen);
            tab.tabIndex = tab === chosen ? 0 : -1;
            byId(`panel-${nameOf(tab)}`).hidden = tab !== chosen;
        }
        state.current = nameOf(chosen);
        show(state.current);
    }

    for (const tab of all) tab.addEventListener("click", () => select(nameOf(tab)));
    byId("tabs").addEventListener("keydown", ({ key }) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
        if (!step) return;
        const next = all[(all.findIndex((tab) => nameOf(tab) === state.current) + step + all.length) % all.length];
        select(nameOf(next));
        next.focus();
    });
    return state;
}
