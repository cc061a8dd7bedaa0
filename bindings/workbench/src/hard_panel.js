/* Hard positions: the built-in set as a table, by rule, and as EPD. */
import { button, byId, grouped, make } from "./dom.js";
import { hardEpd, hardSet, hardVariants, hardVariantsEpd } from "./hard.js";

const ROWS = 40;

const linesOf = (epd) => epd.split("\n").filter((line) => line && !line.startsWith("#"));
const withLines = (positions, epd) => linesOf(epd).map((line, i) => ({ ...positions[i], line }));

export class HardPanel {
    #all = null;
    #shown = ROWS;
    #open;

    /* open(position) shows one on the board. */
    constructor(open) {
        this.#open = open;
        for (const id of ["hard-set", "hard-words"]) byId(id).addEventListener("input", () => this.#change());
        byId("hard-more").addEventListener("click", () => {
            this.#shown += 5 * ROWS;
            this.show();
        });
        byId("hard-download").addEventListener("click", () => this.#download());
    }

    #change() {
        this.#shown = ROWS;
        this.show();
    }

    #chosen() {
        this.#all ??= {
            chess: withLines(hardSet(), hardEpd),
            variants: withLines(hardVariants(), hardVariantsEpd),
        };
        const words = byId("hard-words").value.toLowerCase().split(/\s+/).filter(Boolean);
        const textOf = ({ rule, answer, variant }) => `${rule} ${answer} ${variant}`.toLowerCase();
        return this.#all[byId("hard-set").value].filter((position) =>
            words.every((word) => textOf(position).includes(word)),
        );
    }

    show() {
        const chosen = this.#chosen();
        byId("hard-count").textContent = `${chosen.length} positions`;
        byId("hard-rows").replaceChildren(...chosen.slice(0, this.#shown).map((position) => this.#row(position)));
        byId("hard-more").hidden = chosen.length <= this.#shown;
        byId("hard-download").disabled = chosen.length === 0;
    }

    #row(position) {
        const { rule, variant, fen, moves, move, answer, nodes } = position;
        const behind = moves.length > 0 ? ` moves ${moves.join(" ")}` : "";
        return make(
            "tr",
            {},
            make(
                "td",
                {},
                button("Open", () => this.#open(position), { "aria-label": `Open: ${rule}` }),
            ),
            make("td", {}, rule, variant === "chess" ? null : make("span", { class: "soft" }, ` ${variant}`)),
            make("td", {}, make("code", {}, fen + behind)),
            make("td", {}, make("code", {}, move), ` ${answer}`),
            nodes.map((count, i) => make("td", { class: "number", "data-name": i + 1 }, grouped(count))),
        );
    }

    #download() {
        const text = this.#chosen()
            .map(({ line }) => `${line}\n`)
            .join("");
        const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
        make("a", { href: address, download: "hard.epd" }).click();
        setTimeout(() => URL.revokeObjectURL(address), 10000);
    }
}
