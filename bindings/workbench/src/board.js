/* The board as SVG, in the colours of `kingscan show --svg`. Squares can be reached by keys and have names for screen
 * readers. What happens on it is told: onpick(square), ondrop(from, to or null), both with names of squares. */
import { draw } from "./dom.js";

const SIZE = 45;
const MARGIN = 24;
const FIGURES = { pawn: "P", knight: "N", bishop: "B", rook: "R", queen: "Q", king: "K" };
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const DRAG_FROM = 4; /* pixels */

export class Board {
    #host;
    #view = null;
    #focus = 0;
    #drag = null;
    onpick = () => {};
    ondrop = () => {};

    constructor(host) {
        this.#host = host;
        host.addEventListener("pointerdown", (event) => this.#down(event));
        host.addEventListener("pointermove", (event) => this.#move(event));
        host.addEventListener("pointerup", (event) => this.#up(event));
        host.addEventListener("pointercancel", () => this.#end());
        host.addEventListener("keydown", (event) => this.#key(event));
    }

    /* view: variant, pieces (letters by number of square), turn, flip, marked (squares in red), targets, picked, attacked
     * (sets of names), lines ({ from, king, pinned }), arrows ({ from, to, kind }), title; and where the panel "How it is
     * found" has them, tints (classes of style) and notes (short texts), by names. */
    show(view) {
        const hadFocus = this.#host.contains(document.activeElement);
        this.#view = view;
        this.#focus = Math.min(this.#focus, view.variant.squares.length - 1);
        const { files, ranks } = view.variant;
        const [width, height] = [SIZE * files + 2 * MARGIN, SIZE * ranks + 2 * MARGIN];
        const svg = draw(
            "svg",
            { viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": view.title },
            draw("rect", { width, height, rx: 8, fill: "#5b4030" }),
            view.variant.squares.map((name, square) => this.#square(name, square)),
            this.#names(height),
            this.#turn(width, height),
            (view.lines ?? []).map((line) => this.#ray(line)),
            view.pieces.map((piece, square) => piece && this.#piece(piece, square)),
            (view.arrows ?? []).map((arrow) => this.#arrow(arrow)),
            [...view.targets].map((name) => this.#target(name)),
            [...(view.notes ?? [])].map(([name, text]) => this.#note(name, text)),
        );
        this.#host.replaceChildren(svg);
        if (hadFocus) this.#squareElement(this.#focus).focus();
    }

    get view() {
        return this.#view;
    }

    /* ---- Places ---- */

    #numberOf(name) {
        return this.#view.variant.squares.indexOf(name);
    }

    #place(square) {
        const { files, ranks } = this.#view.variant;
        const [file, row] = [square % files, Math.floor(square / files)];
        return this.#view.flip ? [files - 1 - file, ranks - 1 - row] : [file, row];
    }

    #corner(square) {
        return this.#place(square).map((step) => MARGIN + SIZE * step);
    }

    #middle(name) {
        return this.#corner(this.#numberOf(name)).map((side) => side + SIZE / 2);
    }

    #squareElement(square) {
        return this.#host.querySelector(`[data-square="${square}"]`);
    }

    /* ---- What is drawn ---- */

    #square(name, square) {
        const { marked, picked, attacked, pieces, tints, notes } = this.#view;
        const [x, y] = this.#corner(square);
        const dark = this.#place(square).reduce((sum, step) => sum + step, 0) & 1;
        const fill = marked.has(name) ? "#e2685c" : picked === name ? "#8fb573" : dark ? "#b98d66" : "#efdcbf";
        const note = notes?.has(name) ? `, ${notes.get(name)}` : "";
        const label = `${name}, ${this.#spoken(pieces[square])}${note}${this.#view.targets.has(name) ? ", can be reached" : ""}`;
        const tabindex = square === this.#focus ? 0 : -1;
        const rect = draw("rect", {
            x,
            y,
            width: SIZE,
            height: SIZE,
            fill,
            class: "square",
            role: "button",
            tabindex,
            "aria-label": label,
            "data-square": square,
            "data-name": name,
        });
        const dot = { cx: x + 7, cy: y + 7, r: 3.5, class: "attacked" };
        const tint = { x, y, width: SIZE, height: SIZE, class: `tint ${tints?.get(name)}` };
        return [rect, tints?.has(name) && draw("rect", tint), attacked.has(name) && draw("circle", dot)];
    }

    #spoken(piece) {
        if (!piece) return "empty";
        if (piece === "*") return "wall";
        return `${/[A-Z]/.test(piece) ? "white" : "black"} ${this.#typeOf(piece)?.name.toLowerCase() ?? piece}`;
    }

    #typeOf(piece) {
        const letter = piece.toUpperCase().replace("~", "");
        return this.#view.variant.pieces.find((type) => type.letter === letter);
    }

    #names(height) {
        const { files, ranks, squares } = this.#view.variant;
        const texts = [];
        for (let file = 0; file < files; file++) {
            const [x] = this.#corner(file);
            texts.push(draw("text", { x: x + SIZE / 2, y: height - 7 }, squares[file][0]));
        }
        for (let row = 0; row < ranks; row++) {
            const [, y] = this.#corner(row * files);
            texts.push(draw("text", { x: MARGIN / 2, y: y + SIZE / 2 + 5 }, squares[row * files].slice(1)));
        }
        return draw("g", { class: "names", "aria-hidden": "true" }, texts);
    }

    #turn(width, height) {
        const { turn, flip } = this.#view;
        if (!turn) return null;
        const below = (turn === "white") !== Boolean(flip);
        const cy = below ? height - MARGIN - SIZE / 2 : MARGIN + SIZE / 2;
        return draw("circle", { cx: width - MARGIN / 2, cy, r: 6, class: `turn ${turn}` });
    }

    #ray({ from, king, pinned }) {
        const [[x1, y1], [x2, y2]] = [this.#middle(from), this.#middle(king)];
        return draw("path", { class: pinned ? "ray pin" : "ray check", d: `M${x1} ${y1}L${x2} ${y2}` });
    }

    #piece(piece, square) {
        const [x, y] = this.#corner(square);
        if (piece === "*")
            return draw("rect", { x: x + 4, y: y + 4, width: SIZE - 8, height: SIZE - 8, class: "wall" });
        const type = this.#typeOf(piece);
        const figure = type && !type.promoted && FIGURES[type.name.toLowerCase()];
        const attributes = {
            class: `piece ${/[A-Z]/.test(piece) ? "white" : "black"}`,
            transform: `translate(${x} ${y})`,
            "data-on": square,
        };
        if (figure) return draw("g", attributes, draw("use", { href: `#figure-${figure}` }));
        const text = draw("text", { x: SIZE / 2, y: SIZE / 2 + 8 }, piece.toUpperCase());
        return draw("g", attributes, draw("circle", { cx: SIZE / 2, cy: SIZE / 2, r: 17 }), text);
    }

    #target(name) {
        const [cx, cy] = this.#middle(name);
        return draw("circle", { cx, cy, r: 6, class: "target" });
    }

