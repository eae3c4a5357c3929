"""The self-test: a list of probes, each of which finds one thing, and says the cure when it is not as it should be.

A probe is a function of the configuration. It never raises: what it cannot find out is a finding too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from companion.texts import Message, say
from device.config import Config


class CheckVerdict(StrEnum):
    """How a finding stands."""

    OK = "ok"
    NOTE = "note"
    """Worth knowing; nothing is wrong."""
    MISSING = "missing"
    """The companion runs without it, and says so."""
    FAILED = "failed"
    """It will not work like this."""


TROUBLES = (CheckVerdict.MISSING, CheckVerdict.FAILED)


@dataclass(frozen=True, slots=True)
class Finding:
    """What a probe found, and what to do about it."""

    verdict: CheckVerdict
    text: Message
    cure: Message | None = None


Probe: TypeAlias = Callable[[Config], Finding]


def ok(text: Message) -> Finding:
    """Return a finding that all is well."""
    return Finding(CheckVerdict.OK, text)


def note(text: Message, cure: Message | None = None) -> Finding:
    """Return a finding that is worth knowing."""
    return Finding(CheckVerdict.NOTE, text, cure)


def missing(text: Message, cure: Message) -> Finding:
    """Return a finding that something is not there."""
    return Finding(CheckVerdict.MISSING, text, cure)


def failed(text: Message, cure: Message) -> Finding:
    """Return a finding that something will not work."""
    return Finding(CheckVerdict.FAILED, text, cure)


@dataclass(frozen=True, slots=True)
class Report:
    """The findings of all probes, by name, in their order."""

    findings: Mapping[str, Finding]

    @property
    def exit_code(self) -> int:
        """0 when all is well, 1 when something is missing or fails."""
        return int(any(finding.verdict in TROUBLES for finding in self.findings.values()))

    def lines(self) -> Iterable[str]:
        """Yield one line a finding, with its cure."""
        width = max(map(len, self.findings), default=0)
        for name, finding in self.findings.items():
            cure = f" - {finding.cure}" if finding.cure else ""
            yield f"{finding.verdict.value:<8} {name:<{width}}  {finding.text}{cure}"

    def to_json(self) -> dict[str, object]:
        """Return the report for `--json`."""
        return {
            "ok": self.exit_code == 0,
            "findings": [
                {
                    "name": name,
                    "verdict": finding.verdict.value,
                    "text": str(finding.text),
                    "cure": str(finding.cure) if finding.cure else None,
                }
                for name, finding in self.findings.items()
            ],
        }


def examine(config: Config, probes: Mapping[str, Probe]) -> Report:
    """Return what `probes` find; one that breaks has failed."""
    return Report({name: _found(probe, config) for name, probe in probes.items()})


def _found(probe: Probe, config: Config) -> Finding:
    try:
        return probe(config)
    except Exception as error:  # noqa: BLE001 - a self-test that ends in a traceback helps nobody
        text = say("this cannot be examined: {error}", error=f"{type(error).__name__}: {error}")
        return failed(text, say("please report it, with the whole output of companion check"))
