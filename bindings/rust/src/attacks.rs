//! Attacks of pieces on a board of which only the occupied squares are known, squares between two, and lines.
//!
//! ```
//! use kingscan::{attacks, Position};
//!
//! let position = Position::start();
//! let attacked = attacks::queen_attacks("d1".parse()?, position.occupied());
//! assert_eq!((attacked.len(), (attacked & !position.occupied()).len()), (5, 0));
//! # Ok::<(), kingscan::Error>(())
//! ```
use crate::board::{Color, Piece, Role, Square};
use crate::squares::Squares;

/// Steps to another file and row, the rows from the eighth rank down. Along the first four, the numbers of squares grow.
const DIRECTIONS: [(i8, i8); 8] = [(1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1)];
const KNIGHT: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The squares that so many steps lead to, from each square.
const fn squares_at(step: (i8, i8), most: u8) -> [u64; 64] {
    let mut all = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (mut file, mut row) = ((square % 8) as i8 + step.0, (square / 8) as i8 + step.1);
        let mut steps = 0;
        while steps < most && file >= 0 && file < 8 && row >= 0 && row < 8 {
            all[square] |= 1 << (8 * row + file);
            file += step.0;
            row += step.1;
            steps += 1;
        }
        square += 1;
    }
    all
}

const fn leaps(steps: &[(i8, i8)]) -> [u64; 64] {
    let mut all = [0; 64];
    let mut step = 0;
    while step < steps.len() {
        let more = squares_at(steps[step], 1);
        let mut square = 0;
        while square < 64 {
            all[square] |= more[square];
            square += 1;
        }
        step += 1;
    }
    all
}

const fn all_rays() -> [[u64; 64]; 8] {
    let mut rays = [[0; 64]; 8];
    let mut direction = 0;
    while direction < 8 {
        rays[direction] = squares_at(DIRECTIONS[direction], 7);
        direction += 1;
    }
    rays
}

static RAYS: [[u64; 64]; 8] = all_rays();
static KNIGHTS: [u64; 64] = leaps(&KNIGHT);
static KINGS: [u64; 64] = leaps(&DIRECTIONS);
static PAWNS: [[u64; 64]; 2] = [leaps(&[(1, -1), (-1, -1)]), leaps(&[(1, 1), (-1, 1)])];

/// The squares that a knight attacks.
pub fn knight_attacks(from: Square) -> Squares {
    Squares(KNIGHTS[from.index() as usize])
}

/// The squares that a king attacks.
pub fn king_attacks(from: Square) -> Squares {
    Squares(KINGS[from.index() as usize])
}

/// The squares that a pawn of a side attacks.
pub fn pawn_attacks(color: Color, from: Square) -> Squares {
    Squares(PAWNS[color as usize][from.index() as usize])
}

/// The squares on a ray up to the first occupied one.
#[inline]
fn slide(direction: usize, from: Square, occupied: Squares) -> u64 {
    let rays = &RAYS[direction];
    let ray = rays[from.index() as usize];
    let met = ray & occupied.0;
    let first = if direction < 4 { met.trailing_zeros() } else { 63 ^ met.leading_zeros() };
    ray & !rays.get(first as usize).map_or(0, |&behind| behind) // without one, it is no square
}

#[inline]
fn slides(directions: [usize; 4], from: Square, occupied: Squares) -> Squares {
    Squares(directions.iter().fold(0, |all, &direction| all | slide(direction, from, occupied)))
}

/// The squares that a bishop attacks, up to the first occupied one in each direction.
pub fn bishop_attacks(from: Square, occupied: Squares) -> Squares {
    slides([1, 3, 5, 7], from, occupied)
}

/// The squares that a rook attacks, up to the first occupied one in each direction.
pub fn rook_attacks(from: Square, occupied: Squares) -> Squares {
    slides([0, 2, 4, 6], from, occupied)
}

/// The squares that a queen attacks, up to the first occupied one in each direction.
pub fn queen_attacks(from: Square, occupied: Squares) -> Squares {
    bishop_attacks(from, occupied) | rook_attacks(from, occupied)
}

/// The squares that a piece attacks, up to the first occupied one in each direction.
pub fn attacks(from: Square, piece: Piece, occupied: Squares) -> Squares {
    match piece.role {
        Role::Pawn => pawn_attacks(piece.color, from),
        Role::Knight => knight_attacks(from),
        Role::Bishop => bishop_attacks(from, occupied),
        Role::Rook => rook_attacks(from, occupied),
        Role::Queen => queen_attacks(from, occupied),
        Role::King => king_attacks(from),
    }
}

/// The squares between two on a rank, file or diagonal; none for other squares.
pub fn between(a: Square, b: Square) -> Squares {
    let (from, to) = (a.index() as usize, b.index() as usize);
    let direction = (0..8).find(|&direction| RAYS[direction][from] >> to & 1 == 1);
    Squares(direction.map_or(0, |direction| RAYS[direction][from] & RAYS[direction ^ 4][to]))
}

/// The rank, file or diagonal that two squares are on, from edge to edge; none for other squares, and for one alone.
pub fn ray(a: Square, b: Square) -> Squares {
    let (from, to) = (a.index() as usize, b.index() as usize);
    let direction = (0..8).find(|&direction| RAYS[direction][from] >> to & 1 == 1);
    Squares(direction.map_or(0, |direction| RAYS[direction][from] | RAYS[direction ^ 4][from] | 1 << from))
}

/// Whether three squares are on one rank, file or diagonal; two that are the same always are.
pub fn aligned(a: Square, b: Square, c: Square) -> bool {
    a == b || b == c || ray(a, b).contains(c)
}
