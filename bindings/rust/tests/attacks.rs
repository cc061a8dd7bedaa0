//! Attacks in Rust, compared with those that the library finds.
use kingscan::{attacks, Color, Piece, Position, Role, Square, Squares};

fn all_squares() -> impl Iterator<Item = Square> {
    (0..64).filter_map(Square::new)
}

fn attacks_of(piece: Piece, from: Square, occupied: Squares) -> Squares {
    match piece.role {
        Role::Pawn => attacks::pawn_attacks(piece.color, from),
        Role::Knight => attacks::knight_attacks(from),
        Role::Bishop => attacks::bishop_attacks(from, occupied),
        Role::Rook => attacks::rook_attacks(from, occupied),
        Role::Queen => attacks::queen_attacks(from, occupied),
        Role::King => attacks::king_attacks(from),
    }
}

const FENS: [&str; 4] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "q6b/1P4r1/2n5/3k4/4B3/R4K2/5p2/B6Q b - - 0 1",
    "7k/8/8/8/8/8/8/K7 w - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
];

#[test]
fn pieces_attack_what_the_library_says() {
    for position in FENS.map(|fen| fen.parse::<Position>().unwrap()) {
        for square in all_squares() {
            for color in [Color::White, Color::Black] {
                let attackers: Squares = position
                    .by_color(color)
                    .filter(|&from| {
                        attacks_of(position.piece_at(from).unwrap(), from, position.occupied()).contains(square)
                    })
                    .collect();
                assert_eq!(attackers, position.attackers(square, color), "{position}: {square}");
            }
        }
    }
}

#[test]
fn lines_and_what_is_between() {
    let square = |name: &str| name.parse::<Square>().unwrap();
    let names = |squares: Squares| squares.map(|one| one.to_string()).collect::<Vec<_>>().join(" ");
    assert_eq!(names(attacks::between(square("a1"), square("d4"))), "c3 b2");
    assert_eq!(names(attacks::between(square("h8"), square("e8"))), "f8 g8");
    assert_eq!(names(attacks::ray(square("b1"), square("a2"))), "a2 b1");
    assert_eq!(attacks::ray(square("c4"), square("c5")).len(), 8);
    for (a, b) in all_squares().flat_map(|a| all_squares().map(move |b| (a, b))) {
        let (line, between) = (attacks::ray(a, b), attacks::between(a, b));
        let on_line = a != b && attacks::queen_attacks(a, Squares(0)).contains(b);
        assert_eq!((line.is_empty(), line.contains(a), line.contains(b)), (!on_line, on_line, on_line));
        assert_eq!((line, between), (attacks::ray(b, a), attacks::between(b, a)));
        assert_eq!(between & !line, Squares(0));
        let met: Squares = [b].into_iter().collect();
        let seen = if on_line {
            attacks::queen_attacks(a, met) & line & attacks::queen_attacks(b, [a].into_iter().collect())
        } else {
            met
        };
        assert!(!on_line || between & !seen == Squares(0), "{a} {b}");
    }
}

/// Each attacker of each piece, in order.
#[test]
fn pairs_are_attackers_of_pieces() {
    for position in FENS.map(|fen| fen.parse::<Position>().unwrap()) {
        let mut expected = Vec::new();
        for to in position.occupied() {
            let by = position.attackers(to, Color::White) | position.attackers(to, Color::Black);
            expected.extend(by.map(|from| (from, to)));
        }
        assert_eq!(position.attack_pairs(), expected, "{position}");
    }
}
