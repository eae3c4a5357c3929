"""Words that several sentences share: symbols, monsters, lists of names."""

from __future__ import annotations

from companion.games.monster_rush.cards import Monster, Weapon, WeaponKind
from companion.texts import Message, plain, say

SYMBOLS: dict[str, Message] = {
    "sword": say("sword"),
    "bow": say("bow"),
    "axe": say("axe"),
    "flame": say("flame"),
    "frost": say("frost"),
    "potion": say("potion"),
}
"""The symbols of the deck that comes with the game; an owner's names stand as they are."""


def symbol_word(name: str) -> Message:
    """Return what people call a symbol."""
    return SYMBOLS.get(name) or plain(name)


def monster_word(monster: Monster) -> Message:
    """Return what people call a monster."""
    return say("monster {number}", number=monster.number)


def weapon_word(weapon: Weapon) -> Message:
    """Return what people call a weapon or spell card."""
    match weapon.kind:
        case WeaponKind.FAILED:
            return say("failed attack ({symbol})", symbol=symbol_word(weapon.symbols[0]))
        case WeaponKind.STAFF:
            return say("wizard's staff")
        case WeaponKind.COMBO:
            one, other = (symbol_word(symbol) for symbol in weapon.symbols)
            return say("combo of {one} and {other}", one=one, other=other)
    return symbol_word(weapon.symbols[0])
