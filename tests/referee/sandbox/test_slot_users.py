"""Each bot has a user of its own, when root starts it."""

import pytest

from referee.sandbox.slot_users import (
    FIRST_SLOT_UID,
    MAX_SLOTS,
    SEATS_PER_SLOT,
    is_slot_uid,
    slot_uid,
)

USERS = [slot_uid(slot, seat) for slot in range(MAX_SLOTS) for seat in range(SEATS_PER_SLOT)]


def test_every_bot_of_a_machine_has_its_own_user() -> None:
    assert len(set(USERS)) == len(USERS)
    assert min(USERS) == FIRST_SLOT_UID == 60_000
    assert max(USERS) < 65_534


def test_the_users_of_bots_are_known_and_no_others() -> None:
    assert [uid for uid in range(1 << 16) if is_slot_uid(uid)] == sorted(USERS)


@pytest.mark.parametrize(("slot", "seat"), [(-1, 0), (0, -1), (0, 8), (MAX_SLOTS, 0)])
def test_a_slot_without_a_user_is_an_error(slot: int, seat: int) -> None:
    with pytest.raises(ValueError, match="slots go from 0"):
        slot_uid(slot, seat)
