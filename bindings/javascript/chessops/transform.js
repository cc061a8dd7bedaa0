/* Boards turned, mirrored and shifted. */
import { Board } from "./board.js";
import { SquareSet } from "./squareSet.js";
import { squareFile, squareFromCoords, squareRank } from "./util.js";

/* Moves each square of a set by (file, rank) => [file, rank]. */
const moved = (place) => (set) =>
    [...set].reduce((all, square) => all.with(squareFromCoords(...place(squareFile(square), squareRank(square)))), SquareSet.empty());

export const flipVertical = moved((file, rank) => [file, 7 - rank]);
export const flipHorizontal = moved((file, rank) => [7 - file, rank]);
export const flipDiagonal = moved((file, rank) => [rank, file]);
export const rotate180 = moved((file, rank) => [7 - file, 7 - rank]);

/* What leaves the board comes in again on the other side. */
export const shiftLeft = moved((file, rank) => [(file + 7) & 7, rank]);
export const shiftRight = moved((file, rank) => [(file + 1) & 7, rank]);
export const shiftDown = moved((file, rank) => [file, (rank + 7) & 7]);
export const shiftUp = moved((file, rank) => [file, (rank + 1) & 7]);

export function transformBoard(board, change) {
    return Object.assign(Board.empty(), Object.fromEntries(Object.entries(board).map(([name, set]) => [name, change(set)])));
}

export function transformSetup(setup, change) {
    const { board, pockets, castlingRights, epSquare, remainingChecks } = setup;
    return {
        ...setup,
        board: transformBoard(board, change),
        pockets: pockets?.clone(),
        castlingRights: change(castlingRights),
        epSquare: epSquare === undefined ? undefined : change(SquareSet.fromSquare(epSquare)).first(),
        remainingChecks: remainingChecks?.clone(),
    };
}
