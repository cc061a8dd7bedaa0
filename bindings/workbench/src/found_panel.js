/* "How it is found": the kernels' way from the 64 bytes of a board to checks and pins, step by step. The steps and their
 * values are those of avx512.js, avx2.js and scan.js; found_lanes.js and found_masks.js draw them. */
import { AVX2_STEPS, runAvx2 } from "./avx2.js";
import { AVX512_STEPS, runAvx512 } from "./avx512.js";
import { codesOf, meanings } from "./classes.js";
import { button, byId, make, say } from "./dom.js";
import { piecesOf } from "./editor.js";
import { showLanes } from "./found_lanes.js";
import { linesTable, showBoard, showMasks } from "./found_masks.js";
import { SCAN_STEPS, runScan } from "./scan.js";
import { tables } from "./tables.js";
import { hexByte, squaresOf } from "./vectors.js";

const METHODS = [
    { name: "scan", title: "scan: a bit scan for each ray", run: runScan, steps: SCAN_STEPS, draw: showMasks },
    { name: "avx2", title: "avx2: four lanes", run: runAvx2, steps: AVX2_STEPS, draw: showLanes },
    { name: "avx512", title: "avx512: eight lanes", run: runAvx512, steps: AVX512_STEPS, draw: showLanes },
];
const BOARD_STEP = {
    title: "The 64 bytes",
    text: "All that a kernel gets: the codes of the pieces, the king’s square, and its side.",
    code: [],
    legend: "codes",
};
const MEANINGS = meanings(tables);
const SIDES = ["white", "black"];
const KEYS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1, Home: -Infinity, End: Infinity };

export class FoundPanel {
    #bench;
    #overlay; /* draws on the board */
    #keep; /* puts the state into the address */
    #isOn = false;
    #method = METHODS.at(-1);
    #step = 0;

