"""What is refused, with a code for programs, a message for people, and an HTTP status."""


class AnalysisError(Exception):
    """Nothing has changed. `message` says why, and what to do; `wait`: seconds, if that helps."""

    def __init__(
        self, code: str, message: str, status: int = 409, *, wait: int | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status
        self.wait = wait
