//! The rules through the crate, and its errors.
use kingscan::{Position, Square, Verdict};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn counts() {
    assert_eq!(Position::start().perft(5), 4_865_609);
    let position = Position::from_fen(KIWIPETE).unwrap();
    assert_eq!((position.perft(4), position.legal_moves().len()), (4_085_603, 48));
    assert_eq!(position.fen(), KIWIPETE);
    assert_eq!(Position::start().polyglot_key(), 0x463b96181691fc9c);
}

#[test]
fn the_crate_has_the_version_of_the_library() {
    assert_eq!(kingscan::version(), env!("CARGO_PKG_VERSION"));
}

#[test]
fn errors_have_a_code_and_a_place() {
    let error = Position::from_fen("8/8/8/8/8/8/8/9 w - - 0 1").unwrap_err();
    assert_eq!((error.code, error.offset), ("placement-character", 14));
    let position = Position::from_fen("4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1").unwrap();
    let error = position.parse("Nc3").unwrap_err();
    assert_eq!(error.code, "piece-pinned");
    assert_eq!(error.to_string(), "the knight on e2 can't go to c3: it is pinned to the king on e1 by the rook on e4");
}

#[test]
fn moves_are_read_written_and_made() {
    let mut position = Position::start();
    for (uci, san) in [("f2f3", "f3"), ("e7e5", "e5"), ("g2g4", "g4"), ("d8h4", "Qh4#")] {
        let one = position.parse(uci).unwrap();
        assert_eq!(position.parse(san), Ok(one));
        assert_eq!((position.uci(one).as_deref(), position.san(one).as_deref()), (Some(uci), Some(san)));
        position.play(one).unwrap();
        assert_eq!(position.play(one), None);
        assert_eq!(position.san(one), None);
    }
    assert_eq!(position.verdict(), Verdict::Checkmate);
    assert_eq!(position.checkers().collect::<Vec<_>>(), [Square::new(39).unwrap()]);
    assert!(position.white_to_move() && position.legal_moves().is_empty());
    assert_ne!(position, Position::start());
    assert_eq!(Square::new(64), None);
}
