# make deps: the packages that the goals beside it need. `make deps run` installs those for building, `make deps test`
# those for the tests too, and so on; `make deps` alone installs what `make test` and `make bench` need.

.PHONY: deps deps-dev

# One row a package: its goal or stage of the tests, and its name in Debian, Fedora, Arch and Homebrew. "-" stands for a package
# that is part of another one or is not needed; a comma separates two. (Debian's gcc-multilib conflicts with compilers for
# other processors; it is gcc-12-multilib and a link, /usr/include/asm, which the build for i386 does not need.)
define PACKAGES
run      gcc                     gcc                          gcc                        gcc
run      libc6-dev               glibc-devel                  glibc                      -
run      nasm                    nasm                         nasm                       nasm
test     g++                     gcc-c++                      -                          -
test     libcriterion-dev        criterion-devel              criterion                  criterion
test     clang                   clang                        clang                      llvm
test     clang-19                clang                        clang                      llvm@19
test     libclang-rt-19-dev      compiler-rt                  compiler-rt                llvm@19
test     llvm-19                 llvm                         llvm                       llvm@19
test     clang-format            clang-tools-extra            clang                      clang-format
test     clang-tidy              clang-tools-extra            clang                      llvm
test     qemu-user               qemu-user                    qemu-user                  qemu
test     git                     git                          git                        git
test     zstd                    zstd                         zstd                       zstd
test     lz4                     lz4                          lz4                        lz4
test     bzip2                   bzip2                        bzip2                      bzip2
test     xz-utils                xz                           xz                         xz
test     shellcheck              ShellCheck                   shellcheck                 shellcheck
test     black                   black                        python-black               black
test     flake8                  python3-flake8               flake8                     flake8
test     python3                 python3                      python                     python
test     python3-dev             python3-devel                python                     python
test     python3-yaml            python3-pyyaml               python-yaml                -
test     python3-pip             python3-pip                  python-pip                 python
test     cmake                   cmake                        cmake                      cmake
test     pkg-config              pkgconf-pkg-config           pkgconf                    pkgconf
test     bash-completion         bash-completion              bash-completion            bash-completion@2
test     zsh                     zsh                          zsh                        zsh
test     fish                    fish                         fish                       fish
bench    clang                   clang                        clang                      llvm
bench    clang-19                clang                        clang                      llvm@19
bench    stockfish               stockfish                    stockfish                  stockfish
i386     gcc-12-multilib         glibc-devel.i686,libgcc.i686 lib32-glibc,lib32-gcc-libs -
windows  gcc-mingw-w64-x86-64    mingw64-gcc                  mingw-w64-gcc              mingw-w64
windows  g++-mingw-w64-x86-64    mingw64-gcc-c++              -                          -
windows  wine                    wine                         wine                       -
windows  wine64                  -                            -                          -
aarch64  gcc-aarch64-linux-gnu   gcc-aarch64-linux-gnu        aarch64-linux-gnu-gcc      -
aarch64  libc6-dev-arm64-cross   -                            -                          -
riscv64  gcc-riscv64-linux-gnu   gcc-riscv64-linux-gnu        riscv64-linux-gnu-gcc      -
riscv64  libc6-dev-riscv64-cross -                            -                          -
packages musl-tools              musl-gcc                     musl                       -
packages python3-numpy           python3-numpy                python-numpy               numpy
packages python3-pandas          python3-pandas               python-pandas              -
packages rustc                   rust                         rust                       rust
packages ccache                  ccache                       ccache                     ccache
consumers cargo                  cargo                        rust                       rust
consumers meson                  meson                        meson                      meson
packages build-essential         -                            base-devel                 -
packages debhelper               debhelper                    -                          -
packages dpkg-dev                dpkg-dev                     dpkg                       dpkg
packages abigail-tools           libabigail                   libabigail                 -
packages ruby                    ruby                         ruby                       -
packages lintian                 -                            -                          -
wheel    python3                 python3                      python                     python
wheel    python3-dev             python3-devel                python                     python
wheel    python3-venv            -                            -                          -
wheel    binutils                binutils                     binutils                   binutils
macos    clang-19                clang                        clang                      llvm@19
macos    llvm-19                 llvm                         llvm                       llvm@19
macos    lld-19                  lld                          lld                        lld@19
macos    npm                     npm                          npm                        node
static   musl-tools              musl-gcc                     musl                       -
scale    parallel                parallel                     parallel                   parallel
scale    slurm-wlm               slurm                        slurm-llnl                 -
wasm     clang-19                clang                        clang                      llvm@19
wasm     lld-19                  lld                          lld                        lld@19
wasm     wasi-libc               wasi-libc-static             wasi-libc                  wasi-libc
wasm     binaryen                binaryen                     binaryen                   binaryen
wasm     libclang-rt-19-dev-wasm32 wasi-compiler-rt           wasi-compiler-rt           wasi-runtimes
wasm     nodejs                  nodejs                       nodejs                     node
wasm     terser                  -                            terser                     terser
wasm     zopfli                  zopfli                       zopfli                     zopfli
javascript npm                   npm                          npm                        node
javascript chromium              chromium                     chromium                   chromium
browser  chromium                chromium                     chromium                   chromium
site     mkdocs-material         mkdocs-material              mkdocs-material            mkdocs-material
peers    stockfish               stockfish                    stockfish                  stockfish
peers    fairy-stockfish         -                            fairy-stockfish            -
afl      afl++                   american-fuzzy-lop           afl++                      afl++
afl      libclang-rt-dev         compiler-rt                  compiler-rt                -
attack   python3-z3              python3-z3                   python-z3-solver           z3
endef

