from hypothesis import given, strategies as st

from language import speaking, tr
from reports.components.html import Html, filled, fragment, tag, text_of


def test_text_and_attributes_are_escaped() -> None:
    assert tag("p", "<b>Bo</b> & co", title='"><script>') == (
        '<p title="&quot;&gt;&lt;script&gt;">&lt;b&gt;Bo&lt;/b&gt; &amp; co</p>'
    )


def test_what_is_html_already_stays_so() -> None:
    assert tag("p", tag("b", "Bo"), None, ["1", ["2"]]) == "<p><b>Bo</b>12</p>"


def test_attributes_are_written_the_python_way() -> None:
    assert tag("input", type="radio", data_row="x", checked=True, hidden=False, class_=None) == (
        '<input type="radio" data-row="x" checked>'
    )


def test_html_pasted_into_a_string_is_text_again() -> None:
    assert tag("p", f"{tag('b', 'Bo')}!") == "<p>&lt;b&gt;Bo&lt;/b&gt;!</p>"


@given(st.text())
def test_no_text_makes_a_tag(text: str) -> None:
    written = fragment(text)
    assert isinstance(written, Html)
    assert "<" not in written
    assert ">" not in written


def test_no_line_ends_before_a_percent_sign() -> None:
    assert text_of(tag("p", "with a 95 % interval & more")) == "with a 95\u202f% interval & more"
    assert tag("p", "19 of 20, 95 %") == "<p>19 of 20, 95\u202f%</p>"


def test_a_danish_genitive_is_written_as_its_name_ends() -> None:
    """Of Mads the pages told "Madss vinderchance"."""
    text = "{player}'s biggest hand: {amount} ({hand})."
    wanted = {"Bo": "Bos", "Mads": "Mads'", "Max": "Max'", "Fritz": "Fritz'", "Åse": "Åses"}
    with speaking("da"):
        for name, genitive in wanted.items():
            values = {"player": name, "amount": "12", "hand": "s"}
            assert tr(text, **values).startswith(f"{genitive} største hånd: 12")
            marked = filled(tr(text), **{**values, "player": tag("b", name)})
            assert marked.text.startswith(f"{genitive} største hånd: 12")
    assert tr(text, player="Mads", amount="12", hand="s").startswith("Mads's biggest hand")