    #note(name, text) {
        const [x, y] = this.#corner(this.#numberOf(name));
        return draw("text", { x: x + SIZE - 2, y: y + SIZE - 3, class: "note-on-square", "aria-hidden": "true" }, text);
    }

    #arrow({ from, to, kind }) {
        const [[x1, y1], [x2, y2]] = [this.#middle(from), this.#middle(to)];
        const length = Math.hypot(x2 - x1, y2 - y1);
        if (length === 0) return null;
        const angle = (180 * Math.atan2(y2 - y1, x2 - x1)) / Math.PI;
        const [neck, tip] = [length - 27, length - 12];
        const d = `M0 3.5L${neck} 3.5L${neck} 9.5L${tip} 0L${neck} -9.5L${neck} -3.5L0 -3.5z`;
        return draw("path", {
            d,
            class: `arrow ${kind}`,
            transform: `translate(${x1} ${y1})rotate(${angle})translate(12 0)`,
        });
    }

    /* ---- Pointer and keys ---- */

    #nameAt(event) {
        const found = document.elementsFromPoint(event.clientX, event.clientY).find((element) => element.dataset?.name);
        return found?.dataset.name ?? null;
    }

    #down(event) {
        const name = this.#nameAt(event);
        if (name === null || event.button > 0) return;
        this.#focus = this.#numberOf(name);
        this.#drag = { name, x: event.clientX, y: event.clientY, moved: false };
        if (this.#view.pieces[this.#focus]) this.#host.setPointerCapture(event.pointerId);
    }

    #move(event) {
        const drag = this.#drag;
        const piece = drag && this.#host.querySelector(`[data-on="${this.#numberOf(drag.name)}"]`);
        if (!piece) return;
        const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
        drag.moved ||= Math.hypot(dx, dy) > DRAG_FROM;
        if (!drag.moved) return;
        const scale = this.#host.firstChild.viewBox.baseVal.width / this.#host.firstChild.clientWidth;
        const [x, y] = this.#corner(this.#numberOf(drag.name));
        piece.setAttribute("transform", `translate(${x + dx * scale} ${y + dy * scale})`);
        piece.parentNode.append(piece);
    }

    #up(event) {
        const drag = this.#drag;
        if (!drag) return;
        const name = this.#nameAt(event);
        this.#end();
        if (!drag.moved || name === drag.name) this.onpick(drag.name);
        else this.ondrop(drag.name, name);
    }

    #end() {
        const { moved } = this.#drag ?? {};
        this.#drag = null;
        if (moved) this.show(this.#view);
    }

    #key(event) {
        if (event.key === "Enter" || event.key === " ") {
            event.preventDefault();
            this.onpick(this.#view.variant.squares[this.#focus]);
        }
        const step = STEPS[event.key];
        if (!step) return;
        event.preventDefault();
        const { files, ranks } = this.#view.variant;
        const sign = this.#view.flip ? -1 : 1;
        const file = (this.#focus % files) + sign * step[0];
        const row = Math.floor(this.#focus / files) + sign * step[1];
        if (file < 0 || file >= files || row < 0 || row >= ranks) return;
        this.#focus = row * files + file;
        for (const square of this.#host.querySelectorAll(".square")) square.setAttribute("tabindex", -1);
        this.#squareElement(this.#focus).setAttribute("tabindex", 0);
        this.#squareElement(this.#focus).focus();
    }
}
