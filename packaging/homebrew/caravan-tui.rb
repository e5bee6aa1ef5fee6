# A formula for a tap. `make recipes` fills in version, place and hash of the sdist.
class CaravanTui < Formula
  desc "Five caravan-themed board and card games for the terminal"
  homepage "@HOMEPAGE@"
  url "@URL@"
  sha256 "@SHA256@"
  license "MIT"

  depends_on "python@3.13"

  def install
    system "python3.13", "-m", "venv", libexec
    pip = [libexec/"bin/python", "-m", "pip", "install", "--no-deps"]
    system(*pip, "--require-hashes", "-r", "locks/app.lock")
    system(*pip, buildpath)
    bin.install_symlink libexec/"bin/caravan-tui"
    man6.install_symlink libexec/"share/man/man6/caravan-tui.6"
    generate_completions_from_executable(bin/"caravan-tui", "completion")
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/caravan-tui --version")
    assert_match "\"ranks\"", shell_output("#{bin}/caravan-tui trace dice_village --seed 2")
  end
end
