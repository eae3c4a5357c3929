"""The buttons of a running table are closed and opened anew, and nobody waits for what is gone."""

from companion.texts import say
from device.config import Config
from device.hardware.config import ButtonsConfig
from device.hardware.presses.attendance import Absence, Presence
from device.inputs import Inputs

LOST = Absence("encoder-1", say("gone"), frozenset({1}), 5)


class Buttons:
    """Opened buttons that know how they were wired."""

    def __init__(self, config, attend):
        self.config, self.attend, self.closed = config, attend, 0

    def horizon(self):
        return 7

    def close(self):
        self.closed += 1


class Table:
    def __init__(self):
        self.opened, self.news = [], []
        self.inputs = Inputs(Config(), self.open, self.news.append)
        self.inputs.resume()

    def open(self, config, attend):
        self.opened.append(Buttons(config, attend))
        return self.opened[-1]


def test_the_horizon_is_that_of_the_opened_buttons_and_nobodys_while_they_are_closed():
    table = Table()
    assert 7 == table.inputs.horizon()

    table.inputs.suspend()
    assert table.inputs.horizon() is None

    table.inputs.resume()
    assert 7 == table.inputs.horizon()


def test_a_new_wiring_is_opened_and_the_rest_of_the_configuration_stays():
    table = Table()
    table.inputs.suspend()

    table.inputs.resume(wired := ButtonsConfig({1: 5}, None, None))

    assert (wired, Config().race) == (table.opened[-1].config.buttons, table.opened[-1].config.race)
    assert [1, 0] == [each.closed for each in table.opened]


def test_resuming_what_is_open_opens_nothing():
    table = Table()
    table.inputs.resume()

    assert 1 == len(table.opened)


def test_a_device_that_was_lost_is_forgotten_when_the_buttons_are_closed():
    table = Table()
    table.opened[0].attend(LOST)
    table.inputs.suspend()

    assert [LOST, Presence("encoder-1")] == table.news


def test_a_device_that_came_back_is_not_forgotten_twice():
    table = Table()
    table.opened[0].attend(LOST)
    table.opened[0].attend(Presence("encoder-1"))
    table.inputs.close()
    table.inputs.close()

    assert [LOST, Presence("encoder-1")] == table.news
    assert 1 == table.opened[0].closed
