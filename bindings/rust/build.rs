//! Builds libkingscan.a by the project's Makefile, which alone lists its sources and their flags.
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, thread};

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap()).join("../..");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap());
    let jobs = thread::available_parallelism().map_or(1, |n| n.get());
    let flags = env::var("KINGSCAN_CFLAGS").unwrap_or_else(|_| "-O2".into());
    let status = Command::new("make")
        .current_dir(&root)
        .env_remove("MAKEFLAGS") // cargo's, which make would take for its own
        .arg(format!("-j{jobs}"))
        .arg(format!("BUILD={}", out.display()))
        .arg(format!("CFLAGS={flags}"))
        .arg(out.join("libkingscan.a"))
        .status()
        .expect("kingscan: make can't be started");
    assert!(status.success(), "kingscan: make failed; it needs make, a C compiler and nasm");
    for folder in ["asm", "c", "include", "Makefile"] {
        println!("cargo:rerun-if-changed={}", root.join(Path::new(folder)).display());
    }
    println!("cargo:rerun-if-env-changed=KINGSCAN_CFLAGS");
    println!("cargo:rustc-link-search=native={}", out.display());
    println!("cargo:rustc-link-lib=static=kingscan");
}
