"""Where logins are kept: one private file, with several arenas and a default."""

import json
import stat

import pytest

from referee.client.addresses import BadAddress, arena_address, is_in_the_clear
from referee.client.arena import Arena
from referee.client.errors import ArenaError, NotLoggedIn
from referee.client.saved_login import (
    BadLoginFile,
    Login,
    Logins,
    login_file,
    read_logins,
    write_logins,
)

HOME = Login("https://arena.example.org", "goat_home", "alice")
CLASS = Login("http://127.0.0.1:8000", "goat_class", "ada")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("GOAT_ARENA", raising=False)
    monkeypatch.delenv("GOAT_TOKEN", raising=False)
    return tmp_path / "config" / "goat"


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_the_file_is_for_its_owner_alone(folder):
    assert read_logins() == Logins()
    path = write_logins(Logins().with_login(HOME))
    assert path == login_file() == folder / "arenas.json"
    assert (mode(path), mode(folder)) == (0o600, 0o700)
    assert [entry.name for entry in folder.iterdir()] == ["arenas.json"]


def test_several_arenas_are_kept_and_the_last_is_the_default():
    write_logins(Logins().with_login(HOME).with_login(CLASS))
    logins = read_logins()
    assert (logins.default, list(logins.arenas.values())) == (CLASS.address, [HOME, CLASS])
    rest = logins.without(CLASS.address)
    assert (rest.default, list(rest.arenas)) == (HOME.address, [HOME.address])
    assert rest.without(HOME.address) == Logins()


def test_rights_of_others_are_taken_away():
    path = write_logins(Logins().with_login(HOME))
    path.chmod(0o644)
    read_logins()
    assert mode(path) == 0o600


def test_a_link_stays_a_link(folder, tmp_path):
    folder.mkdir(parents=True)
    elsewhere = tmp_path / "dotfiles.json"
    elsewhere.write_text('{"default": "", "arenas": {}}')
    (folder / "arenas.json").symlink_to(elsewhere)
    write_logins(Logins().with_login(HOME))
    assert (folder / "arenas.json").is_symlink()
    assert read_logins().of(HOME.address) == HOME


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "[]",
        "null",
        '{"default": "", "arenas": []}',
        '{"default": 1, "arenas": {}}',
        '{"default": "", "arenas": {"https://a.example": {}}}',
        '{"default": "", "arenas": {"https://a.example": {"token": 1}}}',
        '{"default": "", "arenas": {"ftp://a.example": {"token": "x"}}}',
        '{"default": "", "arenas": {"https://a.example/": {"token": "x"}}}',
        "[" * 100_000,
        "\ufeff{}",
    ],
)
def test_a_file_that_cannot_be_used_is_named(folder, content):
    folder.mkdir(parents=True)
    (folder / "arenas.json").write_text(content)
    with pytest.raises(BadLoginFile, match=r"arenas\.json cannot be used"):
        read_logins()


def test_a_folder_that_cannot_be_written_is_named(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "file"))
    assert read_logins() == Logins()
    with pytest.raises(BadLoginFile, match="GOAT_TOKEN"):
        write_logins(Logins().with_login(HOME))


def test_nothing_shows_a_token():
    assert "goat_home" not in repr(Logins().with_login(HOME))


def test_the_default_arena_is_used_and_another_can_be_named():
    write_logins(Logins().with_login(HOME).with_login(CLASS))
    assert (Arena.configured().address, Arena.configured().token) == (CLASS.address, CLASS.token)
    assert Arena.configured("arena.example.org").token == HOME.token
    with pytest.raises(NotLoggedIn, match=r"goat login https://other\.example"):
        Arena.configured("https://other.example")
    assert Arena.configured("https://other.example", login=False).token == ""


def test_without_any_arena_the_error_says_what_to_do():
    with pytest.raises(NotLoggedIn, match="goat login ADDRESS"):
        Arena.configured(login=False)


def test_the_environment_comes_first_for_its_own_arena_alone(monkeypatch):
    write_logins(Logins().with_login(HOME).with_login(CLASS))
    monkeypatch.setenv("GOAT_ARENA", HOME.address)
    assert Arena.configured().token == HOME.token
    monkeypatch.setenv("GOAT_TOKEN", "goat_ci")
    assert Arena.configured().token == "goat_ci"
    assert Arena.configured(CLASS.address).token == CLASS.token
    with pytest.raises(NotLoggedIn):
        Arena.configured("https://other.example")


def test_a_token_of_the_environment_needs_its_arena(monkeypatch):
    write_logins(Logins().with_login(HOME))
    monkeypatch.setenv("GOAT_TOKEN", "goat_ci")
    with pytest.raises(ArenaError, match="set GOAT_ARENA too"):
        Arena.configured()


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("https://Arena.Example.org/", "https://arena.example.org"),
        ("https://arena.example.org:443/bots/?a=b#c", "https://arena.example.org"),
        ("arena.example.org", "https://arena.example.org"),
        ("arena.example.org:8443", "https://arena.example.org:8443"),
        ("localhost:8000", "http://localhost:8000"),
        ("127.0.0.1:80", "http://127.0.0.1"),
        ("http://[::1]:8000", "http://[::1]:8000"),
        ("[::1]:8000", "http://[::1]:8000"),
        ("https://bücher.example", "https://xn--bcher-kva.example"),
        (" http://10.0.0.1 ", "http://10.0.0.1"),
    ],
)
def test_an_address_is_kept_in_one_form(text, address):
    assert arena_address(text) == address
    assert arena_address(address) == address


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "http://", "ftp://a.example", "file:///etc/passwd", "https://a:b@c.example"),
        *("https://user@c.example", "http://a b", "http://a.example:99999", "http://a:x"),
        *("http://[::1", "//", "https://a\nb", "https://a%00b", "x" * 300, "javascript:alert(1)"),
    ],
)
def test_what_is_no_address_is_refused(text):
    with pytest.raises(BadAddress):
        arena_address(text)


def test_only_this_machine_may_be_in_the_clear_without_a_warning():
    assert is_in_the_clear("http://10.0.0.1")
    assert not is_in_the_clear("https://10.0.0.1")
    for host in ("127.0.0.1", "localhost", "[::1]", "127.3.2.1", "arena.localhost"):
        assert not is_in_the_clear(f"http://{host}:8000")
    assert is_in_the_clear("http://localhost.example.org")


def test_the_file_is_plain_json():
    path = write_logins(Logins().with_login(HOME))
    assert json.loads(path.read_text()) == {
        "default": HOME.address,
        "arenas": {HOME.address: {"token": "goat_home", "user": "alice"}},
    }
