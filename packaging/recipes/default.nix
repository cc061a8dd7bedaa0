# For Nix: nix-build packaging/recipes, or the same file in nixpkgs with a source of its own.
{ pkgs ? import <nixpkgs> { } }:

pkgs.stdenv.mkDerivation {
  pname = "kingscan";
  version = "0.1.0";
  src = ../..;
  nativeBuildInputs = [ pkgs.nasm ];
  enableParallelBuilding = true;
  installFlags = [ "PREFIX=$(out)" ];
  meta = {
    description = "Check detection in hand-written assembly, and the rules of chess around it";
    license = pkgs.lib.licenses.mit;
    platforms = [ "x86_64-linux" "i686-linux" "aarch64-linux" "riscv64-linux" ];
    mainProgram = "kingscan";
  };
}
