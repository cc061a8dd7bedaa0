# The median and the quartiles of numbers that are sorted already, one a line.
{ number[NR] = $1 }
END { print number[int(NR / 2) + 1], number[int(NR / 4) + 1], number[int(NR * 3 / 4) + 1] }
