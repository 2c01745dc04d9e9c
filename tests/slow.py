"""`python -m tests.slow`: bring tests/slow.txt, the tests that `make test-fast` leaves out, up to date with the times of
the last `make test`, which are in build/tests.xml.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

LIST = Path(__file__).with_name("slow.txt")
TIMES = Path(__file__).parents[1] / "build" / "tests.xml"
SECONDS = 0.5
"""Time of all cases of a test from which on it is slow."""


def slow_tests(times: Path) -> list[str]:
    """The slow tests of a report in JUnit's format, as `tests/test_page.py::test_it`."""
    took: Counter[str] = Counter()
    for case in ET.parse(times).getroot().iter("testcase"):
        module = case.attrib["classname"].replace(".", "/")
        took[f"{module}.py::{case.attrib['name'].partition('[')[0]}"] += float(case.attrib["time"])
    return sorted(name for name, seconds in took.items() if seconds > SECONDS)


if __name__ == "__main__":
    LIST.write_text("".join(f"{name}\n" for name in slow_tests(TIMES)), encoding="utf-8")
