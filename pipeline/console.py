"""The console script `peder`: the command line, and what Ctrl-C says while that is still being imported."""

import sys


def main() -> None:
    """Run `peder` with the process's arguments; exit code 1 if the user interrupts it before a command runs."""
    try:
        from pipeline.cli import main as run

        run()
    except KeyboardInterrupt:
        _say_aborted()
        sys.exit(1)


def _say_aborted() -> None:
    """Print as much as can be printed: a second Ctrl-C may come while the language is looked up."""
    try:
        from language import tr

        text = tr("Aborted.")
    except KeyboardInterrupt:
        text = "Aborted."
    print(text, file=sys.stderr)


if __name__ == "__main__":
    main()
