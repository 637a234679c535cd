"""`goat dump` and `goat verify` of what it has downloaded."""

import gzip
import hashlib
import json

import pytest

from referee.cli.main import main
from tests.referee.client.scripted_server import CUT, answer, problem, serving


@pytest.fixture
def content(bot, tmp_path, capsys):
    """The file of a dump with one match."""
    path = tmp_path / "record.json"
    assert main(["play", "ecarte", bot, bot, "--record", str(path)]) == 0
    capsys.readouterr()
    line = {"match": 7, "record": json.loads(path.read_text())}
    return gzip.compress(json.dumps(line).encode() + b"\n")


def listed(content, **changes):
    dump = {
        "ruleset": "ecarte",
        "month": "2026-11",
        "complete": True,
        "matches": 1,
        "file": "ecarte-2026-11-0123456789ab.jsonl.gz",
        "size": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
        "licence": "CC0",
        "url": "/data/ecarte-2026-11-0123456789ab.jsonl.gz",
    }
    return answer({"next": None, "results": [dump | changes]})


def dump(server, folder, *more):
    return main(["dump", "ecarte", "--arena", server.address, "--output", str(folder), *more])


def test_a_dump_is_downloaded_once_and_verifies(content, tmp_path, capsys):
    with serving(listed(content), answer(content), listed(content)) as server:
        assert dump(server, tmp_path) == 0
        assert "1 match" in capsys.readouterr().out
        assert dump(server, tmp_path) == 0
        assert "is there already" in capsys.readouterr().out
        assert len(server.asked) == 3
    [path] = tmp_path.glob("*.jsonl.gz")
    assert path.read_bytes() == content
    assert main(["verify", str(path)]) == 0
    assert "1 record verified" in capsys.readouterr().out


def test_a_broken_download_goes_on_where_it_stopped(content, tmp_path, capsys):
    part = tmp_path / "ecarte-2026-11-0123456789ab.jsonl.gz.part"
    part.write_bytes(content[:40])
    with serving(listed(content), CUT, answer(content[40:], 206)) as server:
        assert dump(server, tmp_path, "--json") == 0
        assert [request.headers.get("Range") for request in server.asked[1:]] == ["bytes=40-"] * 2
    [report] = json.loads(capsys.readouterr().out)
    assert report["downloaded"]
    assert (tmp_path / report["file"]).read_bytes() == content
    assert not part.exists()


def test_a_server_that_starts_again_from_the_beginning_is_understood(content, tmp_path):
    (tmp_path / "ecarte-2026-11-0123456789ab.jsonl.gz.part").write_bytes(b"x" * 10)
    with serving(listed(content), answer(content)) as server:
        assert dump(server, tmp_path) == 0
    assert (tmp_path / "ecarte-2026-11-0123456789ab.jsonl.gz").read_bytes() == content


def test_a_file_that_is_not_what_the_arena_says_is_not_kept(content, tmp_path, capsys):
    with serving(listed(content, sha256="0" * 64), answer(content)) as server:
        assert dump(server, tmp_path) == 1
    assert "did not arrive" in capsys.readouterr().err
    assert not list(tmp_path.glob("*.gz*"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["whist"], "there is no game 'whist'"),
        (["ecarte", "--month", "november"], "write a year and a month"),
        (["ecarte", "--output", "/nowhere"], "there is no folder /nowhere"),
        (["ecarte", "--month", "2020-01"], "has no dump of ecarte for 2020-01"),
    ],
)
def test_wrong_words_are_explained(content, capsys, words, said):
    with serving(listed(content)) as server:
        assert main(["dump", *words, "--arena", server.address]) == 1
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    "changes",
    [
        {"file": "../up.jsonl.gz"},
        {"file": "C:up.jsonl.gz"},
        {"file": ".hidden.jsonl.gz"},
        {"file": "a\x1b[2J.jsonl.gz"},
        {"file": ["x.jsonl.gz"]},
        {"file": f"{'x' * 300}.jsonl.gz"},
        {"size": "12"},
        {"size": -1},
        {"matches": None},
        {"licence": {}},
    ],
)
def test_a_list_that_no_arena_writes_makes_no_file(content, tmp_path, capsys, changes):
    with serving(listed(content, **changes)) as server:
        assert dump(server, tmp_path) == 1
    assert "cannot read" in capsys.readouterr().err


def test_the_errors_of_an_arena_are_its_own_words(tmp_path, capsys):
    with serving(problem(404, "not_found", "This address does not exist.")) as server:
        assert dump(server, tmp_path) == 1
    assert "This address does not exist." in capsys.readouterr().err


def test_verify_names_the_lines_that_are_wrong(content, tmp_path, capsys):
    line = json.loads(gzip.decompress(content))
    wrong = json.loads(json.dumps(line))
    wrong["record"]["scores"] = [9.0, 9.0]
    path = tmp_path / "dump.jsonl"
    path.write_text(f"{json.dumps(line)}\n{json.dumps(wrong)}\n")
    assert main(["verify", str(path)]) == 1
    shown = capsys.readouterr()
    assert "dump.jsonl, line 2:" in shown.err
    assert "1 record verified, 1 wrong" in shown.out
    damaged = tmp_path / "damaged.jsonl.gz"
    damaged.write_bytes(content[:-20])
    assert main(["verify", str(damaged)]) == 1
    assert "is damaged after line" in capsys.readouterr().err
    path.write_text("[]\n")
    assert main(["verify", str(path)]) == 1
    assert "line 1" in capsys.readouterr().err
