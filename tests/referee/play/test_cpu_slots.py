import os
import subprocess
import sys
import threading

import pytest

from referee.play.cpu_slots import NoFreeCpuSlot, claim_cpu_slot, processors

pytestmark = pytest.mark.usefixtures("cpu_slots")


def test_there_is_a_slot_for_each_processor_and_no_more():
    cpus = processors()
    seen = []

    def claim_rest(held):
        # Each in its own thread, because a claim pins the thread that makes it.
        if held == len(cpus):
            with pytest.raises(NoFreeCpuSlot) as caught, claim_cpu_slot(0):
                pass
            assert f"all {len(cpus)} CPU slots" in str(caught.value)
            return
        with claim_cpu_slot(0) as slot:
            seen.append(slot.cpu)
            os.sched_setaffinity(0, cpus)
            thread = threading.Thread(target=claim_rest, args=(held + 1,))
            thread.start()
            thread.join()

    claim_rest(0)
    assert sorted(seen) == cpus


def test_the_thread_is_pinned_to_the_slots_processor_while_it_holds_the_slot():
    before = os.sched_getaffinity(0)
    with pytest.raises(ZeroDivisionError), claim_cpu_slot() as slot:
        assert os.sched_getaffinity(0) == {slot.cpu}
        raise ZeroDivisionError
    assert os.sched_getaffinity(0) == before
    with claim_cpu_slot(0) as again:
        assert again == slot


def test_a_slot_is_released_when_its_holder_is_killed(cpu_slots):
    cpus = processors()
    holding = (
        "import os, sys; from contextlib import ExitStack; from referee.play.cpu_slots import *\n"
        "stack = ExitStack()\n"
        "for _ in processors(): stack.enter_context(claim_cpu_slot(5)); "
        f"os.sched_setaffinity(0, {cpus})\n"
        "print('held', flush=True); sys.stdin.read()"
    )
    holder = subprocess.Popen(
        [sys.executable, "-c", holding], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    try:
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(NoFreeCpuSlot), claim_cpu_slot(0):
            pass
    finally:
        holder.kill()
        holder.wait()
        holder.stdin.close()
        holder.stdout.close()
    with claim_cpu_slot(0):
        pass


def test_a_released_slot_goes_to_the_one_who_waits():
    cpus = processors()
    os.sched_setaffinity(0, cpus[:1])
    try:
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
    finally:
        os.sched_setaffinity(0, cpus)


def test_a_tick_that_raises_ends_the_wait_for_a_slot():
    def call_away():
        raise InterruptedError

    cpus = processors()
    os.sched_setaffinity(0, cpus[:1])
    try:
        with claim_cpu_slot(), pytest.raises(InterruptedError), claim_cpu_slot(30, tick=call_away):
            pass
    finally:
        os.sched_setaffinity(0, cpus)


def test_a_folder_that_cannot_be_used_is_named(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("GOAT_CPU_SLOTS", str(tmp_path / "file" / "slots"))
    with pytest.raises(NoFreeCpuSlot, match="GOAT_CPU_SLOTS"), claim_cpu_slot(0):
        pass


def test_a_link_in_the_shared_temporary_folder_is_not_trusted(tmp_path, monkeypatch):
    monkeypatch.delenv("GOAT_CPU_SLOTS")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / f"goat-slots-{os.getuid()}").symlink_to(elsewhere)
    with pytest.raises(NoFreeCpuSlot, match="not a folder of this user"), claim_cpu_slot(0):
        pass


def test_another_users_folder_in_the_shared_temporary_folder_is_not_trusted(tmp_path, monkeypatch):
    monkeypatch.delenv("GOAT_CPU_SLOTS")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    me = os.getuid()
    (tmp_path / f"goat-slots-{me + 1}").mkdir()
    monkeypatch.setattr("os.getuid", lambda: me + 1)
    with pytest.raises(NoFreeCpuSlot, match="not a folder of this user"), claim_cpu_slot(0):
        pass
