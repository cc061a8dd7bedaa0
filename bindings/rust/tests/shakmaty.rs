//! Programs of shakmaty's, after one line more.
use kingscan::shakmaty;
use shakmaty::fen::{Epd, Fen};
use shakmaty::san::{San, SanPlus};
use shakmaty::uci::UciMove;
use shakmaty::variant::{Antichess, Atomic, Crazyhouse, Horde, KingOfTheHill, RacingKings, ThreeCheck};
use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::zobrist::{Zobrist16, Zobrist64};
use shakmaty::{perft, Bitboard, CastlingMode, CastlingSide, Chess, Color, EnPassantMode, FromSetup, KnownOutcome};
use shakmaty::{Move, Outcome, Position, PositionError, Role, Setup, Square};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const SHUFFLED: &str = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9";
const PROMOTING: &str = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1";
const PASSED: &str = "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3";

fn read<P: FromSetup>(fen: &str) -> P {
    let fen: Fen = fen.parse().unwrap();
    let mode = CastlingMode::detect(fen.as_setup());
    fen.into_position(mode).unwrap()
}

fn played<P: Position>(mut position: P, sans: &str) -> P {
    for san in sans.split(' ') {
        let m = san.parse::<SanPlus>().unwrap().san.to_move(&position).unwrap();
        position = position.play(m).unwrap();
    }
    position
}

/// Counts by the moves themselves, and holds each to its texts and to what it says of itself.
fn walk<P: Position>(position: &P, depth: u32) -> u64 {
    let moves = position.legal_moves();
    if depth == 0 {
        return 1;
    }
    let captures = position.capture_moves();
    moves.iter().fold(0, |count, m| {
        assert!(position.is_legal(m) && captures.contains(m) == m.is_capture(), "{m:?}");
        let san = San::from_move(position, m);
        assert_eq!((san.to_move(position).as_ref(), san.matches(m)), (Ok(m), true), "{san}");
        for mode in [CastlingMode::Standard, CastlingMode::Chess960] {
            let uci: UciMove = m.to_uci(mode).to_string().parse().unwrap();
            assert_eq!((uci, uci.to_move(position).as_ref()), (m.to_uci(mode), Ok(m)));
        }
        let mut next = position.clone();
        next.play_unchecked(m);
        assert!(next.turn() != position.turn() && (next.halfmoves() == 0) == (m.is_zeroing() || next.halfmoves() == 0));
        count + walk(&next, depth - 1)
    })
}

#[test]
fn moves_know_their_pieces() {
    for fen in [KIWIPETE, SHUFFLED, PROMOTING, PASSED] {
        let position: Chess = read(fen);
        assert_eq!((walk(&position, 2), walk(&position, 1)), (perft(&position, 2), perft(&position, 1)), "{fen}");
    }
    let shown = |fen: &str, san: &str| {
        let position: Chess = read(fen);
        san.parse::<San>().unwrap().to_move(&position).unwrap().to_string()
    };
    assert_eq!(shown(KIWIPETE, "O-O-O"), "O-O-O");
    assert_eq!(
        (shown(KIWIPETE, "Bxa6"), shown(KIWIPETE, "Nb1"), shown(KIWIPETE, "a4")),
        ("Be2xa6".into(), "Nc3-b1".into(), "a2-a4".into())
    );
    assert_eq!(
        (shown(PASSED, "exf6"), shown("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=R")),
        ("e5xf6".into(), "a7-a8=R".into())
    );
    let passed = PASSED.parse::<Fen>().unwrap().into_position::<Chess>(CastlingMode::Standard).unwrap();
    assert_eq!(passed.en_passant_moves(), [Move::EnPassant { from: Square::E5, to: Square::F6 }]);
    let kiwipete: Chess = read(KIWIPETE);
    let takes = "Bxa6".parse::<San>().unwrap().to_move(&kiwipete).unwrap();
    for (san, fits) in
        [("Bxa6", true), ("Ba6", false), ("Bexa6", true), ("B2xa6", true), ("B3xa6", false), ("Nxa6", false)]
    {
        assert_eq!(san.parse::<San>().unwrap().matches(takes), fits, "{san}");
    }
    let castling = Move::Castle { king: Square::E1, rook: Square::A1 };
    assert_eq!(kiwipete.castling_moves(CastlingSide::QueenSide), [castling]);
    assert_eq!((castling.to(), castling.from(), castling.role()), (Square::A1, Some(Square::E1), Role::King));
    assert_eq!(kiwipete.san_candidates(Role::Knight, Square::B5).len(), 1);
    assert!(read::<Chess>(PROMOTING).is_check() && kiwipete.promotion_moves().is_empty());
    let rook = kiwipete.san_candidates(Role::Rook, Square::B1);
    assert!(kiwipete.is_irreversible(rook[0]) && !kiwipete.is_irreversible(Move::of_knight(Square::C3, Square::B1)));
}

/// What the tests say of a knight's move.
trait OfKnight {
    fn of_knight(from: Square, to: Square) -> Move;
}

impl OfKnight for Move {
    fn of_knight(from: Square, to: Square) -> Move {
        Move::Normal { role: Role::Knight, from, capture: None, to, promotion: None }
    }
}

