//! Boards, setups, files and ranks in shakmaty's words.
use kingscan::fen::{Epd, Fen};
use kingscan::san::SanPlus;
use kingscan::{
    attacks, Board, ByColor, ByRole, CastlingMode, CastlingSide, Chess, Color, EnPassantMode, File, Rank, Role, Setup,
};
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
        assert_eq!((epd.as_setup().halfmoves, epd.as_setup().fullmoves.get()), (0, 1));
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
    assert_eq!(refusal(|setup| setup.fullmoves = 7.try_into().unwrap()).unwrap().fullmoves(), 7);
    assert!(refusal(|setup| setup.halfmoves = 65536).is_err());
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
        assert_eq!((File::new(file.into()), Rank::new(rank.into())), (file, rank));
        assert_eq!(square.is_dark(), (u32::from(file) + u32::from(rank)) % 2 == 0);
        assert_eq!(
            (u32::from(square), Squares::DARK_SQUARES.contains(square)),
            (square.index().into(), square.is_dark())
        );
        let up = rank.offset(1).map(|rank| Square::from_coords(file, rank));
        assert_eq!((square.offset(8), up.and_then(|up| up.offset(-8))), (up, up.map(|_| square)));
    }
    assert_eq!(
        (File::H.offset(1), Rank::First.offset(i32::MIN), File::E.char(), Rank::Fourth.char()),
        (None, None, 'e', '4')
    );
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

#[test]
fn sets_in_the_words_of_shakmaty() {
    let (file, rank) = (Squares::from_file(File::E), Squares::from_rank(Rank::Second));
    assert_eq!((file, rank, file & rank), (File::E.into(), Rank::Second.into(), Square::E2.into()));
    assert_eq!((Squares::CORNERS & Rank::First, Squares::CORNERS.count()), (Squares::from(Square::A1) | Square::H1, 4));
    assert_eq!((Squares::EDGES.len(), Squares::CENTER & File::E & Rank::Fifth), (28, Square::E5.into()));
    assert_eq!(Squares::BACKRANKS, Squares::from(Rank::First) | Rank::Eighth);
    assert!(Squares::NORTH.contains(Square::A5) && Squares::SOUTH == !Squares::NORTH);
    assert!(Squares::EAST.contains(Square::E1) && Squares::WEST == !Squares::EAST && Squares::WEST.len() == 32);
    let mut set = Squares::from(Square::E4);
    set.toggle(rank);
    assert!(set.more_than_one() && set.single_square().is_none() && set.len() == 9);
    assert!(set.remove(Square::E2) && !set.remove(Square::E2));
    set.set(Square::H8, true);
    assert_eq!(
        (set.pop_front(), set.pop_front(), set.pop_back()),
        (Some(Square::H8), Some(Square::E4), Some(Square::H2))
    );
    assert_eq!((set.first(), set.last(), set.isolate_last()), (Some(Square::A2), Some(Square::G2), Square::G2.into()));
    set.set(Square::A2, false);
    assert_eq!(
        (set.next_back(), set.isolate_first(), u64::from(set).count_ones()),
        (Some(Square::G2), Square::B2.into(), 4)
    );
    set.clear();
    assert_eq!((set.next_back(), set.pop_front(), set.single_square()), (None, None, None));
    assert_eq!(Squares::from(Square::C7).single_square(), Some(Square::C7));
    let l = [Square::A1, Square::A2, Square::A3, Square::B1].into_iter().collect::<Squares>();
    let seen = |set: Squares| set.map(|square| square.to_string()).collect::<Vec<_>>().join(" ");
    assert_eq!((seen(l.flip_vertical()), seen(l.flip_horizontal())), ("a8 b8 a7 a6".into(), "h3 h2 g1 h1".into()));
    assert_eq!((seen(l.flip_diagonal()), seen(l.rotate_180())), ("a2 a1 b1 c1".into(), "g8 h8 h7 h6".into()));
    assert_eq!((seen(l.flip_anti_diagonal()), seen(l.shift(8))), ("f8 g8 h8 h7".into(), "a4 a3 a2 b2".into()));
    assert_eq!((l.carry_rippler().count(), l.carry_rippler().last()), (16, Some(l)));
    assert_eq!((l.toggled(Square::A1).len(), l.with(File::H).len(), l.without(Rank::First).len()), (3, 12, 2));
    assert_eq!((l.intersect(Rank::First).len(), Squares::EMPTY.carry_rippler().count()), (2, 1));
}

