"""What is done again and again: by Celery's beat, or by a thread of the embedded arena.

Each task does nothing where there is nothing to do, and may run anywhere at any time.
"""

# By name, the task and how many seconds lie between two runs.
PERIODIC = {
    "sweep": ("arena.matches.tasks.sweep", 10.0),
    "finish-tournaments": ("arena.tournaments.tasks.sweep", 30.0),
    "refresh-ratings": ("arena.ratings.tasks.sweep", 10.0),
    "schedule-ladder": ("arena.ladder.tasks.sweep", 5.0),
    "advance-experiments": ("arena.experiments.tasks.sweep", 30.0),
}

SCHEDULE = {name: {"task": task, "schedule": seconds} for name, (task, seconds) in PERIODIC.items()}
