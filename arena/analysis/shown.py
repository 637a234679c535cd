"""What a page or a program is shown of the analysis of a game."""

from typing import Any

from arena.analysis import queue
from arena.analysis.models import Analysis
from arena.analysis.subjects import Subject

Json = dict[str, Any]


def analysis_of(subject: Subject) -> tuple[str, Analysis | None]:
    """The present version of who analyses the game, and its analysis if there is one: by this
    version, or else the latest that is done. Raises AnalysisError."""
    version = subject.check()
    analyses = subject.analyses().light().order_by("-id")
    current = analyses.filter(version=version).first()
    if current is not None and current.state == Analysis.State.DONE:
        return version, current
    older = analyses.filter(state=Analysis.State.DONE).first()
    return version, current or older


def as_json(analysis: Analysis | None, version: str, address: str) -> Json:
    """As AnalysisSerializer describes it. `address`: that of the page."""
    if analysis is None:
        found: Json = {"state": "none", "position": None, "percent": 0, "version": version}
        return found | {"reason": "", "url": address, "result": None}
    return {
        "state": str(analysis.state),
        "position": queue.position(analysis),
        "percent": analysis.percent,
        "version": analysis.version,
        "reason": analysis.error,
        "url": address,
        "result": analysis.content or None,
    }
