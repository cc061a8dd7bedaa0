# make deps: the packages that the goals beside it need. `make deps run` installs those for building, `make deps test`
# those for the tests too, and so on; `make deps` alone installs all but those for fuzzing and packaging.

.PHONY: deps deps-dev

# One row a package: what it is for, and its name in Debian, Fedora, Arch and Homebrew. "-" where it is part of another
# one or isn't needed; a comma between two. (Debian's gcc-multilib can't be installed beside compilers for other processors;
# it is gcc-12-multilib and a link, /usr/include/asm, which the build for i386 does without.)
define PACKAGES
run   gcc                 gcc                             gcc                        gcc
run   libc6-dev           glibc-devel                     glibc                      -
run   nasm                nasm                            nasm                       nasm
test  g++                 gcc-c++                         -                          -
test  gcc-12-multilib     glibc-devel.i686,libgcc.i686    lib32-glibc,lib32-gcc-libs -
test  libcriterion-dev    criterion-devel                 criterion                  criterion
test  clang               clang                           clang                      llvm
test  clang-19            clang                           clang                      llvm@19
test  libclang-rt-19-dev  compiler-rt                     compiler-rt                llvm@19
test  llvm-19             llvm                            llvm                       llvm@19
test  clang-format        clang-tools-extra               clang                      clang-format
test  clang-tidy          clang-tools-extra               clang                      llvm
test  qemu-user           qemu-user                       qemu-user                  qemu
test  gnuplot-nox         gnuplot                         gnuplot                    gnuplot
test  pgn-extract         pgn-extract                     pgn-extract                pgn-extract
test  shellcheck          ShellCheck                      shellcheck                 shellcheck
test  python3             python3                         python                     python
test  python3-dev         python3-devel                   python                     python
test  python3-pip         python3-pip                     python-pip                 python
test  python3-setuptools  python3-setuptools              python-setuptools          python-setuptools
test  python3-wheel       python3-wheel                   python-wheel               -
test  cmake               cmake                           cmake                      cmake
test  pkg-config          pkgconf-pkg-config              pkgconf                    pkgconf
test  musl-tools          musl-gcc                        musl                       -
test  bash-completion     bash-completion                 bash-completion            bash-completion@2
test  zsh                 zsh                             zsh                        zsh
test  fish                fish                            fish                       fish
bench clang               clang                           clang                      llvm
bench clang-19            clang                           clang                      llvm@19
bench gnuplot-nox         gnuplot                         gnuplot                    gnuplot
bench stockfish           stockfish                       stockfish                  stockfish
dev   stockfish           stockfish                       stockfish                  stockfish
dev   fairy-stockfish     -                               fairy-stockfish            -
dev   afl++               american-fuzzy-lop              afl++                      afl++
dev   chromium            chromium                        chromium                   chromium
dev   python3-numpy       python3-numpy                   python-numpy               numpy
dev   rustc               rust                            rust                       rust
dev   parallel            parallel                        parallel                   parallel
dev   slurm-wlm           slurm                           slurm-llnl                 -
dev   gcc-aarch64-linux-gnu gcc-aarch64-linux-gnu         aarch64-linux-gnu-gcc      -
dev   gcc-riscv64-linux-gnu gcc-riscv64-linux-gnu         riscv64-linux-gnu-gcc      -
win   gcc-mingw-w64-x86-64 mingw64-gcc                    mingw-w64-gcc              mingw-w64
win   g++-mingw-w64-x86-64 mingw64-gcc-c++                -                          -
win   wine                wine                            wine                       -
win   wine64              -                               -                          -
deb   build-essential     -                               base-devel                 -
deb   debhelper           debhelper                       -                          -
deb   dpkg-dev            dpkg-dev                        dpkg                       dpkg
deb   lintian             -                               -                          -
endef

FOR_TEST := test lint format mutants prove sanitized i386 fuzz afl
FOR_DEV := fuzz afl deps-dev
GOALS := $(filter-out deps,$(MAKECMDGOALS))
needed_for = $(if $(filter $(1),$(GOALS)),$(2))
PURPOSES = run $(call needed_for,$(FOR_TEST) lint-%,test) $(call needed_for,bench,bench) $(call needed_for,$(FOR_DEV),dev) $(call needed_for,windows windows-tests deps-dev,win) $(call needed_for,deb,deb)

deps: ## install the packages that the goals beside it need and that are missing: make deps test
deps-dev: ## the same for all goals, with those for fuzzing and making new test data
deps deps-dev: export TABLE = $(PACKAGES)
deps deps-dev:
	@packaging/deps.sh $(strip $(if $(filter-out deps-dev,$(GOALS)),$(PURPOSES),run test bench $(filter dev win,$(PURPOSES))))
