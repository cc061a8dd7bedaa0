//! Links libkingscan.a: the one that KINGSCAN_LIBRARY names, else the one in build/ when make calls it up to date, else one
//! that is built here. The project's Makefile alone lists its sources and their flags.
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, thread};

/// A make of the library in a folder, with the compiler's default flags or those of KINGSCAN_CFLAGS.
fn make(root: &Path, folder: &Path) -> Command {
    let mut command = Command::new("make");
    command
        .current_dir(root)
        .env_remove("MAKEFLAGS") // cargo's, which make would take for its own
        .env_remove("CFLAGS")
        .arg(format!("BUILD={}", folder.display()))
        .arg(folder.join("libkingscan.a"));
    if let Ok(flags) = env::var("KINGSCAN_CFLAGS") {
        command.arg(format!("CFLAGS={flags}"));
    }
    command
}

fn succeeds(command: &mut Command, need: &str) -> bool {
    let status = command.status();
    status
        .unwrap_or_else(|error| panic!("kingscan: {need} can't be started: {error}"))
        .success()
}

/// Copies a library that was built before, without what debuggers alone read.
fn take(library: &Path, out: &Path) {
    let copy = out.join("libkingscan.a");
    let mut strip = Command::new("strip");
    strip.arg("-S").arg("-o").arg(copy).arg(library);
    assert!(
        succeeds(&mut strip, "strip"),
        "kingscan: {}: expected a library of objects",
        library.display()
    );
    println!(
        "cargo:warning={} is taken, no library was compiled",
        library.display()
    );
    println!("cargo:rerun-if-changed={}", library.display());
}

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap()).join("../..");
    let root = root
        .canonicalize()
        .expect("kingscan: the crate lies in a clone of Kingscan");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap());
    if let Some(named) = env::var_os("KINGSCAN_LIBRARY") {
        take(Path::new(&named), &out);
    } else if succeeds(make(&root, Path::new("build")).arg("-q"), "make") {
        take(&root.join("build/libkingscan.a"), &out);
    } else {
        let jobs = thread::available_parallelism().map_or(1, |n| n.get());
        let made = succeeds(make(&root, &out).arg(format!("-j{jobs}")), "make");
        assert!(
            made,
            "kingscan: make failed; it needs make, a C compiler and nasm"
        );
    }
    for folder in ["asm", "c", "include", "Makefile"] {
        println!("cargo:rerun-if-changed={}", root.join(folder).display());
    }
    for name in ["KINGSCAN_CFLAGS", "KINGSCAN_LIBRARY", "CC"] {
        println!("cargo:rerun-if-env-changed={name}");
    }
    println!("cargo:rustc-link-search=native={}", out.display());
    println!("cargo:rustc-link-lib=static=kingscan");
}
