/* Games written in PGN's export format, with the words and lines of `kingscan games --rewrite`. */
import { encoder } from "./memory.js";

export const ROSTER = { Event: "?", Site: "?", Date: "????.??.??", Round: "?", White: "?", Black: "?", Result: "*" };
const FOLLOWING = ["FEN", "SetUp"]; /* tags that follow from the game */
const LINE_LENGTH = 79;
const BY_FAIRY = /pychess|fairyground|fairy-stockfish/i;

const tagOf = ([name, value]) => `[${name} "${String(value).replace(/[\r\n]/g, " ").replace(/["\\]/g, "\\$&")}"]\n`;

/* usual: the FEN from which games of the variant start. */
function tagsOfGame({ tags, variant, start, result }, usual) {
    const others = Object.entries(tags).filter(([name]) => !Object.hasOwn(ROSTER, name) && !FOLLOWING.includes(name));
    if (!variant.isChess && !tags.Variant) others.push(["Variant", variant.name]);
    if (start !== usual) others.push(["FEN", start], ["SetUp", "1"]);
    const given = { ...tags, Result: result };
    const roster = Object.entries(ROSTER).map(([name, unknown]) => [name, given[name] ?? unknown]);
    return [...roster, ...others.sort(([a], [b]) => (a < b ? -1 : 1))].map(tagOf).join("");
}

/* A comment has one blank for any number of blanks, and no brace that would end it. */
function wordsOfComment(comment) {
    const words = comment.split(/[\0- ]+/).filter((word) => word !== "");
    return ["{", ...words.map((word) => word.replaceAll("}", ")")), "}"];
}

/* SAN, or UCI where a reader would take SAN for another move, as in variants by the tags of Fairy-Stockfish. */
function textOfMove({ move, san }, position, byFairy) {
    if (move.kind === "null" || position.variant.isChess) return san;
    return !byFairy && position.isLegal(san) && position.parse(san).uci === move.uci ? san : move.uci;
}

/* Yields the words of moves and their variations. position: the one before them, which is as it was afterwards.
 * ply: of the first of them, from the start of a game. */
function* wordsOf(moves, position, ply, byFairy) {
    let numbered = true;
    for (const played of moves) {
        const number = Math.floor(ply / 2) + 1;
        if (ply % 2 === 0) yield `${number}.`;
        else if (numbered) yield `${number}...`;
        yield textOfMove(played, position, byFairy);
        for (const nag of played.nags) yield `$${nag}`;
        if (played.comment !== null) yield* wordsOfComment(played.comment);
        for (const { comment, moves } of played.variations) {
            const words = [...(comment === null ? [] : wordsOfComment(comment)), ...wordsOf(moves, position, ply, byFairy)];
            words[0] = `(${words[0]}`;
            words[words.length - 1] += ")";
            yield* words;
        }
        numbered = played.comment !== null || played.variations.length > 0;
        if (played.move.kind === "null") position.pushNull();
        else position.push(played.move);
        ply++;
    }
    for (let left = moves.length; left > 0; left--) position.pop();
}

/* longest: in bytes. */
export function inLines(words, longest = LINE_LENGTH) {
    let text = "";
    let column = 0;
    for (const word of words) {
        const { length } = encoder.encode(word);
        const breaks = column > 0 && column + 1 + length > longest;
        text += (column === 0 ? "" : breaks ? "\n" : " ") + word;
        column = column === 0 || breaks ? length : column + 1 + length;
    }
    return text;
}

/* Writes a game. position: its first one; usual: the FEN from which games of its variant start. */
export function writeGame(game, position, usual) {
    const { Site = "", Annotator = "" } = game.tags;
    const first = 2 * (position.fullmoveNumber - 1) + (position.turn === "black" ? 1 : 0);
    const comment = game.comment === null ? [] : wordsOfComment(game.comment);
    const words = [...comment, ...wordsOf(game.moves, position, Math.max(first, 0), BY_FAIRY.test(`${Site}\n${Annotator}`)), game.result];
    return `${tagsOfGame(game, usual)}\n${inLines(words)}\n\n`;
}
