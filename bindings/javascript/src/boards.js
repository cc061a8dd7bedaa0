/* Boards of 64 bytes. */
import { ANSWER, Owner, allocate, bytes, room, squaresAt, wasm } from "./memory.js";

function boardsAsJson() {
    const [codes, kings, sides] = [this.codes, this.kings, this.sides].map((numbers) => [...numbers]);
    return { codes, kings, sides };
}

/* Many boards in the module's memory, which is filled and asked without copies.
 *
 *     const boards = new Boards(1000);
 *     boards.codes.set(board, 64 * i); boards.kings[i] = 60; boards.sides[i] = 0;
 *     boards.inCheck();                      the answers are bits: answers[i >> 3] >> (i & 7) & 1
 *
 * Codes are 0 empty, 1-6 white pawn to king, 9-14 the same in black; squares are numbers, a8 = 0, h8 = 7, a1 = 56, h1 =
 * 63; sides are those of the kings, 0 white, 1 black. Read a property anew after any other call of the package: the
 * arrays from before are empty when the memory has grown. */
export class Boards extends Owner {
    toJSON = boardsAsJson;
    #places;

    constructor(count) {
        if (!Number.isInteger(count) || count < 1 || count > 1 << 24)
            throw new RangeError(`expected a number of boards from 1 to ${1 << 24}, found ${count}`);
        const answers = 8 * Math.ceil(count / 64), size = 66 * count + answers + 8;
        super(allocate(size), "release");
        this.length = count;
        bytes().fill(0, this.address, this.address + size);
        const kings = this.address + 64 * count;
        this.#places = { kings, sides: kings + count, answers: (kings + 2 * count + 7) & ~7, answersSize: answers };
    }

    #view(at, length) {
        return this.address && bytes().subarray(at, at + length);
    }

    get codes() {
        return this.#view(this.address, 64 * this.length);
    }

    get kings() {
        return this.#view(this.#places.kings, this.length);
    }

    get sides() {
        return this.#view(this.#places.sides, this.length);
    }

    get answers() {
        return this.#view(this.#places.answers, this.#places.answersSize);
    }

    /* Asks for each board whether the king is in check, and returns `answers`. */
    inCheck() {
        const found = this.answers;
        const { kings, sides, answers } = this.#places;
        if (!wasm.board_in_check_batch(this.address, 64, kings, sides, this.length, answers))
            throw new RangeError("expected kings on squares from 0 to 63, of the sides 0 or 1");
        return found;
    }
}

/* Checks the arguments of a question about one board, and copies it. */
function place(board, square, side) {
    if (board.length !== 64) throw new RangeError(`expected 64 codes, found ${board.length}`);
    if (!Number.isInteger(square) || square < 0 || square > 63)
        throw new RangeError(`expected a square from 0 to 63, found ${square}`);
    if (side !== 0 && side !== 1) throw new RangeError(`expected the side 0 or 1, found ${side}`);
    bytes().set(board, room.text);
}

/* Returns whether a piece of the other side attacks the king of `side` on square `king`. */
export function inCheck(board, king, side) {
    place(board, king, side);
    return wasm.board_in_check(room.text, king, side) !== 0;
}

/* Returns the numbers of the squares from which pieces of a side attack a square. */
export function attackers(board, square, side) {
    place(board, square, side);
    wasm.board_attackers(room.text, square, side, room.answer);
    return squaresAt(room.answer + ANSWER.squares, 2);
}
