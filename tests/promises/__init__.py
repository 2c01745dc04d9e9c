"""What each release promised to later ones: `docs/promises.md`. A folder for each release; `python -m tests.promises` adds one."""
