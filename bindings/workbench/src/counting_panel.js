/* Perft: divide of the position, a row a move, while it is counted. */
import { DEPTH_MAX } from "./bench.js";
import { Background } from "./background.js";
import { button, byId, grouped, make, say } from "./dom.js";

/* Reads a depth from a field; says what is wrong and returns null when it is none. */
export function depthIn(field, place) {
    const depth = Number(field.value.trim());
    if (/^\d+$/.test(field.value.trim()) && depth >= 1 && depth <= DEPTH_MAX) return depth;
    say(place, `expected a depth from 1 to ${DEPTH_MAX}, found “${field.value.slice(0, 20)}”`, "wrong");
    return null;
}

export class CountingPanel {
    #bench;
    #background = new Background();
    #rows = new Map();
    #expected = 0;
    #depth = 0;

    constructor(bench) {
        this.#bench = bench;
        byId("perft-form").addEventListener("submit", (event) => {
            event.preventDefault();
            this.start();
        });
        byId("perft-stop").addEventListener("click", () => this.#stop("stopped"));
        bench.addEventListener("change", () => this.#clear());
    }

    #clear() {
        if (this.#background.isBusy) this.#background.stop();
        this.#rows.clear();
        byId("perft-rows").replaceChildren();
        byId("perft-table").hidden = true;
        byId("perft-stop").disabled = true;
        say(byId("perft-said"), "");
    }

    start() {
        this.#clear();
        const place = byId("perft-said");
        const depth = depthIn(byId("perft-depth"), place);
        if (depth === null) return;
        if (!this.#bench.position) return say(place, "the position has to be mended first", "wrong");
        this.#depth = depth;
        this.#expected = 0;
        byId("perft-table").hidden = false;
        byId("perft-stop").disabled = false;
        say(place, "counting…");
        this.#background.start({ kind: "divide", depth, ...this.#bench.job }, (answer) => this.#receive(answer));
    }

    #receive(answer) {
        if (answer.error) return this.#stop(`the count has failed: ${answer.error}`);
        if (answer.done) return this.#stop("");
        if (answer.count !== undefined) return void (this.#expected = answer.count);
        const row = this.#rows.get(answer.move) ?? this.#addRow(answer);
        row.nodes.textContent = grouped(answer.nodes) + (answer.whole ? "" : " …");
        row.answer = answer;
        say(byId("perft-said"), this.#sum(answer.ms));
    }

    #addRow({ move, san }) {
        const down = button(move, () => this.#goDown(move), { title: `make ${move} and count below it` });
        const nodes = make("td", { class: "number" });
        byId("perft-rows").append(make("tr", {}, make("td", {}, down), make("td", {}, san), nodes));
        const row = { nodes };
        this.#rows.set(move, row);
        return row;
    }

    #sum(ms) {
        const answers = [...this.#rows.values()].map((row) => row.answer);
        const nodes = answers.reduce((sum, answer) => sum + answer.nodes, 0);
        const whole = answers.filter((answer) => answer.whole).length;
        const rate = ms > 0 ? `, ${(nodes / ms / 1000).toFixed(1)} million nodes/s` : "";
        return `${grouped(nodes)} nodes, ${whole} of ${this.#expected} moves, ${(ms / 1000).toFixed(2)} s${rate}`;
    }

    #stop(why) {
        this.#background.isBusy && this.#background.stop();
        byId("perft-stop").disabled = true;
        const sum = this.#rows.size > 0 ? byId("perft-said").textContent : "there is no legal move: 0 nodes";
        say(byId("perft-said"), why ? `${why}; ${sum}` : sum, why ? "wrong" : "right");
    }

    #goDown(move) {
        const depth = Math.max(1, this.#depth - 1);
        this.#bench.play(move);
        byId("perft-depth").value = depth;
        this.start();
    }
}
