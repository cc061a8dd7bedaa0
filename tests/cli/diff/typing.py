#!/usr/bin/env python3
"""Runs a command on a terminal of so many lines, types keys there, one after each screen that was drawn, and prints the
text of the last screen: typing.py LINES KEYS COMMAND"""
import fcntl
import os
import pty
import re
import struct
import sys
import termios

lines, keys, command = int(sys.argv[1]), sys.argv[2].split(), sys.argv[3]
names = {
    "UP": "\x1b[A",
    "DOWN": "\x1bOB",
    "LEFT": "\x1b[D",
    "RIGHT": "\x1b[C",
    "PAGE": "\x1b[6~",
    "BACK": "\x7f",
    "ENTER": "\r",
    "ESC": "\x1b",
    "END": "\x04",
    "UPPAGE": "\x1b[5~",
}
child, terminal = pty.fork()
if child == 0:
    os.execvp("sh", ["sh", "-c", command])
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", lines, 100, 0, 0))
screens = b""


def read():
    global screens
    try:
        screens += os.read(terminal, 1 << 16)
        return True
    except OSError:
        return False


for key in keys:
    before = screens.count(b"\x1b[J")
    while before == screens.count(b"\x1b[J") and b"> " not in screens[-40:] and read():
        pass
    drawn = screens.count(b"\x1b[J")
    os.write(terminal, names.get(key, key).encode())
    while drawn == screens.count(b"\x1b[J") and read():
        pass
last = screens.decode().split("\x1b[H")[-1]
os.close(terminal) if "END" not in keys and "q" not in keys else None
print(re.sub(r"\x1b\[[0-9;]*[A-Za-z]|\r", "", last).rstrip())
print("status", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
