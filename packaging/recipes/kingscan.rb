# For Homebrew: Formula/kingscan.rb of a tap. OWNER stands for who hosts the project; `make dist` writes the checksum.
class Kingscan < Formula
  desc "Check detection in hand-written assembly, and the rules of chess around it"
  homepage "https://github.com/OWNER/kingscan"
  url "https://github.com/OWNER/kingscan/releases/download/v0.1.0/kingscan-0.1.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "MIT"

  depends_on "make" => :build
  depends_on "nasm" => :build
  depends_on :linux

  def install
    system "gmake", "install", "PREFIX=#{prefix}"
  end

  test do
    assert_match "e2", pipe_output("#{bin}/kingscan check", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1\n")
  end
end
