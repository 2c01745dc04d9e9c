"""The rulings as they are read: the games of each, what it says of single cases, the page of all."""

from __future__ import annotations

from engine.catalogue import FAMILIES, VARIANTS
from engine.catalogue.rulings import ERRORS, RULINGS, SOURCES, Ruling
from engine.catalogue.table_errors import TABLE_ERRORS, Remedy
from language import SOURCE, mark, speaking, tr


def games_of(ruling: Ruling) -> str:
    """The games of the catalogue under a ruling, in words: families as a whole where all of them are."""
    names = [variant.name for variant in VARIANTS.values() if ruling.applies(variant)]
    if len(names) == len(VARIANTS):
        return tr("all")
    if not names:
        return tr("any game where the dealer adds it")
    by_family: dict[str, list[str]] = {}
    for variant in VARIANTS.values():
        by_family.setdefault(variant.family, []).append(variant.name)
    said = []
    for family, members in by_family.items():
        if set(members) <= set(names):
            said.append(tr("the {family} family", family=tr(FAMILIES[family])))
            names = [name for name in names if name not in members]
    return "; ".join(said + names)


def cases_of(ruling: Ruling) -> list[str]:
    """What a ruling says of single cases: each error with its remedy, by the words that `!fejl` knows."""
    if ruling.number != ERRORS:
        return []
    return [
        f"{tr(error.name).capitalize()} ({error.source}, `{error.words[0]}`): {tr(REMEDIES[error.remedy])}. "
        f"{tr(error.text)}"
        for error in TABLE_ERRORS
    ]


REMEDIES = {
    Remedy.CORRECTED: mark("put right"),
    Remedy.REDEALT: mark("dealt again"),
    Remedy.NEW_DEAL: mark("new deal"),
}


def rulings_page() -> str:
    """`docs/rulings.md`, in the language of the code."""
    with speaking(SOURCE):
        return _page()


def _page() -> str:
    lines = [
        "# Rulings",
        "",
        "Four rule texts describe the games. Where they are silent or disagree, these rulings decide. A",
        "house may decide otherwise. If Peder knows the other rule, the ruling names the option and the word",
        "for it (after `--add`, or on a line of the log). `peder rulings --markdown > docs/rulings.md` writes this page",
        "from `engine/catalogue/rulings.py`; a test compares the two.",
        "",
        *(f"- **{source}**: {text}" for source, text in SOURCES.items()),
    ]
    for ruling in RULINGS:
        lines += [
            "",
            f"## {ruling.number}. {ruling.title}",
            "",
            ruling.text,
            "",
            f"- Source: {', '.join(ruling.sources)}",
            f"- Games: {games_of(ruling)}",
        ]
        if ruling.option:
            lines.append(f"- A house may decide: {ruling.option} Write `{ruling.word}`.")
        lines += [f"- {text}" for text in cases_of(ruling)]
    return "\n".join(lines) + "\n"
