//! Boards, setups, files and ranks in shakmaty's words.
use kingscan::fen::{Epd, Fen};
use kingscan::san::SanPlus;
use kingscan::{attacks, Board, CastlingMode, CastlingSide, Chess, Color, EnPassantMode, File, Rank, Role, Setup};
use kingscan::{Square, Squares};

const POSITIONS: [&str; 5] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 3 17",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 65535 65535",
    "3k4/3r4/8/8/8/8/3Q4/3K4 b - - 7 100",
];

fn chess(fen: &str) -> Chess {
    fen.parse().unwrap()
}

#[test]
fn setups_become_positions_again() {
    for fen in POSITIONS {
        let position = chess(fen);
        let mode = position.castles().mode();
        assert_eq!(mode, if fen.contains("HF") { CastlingMode::Chess960 } else { CastlingMode::Standard }, "{fen}");
        let setup = position.to_setup(EnPassantMode::Legal);
        assert_eq!(CastlingMode::detect(&setup), mode);
        let again = Chess::from_setup(setup.clone(), mode).unwrap();
        assert_eq!((again.fen(), again.key(), again.board()), (position.fen(), position.key(), position.board()));
        assert_eq!(fen.parse::<Fen>().unwrap().as_setup(), &setup);
        let epd: Epd = fen.parse().unwrap();
        assert_eq!(position.fen().strip_prefix(&epd.to_string()).map(|rest| rest.split(' ').count()), Some(3), "{fen}");
        assert_eq!((epd.as_setup().halfmoves, epd.as_setup().fullmoves), (0, 1));
        assert_eq!(Epd::from_position(&position, EnPassantMode::Legal), epd);
        assert_eq!(epd.clone().into_position::<Chess>(mode).as_ref(), Ok(&position));
        assert_eq!(epd.into_setup().board, setup.board);
    }
    let unattackable = chess("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1");
    let ep_squares =
        [EnPassantMode::Legal, EnPassantMode::PseudoLegal].map(|mode| unattackable.to_setup(mode).ep_square);
    assert_eq!(ep_squares, [None, Some(Square::E3)]);
    let unseen = chess("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2");
    assert_eq!((unseen.to_setup(EnPassantMode::PseudoLegal).ep_square, unseen.x_fen()), (None, unseen.fen()));
    assert_eq!((Setup::initial(), Setup::default()), (Fen::default().into_setup(), Chess::default().into()));
}

#[test]
fn setups_that_are_no_positions_are_refused() {
    let refusal = |change: fn(&mut Setup)| {
        let mut setup = Setup::initial();
        change(&mut setup);
        Chess::from_setup(setup, CastlingMode::Standard).map_err(|error| error.code)
    };
    assert_eq!(refusal(|setup| setup.fullmoves = 0).unwrap().fullmoves(), 1);
    assert!(refusal(|setup| setup.board.discard_piece_at(Square::E1)).is_err());
    assert!(refusal(|setup| setup.board.discard_piece_at(Square::A1)).is_err());
    assert!(refusal(|setup| setup.ep_square = Some(Square::E6)).is_err());
    assert!(refusal(|setup| *setup = Setup::empty()).is_err());
    let shuffled = chess(POSITIONS[2]).to_setup(EnPassantMode::Legal);
    assert_eq!(Chess::from_setup(shuffled, CastlingMode::Standard).unwrap_err().code, "castling-right");
}

#[test]
fn boards_are_filled_and_asked() {
    for fen in POSITIONS {
        let position = chess(fen);
        let board: Board = position.board().clone().into_iter().collect();
        assert_eq!((&board, board.iter().count()), (position.board(), position.occupied().count()));
        assert_eq!(board.board_fen(), fen.split(' ').next().unwrap());
        for square in Square::ALL {
            for color in Color::ALL {
                let attackers = position.attackers(square, color);
                assert_eq!(board.attacks_to(square, color, board.occupied()), attackers, "{fen} {square}");
                assert_eq!(position.king_attackers(square, color, board.occupied()), attackers);
                let from_each: Squares =
                    board.by_color(color).filter(|&from| board.attacks_from(from).contains(square)).collect();
                assert_eq!(from_each, attackers, "{fen} {square}");
            }
        }
        for (color, material) in [(Color::White, board.material().white), (Color::Black, board.material().black)] {
            assert_eq!(material, board.material_side(color));
            for role in Role::ALL {
                assert_eq!(u32::from(*material.get(role)), board.by_piece(role.of(color)).len());
            }
        }
        assert_eq!(
            (position.us(), position.them()),
            (board.by_color(position.turn()), board.by_color(!position.turn()))
        );
    }
    let mut board = Board::default();
    assert_eq!(board.remove_piece_at(Square::E8), Some(Color::Black.king()));
    assert_eq!((board.remove_piece_at(Square::E8), board.king_of(Color::Black)), (None, None));
    board.set_piece_at(Square::E1, Color::White.pawn());
    assert_eq!((board.king_of(Color::White), board.pawns().len(), board.white().len()), (None, 17, 16));
    board.set_piece_at(Square::E1, Color::Black.queen());
    assert_eq!((board.pawns().len(), board.white().len(), board.black().len(), board.queens().len()), (16, 15, 16, 3));
    assert_eq!((board[60], format!("{:?}", Board::empty())), (13, "Board(8/8/8/8/8/8/8/8)".into()));
    let kinds = [Color::pawn, Color::knight, Color::bishop, Color::rook, Color::queen, Color::king];
    assert_eq!(kinds.map(|of| of(Color::Black)), Role::ALL.map(|role| role.of(Color::Black)));
}

