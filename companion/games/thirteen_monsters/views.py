"""What the page and the lamps show of a match of 13 Monsters: sentences, buttons and boards."""

from __future__ import annotations

from collections.abc import Iterator

from companion.effects import Lamp, ReadRequest
from companion.events import Begins, TurnEnded
from companion.games.thirteen_monsters import throwing
from companion.games.thirteen_monsters.cards import (
    CELLS,
    LOGO,
    CardHalf,
    Element,
    Level,
    Monster,
    Pair,
    Power,
    ThirteenCard,
    write_pairs,
)
from companion.games.thirteen_monsters.events import (
    Absorbed,
    Agreed,
    Attacked,
    Called,
    CalledOff,
    CardFlipped,
    ChampionNamed,
    Chosen,
    Declined,
    Forgotten,
    Froze,
    Offered,
    PairPicked,
    PrizeTaken,
    SearchEnded,
)
from companion.games.thirteen_monsters.judging import (
    ELEMENTS,
    KINDS,
    LEVELS,
    RANKS,
    can_stop_searching,
    card_name,
    health_of,
    monster_name,
    no_absorption,
    no_attack,
    no_end,
    no_flip,
    no_freeze,
    no_power,
    no_trade,
    pair_name,
    pair_names,
    power_name,
    searches_on,
)
from companion.games.thirteen_monsters.state import Offer, PlayerRank, ThirteenPhase, ThirteenState
from companion.games.thirteen_monsters.turns import offer_sentence, victory, waiting_for
from companion.observations import Cell, Point
from companion.options import changed_rules
from companion.table import Seat
from companion.texts import Message, Value, plain, say
from companion.view import Action, Board, Piece, Result, ScoreSheet, Standing, Tone, View, rectangle

# The table of 13 Monsters as boards: the grid, the cards turned up, what lies before each player, and the dice.
#
# A card that lies face down is drawn by its place alone: nothing here may depend on what is printed on it.


STEP = 1.0
CARD = 0.92
DOWN = 0.84
"""From row to row of the grid: a card is wider than high."""
CARD_HEIGHT = 0.77
PAIR = (2.0, 0.84)
ASIDE = 0.6
"""Between the monsters and the free pairs of a player."""
CAPTION = 0.6
COLUMNS = 3
"""So many monsters stand side by side, so that they keep their size when there are few or many of them."""
WIDE = PAIR[0] + 0.2
TALL = 3 * STEP + CAPTION + 0.4
TONES = {
    Element.EARTH: Tone.GREEN,
    Element.WATER: Tone.BLUE,
    Element.AIR: Tone.SKY,
    Element.FIRE: Tone.RED,
    Element.GHOST: Tone.VIOLET,
}
BACK = ("back",)
"""The same for every card that lies face down, so that it says nothing of what lies there."""
HALVES = {CardHalf.LEFT: "◧", CardHalf.RIGHT: "◨"}


def boards(match: ThirteenState) -> tuple[Board, ...]:
    """Return what the table looks at now: dice while there is a fight, otherwise the cards; then the players."""
    found: list[Board] = [throwing.board(match)] if match.fight is not None or match.outcome is not None else []
    if match.turn.open:
        found.append(_turned_up(match))
    if match.grid:
        found.append(_grid(match))
    order = match.table.clockwise_from(match.turn_of)
    return (*found, *(_player(match, seat) for seat in order))


def tone_of(match: ThirteenState, pair: Pair) -> Tone:
    """Return the colour of the element of a pair."""
    return TONES[match.elements[pair.monster]]


# The grid.


def _grid(match: ThirteenState) -> Board:
    row, column = LOGO[0]
    logo = Piece(
        rectangle(column * STEP, row * DOWN, len(LOGO) * STEP - STEP + CARD, CARD_HEIGHT),
        say("the card with the logo"),
        plain("13"),
        tone=Tone.BLACK,
        art=("logo",),
    )
    pieces = [_place(match, cell) for cell in CELLS]
    legend = say("1 head, 2 eyes, 3 lower part; {left} left half, {right} right half", left="◧", right="◨")
    return Board(say("The cards"), (*pieces, logo), notes=(legend,), open=match.phase is not ThirteenPhase.FIGHT)


