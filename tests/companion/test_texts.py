"""Sentences that a page can translate."""

from companion.texts import Message, say


def test_a_message_reads_as_english():
    assert str(say("die {die} is partly out of the picture", die=3)) == "die 3 is partly out of the picture"


def test_a_message_and_the_messages_in_it_are_translated():
    french = {"{who} wins": "{who} gagne", "nobody": "personne"}.get

    assert say("{who} wins", who=say("nobody")).translated(lambda text: french(text, text)) == "personne gagne"


def test_braces_in_a_value_are_only_text():
    assert str(say("{who} wins", who="{x}")) == "{x} wins"


def test_equal_messages_are_interchangeable():
    assert {say("a {n}", n=1): "found"}[Message("a {n}", {"n": 1})] == "found"
