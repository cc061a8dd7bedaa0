/* What the module is asked about a position of chessops, whose fields anybody may change: Kingscan's position with the same
 * fields, which is read anew after a change, and its legal moves. */
import { Position as Kingscan } from "../kingscan.js";
import { makeFen, makePockets, parseFen } from "./fen.js";
import { charToRole, parseSquare } from "./util.js";

/* What is known of a position: { kingscan, facts, moves }, which clones share, so that only moves are added to it. A WeakMap
 * takes longer. */
export class Known {
    #rules;

    static get(pos) {
        return pos.#rules;
    }

    static set(pos, rules) {
        pos.#rules = rules;
    }
}

/* What the rules depend on. Sets of squares never change, so that a field with the same set is the same. */
function factsOf({ board, pockets, castles, turn, epSquare, remainingChecks, halfmoves, fullmoves }) {
    const hands = pockets && makePockets(pockets);
    const checks = remainingChecks && `${remainingChecks.white} ${remainingChecks.black}`;
    const { occupied, promoted, white, black, pawn, knight, bishop, rook, queen, king } = board;
    return [
        occupied, promoted, white, black, pawn, knight, bishop, rook, queen, king,
        castles.castlingRights, turn, epSquare, hands, checks, halfmoves, fullmoves,
    ];
}

function rulesOf(pos) {
    const facts = factsOf(pos);
    const before = Known.get(pos);
    if (before && before.facts.every((fact, at) => fact === facts[at])) return before;
    const fen = makeFen({ ...pos, castlingRights: pos.castles.castlingRights });
    const kingscan = new Kingscan(fen, { variant: pos.rules, chess960: true, lenient: true });
    const rules = { kingscan, facts };
    Known.set(pos, rules);
    return rules;
}

/* Has a clone know what its original knows. */
export function shareRules(from, to) {
    Known.set(to, Known.get(from));
}

/* Kingscan's position: not to be changed. */
export const kingscanOf = (pos) => rulesOf(pos).kingscan;

/* The legal moves: { from, to, promotion } or { role, to }, and `move` as Kingscan has it. Castling goes to the rook. */
export function movesOf(pos) {
    const rules = rulesOf(pos);
    rules.moves ??= rules.kingscan.legalMoves().map(pos.rules === "chess" ? formOfChess : formOf);
    return rules.moves;
}

function formOf(move) {
    const to = parseSquare(move.to);
    if (move.drop) return { role: charToRole(move.drop), to, move };
    return { from: parseSquare(move.from), to, promotion: move.promotion ? charToRole(move.promotion) : undefined, move };
}

/* Equal moves of chess are one object. */
const forms = new WeakMap();
function formOfChess(move) {
    if (!forms.has(move)) forms.set(move, formOf(move));
    return forms.get(move);
}

/* Plays a move in UCI, and returns the setup after it. Throws a MoveError. settle(setup) changes the fields of pos. */
export function playAs(pos, uci, settle) {
    const kingscan = kingscanOf(pos).copy({ moves: false });
    kingscan.push(uci);
    settle(parseFen(kingscan.xFen).unwrap());
    Known.set(pos, { kingscan, facts: factsOf(pos) });
}

/* The setup from which games of some rules start. */
export const startOf = (rules) => parseFen(new Kingscan(null, { variant: rules }).fen).unwrap();