def _place(match: ThirteenState, cell: Cell) -> Piece:
    outline = rectangle(cell[1] * STEP, cell[0] * DOWN, CARD, CARD_HEIGHT)
    where = {"row": cell[0] + 1, "place": cell[1] + 1}
    if cell not in match.grid:
        return Piece(outline, say("row {row}, place {place}: taken", **where), tone=Tone.PLACE)
    action = _on_card(match, cell)
    frozen = match.freezer(cell)
    ice = plain("❄") if frozen is not None else None
    if cell in match.turn.open:
        card = match.grid[cell]
        name = say("row {row}, place {place}: {card}", card=card_name(match, card), **where)
        small = plain(f"{card.pair.level:d} {HALVES[card.side]}")
        number = plain(f"{card.pair.monster}{' ❄' if ice else ''}")
        return Piece(outline, name, number, small, tone_of(match, card.pair), Standing.CHOSEN, action, (str(card),))
    if frozen is None:
        return Piece(
            outline, say("row {row}, place {place}: face down", **where), tone=Tone.BACK, action=action, art=BACK
        )
    owner = match.table.name(frozen)
    name = say("row {row}, place {place}: face down, frozen by {name}", name=owner, **where)
    return Piece(outline, name, ice, plain(owner), Tone.BACK, Standing.HINTED, action, BACK)


def _on_card(match: ThirteenState, cell: Cell) -> Action | None:
    """Return what a tap on a card of the grid does: it is frozen, or turned up."""
    seat = match.turn_of
    if match.builder is not None or match.phase not in (
        ThirteenPhase.BEFORE,
        ThirteenPhase.SEARCH,
        ThirteenPhase.AFTER,
    ):
        return None
    values: dict[str, int | str | bool | tuple[int, ...] | None] = {"seat": seat, "cell": cell}
    if match.turn.called is Power.PERMAFROST:
        free = not any(no_freeze(match, cell))
        return Action(Froze.__name__, say("freeze it"), seat, values) if free else None
    if any(no_flip(match, cell)):
        return None
    return Action(CardFlipped.__name__, say("turn it up"), seat, values)


def _turned_up(match: ThirteenState) -> Board:
    found = match.found
    pieces = []
    for at, cell in enumerate(match.turn.open):
        if cell in match.grid:
            card = match.grid[cell]
            pieces.append(_large(match, card, at, right=card.pair == found))
    return Board(say("Turned up"), tuple(pieces))


def _large(match: ThirteenState, card: ThirteenCard, at: int, *, right: bool) -> Piece:
    return Piece(
        rectangle(at * 2.6, 0, 2.4, 2.0),
        card_name(match, card),
        plain(match.name_of(card.pair.monster)),
        say("{level} {half}", level=LEVELS[card.pair.level], half=HALVES[card.side]),
        tone_of(match, card.pair),
        Standing.RIGHT if right else Standing.USUAL,
        art=(str(card),),
    )


# What lies before a player.


def _player(match: ThirteenState, seat: Seat) -> Board:
    holding = match.holdings[seat]
    pieces = [
        piece for at, monster in enumerate(holding.monsters) for piece in _monster(match, seat, monster, _spot(at))
    ]
    pieces += _free(match, seat)
    return Board(
        say("The monsters of {name}", name=match.table.name(seat)),
        tuple(pieces),
        seat=seat,
        notes=(_about(match, seat),),
        open=bool(holding.pairs),
    )


def _spot(at: int) -> Point:
    """Return where the column number `at` of a player begins: a monster, or the first free pairs."""
    row, column = divmod(at, COLUMNS)
    return column * WIDE, row * TALL


