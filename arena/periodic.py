"""What is done again and again: by Celery's beat, or by a thread of the embedded arena.

Each task does nothing where there is nothing to do, and may run anywhere at any time.
"""

# Task by name, and how many seconds lie between two runs.
PERIODIC = {
    "arena.matches.tasks.sweep": 10.0,
    "arena.tournaments.tasks.sweep": 30.0,
    "arena.ratings.tasks.sweep": 10.0,
    "arena.ladder.tasks.sweep": 5.0,
}

SCHEDULE = {name: {"task": name, "schedule": seconds} for name, seconds in PERIODIC.items()}
