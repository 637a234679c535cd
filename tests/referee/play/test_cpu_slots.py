import fcntl
import os
import signal
import threading
from contextlib import ExitStack, nullcontext
from pathlib import Path

import pytest

from referee.play import cpu_slots as cpu_slots_module
from referee.play.cpu_slots import CpuSlotsUnusable, claim_cpu_slot
from tests.referee.play.cpu_holders import CPUS, held_elsewhere, on_one_processor

pytestmark = pytest.mark.usefixtures("cpu_slots")


def waits(patience: float = 0.01, **options) -> bool:
    """Whether a claim has to wait, until it shares a processor."""
    said = []
    with claim_cpu_slot(patience, on_wait=said.append, **options):
        return bool(said)


def test_there_is_a_slot_for_each_processor_and_no_more():
    seen = []

    def claim_rest(held):
        # Each in its own thread, because a claim pins the thread that makes it.
        if held == len(CPUS):
            assert waits()
            return
        with claim_cpu_slot(60) as slot:
            seen.append(slot.cpu)
            os.sched_setaffinity(0, CPUS)
            thread = threading.Thread(target=claim_rest, args=(held + 1,))
            thread.start()
            thread.join()

    claim_rest(0)
    assert sorted(seen) == CPUS


def test_no_two_matches_have_the_same_users_even_on_one_processor():
    with on_one_processor(), claim_cpu_slot() as first, claim_cpu_slot(0) as second:
        assert (first.cpu, second.cpu) == (CPUS[0], CPUS[0])
        assert first.number != second.number or os.geteuid() != 0


def test_the_thread_is_pinned_to_the_slots_processor_while_it_holds_the_slot():
    before = os.sched_getaffinity(0)
    with pytest.raises(ZeroDivisionError), claim_cpu_slot() as slot:
        assert os.sched_getaffinity(0) == {slot.cpu}
        raise ZeroDivisionError
    assert os.sched_getaffinity(0) == before
    with claim_cpu_slot(0) as again:
        assert again.cpu == slot.cpu


def test_a_slot_is_released_when_its_holder_is_killed():
    with on_one_processor():
        with held_elsewhere():
            assert waits()
        assert not waits()


def test_a_released_slot_goes_to_the_one_who_waits():
    with on_one_processor():
        order = []
        waiting = threading.Event()

        def second():
            with claim_cpu_slot(30, tick=waiting.set):
                order.append("second")

        thread = threading.Thread(target=second)
        with claim_cpu_slot():
            thread.start()
            assert waiting.wait(30)
            order.append("first")
        thread.join()
        assert order == ["first", "second"]


def test_a_tick_that_raises_ends_the_wait_for_a_slot():
    def call_away():
        raise InterruptedError

    with (
        on_one_processor(),
        claim_cpu_slot(),
        pytest.raises(InterruptedError),
        claim_cpu_slot(30, tick=call_away),
    ):
        pass


@pytest.mark.parametrize("arena", [False, True])
def test_a_holder_that_hangs_blocks_nobody(arena):
    with on_one_processor(), held_elsewhere(f"arena={arena}") as holder:
        holder.send_signal(signal.SIGSTOP)
        with claim_cpu_slot(0.1, arena=arena) as slot:
            assert slot.cpu == CPUS[0]


def test_a_program_that_hangs_while_it_looks_blocks_nobody(cpu_slots):
    with on_one_processor(), claim_cpu_slot(0):
        with claim_cpu_slot(0):
            pass  # makes the file
        looks = os.open(cpu_slots / f"cpu-{CPUS[0]}.shared", os.O_RDONLY)
        fcntl.flock(looks, fcntl.LOCK_EX)
        with claim_cpu_slot(0) as slot:
            assert slot.cpu == CPUS[0]
        os.close(looks)