def _free(match: ThirteenState, seat: Seat) -> Iterator[Piece]:
    """Yield the free pairs, level by level, to the right of the last monsters; and places for more of them."""
    holding = match.holdings[seat]
    if not holding.pairs:
        return
    left, top = _spot(len(holding.monsters))
    left += ASIDE if left else 0
    places = COLUMNS - len(holding.monsters) % COLUMNS if holding.free or len(holding.monsters) < COLUMNS else 0
    for level in Level:
        pairs = holding.of_level(level)
        for at in range(max(places, len(pairs))):
            spot = (left + at * WIDE, top)
            if at < len(pairs):
                yield _pair(match, seat, pairs[at], spot)
            else:
                name = say("place for: {part}", part=LEVELS[level])
                yield Piece(_outline(level, spot), name, small=LEVELS[level], tone=Tone.PLACE)


def _outline(level: Level, spot: Point) -> tuple[Point, ...]:
    return rectangle(spot[0], spot[1] + (level - 1) * STEP, *PAIR)


def _about(match: ThirteenState, seat: Seat) -> Message:
    rank = match.rank(seat)
    if rank is PlayerRank.BEAST_MASTER:
        return say("{rank}: {health}", rank=RANKS[rank], health=health_of(match.health(seat)))
    return RANKS[rank]


def _monster(match: ThirteenState, seat: Seat, monster: Monster, spot: Point) -> Iterator[Piece]:
    for pair in monster.pairs:
        yield _pair(match, seat, pair, spot, faded=monster.spent)
    name = monster_name(match, monster)
    yield Piece(
        rectangle(spot[0], spot[1] + len(Level) * STEP, PAIR[0], CAPTION),
        say("{monster}: out of the game", monster=name) if monster.spent else name,
        say("{kind}: {health}", kind=KINDS[monster.kind], health=monster.health(match.options.supernova_health)),
        tone=Tone.PLAIN,
        standing=Standing.FADED if monster.spent else Standing.USUAL,
    )


def _pair(match: ThirteenState, seat: Seat, pair: Pair, spot: Point, *, faded: bool = False) -> Piece:
    return Piece(
        _outline(pair.level, spot),
        pair_name(match, pair),
        plain(match.name_of(pair.monster)),
        say("{part}, {element}", part=LEVELS[pair.level], element=ELEMENTS[match.elements[pair.monster]]),
        tone_of(match, pair),
        _standing(match, seat, pair, faded=faded),
        _on_pair(match, seat, pair),
        tuple(str(ThirteenCard(pair, side)) for side in CardHalf),
    )


def _standing(match: ThirteenState, seat: Seat, pair: Pair, *, faded: bool) -> Standing:
    if faded:
        return Standing.FADED
    if pair in match.turn.picked or pair in match.chosen:
        return Standing.CHOSEN
    if match.fight is not None and pair == match.fight.target:
        return Standing.WRONG
    offered = match.offer is not None and pair in (*match.offer.give, *match.offer.get)
    building = seat == match.builder and pair in match.holdings[seat].free
    return Standing.HINTED if offered or building else Standing.USUAL


def _on_pair(match: ThirteenState, seat: Seat, pair: Pair) -> Action | None:
    """Return what a tap on a pair does now."""
    builder = match.builder
    if builder is not None:
        mine = seat == builder and pair in match.holdings[seat].free
        return _tap(Chosen.__name__, say("build with it"), builder, pair) if mine else None
    match match.phase:
        case ThirteenPhase.BEFORE if match.turn.called is Power.SUPER_NOVA:
            wanted = not any(no_absorption(match, pair))
            return _tap(Absorbed.__name__, say("absorb its monster"), match.turn_of, pair) if wanted else None
        case ThirteenPhase.BEFORE:
            monster = match.holdings[seat].monster_with(pair)
            spent = monster is not None and monster.spent
            return None if spent else _tap(PairPicked.__name__, say("point at it"), match.turn_of, pair)
        case ThirteenPhase.PRIZE if match.fight is not None:
            return _prize(match, seat, pair)
        case ThirteenPhase.CHAMPIONS if seat in waiting_for(match):
            monster = match.holdings[seat].monster_with(pair)
            able = monster is not None and not monster.spent
            return _tap(ChampionNamed.__name__, say("fight with its monster"), seat, pair) if able else None
    return None


