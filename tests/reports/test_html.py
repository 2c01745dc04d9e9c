from hypothesis import given, strategies as st

from reports.components.html import Html, fragment, tag


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
