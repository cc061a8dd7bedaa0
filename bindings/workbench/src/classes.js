/* The codes and attack classes of pieces, as the headers and the library's tables have them. */

const CODES_OF_SET = 16;
const TYPES = ["PAWN", "KNIGHT", "BISHOP", "ROOK", "QUEEN", "KING"];
const LETTERS = ["P", "N", "B", "R", "Q", "K"];

/* The attack classes of our own codes, against the king of a side. */
export function chessClasses(tables, side) {
    const { PIECESET_CLASSES, PIECESET_CLASSES_OF_SIDE } = tables.constants;
    const at = PIECESET_CLASSES + side * PIECESET_CLASSES_OF_SIDE;
    return tables.pieceset.ks_chess_pieces.slice(at, at + CODES_OF_SET);
}

/* The 64 codes of a board from letters as in FEN, null for an empty square. */
export function codesOf(letters, { constants }) {
    const codeOf = (letter) => {
        if (letter === null) return 0;
        const code = constants[`KS_WHITE_${TYPES[LETTERS.indexOf(letter.toUpperCase())]}`];
        return letter === letter.toUpperCase() ? code : code | constants.KS_BLACK_BIT;
    };
    return Uint8Array.from(letters, codeOf);
}

/* The meanings of codes: [code, words]. */
function meaningsOfCodes({ constants }) {
    const white = TYPES.map((type) => [constants[`KS_WHITE_${type}`], type.toLowerCase()]);
    return [...white.map(([code, name]) => [code, `white ${name}`]), ...white.map(([code, name]) => [code | constants.KS_BLACK_BIT, `black ${name}`])];
}

/* Those of classes in the order of their bits. */
function meaningsOfClasses({ constants }) {
    const words = {
        ORTHOGONAL: "along ranks and files",
        DIAGONAL: "along diagonals",
        KNIGHT: "a knight’s leap",
        WAZIR: "a king’s step, straight",
        FERZ: "a king’s step, diagonal",
        PAWN: "a pawn’s capture",
        OWN: "the king’s own piece",
        OCCUPIED: "a piece stands here",
    };
    return Object.entries(words).map(([name, meaning]) => [constants[`KS_CLASS_${name}`], meaning]);
}

/* Legends for the steps: pairs of a byte and its meaning. */
export const meanings = (tables) => ({ codes: meaningsOfCodes(tables), classes: meaningsOfClasses(tables) });
