//! The rules through the crate, and its errors.
use kingscan::{Color, File, Move, Outcome, Piece, Position, Rank, Reading, Role, Square, Squares, Verdict, Wing};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn position(fen: &str) -> Position {
    fen.parse().unwrap()
}

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

#[test]
fn counts() {
    assert_eq!(Position::start().perft(5), 4_865_609);
    let position = position(KIWIPETE);
    assert_eq!((position.perft(4), position.legal_moves().len(), position.count_legal_moves()), (4_085_603, 48, 48));
    assert_eq!((position.captures().len(), position.quiet_moves().len()), (8, 40));
    assert_eq!((position.fen().as_str(), position.to_string().as_str()), (KIWIPETE, KIWIPETE));
    assert_eq!(Position::default().polyglot_key(), 0x463b96181691fc9c);
}

#[test]
fn moves_are_listed_by_value_and_by_reference() {
    let position = position(KIWIPETE);
    let list = position.legal_moves();
    let borrowed: Vec<Move> = (&list).into_iter().copied().collect();
    let mut moves = position.legal_moves().into_iter();
    assert_eq!((moves.len(), moves.next()), (48, Some(list[0])));
    assert_eq!(moves.len(), 47);
    assert_eq!(borrowed, position.legal_moves().into_iter().collect::<Vec<_>>());
    assert_eq!(moves.by_ref().last(), list.last().copied());
    assert_eq!((moves.len(), moves.next()), (0, None));
    let mut sorted = position.legal_moves();
    sorted.sort_by_key(|one| std::cmp::Reverse(one.to()));
    assert!(sorted.windows(2).all(|pair| pair[0].to() >= pair[1].to()) && sorted.len() == 48);
    let (mut kept, captures) = (position.legal_moves(), |one: &Move| position.is_capture(*one));
    kept.retain(captures);
    let filtered: Vec<Move> = list.iter().copied().filter(captures).collect();
    assert!(kept.len() == 8 && kept[..] == filtered[..]);
    kept.retain(|_| false);
    assert!(kept.is_empty());
}

#[test]
fn the_crate_has_the_version_of_the_library() {
    assert_eq!(kingscan::version(), env!("CARGO_PKG_VERSION"));
}

