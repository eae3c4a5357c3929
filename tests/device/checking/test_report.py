"""The self-test: one line a finding, always with a cure, and an exit code that a script can use."""

import json
import re
import subprocess
import sys

import pytest
from click.testing import CliRunner

from companion.texts import say
from device.checking import probes
from device.checking.report import CheckVerdict, Finding, Report, examine, failed, missing, note, ok
from device.cli import main
from device.config import Config, PageConfig

FINE = ok(say("all is well"))


def report(*findings: Finding) -> Report:
    return Report({f"probe {number}": finding for number, finding in enumerate(findings)})


@pytest.mark.parametrize(
    ("findings", "code"),
    [
        ([], 0),
        ([FINE], 0),
        ([FINE, note(say("by the way"))], 0),
        ([FINE, missing(say("no camera"), say("plug one in"))], 1),
        ([failed(say("no room"), say("make some")), FINE], 1),
    ],
)
def test_the_exit_code_is_0_when_all_is_well_and_1_when_something_is_missing_or_fails(findings, code):
    assert code == report(*findings).exit_code


def test_every_finding_is_one_line_with_its_cure():
    lines = list(Report({"data": FINE, "camera": missing(say("there is none"), say("plug one in"))}).lines())

    assert ["ok       data    all is well", "missing  camera  there is none - plug one in"] == lines


def test_as_json_a_finding_has_a_name_a_verdict_a_text_and_a_cure():
    assert {
        "ok": False,
        "findings": [
            {"name": "probe 0", "verdict": "ok", "text": "all is well", "cure": None},
            {"name": "probe 1", "verdict": "failed", "text": "no room", "cure": "make some"},
        ],
    } == report(FINE, failed(say("no room"), say("make some"))).to_json()


def test_a_probe_that_breaks_is_a_finding_and_the_others_go_on():
    def broken(config):
        raise KeyError("chip")

    found = examine(Config(), {"broken": broken, "fine": lambda config: FINE}).findings

    assert (CheckVerdict.FAILED, "this cannot be examined: KeyError: 'chip'") == (
        found["broken"].verdict,
        str(found["broken"].text),
    )
    assert FINE == found["fine"]


def test_a_probe_is_asked_about_the_configuration():
    asked = []

    def probe(config):
        asked.append(config.page.port)
        return FINE

    examine(Config(page=PageConfig("127.0.0.1", 1234)), {"port": probe})

    assert [1234] == asked


@pytest.mark.parametrize("found", [missing, failed])
def test_trouble_cannot_be_told_without_a_cure(found):
    with pytest.raises(TypeError):
        found(say("something is wrong"))


# --- the command


@pytest.fixture
def command(monkeypatch, tmp_path):
    """Runs `companion check` with these probes."""

    def run(found, *arguments):
        monkeypatch.setattr("device.commands.check.PROBES", found)
        return CliRunner().invoke(main, ["check", "--data", str(tmp_path), *arguments])

    return run


def test_a_healthy_table_exits_with_0(command):
    result = command({"data": lambda config: FINE})

    assert (0, "ok       data  all is well\n") == (result.exit_code, result.output)


def test_a_missing_camera_exits_with_1(command):
    result = command({"camera": lambda config: missing(say("there is none"), say("plug one in"))})

    assert (1, "missing  camera  there is none - plug one in\n") == (result.exit_code, result.output)


def test_json_is_one_object_and_the_exit_code_stays(command):
    result = command({"camera": lambda config: missing(say("there is none"), say("plug one in"))}, "--json")

    assert 1 == result.exit_code
    assert ["missing"] == [finding["verdict"] for finding in json.loads(result.output)["findings"]]


def test_a_wrong_configuration_exits_with_2_and_one_line(command, tmp_path):
    file = tmp_path / "companion.toml"
    file.write_text("[buttns]\n1 = 4\n")

    result = command({}, "--config", str(file))

    assert (2, f"companion: {file}: unknown section [buttns] - did you mean 'buttons'?\n") == (
        result.exit_code,
        result.stderr,
    )


def test_the_real_self_test_ends_with_an_answer_on_any_machine(tmp_path):
    result = CliRunner().invoke(main, ["check", "--data", str(tmp_path), "--json"])
    findings = json.loads(result.output)["findings"]

    assert result.exit_code in (0, 1)
    assert list(probes.PROBES) == [finding["name"] for finding in findings]
    assert [] == [
        finding for finding in findings if finding["verdict"] in ("missing", "failed") and not finding["cure"]
    ]
    assert [] == [finding for finding in findings if "cannot be examined" in finding["text"]]


def test_a_broken_opencv_is_found_and_not_stumbled_over(tmp_path):
    script = (
        "import sys; sys.modules['cv2'] = None; from device.cli import main; main(['check', '--data', sys.argv[1]])"
    )

    done = subprocess.run([sys.executable, "-c", script, tmp_path], capture_output=True, text=True, check=False)

    assert 1 == done.returncode
    assert "" == done.stderr
    assert re.search(r"^failed +opencv +OpenCV does not load: ", done.stdout, re.MULTILINE)
