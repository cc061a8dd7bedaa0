/** A position of the hard set. */
export interface HardPosition {
    fen: string;
    /** To be made first. */
    moves: string[];
    /** The rule that it is about. */
    rule: string;
    /** A move that shows the rule, in UCI. */
    move: string;
    /** "ok", or the code of the MoveError that `explain` returns for the move. */
    answer: string;
    variant: string;
    /** Perft to the depths 1, 2 and so on. */
    nodes: number[];
}
export function hardSet(): HardPosition[];
export function hardVariants(): HardPosition[];
/** The same as EPD. */
export const hardEpd: string;
export const hardVariantsEpd: string;
