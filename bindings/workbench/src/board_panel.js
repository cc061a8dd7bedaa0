/* The board and what belongs to it: the FEN, moves by dragging, keys or typing, why a move is illegal, editing. */
import { Board } from "./board.js";
import { FEN_MAX } from "./bench.js";
import { button, byId, make, refuseLong, say } from "./dom.js";
import { Editor, piecesOf } from "./editor.js";

const NONE = new Set();
const CHOICES_MAX = 60;

export class BoardPanel {
    #bench;
    #board = new Board(byId("board"));
    #picked = null; /* a square, or the letter of a piece in hand with "@" */
    #editor;
    #marked = NONE;
    #arrows = [];
    #overlay = null; /* { tints, notes, lines, marked } of the panel "How it is found", in place of checks and pins */
    #flip = false;

    constructor(bench) {
        this.#bench = bench;
        this.#editor = new Editor(bench);
        this.#board.onpick = (name) => (this.#editor.isOn ? this.#editor.paint(name) : this.#pick(name));
        this.#board.ondrop = (from, to) => {
            if (this.#editor.isOn) this.#editor.carry(from, to);
            else if (to) this.#try(from, to);
        };
        refuseLong(byId("fen"), "a FEN", FEN_MAX, (sentence) => {
            this.#showFen();
            say(byId("fen-said"), sentence, "wrong");
        });
        byId("fen").addEventListener("input", () =>
            bench.set({ fen: byId("fen").value.replaceAll("\n", " "), moves: [] }),
        );
        byId("start").addEventListener("click", () => bench.set({ fen: null, moves: [] }));
        byId("flip").addEventListener("click", () => this.#turnBoard());
        byId("move-form").addEventListener("submit", (event) => this.#typed(event));
        for (const id of ["editing", "rays", "attacked-by"]) byId(id).addEventListener("change", () => this.#rest());
        bench.addEventListener("change", () => this.#changed());
    }

    #changed() {
        say(byId("explained"), "");
        byId("choices").replaceChildren();
        this.#arrows = [];
        this.#rest();
    }

    /* Forgets what is picked and marked. */
    #rest() {
        this.#picked = null;
        this.#marked = NONE;
        this.show();
    }

    #turnBoard() {
        this.#flip = !this.#flip;
        byId("flip").setAttribute("aria-pressed", this.#flip);
        this.show();
    }

    /* Draws arrows for moves; title: what they say. */
    showArrows(arrows) {
        this.#arrows = arrows;
        this.#rest();
    }

    /* Draws what a panel has found, or again the board's own checks and pins. */
    showOverlay(overlay) {
        if (this.#overlay === null && overlay === null) return;
        this.#overlay = overlay;
        this.show();
    }

    /* ---- What is shown ---- */

    /* The checks and pins: { marked, lines }. */
    #checksAndPins() {
        const { position } = this.#bench;
        if (this.#marked.size > 0 || !position) return { marked: this.#marked, lines: position?.lines() ?? [] };
        return { marked: new Set(position.checkers), lines: position.lines() };
    }

    show() {
        const { position, variant } = this.#bench;
        const attacker = byId("attacked-by").value;
        const targets = position && this.#picked ? this.#movesOfPicked().map((move) => move.wall ?? move.to) : [];
        const castlings =
            position && this.#picked ? this.#movesOfPicked().filter((move) => move.kind === "castling") : [];
        const ends = castlings.map((move) => move.uci.slice(move.from.length));
        this.#board.show({
            variant,
            pieces: piecesOf(this.#bench),
            turn: position?.turn,
            flip: this.#flip,
            marked: this.#marked,
            lines: [],
            ...(byId("rays").checked ? this.#checksAndPins() : {}),
            ...this.#overlay,
            targets: new Set([...targets, ...ends]),
            picked: this.#picked,
            attacked: position && attacker ? new Set(position.attacked(attacker)) : NONE,
            arrows: this.#arrows,
            title: position ? `Board, ${position.turn} to move` : "Board, no position",
        });
        this.#showLegend();
        this.#showFen();
        this.#showFacts();
        this.#showHands();
        this.#showCrumbs();
    }

    /* Explains the marks that can be seen. */
    #showLegend() {
        const { marked, lines, attacked, arrows } = this.#board.view;
        const shown = {
            reason: marked.size > 0 && this.#marked.size > 0,
            check: marked.size > 0 && this.#marked.size === 0,
            pin: lines.some(({ pinned }) => pinned),
            attacked: attacked.size > 0,
            theirs: arrows.some(({ kind }) => kind === "theirs"),
            ours: arrows.some(({ kind }) => kind === "ours"),
        };
        for (const [name, seen] of Object.entries(shown)) byId(`legend-${name}`).hidden = !seen;
    }

    #showFen() {
        const { fen, error, moves, position } = this.#bench;
        const field = byId("fen");
        if (field.value !== fen) field.value = fen;
        field.setAttribute("aria-invalid", error !== null);
        byId("fen-now").replaceChildren(
            ...(moves.length > 0 && position ? ["now ", make("code", {}, position.fen)] : []),
        );
        say(byId("fen-said"), error && `${this.#placeOf(error)}${error.message}`, "wrong");
    }

    #placeOf({ offset, name }) {
        return name === "FenError" ? `character ${offset + 1}: ` : "";
    }

