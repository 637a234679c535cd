"""The pictures of cards, and their names."""

import re
from typing import Any
from xml.etree import ElementTree

from django.template import Context, Template
from django.urls import reverse

from arena.games import cards
from engine.cards import NAMES


def test_the_sprite_has_a_drawing_of_every_card_suit_and_the_back(client: Any) -> None:
    response = client.get(reverse("pages:cards"))
    assert response["Content-Type"] == "image/svg+xml"
    assert "immutable" in response["Cache-Control"]
    tree = ElementTree.fromstring(response.content)
    drawn = {symbol.get("id") for symbol in tree.iter("{http://www.w3.org/2000/svg}symbol")}
    assert drawn == {*NAMES, *"CDHS", "back"}


def test_the_address_of_the_sprite_changes_with_its_drawings() -> None:
    assert re.fullmatch(re.escape(reverse("pages:cards")) + r"\?[0-9a-f]{12}", cards.address())


def test_a_card_in_a_page_is_named_for_those_who_do_not_see_it() -> None:
    card = Template('{% load cards %}{% card "QH" %}').render(Context())
    assert 'aria-label="queen of hearts"' in card
    assert "#QH" in card
    assert "ten of spades" in Template('{% load cards %}{% hand "TS QH" %}').render(Context())
