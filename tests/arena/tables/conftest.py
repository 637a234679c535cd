from tests.arena.tables.fake_bots import fake_bots

__all__ = ["fake_bots"]
