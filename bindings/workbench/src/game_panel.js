/* Games that are pasted as PGN, and the steps through one of them. */
import { byId, button, make, refuseLong, say } from "./dom.js";
import { PgnError, games } from "./kingscan.js";

const TEXT_MAX = 1000000;
const GAMES_MAX = 1000;
const GLYPHS = ["", "!", "?", "!!", "??", "!?", "?!"];
const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
const BUTTONS = { first: -Infinity, back: -1, on: 1, last: Infinity };
const PGN = /^\s*(\[\w+\s+"|1\.)/;

export class GamePanel {
    #bench;
    #games = [];
    #game = null;
    #moves = []; /* of the game, in UCI */
    #shown = -1; /* the ply that the list marks; -1: the position is none of the game */
    #left = 0; /* the one before, where a step goes on */

    constructor(bench) {
        this.#bench = bench;
        const text = byId("games-text");
        refuseLong(text, "a text of games", TEXT_MAX, (sentence) => say(byId("games-said"), sentence, "wrong"));
        text.addEventListener("input", () => this.#read(text.value));
        byId("fen").addEventListener("paste", (event) => this.#pasted(event), true);
        byId("game-choice").addEventListener("change", ({ target }) => this.#choose(Number(target.value)));
        for (const [id, step] of Object.entries(BUTTONS))
            byId(`game-${id}`).addEventListener("click", () => this.#step(step));
        byId("game").addEventListener("keydown", (event) => {
            if (!(event.key in STEPS) || event.target === byId("game-choice")) return;
            event.preventDefault();
            this.#step(STEPS[event.key]);
        });
        bench.addEventListener("change", () => this.#mark());
    }

    /* A game that is pasted where a FEN belongs is meant for this panel. */
    #pasted(event) {
        const given = event.clipboardData?.getData("text") ?? "";
        if (!PGN.test(given)) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        byId("own-games").open = true;
        byId("games-text").value = given;
        byId("games-text").dispatchEvent(new Event("input"));
    }

    /* ---- Which game ---- */

    #read(text) {
        this.#games = [];
        try {
            for (const game of games(text, { variants: this.#bench.variants })) {
                if (this.#games.length === GAMES_MAX) break;
                this.#games.push(game);
            }
            const count = this.#games.length;
            const said = count === GAMES_MAX ? `the first ${count} games` : `${count} game${count === 1 ? "" : "s"}`;
            say(byId("games-said"), text.trim() === "" ? "" : said, count > 0 ? "right" : "wrong");
        } catch (error) {
            if (!(error instanceof PgnError)) throw error;
            say(byId("games-said"), error.message, "wrong");
        }
        const options = this.#games.map((game, i) => make("option", { value: i }, nameOf(game)));
        byId("game-choice").replaceChildren(...options);
        this.#choose(0);
    }

    #choose(index) {
        this.#game = this.#games[index] ?? null;
        byId("game").hidden = this.#game === null;
        this.#moves = this.#game?.moves.map(({ move }) => move.uci) ?? [];
        this.#shown = -1;
        this.#list();
        if (this.#game?.start) this.#go(0);
        else this.#mark();
    }

    #list() {
        const { start = null, moves = [], errors = [] } = this.#game ?? {};
        const [, side, , , , number] = (start ?? "").split(" ");
        const first = 2 * (Number(number) || 1) - (side === "b" ? 1 : 2);
        const rows = moves.map((played, i) => {
            const ply = first + i;
            const count = `${(ply >> 1) + 1}${ply % 2 ? "…" : "."}`;
            const sign = played.nags.map((nag) => GLYPHS[nag] ?? ` $${nag}`).join("");
            const go = button(played.san + sign, () => this.#go(i + 1), { class: "crumb" });
            return make("li", {}, ply % 2 === 0 || i === 0 ? make("span", { class: "soft" }, count) : null, go);
        });
        byId("game-moves").replaceChildren(...rows);
        const placeOf = ({ line, column, ply }) => `line ${line}, column ${column}, after ${ply} moves: `;
        byId("game-errors").replaceChildren(...errors.map((error) => make("li", {}, placeOf(error) + error.message)));
    }

    /* ---- Steps ---- */

    #go(ply) {
        const { variant, start } = this.#game;
        this.#bench.set({ name: variant.name, fen: start, moves: this.#moves.slice(0, ply) });
    }

    /* Steps from where the game was left, also when the position is another one now. */
    #step(by) {
        if (!this.#game?.start) return;
        const from = this.#shown < 0 && Number.isFinite(by) ? this.#left : Math.max(this.#shown, 0);
        this.#go(Math.min(Math.max(from + by, 0), this.#moves.length));
    }

    /* How many moves of the game lead to the position; -1 when it is another one. */
    #ply() {
        const { fen, moves, variant } = this.#bench;
        const { start = null, variant: own } = this.#game ?? {};
        const follows = start !== null && fen === start && variant.name === own.name;
        return follows && moves.every((move, i) => move === this.#moves[i]) ? moves.length : -1;
    }

    #mark() {
        const ply = this.#ply();
        const rows = [...byId("game-moves").children];
        rows.forEach((row, i) => {
            if (i + 1 === ply) row.lastChild.setAttribute("aria-current", "step");
            else row.lastChild.removeAttribute("aria-current");
        });
        this.#shown = ply;
        if (ply >= 0) this.#left = ply;
        document.body.classList.toggle("in-game", ply >= 0);
        const list = byId("game-moves");
        const row = rows[ply - 1];
        if (row) list.scrollTop = row.offsetTop - list.offsetTop - list.clientHeight / 2;
        byId("game-note").textContent = this.#game ? noteOf(this.#game, ply) : "";
        for (const id of ["first", "back"]) byId(`game-${id}`).disabled = ply === 0;
        for (const id of ["on", "last"]) byId(`game-${id}`).disabled = ply === this.#moves.length;
    }
}

/* ---- Words ---- */

function nameOf({ tags, line, result }) {
    const players = [tags.White, tags.Black].filter(Boolean).join(" – ");
    return [players || `game of line ${line}`, tags.Event, tags.Date, result].filter(Boolean).join(", ").slice(0, 120);
}

const minutes = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
const evaluation = ({ eval: pawns, mate }) =>
    mate ? `mate in ${Math.abs(mate)} for ${mate > 0 ? "white" : "black"}` : Number.isFinite(pawns) ? pawns.toFixed(2) : "mate";

/* The remarks about the move made last, with the commands in words. */
function noteOf(game, ply) {
    if (ply < 0) return "the position is not one of the game: a step goes back to it";
    const played = game.moves[ply - 1];
    const comment = (ply === 0 ? game.comment : played.comment) ?? "";
    const facts = [
        played?.clock != null && `clock ${minutes(played.clock)}`,
        played?.eval != null && `evaluation ${evaluation(played)}`,
        comment.replace(/\[%[^\]]*\]/g, "").trim(),
        ply === game.moves.length && `result ${game.result}`,
    ];
    return facts.filter(Boolean).join("; ");
}
