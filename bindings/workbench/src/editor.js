/* Editing: pieces are put, moved and removed, whether or not that makes a position. */
import { button, byId, make } from "./dom.js";
import { readPlacement, withPlacement } from "./placement.js";

/* The letters of the pieces on all squares, also while there is no position. */
export function piecesOf({ position, variant, fen }) {
    if (!position) return readPlacement(fen, variant.files, variant.ranks);
    return variant.squares.map((name) => position.get(name));
}

export class Editor {
    #bench;
    #brush = null; /* a letter; "" removes; null moves pieces */

    constructor(bench) {
        this.#bench = bench;
        byId("side").addEventListener("change", () => this.#setSide(byId("side").value));
        byId("empty-board").addEventListener("click", () => this.#setPieces(piecesOf(bench).fill(null)));
        byId("editing").addEventListener("change", () => this.#palette());
        bench.addEventListener("change", () => this.#palette());
    }

    get isOn() {
        return byId("editing").checked;
    }

    #palette() {
        byId("editor").hidden = !this.isOn;
        if (!this.isOn) return;
        const types = this.#bench.variant.pieces.filter((type) => type.appears || type.promoted);
        const brush = (letter, label) =>
            button(label, () => this.#takeBrush(letter), { "aria-pressed": this.#brush === letter, class: "brush" });
        const ofSide = (side, cased) =>
            make(
                "div",
                {},
                `${side} `,
                types.map(({ letter, name }) => brush(cased(letter), `${cased(letter)} ${name}`)),
            );
        byId("brushes").replaceChildren(
            ofSide("white", (letter) => letter.toUpperCase()),
            ofSide("black", (letter) => letter.toLowerCase()),
            make("div", {}, brush("", "remove"), " ", brush(null, "move pieces")),
        );
        byId("side").value = this.#bench.fen.split(/\s+/)[1] === "b" ? "b" : "w";
    }

    #takeBrush(letter) {
        this.#brush = letter;
        this.#palette();
    }

    #setPieces(pieces) {
        const { position, fen, variant } = this.#bench;
        this.#bench.set({ fen: withPlacement(position?.fen ?? fen, pieces, variant.files), moves: [] });
    }

    #setSide(side) {
        const fields = (this.#bench.position?.fen ?? this.#bench.fen).split(/\s+/);
        fields[1] = side;
        this.#bench.set({ fen: fields.join(" "), moves: [] });
    }

    paint(name) {
        if (this.#brush === null) return;
        const pieces = piecesOf(this.#bench);
        pieces[this.#bench.variant.squares.indexOf(name)] = this.#brush || null;
        this.#setPieces(pieces);
    }

    carry(from, to) {
        const { squares } = this.#bench.variant;
        const pieces = piecesOf(this.#bench);
        const piece = pieces[squares.indexOf(from)];
        pieces[squares.indexOf(from)] = null;
        if (to) pieces[squares.indexOf(to)] = piece;
        this.#setPieces(pieces);
    }
}