    constructor(bench, overlay, keep) {
        this.#bench = bench;
        this.#overlay = overlay;
        this.#keep = keep;
        bench.addEventListener("change", () => this.#draw());
        byId("found-king").addEventListener("change", () => this.#changed());
        byId("found-method").addEventListener("input", () => this.#choose(METHODS[byId("found-method").value]));
        byId("found-back").addEventListener("click", () => this.#walk(-1));
        byId("found-on").addEventListener("click", () => this.#walk(1));
        document.addEventListener("keydown", (event) => this.#key(event));
    }

    /* ---- The state ---- */

    get state() {
        return { king: byId("found-king").value, method: this.#method.name, step: this.#step };
    }

    /* Takes a state from an address; what it lacks or has wrong is as at first. */
    set({ king = "", method = "", step = "" }) {
        byId("found-king").value = SIDES.includes(king) ? king : "";
        this.#method = METHODS.find(({ name }) => name === method) ?? METHODS.at(-1);
        this.#step = Math.min(Number(/^\d{1,2}$/.test(step) ? step : 0), this.#steps.length - 1);
    }

    show(isOn) {
        this.#isOn = isOn;
        this.#draw();
    }

    get #steps() {
        return [BOARD_STEP, ...this.#method.steps];
    }

    /* The step with the same title stays. */
    #choose(method) {
        const { title } = this.#steps[this.#step];
        this.#method = method;
        const same = this.#steps.findIndex((step) => step.title === title);
        this.#step = same >= 0 ? same : Math.min(this.#step, this.#steps.length - 1);
        this.#changed();
    }

    #walk(by) {
        this.#step = Math.max(0, Math.min(this.#step + by, this.#steps.length - 1));
        this.#changed();
    }

    #key(event) {
        const by = KEYS[event.key];
        const elsewhere = event.target.closest?.("input, select, textarea, #board, #tabs, summary");
        if (!this.#isOn || by === undefined || elsewhere || event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        this.#walk(by);
    }

    #changed() {
        this.#draw();
        this.#keep();
    }

    /* ---- What is shown ---- */

    get #side() {
        const chosen = byId("found-king").value;
        const { position, fen } = this.#bench;
        const toMove = position?.turn ?? (fen.split(/\s+/)[1] === "b" ? "black" : "white");
        return SIDES.indexOf(chosen || toMove);
    }

    /* The board's codes and the king's square, or a sentence that says why there is nothing to show. */
    #subject() {
        const { variant } = this.#bench;
        const letters = piecesOf(this.#bench);
        if (variant.squares.length !== 64 || letters.some((letter) => letter && !/^[PNBRQK]$/i.test(letter)))
            return { trouble: "These kernels know the pieces of chess on 64 squares; this board has others." };
        const board = codesOf(letters, tables);
        const king = letters.indexOf(this.#side === 0 ? "K" : "k");
        if (king < 0) return { trouble: `The kernels look around a king, and there is no ${SIDES[this.#side]} one here.` };
        return { board, king };
    }

    #draw() {
        if (!this.#isOn) return this.#overlay(null);
        this.#drawChoices();
        const step = this.#steps[this.#step];
        byId("found-title").textContent = `${this.#step + 1}. ${step.title}`;
        byId("found-text").textContent = step.text;
        byId("found-code").textContent = step.code.join("\n");
        byId("found-code").hidden = step.code.length === 0;
        const { trouble, board, king } = this.#subject();
        this.#drawLegend(step);
        byId("found-figure").replaceChildren();
        if (!trouble) return this.#drawStep(step, board, king);
        say(byId("found-answer"), trouble, "wrong");
        this.#overlay(null);
    }

    #drawChoices() {
        const { title } = this.#method;
        const slider = byId("found-method");
        slider.value = METHODS.indexOf(this.#method);
        slider.setAttribute("aria-valuetext", title);
        byId("found-method-name").textContent = title;
        byId("found-back").disabled = this.#step === 0;
        byId("found-on").disabled = this.#step === this.#steps.length - 1;
        this.#drawSteps();
    }

    /* A button for each step. They stay while the method does, so that one keeps the focus. */
    #drawSteps() {
        const place = byId("found-steps");
        if (place.dataset.method !== this.#method.name) {
            const go = (i) => this.#walk(i - this.#step);
            const steps = this.#steps.map(({ title }, i) =>
                button(String(i + 1), () => go(i), { class: "crumb", title, "aria-label": `Step ${i + 1}, ${title}` }),
            );
            place.replaceChildren(...steps.map((step) => make("li", {}, step)));
            place.dataset.method = this.#method.name;
        }
        place.querySelectorAll("button").forEach((step, i) => {
            if (i === this.#step) step.setAttribute("aria-current", "step");
            else step.removeAttribute("aria-current");
        });
    }

    #drawLegend({ legend }) {
        const pairs = MEANINGS[legend] ?? [];
        byId("found-meanings").replaceChildren(
            ...pairs.flatMap(([byte, words]) => [make("dt", { class: "mono" }, hexByte(byte)), make("dd", {}, words)]),
        );
    }

    #drawStep(step, board, king) {
        const names = this.#bench.variant.squares;
        const run = { king, ...this.#method.run(board, king, this.#side, tables) };
        const drawn = step === BOARD_STEP ? showBoard(board, king, names) : this.#method.draw(step, run, names);
        const isLast = step.answer === "lines";
        byId("found-figure").append(...[isLast ? linesTable(run.lines, names) : [], drawn.figure].flat());
        say(byId("found-answer"), this.#answer(step, run, names), step.answer && (run.inCheck ? "wrong" : "right"));
        this.#overlay({
            tints: named(drawn.tints.set(king, "king"), names),
            notes: named(drawn.notes, names),
            marked: new Set(isLast ? squaresOf(run.lines.checkers).map((square) => names[square]) : []),
            lines: isLast ? attackLines(board, king, run.lines, names) : [],
        });
    }

    #answer({ answer }, { inCheck, lines }, names) {
        const list = (mask) => squaresOf(mask).map((square) => names[square]).join(" and ");
        const check = inCheck ? `In check from ${list(lines.checkers)}` : "Not in check";
        if (answer === "inCheck") return `${check}.`;
        if (answer !== "lines") return "";
        return `${check}; ${lines.pinned ? `pinned: ${list(lines.pinned)}` : "nothing is pinned"}.`;
    }
}

const named = (bySquare, names) => new Map([...bySquare].map(([square, value]) => [names[square], value]));

/* The lines that the board draws, from the masks: a checker or the far end of a pin, and the king. */
function attackLines(board, king, lines, names) {
    const toKing = (square, pinned) => ({ from: names[square], king: names[king], pinned });
    const checks = squaresOf(lines.checkers).map((square) => toKing(square, null));
    const pins = squaresOf(lines.pinned).map((pinned) => toKing(pinnerBehind(board, king, pinned), names[pinned]));
    return [...checks, ...pins];
}

/* The next piece behind a pinned one, seen from the king. */
function pinnerBehind(board, king, pinned) {
    const step = (a, b) => Math.sign(a - b);
    const [files, rows] = [step(pinned & 7, king & 7), step(pinned >> 3, king >> 3)];
    let square = pinned + files + 8 * rows;
    while (board[square] === 0) square += files + 8 * rows;
    return square;
}