#[test]
fn errors_have_a_code_and_a_place() {
    let error = Position::from_fen("8/8/8/8/8/8/8/9 w - - 0 1").unwrap_err();
    assert_eq!((error.code, error.offset), ("placement-character", 14));
    let error = position("4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1").parse("Nc3").unwrap_err();
    assert_eq!(error.code, "piece-pinned");
    assert_eq!(error.to_string(), "the knight on e2 can't go to c3: it is pinned to the king on e1 by the rook on e4");
    let rights = "4k3/8/8/8/8/8/8/R3K3 w K - 0 1";
    assert_eq!(position(rights).fen(), "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    assert_eq!(Position::read(rights, Reading::Strict).unwrap_err().code, "castling-right");
    assert_eq!(Position::read("4k3/pppppppp/pp6/8/8/8/8/4K3 w - -", Reading::Possible).unwrap_err().code, "many-pawns");
    for junk in ["0 1 zz", "x y", "0 1 id \"a\""] {
        let text = format!("4k3/8/8/8/8/8/8/4K3 w - - {junk}");
        assert_eq!(Position::from_fen(&text).unwrap_err().code, "trailing-text");
        assert_eq!(Position::read(&text, Reading::Strict).unwrap_err().code, "trailing-text");
        let variants = kingscan::Variants::bundled();
        assert_eq!(variants.get("atomic").unwrap().from_fen(&text).unwrap_err().code, "trailing-text");
    }
    assert!(Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1 bm Kd2; ").is_ok());
    for wrong in ["", "e", "e9", "i1", "e44", "é4"] {
        assert_eq!(wrong.parse::<Square>().unwrap_err().code, "off-board");
    }
}

#[test]
fn moves_are_read_written_and_made() {
    let mut position = Position::start();
    for (uci, san) in [("f2f3", "f3"), ("e7e5", "e5"), ("g2g4", "g4"), ("d8h4", "Qh4#")] {
        let one = position.parse(uci).unwrap();
        assert_eq!(position.parse(san), Ok(one));
        assert_eq!((position.uci(one).as_deref(), position.san(one).as_deref()), (Some(uci), Some(san)));
        assert_eq!(one.to_string(), uci);
        position.make(one).unwrap();
        assert!(position.make(one).is_err());
        assert_eq!((position.san(one), position.gives_check(one)), (None, None));
    }
    assert_eq!(position.verdict(), Verdict::Checkmate);
    assert_eq!(position.checkers().collect::<Vec<_>>(), [square("h4")]);
    assert!(position.turn() == Color::White && position.legal_moves().is_empty() && !position.has_legal_move());
    assert_ne!(position, Position::start());
    assert_eq!(Square::new(64), None);
}

#[test]
fn parts_of_moves() {
    let castling = position(KIWIPETE).parse("O-O").unwrap();
    assert!(castling.is_castling() && castling.to() == square("h1") && castling.from() == square("e1"));
    assert_eq!(position(KIWIPETE).uci(castling).unwrap(), "e1g1");
    assert_eq!(position(KIWIPETE).uci_chess960(castling).unwrap(), "e1h1");
    assert_eq!(position(KIWIPETE).captured(castling), None);
    let pawn = position("8/P6k/8/8/8/8/8/K7 w - - 0 1");
    assert_eq!(pawn.parse("a8=N").unwrap().promotion(), Some(Role::Knight));
    assert_eq!(pawn.parse("a8=N").unwrap().to_string(), "a7a8n");
    let passed = position("4k3/8/8/3pP3/8/8/8/4K3 w - d6");
    let capture = passed.parse("exd6").unwrap();
    assert!(capture.is_en_passant() && passed.en_passant() == Some(square("d6")));
    assert_eq!(passed.captured(capture), Piece::from_char('p'));
    assert!(Position::start().parse("e4").unwrap().is_double_push());
    assert_eq!(Move::from_code(capture.code()), capture);
    assert_eq!(passed.gives_check(capture), Some(false));
    assert_eq!((passed.see(capture, None, false), passed.see(Move::from_code(0), None, true)), (100, 0));
}

#[test]
fn exchanges() {
    let position = position("4k3/4n3/8/3p4/8/4R3/6B1/4K3 w - - 0 1");
    let takes = position.parse("Bxd5").unwrap();
    assert_eq!((position.see(takes, None, false), position.see(takes, None, true)), (-200, 100));
    assert_eq!(position.see(takes, Some(&[0, 1, 3, 3, 5, 9, 0, 0]), false), -2);
    assert!(position.see_at_least(takes, -200, None, false) && !position.see_at_least(takes, -199, None, false));
    assert!(position.see_at_least(takes, 100, None, true));
}

#[test]
fn words_of_shakmaty() {
    assert_eq!((Square::A8.index(), Square::E4, Square::ALL.len()), (0, square("e4"), 64));
    assert!(Square::ALL.iter().enumerate().all(|(n, square)| n == usize::from(square.index())));
    assert_eq!(
        format!("{:?} {:?}", Square::H1, Role::Knight.of(Color::Black)),
        "h1 Piece { color: Black, role: Knight }"
    );
    assert_eq!((Square::H1.is_light(), Square::A1.is_light(), Square::A1.distance(Square::C8)), (true, false, 7));
    assert_eq!(Piece::from_char('n'), Some(Role::Knight.of(Color::Black)));
    let kiwipete = position(KIWIPETE);
    let shown = |position: &Position, san: &str| format!("{0} {0:?}", position.parse(san).unwrap());
    assert_eq!(shown(&kiwipete, "O-O"), "e1g1 e1g1");
    assert_eq!(shown(&kiwipete, "O-O-O"), "e1c1 e1c1");
    assert_eq!(shown(&position("r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1"), "O-O-O"), "e8c8 e8c8");
    assert_eq!(shown(&position("4k3/8/8/8/8/8/8/RK5R w KQ - 0 1"), "O-O"), "b1h1 b1h1");
    assert_eq!(shown(&position("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1"), "O-O"), "e1g1 e1g1");
    assert_eq!((kiwipete.role_at(Square::E5), kiwipete.role_at(Square::E4)), (Some(Role::Knight), Some(Role::Pawn)));
    assert_eq!(kiwipete.role_at(Square::E3), None);
    assert_eq!((kiwipete.halfmoves(), kiwipete.fullmoves(), kiwipete.promotion_moves().len()), (0, 1, 0));
    let pawn = position("1n6/P6k/8/8/8/8/8/K7 w - - 3 9");
    assert_eq!((pawn.halfmoves(), pawn.fullmoves(), pawn.promotion_moves().len()), (3, 9, 8));
    assert!(pawn.promotion_moves().iter().all(|one| one.is_promotion() && one.from() == Square::A7));
    let zeroing = |san: &str| kiwipete.is_zeroing(kiwipete.parse(san).unwrap());
    assert!(zeroing("a3") && zeroing("Bxa6") && !zeroing("Bd3") && !zeroing("O-O"));
    assert!(!kiwipete.is_game_over() && position("7k/8/8/8/8/8/8/K7 w - - 0 1").is_insufficient_material());
    let mut start = Position::start();
    let refused = start.make(kiwipete.parse("Bxa6").unwrap()).unwrap_err();
    assert_eq!((refused.code, start.fen()), ("piece-rule", Position::start().fen()));
    let knight = position("4k3/8/8/8/8/8/8/R3KN2 w Q - 0 1");
    let castled = knight.parse("O-O-O").unwrap();
    let another = position("4k3/8/8/8/8/8/8/R3N1K1 w - - 0 1").make(castled).unwrap_err();
    assert!(!another.message.is_empty());
}

#[test]
fn one_meaning_of_outcome() {
    let at = |clock: u32| position(&format!("4k3/8/8/8/8/8/3R4/4K3 w - - {clock} 99")).outcome();
    assert_eq!((at(100), at(149), at(150)), (Outcome::Undecided, Outcome::Undecided, Outcome::Draw));
    assert_eq!(position("R5k1/5ppp/8/8/8/8/8/4K3 b - - 150 99").outcome().winner(), Some(Color::White));
    assert_eq!((Outcome::BlackWins.winner(), Outcome::Draw.winner()), (Some(Color::Black), None));
    let mut position = Position::start();
    let mut keys = vec![position.key()];
    for san in ["Nf3", "Nf6", "Ng1", "Ng8"].iter().cycle().take(16) {
        assert_eq!(position.outcome_with(&keys), Outcome::Undecided);
        position.make(position.parse(san).unwrap()).unwrap();
        keys.push(position.key());
    }
    assert_eq!((position.outcome_with(&keys), position.outcome()), (Outcome::Draw, Outcome::Undecided));
    let variants = kingscan::Variants::bundled();
    let outcome = |fen: &str| variants.get("atomic").unwrap().from_fen(fen).unwrap().outcome();
    assert_eq!(outcome("4k3/4p3/8/8/8/8/3R4/4K3 w - - 149 99"), Outcome::Undecided);
    assert_eq!(outcome("4k3/4p3/8/8/8/8/3R4/4K3 w - - 150 99"), Outcome::Draw);
}

#[test]
fn boards() {
    let position = position(KIWIPETE);
    let knight = Piece { color: Color::White, role: Role::Knight };
    assert_eq!(position.piece_at(square("c3")), Some(knight));
    assert_eq!(
        (knight.code(), Piece::from_code(2), Piece::from_code(7), Piece::from_code(16)),
        (2, Some(knight), None, None)
    );
    assert_eq!(knight.to_string(), "N");
    assert_eq!(position.piece_at(square("c4")), None);
    assert_eq!(position.by_piece(knight).collect::<Vec<_>>(), [square("e5"), square("c3")]);
    assert_eq!((position.occupied().len(), position.pieces().count()), (32, 32));
    assert_eq!(position.by_color(Color::Black) | position.by_color(Color::White), position.occupied());
    assert_eq!(position.by_role(Role::Pawn).len(), 16);
    assert_eq!(Role::ALL.map(|role| position.by_role(role).len()).iter().sum::<u32>(), 32);
    assert_eq!((position.king(Color::White), position.king(Color::Black)), (square("e1"), square("e8")));
    assert_eq!(position.castling_rooks().len(), 4);
    assert_eq!(position.castling_rook(Color::Black, Wing::QueenSide), Some(square("a8")));
    assert_eq!(position.castling_rook(Color::White, Wing::KingSide), Some(square("h1")));
    let board = std::array::from_fn(|n| position.piece_at(Square::new(n as u8).unwrap()));
    let again = Position::from_board(&board, Color::White, position.castling_rooks(), None).unwrap();
    assert_eq!((again.fen().as_str(), &again), (KIWIPETE, &position));
    assert_eq!(Position::from_board(&[None; 64], Color::White, Squares::default(), None).unwrap_err().code, "no-king");
    assert_eq!((square("c3").coords(), square("c3").index()), ((File::C, Rank::Third), 42));
    let rest = position.by_piece(knight);
    assert_eq!((rest.size_hint(), ExactSizeIterator::len(&rest), rest.contains(square("c3"))), ((2, Some(2)), 2, true));
    assert_eq!(format!("{:?}", position.by_piece(knight)), r#"{"e5", "c3"}"#);
}

#[test]
fn attacks_and_pins() {
    let position = position("4k3/4r3/8/8/7b/6P1/4N3/4K3 w - - 0 1");
    assert_eq!(position.pinned(Color::White), ["g3", "e2"].map(square).into_iter().collect());
    assert_eq!(position.attackers(square("e2"), Color::Black).collect::<Vec<_>>(), [square("e7")]);
    assert!(!position.is_check() && position.checkers().is_empty());
}

#[test]
fn draws_and_null_moves() {
    assert_eq!(position("7k/8/8/8/8/8/8/K7 w - - 0 1").draw(&[]), Some("insufficient-material"));
    assert_eq!(position("7k/5Q2/8/8/8/8/8/K7 b - - 0 1").draw(&[]), Some("stalemate"));
    assert!(
        !position("7k/8/8/8/8/8/8/K7 w - - 0 1").can_mate(Color::White) && Position::start().can_mate(Color::Black)
    );
    let (mut position, mut keys) = (Position::start(), vec![Position::start().key()]);
    for san in ["Nf3", "Nf6", "Ng1", "Ng8"].iter().cycle().take(8) {
        assert_eq!(position.draw(&keys), None);
        position.make(position.parse(san).unwrap()).unwrap();
        keys.push(position.key());
    }
    assert_eq!((position.draw(&keys), position.repetitions(&keys)), (Some("threefold-repetition"), 2));
    let passed = Position::start().after_null_move().unwrap();
    assert_eq!((passed.turn(), passed.halfmove_clock(), passed.fullmove_number()), (Color::Black, 1, 1));
    assert_eq!(self::position("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").after_null_move(), None);
}

#[test]
fn many_at_once() {
    let text = format!("{KIWIPETE}\r\n# a comment\n\nx\n4k3/8/8/8/7b/8/4r3/4K3 w - - 0 1").repeat(1);
    let lines: Vec<_> = kingscan::check(text.as_bytes(), Reading::Usual).collect();
    let found: Vec<_> = lines.iter().map(|line| (line.number, line.verdict, line.checkers.len())).collect();
    assert_eq!(found, [(1, Some(Verdict::Safe), 0), (4, None, 0), (5, Some(Verdict::DoubleCheck), 2)]);
    assert_eq!((lines[0].text, lines[1].error().unwrap().code), (KIWIPETE.as_bytes(), "placement-character"));
    assert_eq!(lines[0].error(), None);
    let many = format!("{KIWIPETE}\n").repeat(5000);
    assert_eq!(kingscan::check(many.as_bytes(), Reading::Usual).last().unwrap().number, 5000);
    assert_eq!(kingscan::check(b"", Reading::Usual).count(), 0);
    let board = **position("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").board();
    let boards = vec![board; 130];
    let sides: Vec<_> = (0..130).map(|n| if n % 3 == 0 { Color::White } else { Color::Black }).collect();
    let kings: Vec<_> = sides.iter().map(|&side| square(if side == Color::White { "e1" } else { "e8" })).collect();
    let expected: Vec<_> = sides.iter().map(|&side| side == Color::White).collect();
    assert_eq!(kingscan::in_check(&boards, &kings, &sides), expected);
}

#[test]
fn depths_that_no_stack_has_room_for_are_refused() {
    for depth in [64, 3_000_000, u32::MAX] {
        let refused = std::panic::catch_unwind(|| Position::start().perft(depth)).unwrap_err();
        let message = format!("expected a depth up to 63, found {depth}");
        assert_eq!(refused.downcast_ref::<String>(), Some(&message));
        let atomic = || kingscan::Variants::bundled().get("atomic").unwrap().start().perft(depth);
        assert_eq!(std::panic::catch_unwind(atomic).unwrap_err().downcast_ref::<String>(), Some(&message));
    }
    assert_eq!(position("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1").perft(63), 0);
}

#[test]
fn every_unsafe_has_its_reason_above_it() {
    let source = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = 0;
    let files = |folder| std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let (folders, files_above): (Vec<_>, Vec<_>) = files(source).partition(|path| path.is_dir());
    for file in files_above.into_iter().chain(folders.into_iter().flat_map(files)) {
        let text = std::fs::read_to_string(file).unwrap();
        let lines: Vec<_> = text.lines().collect();
        for (n, line) in lines.iter().enumerate() {
            let is_code =
                !line.trim_start().starts_with("//") && !line.contains("unsafe_") && !line.contains("pub type");
            if is_code && line.contains("unsafe") {
                let above = &lines[n.saturating_sub(5)..n];
                assert!(above.iter().any(|line| line.contains("SAFETY: ") || line.contains("# Safety")), "{line}");
                found += 1;
            }
        }
    }
    assert!(found > 50, "{found}");
}

#[test]
fn threads_share_them() {
    fn shared<T: Send + Sync>() {}
    shared::<(Position, Move, kingscan::Error, kingscan::Variants, kingscan::VariantPosition<'static>, kingscan::Game)>(
    );
}

#[test]
fn ends_and_names() {
    let ended = |fen: &str| fen.parse::<Position>().unwrap().outcome();
    assert_eq!(ended("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"), Outcome::WhiteWins);
    assert_eq!(ended("7k/5Q2/8/8/8/8/8/K7 b - - 0 1"), Outcome::Draw);
    assert_eq!(ended("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), Outcome::Draw);
    assert_eq!(ended("4k3/8/8/8/8/8/8/R3K3 w - - 99 90"), Outcome::Undecided);
    let position: Position = "4k3/8/8/3pP3/8/8/8/R3K3 w Q d6 0 1".parse().unwrap();
    let captures = |text: &str| position.is_capture(position.parse(text).unwrap());
    assert_eq!((captures("exd6"), captures("O-O-O"), captures("e6")), (true, false, false));
    assert!(!position.is_checkmate() && !position.is_stalemate());
    assert_eq!((Color::White.to_string(), Role::Knight.to_string()), ("white".into(), "knight".into()));
}

#[test]
fn values_have_their_words() {
    let names = [Verdict::Safe, Verdict::Check, Verdict::DoubleCheck, Verdict::Checkmate, Verdict::Stalemate];
    let words: Vec<String> = names.iter().map(|verdict| verdict.to_string()).collect();
    assert_eq!(words, ["safe", "check", "double-check", "checkmate", "stalemate"]);
    for word in ["*", "1-0", "0-1", "1/2-1/2"] {
        assert_eq!(word.parse::<kingscan::Outcome>().unwrap().to_string(), word);
    }
    assert!("1-0 ".parse::<kingscan::Outcome>().is_err() && "".parse::<kingscan::Outcome>().is_err());
    let position = Position::start();
    assert!(position.sans().all(|(one, san)| position.san(one) == Some(san)) && position.sans().count() == 20);
    let variants = kingscan::Variants::bundled();
    assert!(format!("{variants:?}").contains("\"crazyhouse\""));
    let twice = [variants.get("atomic").unwrap(), variants.get("atomic").unwrap()];
    assert_eq!(std::collections::HashSet::from(twice).len(), 1);
}

#[test]
fn texts_in_the_words_of_shakmaty() {
    use kingscan::{fen::Fen, san::San, san::SanPlus, san::Suffix, uci::UciMove, CastlingMode, Chess, EnPassantMode};
    let fen: Fen = KIWIPETE.parse().unwrap();
    let at: Chess = fen.clone().into_position(CastlingMode::Standard).unwrap();
    assert_eq!((fen.to_string(), Fen::from_ascii(KIWIPETE.as_bytes())), (KIWIPETE.into(), Ok(fen.clone())));
    let pushed: Position = "4k3/8/8/8/4Pp2/8/8/5R1K b - e3 0 1".parse().unwrap();
    let pinned: Position = "4k3/8/8/8/r3Pp1K/8/8/8 b - e3 0 1".parse().unwrap();
    let shown = |mode| Fen::from_position(&pinned, mode).to_string();
    assert_eq!(Fen::from_position(pushed.clone(), EnPassantMode::Legal).to_string(), pushed.fen());
    assert_eq!((shown(EnPassantMode::Legal), shown(EnPassantMode::PseudoLegal)), (pinned.fen(), pinned.x_fen()));
    let later: Fen = KIWIPETE.replace("0 1", "5 9").parse().unwrap();
    assert!(later != fen && std::collections::HashSet::from([fen.clone(), later, fen]).len() == 2);
    for (text, fits) in [
        ("rk5r/8/8/8/8/8/8/RK5R w KQkq - 0 1", false),
        ("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", false),
        ("4k3/8/8/8/8/8/8/R2K4 w Q - 0 1", false),
        ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", true),
    ] {
        let read = |mode| text.parse::<Fen>().unwrap().into_position::<Chess>(mode);
        assert!(read(CastlingMode::Standard).is_ok() == fits && read(CastlingMode::Chess960).is_ok(), "{text}");
    }
    assert_eq!("x".parse::<Fen>().unwrap_err().code, Position::from_fen("x").unwrap_err().code);

    for (one, san) in at.sans() {
        let plus: SanPlus = san.parse().unwrap();
        assert_eq!((plus.to_string(), &SanPlus::from_move(&at, one)), (san, &plus));
        assert_eq!((plus.san.to_move(&at), San::from_move(&at, one)), (Ok(one), plus.san));
        let uci: UciMove = one.to_string().parse().unwrap();
        assert_eq!((uci.to_move(&at), one.to_uci(CastlingMode::Standard)), (Ok(one), uci));
        let taken: UciMove = at.uci_chess960(one).unwrap().parse().unwrap();
        assert_eq!((UciMove::from_chess960(one), taken.to_move(&at)), (taken, Ok(one)));
    }
    assert_eq!("Qh4#".parse::<SanPlus>().unwrap().suffix, Some(Suffix::Checkmate));
    assert_eq!("Qh4+".parse::<SanPlus>().unwrap().suffix, Some(Suffix::Check));
    for good in ["e4", "exd5", "Nbd2", "R1a3", "Qh4e1", "Qh4xe1", "O-O-O", "e8=Q", "dxe8=N", "e8=K", "@e4", "N@f3"] {
        assert_eq!(good.parse::<San>().map(|san| san.to_string()), Ok(good.into()));
    }
    for wrong in [
        "", "e", "e9", "i4", "Nf3 ", "Nf3+", "e4!", "Zf3", "O-O-O-O", "e8=P", "P@", "PP@e4", "Ne8=Q", "=Q", "xx", "é4",
        "e4=Qx",
    ] {
        assert_eq!(wrong.parse::<San>().unwrap_err().code, "move-text", "{wrong}");
    }
    assert!("Nf3+".parse::<San>().unwrap_err().message.ends_with("SanPlus reads + and #"));
    for wrong in ["", "e2", "e2e9", "e2e4k1", "e7e8Q", "e7e8x", "Nf3", "é2e4", "00000"] {
        assert_eq!(wrong.parse::<UciMove>().unwrap_err().code, "move-text", "{wrong}");
    }
    assert_eq!(UciMove::from_ascii(b"a7a8q").unwrap().to_string(), "a7a8q");
    assert_eq!(UciMove::Null.to_string().parse(), Ok(UciMove::Null));
    assert!(UciMove::Null.to_move(&at).is_err() && San::from_ascii(b"Ne8").unwrap().to_move(&at).is_err());
    let illegal = std::panic::catch_unwind(|| SanPlus::from_move(Position::start(), Move::from_code(0)));
    assert!(illegal.unwrap_err().downcast_ref::<String>().unwrap().starts_with("expected a legal move"));
}

#[test]
fn play_gives_the_next_position() {
    let start = Position::start();
    let (e4, e5) = (start.parse("e4").unwrap(), Move::from_code(0));
    let next = start.clone().play(e4).unwrap();
    let mut same = start.clone();
    same.play_unchecked(e4);
    let illegal = std::panic::catch_unwind(|| Position::start().play_unchecked(e5)).unwrap_err();
    assert_eq!(illegal.downcast_ref::<String>(), Some(&start.clone().play(e5).unwrap_err().to_string()));
    assert_eq!((same, kingscan::perft(&start, 3)), (next.clone(), 8902));
    assert_eq!((Some(&next), start.fen()), (start.after(e4).as_ref(), Position::start().fen()));
    assert!(start.play(e5).is_err());
    let variants = kingscan::Variants::bundled();
    let atomic = variants.get("atomic").unwrap().start();
    let one = atomic.parse("e4").unwrap();
    assert_eq!(atomic.clone().play(one).ok(), atomic.after(one));
    assert!(atomic.clone().play(one).unwrap().play(one).is_err());
}

#[test]
fn boards_and_sets_answer_as_in_shakmaty() {
    let position = position(KIWIPETE);
    let board = position.board();
    for square in Square::ALL {
        let piece = board.piece_at(square);
        assert_eq!((piece, board.role_at(square)), (position.piece_at(square), piece.map(|piece| piece.role)));
        assert_eq!(board.color_at(square), piece.map(|piece| piece.color));
        assert_eq!(board[usize::from(square.index())], piece.map_or(0, Piece::code));
    }
    let knights = board.by_piece(Role::Knight.of(Color::White));
    assert_eq!((knights, board.by_role(Role::Knight) & board.by_color(Color::White)), (knights, knights));
    assert_eq!(
        (board.occupied(), board.to_string().as_str()),
        (position.occupied(), KIWIPETE.split(' ').next().unwrap())
    );
    assert_eq!((board.white() | board.black(), board.white() & board.black()), (board.occupied(), Squares::EMPTY));
    assert_eq!(board.white() & board.kings(), board.king_of(Color::White).unwrap().into());
    let by_name = [board.pawns(), board.knights(), board.bishops(), board.rooks(), board.queens(), board.kings()];
    assert_eq!(by_name, Role::ALL.map(|role| board.by_role(role)));
    assert!(board == position.clone().board() && board != Position::start().board());
    let mut set = Squares::from(Square::E4).with(Square::A1);
    set.add(Square::H8);
    set.discard(Square::B3);
    set -= Square::A1;
    set |= Squares::from(Square::C3);
    set ^= Square::C3;
    set &= !Squares::from(Square::H8);
    set.extend([Square::D5]);
    assert_eq!(set, [Square::D5, Square::E4].into_iter().collect());
    assert_eq!((set.without(Square::D5) - Square::E4, set - Squares::FULL), (Squares::EMPTY, Squares::EMPTY));
    assert_eq!((Squares::FULL.len(), Squares::EMPTY.is_empty(), Square::from_ascii(b"e4")), (64, true, Ok(Square::E4)));
    assert!(Square::from_ascii(b"\xff4").is_err());
    assert_eq!(
        Color::ALL.map(|color| (color.is_white(), color.is_black(), color.other())),
        [(true, false, Color::Black), (false, true, Color::White)]
    );
    for (letter, role) in "pnbrqk".chars().zip(Role::ALL) {
        assert_eq!((role.char(), role.upper_char()), (letter, letter.to_ascii_uppercase()));
        assert_eq!((Role::from_char(letter), Role::from_char(role.upper_char())), (Some(role), Some(role)));
        assert_eq!((role.of(Color::White).char(), role.of(Color::Black).char()), (role.upper_char(), letter));
    }
    assert_eq!(Role::from_char('x'), None);
}

#[test]
fn material_of_one_side() {
    for (fen, lacks) in [
        ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", [true, true]),
        ("4k3/7p/8/8/8/8/8/4KN2 w - - 0 1", [false, false]),
        ("4k3/8/8/8/8/8/8/4KQ2 w - - 0 1", [false, true]),
    ] {
        assert_eq!(Color::ALL.map(|color| position(fen).has_insufficient_material(color)), lacks, "{fen}");
        assert_eq!(Color::ALL.map(|color| !position(fen).can_mate(color)), lacks, "{fen}");
    }
}