# $(NPM_INSTALL) FOLDER PACKAGE... says nothing but what is wrong.
NPM_INSTALL := npm install --loglevel=error --no-audit --no-fund --prefix

# Those of npm, with which the package for JavaScript is compared.
NPM_PACKAGES := chessops@0.15.1 chess.js@1.4.0
# Those that bundle it and compile its types.
NPM_BUNDLERS := chessground esbuild vite webpack webpack-cli $(foreach version,5 6 7,typescript$(version)@npm:typescript@$(version))

GOALS := $(filter-out deps,$(MAKECMDGOALS))
# The release is made of these.
GOALS += $(if $(filter release test-release,$(GOALS)),wheel javascript static windows macos)
FOR_TEST = test test-all $(STAGES:%=test-%) $(MORE_STAGES:%=test-%) $(OTHER_STAGES:%=test-%) lint lint-% format mutants prove prove-attack sanitized i386 fuzz afl
needed_for = $(if $(filter $(2),$(GOALS)),$(1))
# The stages that have packages besides those for the tests, and the goals that need them.
OF_STAGES = $(foreach stage,i386 windows aarch64 riscv64 macos packages consumers scale browser peers afl attack,$(call \
	needed_for,$(stage),$(stage) test-$(stage) test-all deps-dev)) $(call \
	needed_for,static,static test-static) $(call \
	needed_for,wheel,wheel python) $(call \
	needed_for,javascript,test-javascript test-consumers compare-javascript try-bundlers test-all deps-dev) $(call \
	needed_for,wasm,wasm javascript page site test-javascript test-consumers compare-javascript try-bundlers test-browser test-all deps-dev) $(call \
	needed_for,site,site test-browser test-all deps-dev)
PURPOSES = run $(call needed_for,test,$(FOR_TEST)) $(call needed_for,bench,bench deps-dev) $(sort $(OF_STAGES) \
	$(call needed_for,i386,mutants test-mutants test-packages) $(call needed_for,windows,windows-tests) \
	$(call needed_for,attack,$(if $(FULL),prove)) $(call needed_for,packages,deb))

NEEDED = $(strip $(if $(filter-out deps-dev,$(GOALS)),$(PURPOSES),run test bench $(sort $(OF_STAGES))))

deps: ## install the packages that the goals beside it need and that are missing: make deps test
deps-dev: ## the same for all goals, with those for fuzzing and making new test data
deps deps-dev: export TABLE = $(PACKAGES)
deps deps-dev:
	@packaging/deps.sh $(NEEDED)
	$(if $(filter macos,$(NEEDED)),@test -x $(ZIG) || $(INSTALL_ZIG))