#[test]
fn other_moves_are_refused() {
    let start = Chess::new();
    let push = |role, capture, promotion| Move::Normal { role, from: Square::E2, capture, to: Square::E4, promotion };
    assert!(start.is_legal(push(Role::Pawn, None, None)));
    for wrong in [
        push(Role::Knight, None, None),
        push(Role::Pawn, Some(Role::Pawn), None),
        push(Role::Pawn, None, Some(Role::King)),
        push(Role::Pawn, None, Some(Role::Queen)),
        Move::Put { role: Role::Pawn, to: Square::E4 },
        Move::EnPassant { from: Square::E2, to: Square::D3 },
        Move::Castle { king: Square::E1, rook: Square::H1 },
        Move::of_knight(Square::G1, Square::E2),
    ] {
        let error = start.clone().play(wrong).unwrap_err();
        assert!(!start.is_legal(wrong) && error.m == wrong && !error.to_string().is_empty(), "{wrong:?}");
        assert_eq!(error.into_position(), start);
    }
    let refused = start.clone().play(Move::of_knight(Square::G1, Square::E2)).unwrap_err();
    assert_eq!(refused.error.code, start.parse("g1e2").unwrap_err().code);
    assert!(std::panic::catch_unwind(|| Chess::new().play_unchecked(Move::of_knight(Square::G1, Square::G3))).is_err());
    let house = Crazyhouse::new();
    assert!(house.clone().play(Move::Put { role: Role::Pawn, to: Square::E4 }).is_err());
    assert!(house.play(&Move::of_knight(Square::G1, Square::F3)).is_ok());
}

#[test]
fn positions_answer_in_generic_code() {
    fn material<P: Position>(position: &P) -> (usize, usize) {
        (position.our(Role::Pawn).count(), position.their(Role::Queen).count())
    }
    let position: Chess = read(KIWIPETE);
    assert_eq!((material(&position), material(&Horde::default())), ((8, 1), (36, 1)));
    assert_eq!((position.us() | position.them(), position.promoted()), (position.board().occupied(), Bitboard::EMPTY));
    assert_eq!((position.fullmoves().get(), position.pockets(), position.remaining_checks()), (1, None, None));
    let key: Zobrist64 = position.zobrist_hash(EnPassantMode::Legal);
    assert_eq!(
        (key.0, position.zobrist_hash::<Zobrist16>(EnPassantMode::Legal).0),
        (position.polyglot_key(), key.0 as u16)
    );
    assert_eq!(
        played(Chess::default(), "f3 e5 g4 Qh4#").outcome(),
        Outcome::Known(KnownOutcome::Decisive { winner: Color::Black })
    );
    let outcome = |fen: &str| read::<Chess>(fen).outcome();
    assert_eq!(outcome("7k/5Q2/8/8/8/8/8/K7 b - - 0 1"), Outcome::Known(KnownOutcome::Draw));
    assert_eq!(outcome("4k3/8/8/8/8/8/8/3NK3 w - - 0 1").to_string(), "1/2-1/2");
    assert_eq!((outcome("4k3/8/8/8/8/8/8/R3K3 w - - 150 90"), outcome(KIWIPETE).as_str()), (Outcome::Unknown, "*"));
    assert_eq!(Outcome::from_ascii(b"0-1").unwrap().winner(), Some(Color::Black));
    let swapped = read::<Chess>(PASSED).swap_turn().unwrap();
    assert_eq!((swapped.turn(), swapped.maybe_ep_square()), (Color::Black, None));
    assert!(read::<Chess>("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").swap_turn().is_err());
}

#[test]
fn setups_and_what_is_wrong_with_them() {
    let wrong = |change: fn(&mut Setup)| {
        let mut setup = Setup::initial();
        change(&mut setup);
        Chess::from_setup(setup, CastlingMode::Standard)
    };
    let rights = |setup: &mut Setup| setup.castling_rights.add(Square::E4);
    assert_eq!(wrong(rights).or_else(PositionError::ignore_invalid_castling_rights).unwrap(), Chess::new());
    assert!(wrong(rights).or_else(PositionError::ignore_invalid_ep_square).is_err());
    let passed = |setup: &mut Setup| setup.ep_square = Some(Square::E6);
    assert_eq!(wrong(passed).or_else(PositionError::ignore_invalid_ep_square).unwrap(), Chess::new());
    assert!(wrong(|setup| *setup = Setup::empty()).or_else(PositionError::ignore_too_much_material).is_err());
    let error: kingscan::Error = wrong(|setup| *setup = Setup::empty()).unwrap_err().into();
    assert_eq!(error.code, "no-king");
    for fen in [KIWIPETE, SHUFFLED, PROMOTING, PASSED, "1rr1k1r1/8/8/8/8/8/8/RR2K1R1 w KBk - 3 7"] {
        let position: Chess = read(fen);
        let setup = position.clone().into_setup(EnPassantMode::Always);
        assert_eq!(Fen::from(setup.clone()).to_string(), fen);
        assert_eq!(Chess::from_setup(setup, CastlingMode::Chess960).unwrap(), position);
        assert!(fen.starts_with(&Epd::from_position(&position, EnPassantMode::Legal).to_string()));
    }
    let shown = |mode| Fen::from_position(played(Chess::new(), "e4"), mode).to_string();
    assert!(
        shown(EnPassantMode::Always).contains(" b KQkq e3 ")
            && shown(EnPassantMode::PseudoLegal).contains(" b KQkq - ")
    );
}

