"""An engine that speaks UCI, for the scripts of this folder."""

import subprocess


class UciProcess:
    """One process of an engine that answers `go perft`."""

    def __init__(self, path):
        self.path = path
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ask(self, line, end):
        """Send a line; return the answer up to the line that begins with end."""
        self.send(line)
        lines = []
        while not lines or not lines[-1].startswith(end):
            lines.append(self.process.stdout.readline())
            if not lines[-1]:
                raise SystemExit(f"{self.path} ended unexpectedly")
        return lines

    def perft(self, fen, depth):
        self.send(f"position fen {fen}")
        return int(self.ask(f"go perft {depth}", "Nodes searched")[-1].split()[-1])
