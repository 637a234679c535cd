"""The periodic tasks: Celery's beat runs them, or a thread of the embedded arena.

A task may run anywhere at any time. Without work it does nothing.
"""

# By name: the task, and the seconds between two runs.
PERIODIC = {
    "sweep": ("arena.matches.tasks.sweep", 10.0),
    "finish-tournaments": ("arena.tournaments.tasks.sweep", 30.0),
    "forget-uses": ("arena.web.tasks.sweep", 600.0),
    "refresh-ratings": ("arena.ratings.tasks.sweep", 10.0),
    "schedule-ladder": ("arena.ladder.tasks.sweep", 5.0),
    "advance-experiments": ("arena.experiments.tasks.sweep", 30.0),
}

SCHEDULE = {name: {"task": task, "schedule": seconds} for name, (task, seconds) in PERIODIC.items()}