def _prize(match: ThirteenState, seat: Seat, pair: Pair) -> Action | None:
    if match.fight is None:
        return None
    attacker, defender = match.fight.fighters[:2]
    mine = seat == attacker.seat and attacker.monster is not None and pair in attacker.monster.pairs
    return _tap(PrizeTaken.__name__, say("take it"), defender.seat, pair) if mine else None


def _tap(event: str, label: Message, seat: Seat, pair: Pair) -> Action:
    return Action(event, label, seat, {"seat": seat, "pair": str(pair)})


# The buttons that the page offers: what the pairs that somebody points at are good for, powers, and going on.


def actions(match: ThirteenState) -> Iterator[Action]:
    """Yield what people may do now, beside what they can tap on the boards."""
    if match.phase is ThirteenPhase.OVER:
        return
    yield from _forgotten(match)
    if match.builder is not None:
        return
    match match.phase:
        case ThirteenPhase.BEFORE:
            yield from _before_the_search(match)
        case ThirteenPhase.OFFER if match.offer is not None:
            yield from _answers(match, match.offer)
        case ThirteenPhase.SEARCH:
            yield from _in_the_search(match)
        case ThirteenPhase.AFTER:
            yield from _powers(match)
            yield from _turn_back(match)
        case ThirteenPhase.FIGHT if match.fight is not None:
            yield from throwing.actions(match.fight)


def _turn_back(match: ThirteenState) -> Iterator[Action]:
    on = searches_on(match)
    label = say("Turn back and search again") if on else say("Turn back and end the turn")
    yield Action(TurnEnded.__name__, label, match.turn_of, _turn(match), primary=True)


def _turn(match: ThirteenState) -> dict[str, int | str | bool | tuple[int, ...] | None]:
    return {"seat": match.turn_of}


def _forgotten(match: ThirteenState) -> Iterator[Action]:
    """Offer the others to take a power back that was not announced aloud."""
    if match.used is not None:
        name = match.table.name(match.turn_of)
        label = say("{name} did not announce it: take back {power}", name=name, power=power_name(match.used))
        yield Action(Forgotten.__name__, label)


def _before_the_search(match: ThirteenState) -> Iterator[Action]:
    seat = match.turn_of
    if match.turn.picked:
        yield from _attacks(match)
        yield from _trades(match)
    yield from _powers(match)
    if not any(no_end(match)):
        yield Action(TurnEnded.__name__, say("End the turn"), seat, _turn(match), primary=not match.turn.picked)
    if not match.moves:
        for player in match.table.players:
            if player.seat != seat:
                label = say("{name} is the most beastly and begins", name=player.name)
                yield Action(Begins.__name__, label, player.seat, {"seat": player.seat})


def _powers(match: ThirteenState) -> Iterator[Action]:
    seat, called = match.turn_of, match.turn.called
    if called is not None:
        label = say("No {power} after all", power=power_name(called))
        yield Action(CalledOff.__name__, label, seat, _turn(match))
        return
    for power in Power:
        if not any(no_power(match, power)):
            yield Action(Called.__name__, power_name(power), seat, {**_turn(match), "power": power.value})


def _attacks(match: ThirteenState) -> Iterator[Action]:
    """Offer the attack on the one pair of another at which somebody points, with the monster at which he points."""
    mine = [pair for pair in match.turn.picked if match.owner(pair) == match.turn_of]
    targets = [pair for pair in match.turn.picked if match.owner(pair) != match.turn_of]
    if len(targets) != 1:
        return
    target = targets[0]
    for monster in match.mine.active:
        with_it = all(pair in monster.pairs for pair in mine)
        if not with_it or any(no_attack(match, monster.pairs[0], target)):
            continue
        named = {"pair": pair_name(match, target), "monster": monster_name(match, monster)}
        values = {**_turn(match), "monster": str(monster.pairs[0]), "pair": str(target)}
        yield Action(Attacked.__name__, say("Attack {pair} with {monster}", **named), match.turn_of, values)


