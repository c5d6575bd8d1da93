"""`python -m hearts_bench` is the same as `hearts-bench`."""

from hearts_bench.cli import main

main()
