"""All tournament systems by name. A new system is one module of this package and one line here."""

from referee.tournaments.format import System
from referee.tournaments.systems import (
    double_elimination,
    groups,
    round_robin,
    single_elimination,
    swiss,
)

SYSTEMS: dict[str, System] = {
    system.name: system
    for system in (
        round_robin.SYSTEM,
        swiss.SYSTEM,
        single_elimination.SYSTEM,
        double_elimination.SYSTEM,
        groups.SYSTEM,
    )
}
