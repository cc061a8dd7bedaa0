/* A smaller position in which a move breaks the same rule, or is the same kind of move. Pieces are removed one by one,
 * as long as Kingscan says the same of the move. The engine is not asked, so it has to be tried. */
import { Position } from "./kingscan.js";
import { readPlacement, withPlacement } from "./placement.js";

/* What Kingscan says of a move, as a text to compare. */
function verdictOf(position, move) {
    const error = position.explain(move);
    if (error) return `${error.code}: ${error.message}`;
    const legal = position.parse(move);
    return `${legal.kind} ${legal.promotion} ${legal.drop} ${position.verdict} ${position.get(legal.from)} ${position.get(legal.to)}`;
}

/* Returns the FEN of the smaller position. */
export function shrunk(position, move, chess960) {
    const { variant, fen } = position;
    const { files, ranks } = variant;
    const wanted = verdictOf(position, move);
    const pieces = readPlacement(fen, files, ranks);
    let smallest = fen;
    for (let square = 0; square < pieces.length; square++) {
        if (pieces[square] === null || pieces[square] === "*") continue;
        const fewer = pieces.with(square, null);
        const text = withPlacement(smallest, fewer, files);
        if (saysTheSame(text, { variant, chess960 }, move, wanted)) {
            pieces[square] = null;
            smallest = new Position(text, { variant, chess960 }).fen;
        }
    }
    return smallest;
}

function saysTheSame(fen, options, move, wanted) {
    try {
        return verdictOf(new Position(fen, options), move) === wanted;
    } catch {
        return false; /* no position, such as one without a king */
    }
}