def _trades(match: ThirteenState) -> Iterator[Action]:
    """Offer to trade the pairs at which somebody points: his own for those of one other player."""
    give = tuple(pair for pair in match.turn.picked if match.owner(pair) == match.turn_of)
    others = tuple(pair for pair in match.turn.picked if match.owner(pair) != match.turn_of)
    owners = {match.owner(pair) for pair in others}
    for seat in match.table.seats:
        if seat == match.turn_of or not owners <= {seat}:
            continue
        offer = Offer(match.turn_of, seat, give, others)
        if not any(no_trade(match, offer)):
            yield _offer(match, offer)


def _offer(match: ThirteenState, offer: Offer) -> Action:
    named = {"give": pair_names(match, offer.give), "get": pair_names(match, offer.get)}
    label = say("Offer {other}: {give} for {get}", other=match.table.name(offer.to), **named)
    values = {**_turn(match), "to": offer.to, "give": write_pairs(offer.give), "get": write_pairs(offer.get)}
    return Action(Offered.__name__, label, match.turn_of, values)


def _answers(match: ThirteenState, offer: Offer) -> Iterator[Action]:
    name = match.table.name(offer.to)
    yield Action(Agreed.__name__, say("{name} agrees", name=name), offer.to, {"seat": offer.to}, primary=True)
    yield Action(Declined.__name__, say("{name} does not want to", name=name), offer.to, {"seat": offer.to})
    yield Action(Declined.__name__, say("Withdraw the offer"), offer.seat, {"seat": offer.seat})


def _in_the_search(match: ThirteenState) -> Iterator[Action]:
    seat = match.turn_of
    if match.found is not None:
        found: Pair = match.found
        label = say("Take {pair}", pair=pair_name(match, found))
        yield Action(SearchEnded.__name__, label, seat, _turn(match), primary=True)
    elif can_stop_searching(match):
        yield Action(SearchEnded.__name__, say("No third card"), seat, _turn(match))


# What the page shows of a match: where it stands, what to do, and who leads.


def view(match: ThirteenState) -> View:
    """Return everything that the page shows."""
    over = match.phase is ThirteenPhase.OVER
    waited = awaited(match)
    return View(
        headline=headline(match),
        hint=hint(match),
        turn=waited,
        actions=tuple(actions(match)),
        pictures=throwing.picture(match),
        boards=boards(match),
        sheet=sheet(match),
        result=Result(match.winners, victory(match)) if over else None,
        facts=facts(match),
    )


def awaited(match: ThirteenState) -> Seat | None:
    """Return for whom the table waits."""
    if match.phase is ThirteenPhase.OVER:
        return None
    if match.builder is not None:
        return match.builder
    match match.phase:
        case ThirteenPhase.OFFER if match.offer is not None:
            return match.offer.to
        case ThirteenPhase.FIGHT if match.fight is not None:
            return match.fight.fighter.seat
        case ThirteenPhase.PRIZE if match.fight is not None:
            return match.fight.fighters[1].seat
        case ThirteenPhase.CHAMPIONS:
            return waiting_for(match)[0]
    return match.turn_of


def read_requests(match: ThirteenState) -> tuple[ReadRequest, ...]:
    """Return what there is to read for a camera."""
    return throwing.read_requests(match)


def headline(match: ThirteenState) -> Message:
    """Return the one sentence that says where the table stands."""
    if match.phase is ThirteenPhase.OVER:
        return victory(match)
    name = match.table.name(awaited(match) or match.turn_of)
    if match.builder is not None:
        return say("{name} must build a monster", name=name)
    if match.fight is not None or match.phase is ThirteenPhase.CHAMPIONS:
        return _of_a_fight(match, name)
    if match.offer is not None:
        return offer_sentence(match, match.offer)
    if match.final is not None:
        return say("The final round: {name}", name=name)
    return say("It is the turn of {name}", name=name)


