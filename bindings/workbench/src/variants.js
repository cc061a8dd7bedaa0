/* The choice of a variant, and a text of variants with its mistakes marked in place. */
import { TEXT_MAX } from "./bench.js";
import { byId, make, refuseLong } from "./dom.js";

export function variantChoice(bench) {
    const select = byId("variant");
    const text = byId("variants-text");
    const layer = byId("variants-marks");
    const remarks = byId("variants-remarks");
    refuseLong(text, "a text of variants", TEXT_MAX, (sentence) => remarks.replaceChildren(make("li", {}, sentence)));
    select.addEventListener("change", () => bench.set({ name: select.value }));
    text.addEventListener("input", () => {
        const known = new Set(bench.variants.names);
        bench.set({ text: text.value });
        const added = bench.variants.names.find((name) => !known.has(name));
        if (added) bench.set({ name: added });
    });
    text.addEventListener("scroll", () => (layer.scrollTop = text.scrollTop));
    let shown = null;
    return () => {
        if (bench.variants !== shown) fillChoice(select, bench);
        shown = bench.variants;
        select.value = bench.name;
        const { name, summary } = bench.variant;
        byId("variant-summary").textContent = summary === name ? "" : summary;
        if (text.value !== bench.text) text.value = bench.text;
        layer.replaceChildren(...marked(text.value, bench.remarks), "\n");
        remarks.replaceChildren(...bench.remarks.map((remark) => remarkRow(remark, text)));
    };
}

function fillChoice(select, bench) {
    const { names, bundledCount } = bench.variants;
    const option = (name) => make("option", { value: name }, name);
    const own = names.slice(bundledCount);
    const groups = own.length > 0 ? [make("optgroup", { label: "your text" }, own.map(option))] : [];
    const builtIn = [
        "chess",
        ...names
            .slice(0, bundledCount)
            .filter((name) => name !== "chess")
            .sort(),
    ];
    select.replaceChildren(...groups, make("optgroup", { label: "built in" }, builtIn.map(option)));
}

/* The text with each place of a remark in an element of its own. */
function marked(text, remarks) {
    const parts = [];
    let at = 0;
    for (const { offset, refused } of [...remarks].sort((a, b) => a.offset - b.offset)) {
        if (offset < at) continue;
        const end = offset + Math.max(1, text.slice(offset).match(/^[^\s=]*/)[0].length);
        parts.push(
            text.slice(at, offset),
            make("mark", { class: refused ? "refused" : "" }, text.slice(offset, end) || " "),
        );
        at = end;
    }
    return [...parts, text.slice(at)];
}

function remarkRow({ line, column, section, message, refused, offset }, text) {
    const select = () => {
        text.focus();
        text.setSelectionRange(offset, offset + 1);
    };
    const place = make("button", { type: "button", class: "place", onclick: select }, `line ${line}, column ${column}`);
    return make("li", {}, place, ` ${refused ? "mistake" : "note"}${section ? ` in ${section}` : ""}: ${message}`);
}