#[test]
fn variants_have_types() {
    fn same<P: Position + FromSetup + Default>(variant: Variant, leaves: u64) {
        let (typed, any) = (P::default(), VariantPosition::new(variant));
        assert_eq!(
            (any.variant(), perft(&typed, 3), walk(&typed, 2)),
            (variant, leaves, perft(&any, 2)),
            "{variant:?}"
        );
        let fen = Fen::from_position(&typed, EnPassantMode::Legal);
        assert_eq!(fen.to_string(), variant.get().start().fen());
        let again: P = fen.to_string().parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
        assert_eq!(Fen::from_position(again, EnPassantMode::Legal), fen);
    }
    same::<Atomic>(Variant::Atomic, 8902);
    same::<Antichess>(Variant::Antichess, 8067);
    same::<KingOfTheHill>(Variant::KingOfTheHill, 8902);
    same::<ThreeCheck>(Variant::ThreeCheck, 8902);
    same::<Crazyhouse>(Variant::Crazyhouse, 8902);
    same::<RacingKings>(Variant::RacingKings, 11264);
    same::<Horde>(Variant::Horde, 1274);

    let house = Crazyhouse::from_setup(Setup::initial(), CastlingMode::Standard).unwrap();
    assert_eq!((&house, house.pockets()), (&Crazyhouse::new(), Some(&Default::default())));
    let checks = VariantPosition::from_setup(
        Variant::ThreeCheck,
        house.into_setup(EnPassantMode::Legal),
        CastlingMode::Standard,
    );
    assert_eq!(checks.unwrap(), ThreeCheck::new().into());
    let house = played(Crazyhouse::new(), "e4 d5 exd5 c6 dxc6 a6 cxb7 a5 bxa8=Q");
    let pockets = house.pockets().unwrap();
    assert_eq!((pockets.white.pawn, pockets.white.rook, house.promoted()), (3, 1, Square::A8.into()));
    let fen = Fen::from_position(&house, EnPassantMode::Legal).to_string();
    assert_eq!(fen, "Q~nbqkbnr/4pppp/8/p7/8/8/PPPP1PPP/RNBQKBNR[RPPP] b KQk - 0 5");
    assert_eq!(read::<Crazyhouse>(&fen), house);
    assert_eq!((walk(&house, 1), house.legal_moves().len()), (perft(&house, 1), perft(&house, 1) as usize));
    let put = Move::Put { role: Role::Knight, to: Square::F6 };
    let mates = read::<Crazyhouse>("6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1");
    assert_eq!((put.to_string(), SanPlus::from_move(&mates, put).to_string()), ("N@f6".into(), "N@f6".into()));
}

#[test]
fn variants_end_by_their_rules() {
    let exploded = played(Atomic::new(), "Nf3 f6 Ne5 a6 Nxd7");
    assert_eq!((exploded.is_variant_end(), exploded.outcome().winner()), (true, Some(Color::White)));
    assert!(!exploded.is_checkmate() && exploded.legal_moves().is_empty());
    let hill = read::<KingOfTheHill>("4k3/8/8/8/4K3/8/8/8 b - - 0 1");
    assert_eq!(hill.variant_outcome(), Outcome::Known(KnownOutcome::Decisive { winner: Color::White }));
    let checked = played(ThreeCheck::new(), "e4 f6 Qh5+");
    assert_eq!((checked.remaining_checks().unwrap().white, checked.checkers()), (2, Square::H5.into()));
    assert!(checked.is_check() && !checked.is_variant_end());
    let mated = read::<ThreeCheck>("R5k1/5ppp/8/8/8/8/8/4K3 b - - 1+3 0 1");
    assert!(mated.is_checkmate() && !mated.is_variant_end() && mated.outcome().winner() == Some(Color::White));
    let stuck = read::<Atomic>("7k/5Q2/8/8/8/8/8/K7 b - - 0 1");
    assert!(stuck.is_stalemate() && stuck.outcome() == Outcome::Known(KnownOutcome::Draw));
    let lost = read::<Antichess>("8/8/8/8/8/p7/P7/8 w - - 0 1");
    assert_eq!((lost.outcome().winner(), lost.is_check()), (Some(Color::White), false));
    assert!("8/8/8/8/8/p7/P7/8 w - - 0 1"
        .parse::<Fen>()
        .unwrap()
        .into_position::<Chess>(CastlingMode::Standard)
        .is_err());
    assert_eq!("8/8 w".parse::<Fen>().unwrap_err().code, kingscan::Position::from_fen("8/8 w").unwrap_err().code);
    let any: VariantPosition = hill.into();
    assert_eq!((any.variant(), any.is_game_over()), (Variant::KingOfTheHill, true));
}
