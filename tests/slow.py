"""`python -m tests.slow`: bring tests/slow.txt, the tests that `make test-fast` leaves out, up to date with the times of
the last `make test`, which are in build/tests.xml.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path
from statistics import mean

LIST = Path(__file__).with_name("slow.txt")
TIMES = Path(__file__).parents[1] / "build" / "tests.xml"
SHARE = 1 / 18
"""What `make test-fast` may take of the time of all tests, whatever the machine."""


def slow_tests(times: Path) -> list[str]:
    """The tests of a report in JUnit's format that are slow, by the mean of their cases, as `tests/test_page.py::test_it`."""
    took: dict[str, list[float]] = {}
    for case in ET.parse(times).getroot().iter("testcase"):
        module = case.attrib["classname"].replace(".", "/")
        took.setdefault(f"{module}.py::{case.attrib['name'].partition('[')[0]}", []).append(
            float(case.attrib["time"])
        )
    left = SHARE * sum(map(sum, took.values()))
    slow = []
    for name, seconds in sorted(took.items(), key=lambda test: mean(test[1])):
        left -= sum(seconds)
        if left < 0:
            slow.append(name)
    return sorted(slow)


if __name__ == "__main__":
    LIST.write_text("".join(f"{name}\n" for name in slow_tests(TIMES)), encoding="utf-8")