def _of_a_fight(match: ThirteenState, name: str) -> Message:
    match match.phase:
        case ThirteenPhase.CHAMPIONS:
            return say("Death match: which monster fights for {name}?", name=name)
        case ThirteenPhase.PRIZE:
            return say("{name} has won, and takes a pair", name=name)
    if match.fight is not None and match.fight.target is None:
        return say("Death match: {name} throws", name=name)
    return say("A fight: {name} throws", name=name)


def hint(match: ThirteenState) -> Message:
    """Return what to do next, in words that a child understands."""
    if match.builder is not None:
        return say("Tap the free pairs that shall become a monster: a head, eyes and a lower part.")
    match match.phase:
        case ThirteenPhase.BEFORE:
            return _hint_before_the_search(match)
        case ThirteenPhase.SEARCH:
            return _hint_in_the_search(match)
        case ThirteenPhase.AFTER:
            return _after_the_search(match)
        case ThirteenPhase.OFFER:
            return say("Do you agree? Your button says yes.")
        case ThirteenPhase.OVER:
            return say("Thank you for playing!")
    return _in_a_fight(match)


def _in_a_fight(match: ThirteenState) -> Message:
    if match.phase is ThirteenPhase.PRIZE:
        return say("Tap the head, the eyes or the lower part of the monster that attacked.")
    if match.phase is ThirteenPhase.FIGHT and match.fight is not None:
        return throwing.hint(match.fight)
    return say("Tap one of your complete monsters.")


def _hint_before_the_search(match: ThirteenState) -> Message:
    if match.turn.called is Power.PERMAFROST:
        return say("Tap the card that you freeze.")
    if match.turn.called is Power.SUPER_NOVA:
        return say("Tap the monster of another player that you absorb.")
    if match.turn.picked:
        return say("Choose what you want with these pairs, or tap them again.")
    if match.final is not None:
        return say("Use powers, attack once, then end your turn.")
    if not match.can_search:
        return say("The others have frozen too many cards: attack, or end your turn.")
    if match.mine.pairs:
        return say("Turn up two cards - or first point at pairs to trade or attack, or use a power.")
    return say("Turn up two cards. Do they belong together?")


def _hint_in_the_search(match: ThirteenState) -> Message:
    if match.found is not None:
        return say("A pair! Take it; before that you may turn up a third card.")
    if can_stop_searching(match):
        return say("Turn up a third card, or leave it.")
    return say("Turn up another card.")


def _after_the_search(match: ThirteenState) -> Message:
    if match.turn.called is Power.PERMAFROST:
        return say("Tap the card that you freeze.")
    if searches_on(match):
        return say("No pair. Remember the cards well, turn them back, and search again.")
    return say("No pair. Remember the cards well, then turn them back: your button ends the turn.")


def lamp(match: ThirteenState, seat: Seat) -> Lamp:
    """Return what the lamp of `seat` shows."""
    if match.phase is ThirteenPhase.OVER:
        return Lamp.FIRST if seat in match.winners else Lamp.OFF
    return Lamp.TURN if seat == awaited(match) else Lamp.OFF


def sheet(match: ThirteenState) -> ScoreSheet:
    """Return the health points, with the monsters and free pairs of every player."""
    seats = match.table.seats
    lines = {seat: (len(match.holdings[seat].monsters), len(match.holdings[seat].free)) for seat in seats}
    totals = {seat: match.health(seat) for seat in seats}
    return ScoreSheet((say("Monsters"), say("Free pairs")), lines, totals, named=True)


def facts(match: ThirteenState) -> tuple[tuple[Message, Value], ...]:
    """Return the short facts: what is left, and the house rules that differ."""
    return (
        (say("Cards left"), len(match.grid)),
        (say("Dice left to freeze with"), match.dice_left),
        *changed_rules(match.options),
    )