#[test]
fn squares_and_sides_in_the_words_of_shakmaty() {
    for square in Square::ALL {
        let flipped = Square::from_coords(square.file(), square.rank().flip_vertical());
        assert_eq!((square.flip_vertical(), square.flip_horizontal().rotate_180()), (flipped, flipped));
        assert_eq!(square.flip_horizontal().file(), square.file().flip_horizontal());
        assert_eq!(square.flip_diagonal().flip_anti_diagonal(), square.rotate_180());
    }
    assert_eq!((Square::A5.flip_diagonal(), Square::H2.flip_anti_diagonal()), (Square::E1, Square::G1));
    assert_eq!(
        (File::from_char('c'), File::from_char('i'), Rank::from_char('8')),
        (Some(File::C), None, Some(Rank::Eighth))
    );
    assert_eq!((File::A.offset(-1), Rank::First.offset(7), File::B.distance(File::H)), (None, Some(Rank::Eighth), 6));
    assert_eq!((usize::from(File::H), i32::from(Rank::First), u8::from(Role::King)), (7, 0, 6));
    for color in Color::ALL {
        let (white, name) = (color.is_white(), color.to_string());
        assert_eq!((Color::from_white(white), Color::from_black(white)), (color, !color));
        assert_eq!((name.parse(), Color::from_char(color.char()), color ^ true), (Ok(color), Some(color), !color));
        assert_eq!(
            (color.fold_wb(1, 2), color.relative_rank(Rank::First)),
            (if white { 1 } else { 2 }, color.backrank())
        );
        assert_eq!(CastlingSide::QueenSide.king_to(color), Square::from_coords(File::C, color.backrank()));
        assert_eq!(CastlingSide::KingSide.rook_to(color), Square::from_coords(File::F, color.backrank()));
    }
    assert_eq!("grey".parse::<Color>().unwrap_err().message, "expected white or black, found 'grey'");
}

#[test]
fn values_of_sides_and_kinds() {
    let board = Board::new();
    let total =
        |side: ByRole<u8>| side.zip_role().into_iter().map(|(role, count)| role as u32 * u32::from(count)).sum::<u32>();
    assert_eq!(board.material().map(total), ByColor { black: 37, white: 37 });
    let mut pair = ByColor::new_with(|color| color.is_white());
    assert_eq!(
        (pair, pair.into_flipped()),
        (ByColor { black: false, white: true }, ByColor { black: true, white: false })
    );
    pair.flip();
    *pair.get_mut(Color::White) = true;
    assert_eq!((pair.find(|&value| value), pair.iter().filter(|&&value| value).count()), (Some(Color::White), 2));
    assert_eq!(pair.zip(ByColor { black: 1, white: 2 }).into_iter().collect::<Vec<_>>(), [(true, 2), (true, 1)]);
    let mut counts = ByRole::<u8>::default();
    counts.iter_mut().for_each(|count| *count += 1);
    counts.set(Role::Queen, 9);
    assert_eq!((counts.queen, counts.iter().map(|&count| u32::from(count)).sum::<u32>()), (9, 14));
    let (roles, colors) = board.clone().into_bitboards();
    assert_eq!(Board::try_from_bitboards(roles, colors), Some(board));
    assert_eq!(Board::try_from_bitboards(ByRole { king: Squares::FULL, ..roles }, colors), None);
    assert_eq!(Board::try_from_bitboards(ByRole { king: Squares::EMPTY, ..roles }, colors), None);
}

#[test]
fn boards_are_read() {
    for fen in POSITIONS {
        let placement = fen.split(' ').next().unwrap();
        let board = Board::from_ascii_board_fen(placement.as_bytes()).unwrap();
        assert_eq!((&board, board.to_string().as_str()), (chess(fen).board(), placement));
        assert_eq!(
            (board.sliders() | board.steppers(), board.sliders() & board.steppers()),
            (board.occupied(), Squares::EMPTY)
        );
        assert_eq!(board.sliders(), board.rooks_and_queens() | board.bishops_and_queens());
        assert_eq!((&board).into_iter().collect::<Board>(), board);
    }
    assert_eq!("Q~7/8/8/8/8/8/8/8".parse::<Board>().unwrap().queens(), Square::A8.into());
    let offset = |text: &str| text.parse::<Board>().map_err(|error| error.offset);
    for (text, place) in [
        ("", 0),
        ("8/8/8/8/8/8/8", 13),
        ("8/8/8/8/8/8/8/8/", 15),
        ("8/8/8/8/8/8/8/9", 14),
        ("8/8/8/8/8/8/8/7", 15),
        ("8/8/8/8/8/8/8/7kk", 16),
        ("8/8/8/8/8/8/8/k8", 15),
        ("x", 0),
        ("~", 0),
        ("k~~6", 2),
        ("k6/", 2),
    ] {
        assert_eq!(offset(text), Err(place), "{text}");
    }
    let mut board = Board::new();
    board.clear();
    assert_eq!(board, Board::empty());
}

#[test]
fn modes_and_rights() {
    assert!(CastlingMode::from_chess960(true).is_chess960() && CastlingMode::Standard.is_standard());
    let castles = chess(POSITIONS[2]).castles();
    assert!(castles.any() && castles.has_color(Color::White) && castles.mode().is_chess960());
    let position = chess(POSITIONS[1]);
    assert_eq!((position.our(Role::Pawn).len(), position.their(Role::Queen)), (8, Square::D8.into()));
    assert_eq!((position.en_passant_moves().len(), position.castling_moves(CastlingSide::KingSide).len()), (1, 0));
    assert_eq!((position.legal_ep_square(), position.pseudo_legal_ep_square()), (Some(Square::F6), Some(Square::F6)));
    let after = position.after(position.parse("c4").unwrap()).unwrap();
    assert_eq!((after.ep_square(EnPassantMode::Always), after.ep_square(EnPassantMode::PseudoLegal)), (None, None));
    let double = after.after(after.parse("dxc4").unwrap()).unwrap();
    assert_eq!(
        (double.ep_square(EnPassantMode::Always), double.san_candidates(Role::Bishop, Square::C4).len()),
        (None, 1)
    );
    assert_eq!((position.swap_turn().unwrap().turn(), Chess::new()), (Color::Black, Chess::start()));
}
