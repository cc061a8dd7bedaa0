/* What the module is asked about a position of chessops, whose fields anybody may change: Kingscan's position with the same
 * fields, which is read anew after a change, and its legal moves. */
import { Position as Kingscan } from "../kingscan.js";
import { makeFen, makePockets, parseFen } from "./fen.js";
import { charToRole, parseSquare } from "./util.js";

const known = new WeakMap(); /* by position: { kingscan, facts, moves } */

/* What the rules depend on. Sets of squares never change, so that a field with the same set is the same. */
function factsOf({ board, pockets, castles, turn, epSquare, remainingChecks, halfmoves, fullmoves }) {
    const hands = pockets && makePockets(pockets);
    const checks = remainingChecks && `${remainingChecks.white} ${remainingChecks.black}`;
    return [...Object.values(board), castles.castlingRights, turn, epSquare, hands, checks, halfmoves, fullmoves];
}

function rulesOf(pos) {
    const facts = factsOf(pos);
    const before = known.get(pos);
    if (before && before.facts.every((fact, at) => fact === facts[at])) return before;
    const fen = makeFen({ ...pos, castlingRights: pos.castles.castlingRights });
    const kingscan = new Kingscan(fen, { variant: pos.rules, chess960: true, lenient: true });
    const rules = { kingscan, facts };
    known.set(pos, rules);
    return rules;
}

/* Kingscan's position: not to be changed, but by playAs. */
export const kingscanOf = (pos) => rulesOf(pos).kingscan;

/* The legal moves: { from, to, promotion } or { role, to }, and `move` as Kingscan has it. Castling goes to the rook. */
export function movesOf(pos) {
    const rules = rulesOf(pos);
    rules.moves ??= rules.kingscan.legalMoves().map((move) => {
        const to = parseSquare(move.to);
        if (move.drop) return { role: charToRole(move.drop), to, move };
        return { from: parseSquare(move.from), to, promotion: move.promotion ? charToRole(move.promotion) : undefined, move };
    });
    return rules.moves;
}

/* Plays a move in UCI, and returns the setup after it. Throws a MoveError. settle(setup) changes the fields of pos. */
export function playAs(pos, uci, settle) {
    const rules = rulesOf(pos);
    rules.kingscan.push(uci);
    settle(parseFen(rules.kingscan.xFen).unwrap());
    known.set(pos, { kingscan: rules.kingscan, facts: factsOf(pos) });
}

/* The setup from which games of some rules start. */
export const startOf = (rules) => parseFen(new Kingscan(null, { variant: rules }).fen).unwrap();