def test_an_arena_never_waits_for_commands_but_a_command_waits_for_an_arena():
    with on_one_processor():
        with held_elsewhere("arena=False"):
            assert not waits(arena=True)
            assert waits(arena=False)
        with held_elsewhere("arena=True"):
            assert waits(arena=True)
            assert waits(arena=False)


@pytest.mark.skipif(len(CPUS) < 2, reason="needs two processors")
def test_an_arena_shares_no_processor_while_another_is_free():
    with held_elsewhere("arena=False"), claim_cpu_slot(arena=True) as slot:
        assert slot.cpu == CPUS[1]
    with on_one_processor(), claim_cpu_slot(), claim_cpu_slot(0):
        os.sched_setaffinity(0, CPUS)
        with claim_cpu_slot(0, arena=True) as slot:
            assert slot.cpu == CPUS[1]


def test_urgent_matches_share_a_processor_without_waiting():
    with on_one_processor(), ExitStack() as held:
        for _ in range(3):
            held.enter_context(claim_cpu_slot(0, arena=True))
        assert waits(arena=True)
        assert waits(arena=False)


def test_who_waits_is_told_at_once_for_whom_and_how_long():
    said = []
    with (
        on_one_processor(),
        held_elsewhere("arena=True") as holder,
        claim_cpu_slot(0.2, on_wait=said.append),
    ):
        pass
    [line] = said
    assert line.startswith(
        f"waiting for the processor: other matches use all of them (an arena, pid {holder.pid})."
    )
    assert "After 0.2 s this match shares one" in line


def test_a_folder_that_cannot_be_used_is_named(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("GOAT_CPU_SLOTS", str(tmp_path / "file" / "slots"))
    with pytest.raises(CpuSlotsUnusable, match="GOAT_CPU_SLOTS"), claim_cpu_slot(0):
        pass


def test_files_that_another_user_has_made_in_a_shared_folder_are_used(cpu_slots, monkeypatch):
    with claim_cpu_slot(0):
        pass
    really_open = os.open

    def protected_open(path, flags, *mode, **rest):
        """As with fs.protected_regular, in a sticky folder that everyone may write to."""
        if flags & os.O_CREAT and Path(path).exists():
            raise PermissionError(13, "Permission denied", str(path))
        return really_open(path, flags, *mode, **rest)

    monkeypatch.setattr("os.open", protected_open)
    monkeypatch.setattr(cpu_slots_module, "claimed_slot", lambda: nullcontext(0))
    with claim_cpu_slot(0):
        pass


def test_a_link_in_the_shared_temporary_folder_is_not_trusted(tmp_path, monkeypatch):
    monkeypatch.delenv("GOAT_CPU_SLOTS")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(cpu_slots_module, "_RUN", "/nowhere")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / f"goat-slots-{os.getuid()}").symlink_to(elsewhere)
    with pytest.raises(CpuSlotsUnusable, match="not a folder of this user"), claim_cpu_slot(0):
        pass


def test_another_users_folder_in_the_shared_temporary_folder_is_not_trusted(tmp_path, monkeypatch):
    monkeypatch.delenv("GOAT_CPU_SLOTS")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(cpu_slots_module, "_RUN", "/nowhere")
    me = os.getuid()
    (tmp_path / f"goat-slots-{me + 1}").mkdir()
    monkeypatch.setattr("os.getuid", lambda: me + 1)
    with pytest.raises(CpuSlotsUnusable, match="not a folder of this user"), claim_cpu_slot(0):
        pass


def test_the_slots_of_root_are_where_no_other_user_can_be_first(tmp_path, monkeypatch):
    monkeypatch.delenv("GOAT_CPU_SLOTS")
    (tmp_path / "run").mkdir()
    (tmp_path / "tmp").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "tmp"))
    monkeypatch.setattr(cpu_slots_module, "_RUN", str(tmp_path / "run"))
    with claim_cpu_slot(0):
        assert (tmp_path / "run" / f"goat-slots-{os.getuid()}").is_dir()
    assert list((tmp_path / "tmp").iterdir()) == []