#[test]
fn files_and_ranks_are_sets() {
    for square in Square::ALL {
        let (file, rank) = square.coords();
        assert_eq!((Square::from_coords(file, rank), square.is_dark()), (square, !square.is_light()));
        assert_eq!(format!("{file}{rank}"), square.to_string());
        assert_eq!(Squares::from(file) & Squares::from(rank), square.into());
        assert_eq!((File::new(file as u8), Rank::new(rank as u8)), (Some(file), Some(rank)));
        assert_eq!(square.is_dark(), (u32::from(file) + u32::from(rank)) % 2 == 0);
        assert_eq!(
            (u32::from(square), Squares::DARK_SQUARES.contains(square)),
            (square.index().into(), square.is_dark())
        );
        let up = Rank::new(rank as u8 + 1).map(|rank| Square::from_coords(file, rank));
        assert_eq!((square.offset(8), up.and_then(|up| up.offset(-8))), (up, up.map(|_| square)));
    }
    assert_eq!((File::new(8), Rank::new(8), File::E.char(), Rank::Fourth.char()), (None, None, 'e', '4'));
    assert_eq!((Square::H1.offset(1), Square::H8.offset(1), Square::A1.offset(-1)), (Some(Square::A2), None, None));
    assert_eq!((Square::A1.offset(i32::MAX), Square::A1.distance(Square::C8)), (None, 7));
    let (few, more) = (Squares::from(Square::A8), Squares::from(Rank::Eighth));
    assert!(few.is_subset(more) && more.is_superset(few) && !few.is_superset(more) && !more.is_subset(few));
    assert!(few.is_disjoint(Squares::DARK_SQUARES) && !more.is_disjoint(few));
    assert_eq!(
        (format!("{more:#x}"), format!("{:X}", Squares::from(File::H))),
        ("0xff".into(), "8080808080808080".into())
    );
}

#[test]
fn three_squares_on_a_line() {
    for (third, is_aligned) in [(Square::H8, true), (Square::A1, true), (Square::B2, true), (Square::B1, false)] {
        assert_eq!(attacks::aligned(Square::A1, Square::B2, third), is_aligned, "{third}");
    }
    assert!(
        attacks::aligned(Square::A1, Square::A1, Square::B3) && !attacks::aligned(Square::A1, Square::B3, Square::C5)
    );
}

#[test]
fn castling_has_sides() {
    let position = chess(POSITIONS[0]);
    let castles = position.castles();
    assert_eq!((castles.castling_rights().len(), castles.is_empty()), (4, false));
    assert_eq!(castles.rook(Color::Black, CastlingSide::QueenSide), Some(Square::A8));
    assert!(castles.has(Color::White, CastlingSide::KingSide) && chess(POSITIONS[4]).castles().is_empty());
    let side = |text: &str| position.parse(text).unwrap().castling_side();
    assert_eq!(side("O-O"), Some(CastlingSide::KingSide));
    assert_eq!((side("O-O-O"), side("Ke1f1")), (Some(CastlingSide::QueenSide), None));
    let one = position.parse("O-O").unwrap();
    assert!(one.is_castle() && !position.parse("a3").unwrap().is_castle());
    assert_eq!(position.capture_moves()[..], position.captures()[..]);
    let mut next = position.clone();
    assert_eq!(SanPlus::from_move_and_play_unchecked(&mut next, one).to_string(), "O-O");
    assert_eq!(Some(next), position.after(one));
}