    #showFacts() {
        const { position } = this.#bench;
        const place = byId("facts");
        if (!position) return place.replaceChildren();
        const { verdict, checkers, turn, outcome, draw } = position;
        const pins = position.pins.map(({ square, by }) => `${square} by ${by}`);
        const count = position.legalMoves().length;
        const facts = [
            ["to move", turn],
            ["verdict", verdict + (checkers.length > 0 ? ` from ${checkers.join(", ")}` : "")],
            ["legal moves", String(count)],
            pins.length > 0 && ["pinned", pins.join(", ")],
            outcome && ["result", outcome === "draw" ? "a draw" : `${outcome} wins`],
            draw && ["draw", draw],
        ].filter(Boolean);
        place.replaceChildren(...facts.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));
    }

    #showHands() {
        const { position } = this.#bench;
        const held = (side) =>
            Object.entries(position.hand(side)).map(([letter, count]) => this.#heldPiece(side, letter, count));
        for (const side of ["white", "black"]) {
            const pieces = position ? held(side) : [];
            byId(`hand-${side}`).replaceChildren(...(pieces.length > 0 ? [`${side} holds `, ...pieces] : []));
        }
    }

    #heldPiece(side, letter, count) {
        const pick = () => {
            this.#picked = `${letter}@`;
            this.show();
        };
        const own = side === this.#bench.position.turn;
        return button(`${letter} × ${count}`, pick, { disabled: !own, "aria-pressed": this.#picked === `${letter}@` });
    }

    #showCrumbs() {
        const { moves } = this.#bench;
        const crumb = (text, count) =>
            button(text, () => this.#bench.back(count), {
                "aria-current": count === moves.length && "step",
                class: "crumb",
            });
        byId("crumbs").replaceChildren(
            ...[crumb("start", 0), ...moves.map((move, i) => crumb(move, i + 1))].map((c) => make("li", {}, c)),
        );
    }

    /* ---- Moves ---- */

    #movesOfPicked() {
        const moves = this.#bench.position.legalMoves();
        const drop = this.#picked.endsWith("@");
        return moves.filter((move) =>
            drop ? move.uci.startsWith(this.#picked) : move.kind !== "drop" && move.from === this.#picked,
        );
    }

    #pick(name) {
        const { position } = this.#bench;
        say(byId("explained"), "");
        byId("choices").replaceChildren();
        if (!position) return;
        const own = (square) => square && /[A-Z]/.test(position.get(square) ?? "") === (position.turn === "white");
        const castles = this.#picked && !this.#picked.endsWith("@") && position.isLegal(this.#picked + name);
        if (this.#picked && this.#picked !== name && (castles || !(position.get(name) && own(name))))
            return this.#try(this.#picked, name);
        this.#marked = NONE;
        this.#picked = this.#picked === name || !position.get(name) ? null : name;
        this.show();
    }

    /* Makes the move from one square to another, asks which when there are several, or says why there is none. */
    #try(from, to) {
        const { position } = this.#bench;
        if (!position) return;
        const drop = from.endsWith("@");
        const fits = (move) =>
            drop ? move.uci.startsWith(from + to) : move.kind !== "drop" && move.from === from && move.to === to;
        const moves = position.legalMoves().filter(fits);
        if (moves.length > 1 && !position.isLegal(from + to)) return this.#choose(moves);
        this.make(moves.length === 1 ? moves[0].uci : from + to);
    }

    #choose(moves) {
        const choices = moves.slice(0, CHOICES_MAX).map((move) => button(move.uci, () => this.make(move.uci)));
        byId("choices").replaceChildren("which? ", ...choices);
        choices[0].focus();
    }

    /* Makes a move, or says why it is illegal and marks the squares of the reason. */
    make(text) {
        const { position } = this.#bench;
        const error = position.explain(text);
        if (!error) return this.#bench.play(text);
        this.#picked = null;
        this.#marked = new Set(error.squares.filter((name) => this.#bench.variant.squares.includes(name)));
        this.show();
        say(byId("explained"), `${text.slice(0, 40)}: ${error.message}`, "wrong");
    }

    #typed(event) {
        event.preventDefault();
        const field = byId("move");
        const text = field.value.trim();
        if (!this.#bench.position) return say(byId("explained"), "the position has to be mended first", "wrong");
        this.make(text);
        field.select();
    }
}
