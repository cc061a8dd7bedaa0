/* Compare: the divide of another engine beside Kingscan's, down to one move. */
import { Background } from "./background.js";
import { button, byId, copyable, grouped, make, refuseLong, say } from "./dom.js";
import { compareDivides, missing, readDivide, readList, TEXT_MAX, tooMany } from "./divides.js";
import { depthIn } from "./counting_panel.js";
import { linkTo } from "./link.js";
import { shrunk } from "./shrink.js";
import { diffCommand, moveCommand, uciLines } from "./words.js";

const FAULTS = {
    "too many": "engine only",
    missing: "Kingscan only",
    twice: "listed twice",
    differs: "count differs",
    "": "equal",
};

export class ComparePanel {
    #bench;
    #background = new Background();
    #showArrows;

    /* showArrows(arrows, title) draws on the board. */
    constructor(bench, showArrows) {
        this.#bench = bench;
        this.#showArrows = showArrows;
        byId("compare-form").addEventListener("submit", (event) => {
            event.preventDefault();
            this.compare();
        });
        refuseLong(byId("compare-text"), "a divide", TEXT_MAX, (sentence) =>
            say(byId("compare-said"), sentence, "wrong"),
        );
        byId("compare-depth").addEventListener("input", () => this.#ask());
        bench.addEventListener("change", () => this.#clear());
    }

    #clear() {
        if (this.#background.isBusy) this.#background.stop();
        byId("compare-text").value = "";
        this.#forget();
        this.#ask();
    }

    #forget() {
        byId("compare-rows").replaceChildren();
        byId("compare-table").hidden = true;
        byId("compare-found").replaceChildren();
        say(byId("compare-said"), "");
    }

    /* Says what to type into the engine. */
    #ask() {
        const depth = Number(byId("compare-depth").value) || 1;
        const { position } = this.#bench;
        byId("compare-ask").replaceChildren(...(position ? [copyable(uciLines(this.#bench.job, depth))] : []));
    }

    compare() {
        this.#forget();
        const place = byId("compare-said");
        const depth = depthIn(byId("compare-depth"), place);
        const text = byId("compare-text").value;
        if (depth === null) return;
        if (!this.#bench.position) return say(place, "the position has to be mended first", "wrong");
        const counted = readDivide(text);
        const theirs = depth === 1 && counted.counts.length === 0 ? readList(text) : counted;
        if (theirs.counts.length === 0) return say(place, this.#nothingIn(theirs, text), "wrong");
        const ours = new Map();
        say(place, "counting…");
        this.#background.start({ kind: "divide", depth, ...this.#bench.job }, (answer) => {
            if (answer.error) say(place, `the count has failed: ${answer.error}`, "wrong");
            else if (answer.done) this.#show(compareDivides(this.#bench.position, ours, theirs.counts), theirs, depth);
            else if (answer.whole) ours.set(answer.move, answer.nodes);
        });
    }

    #nothingIn({ firstIgnored }, text) {
        const found = firstIgnored ? `found “${firstIgnored.slice(0, 60)}”` : "found nothing";
        if (readList(text).counts.length > 0) return "these moves have no counts: a list of moves can be compared at depth 1";
        return `expected lines with a move and a count, such as “e2e4: 600”; ${found}`;
    }

    /* ---- The answer ---- */

    #show(rows, theirs, depth) {
        const wrong = rows.filter((row) => row.fault);
        const lists = wrong.filter(({ fault }) => fault === "too many" || fault === "missing");
        byId("compare-table").hidden = false;
        byId("compare-rows").replaceChildren(...rows.map((row) => this.#row(row, depth)));
        say(byId("compare-said"), this.#summary(wrong, theirs, depth), wrong.length > 0 ? "wrong" : "right");
        if (lists.length > 0) this.#found(lists[0]);
        else this.#showArrows([], "");
    }

    #summary(wrong, theirs, depth) {
        const notes = [this.#verdict(wrong, depth)];
        const sum = theirs.counts.reduce((sum, [, count]) => sum + count, 0);
        if (theirs.total !== null && theirs.total !== sum)
            notes.push(`The lines add up to ${grouped(sum)}, not to ${grouped(theirs.total)} as the text says.`);
        if (theirs.ignored > 0)
            notes.push(
                `Lines that are no moves: ${theirs.ignored}, the first is “${theirs.firstIgnored.slice(0, 60)}”.`,
            );
        return notes.join(" ");
    }

    #verdict(wrong, depth) {
        const lists = wrong.filter((row) => row.fault !== "differs").length;
        if (lists > 0) return `The lists of moves differ here, by ${lists === 1 ? "one move" : `${lists} moves`}.`;
        if (wrong.length > 0 && depth === 1) return "At depth 1 each move counts 1, but your engine says otherwise.";
        if (wrong.length > 0)
            return `The same moves, but ${wrong.length === 1 ? "one count differs" : `${wrong.length} counts differ`}: go to one of them.`;
        if (this.#bench.moves.length === 0) return "All equal. Try a greater depth, or a hard position.";
        return "All equal here, although the count before differed: the engine does something else after these moves than after `position … moves`.";
    }

    #row(row, depth) {
        const { move, ours, theirs, fault, rule, sentence } = row;
        const goDown = fault === "differs" && depth > 1 && button("Go there", () => this.#goThere(move, depth));
        const show = (fault === "missing" || fault === "too many") && button("Show", () => this.#found(row));
        const said = [rule && make("span", { class: "rule" }, rule), rule && " ", sentence];
        const number = (name, count) =>
            make("td", { class: "number", "data-name": name }, count === null ? "–" : grouped(count));
        return make(
            "tr",
            { class: fault.replace(" ", "-") },
            make("td", {}, make("code", {}, move)),
            number("your engine", theirs),
            number("Kingscan", ours),
            make(
                "td",
                {},
                fault ? make("b", {}, FAULTS[fault]) : make("span", { class: "soft" }, FAULTS[fault]),
                " ",
                ...said.filter(Boolean),
                " ",
                goDown || show || "",
            ),
        );
    }

    #goThere(move, depth) {
        byId("compare-depth").value = depth - 1;
        this.#bench.play(move);
        say(byId("compare-said"), "Type the lines above into your engine, and paste its answer here.");
        byId("compare-text").focus();
    }

    /* ---- One move is left ---- */

    #found({ move, fault, rule, sentence }) {
        const { position, job } = this.#bench;
        const kind = fault === "missing" ? "ours" : "theirs";
        const ends = move.match(/^([a-l]\d+)([a-l]\d+)/);
        this.#showArrows(ends ? [{ from: ends[1], to: ends[2], kind }] : [], sentence);
        const smaller = shrunk(position, move, job.chess960);
        const fact = (name, value) => [make("dt", {}, name), make("dd", {}, value)];
        const state = { ...this.#linkState(), move };
        byId("compare-found").replaceChildren(
            make(
                "h2",
                {},
                make("span", { class: "rule" }, rule),
                " ",
                make("code", {}, move),
                ` ${fault === "missing" ? "is missing" : "is not legal"}`,
            ),
            make("p", {}, sentence),
            make(
                "dl",
                { class: "facts" },
                fact("position", copyable(position.fen)),
                fact("your engine", copyable(uciLines(job, 1))),
                fact("Kingscan", copyable(moveCommand(job, position.fen, move))),
                fact("both", copyable(diffCommand(job, 1))),
                smaller !== position.fen && this.#smaller(smaller, move),
                fact("link", copyable(linkTo(state))),
            ),
        );
    }

    /* Shows a move that a link is about. */
    judge(move) {
        const { position } = this.#bench;
        this.#found(position.isLegal(move) ? missing(position, move) : tooMany(position, move));
    }

    #linkState() {
        const { text, name, fen, moves } = this.#bench;
        return { tab: "compare", variant: name, fen, moves: moves.join(" "), variants: text, depth: 1 };
    }

    #smaller(fen, move) {
        const { name, text } = this.#bench;
        const go = button("Try it", () => {
            byId("compare-depth").value = 1;
            this.#bench.set({ name, text, fen, moves: [] });
        });
        const note = `Kingscan says the same of ${move} here. When your engine gets it right here, the mistake is in a move before. `;
        return [make("dt", {}, "smaller"), make("dd", {}, copyable(fen), make("p", { class: "note" }, note, go))];
    }
}
