"""What a sandbox has at hand for its bots: runtimes, system call filters, control groups."""

import os
from collections.abc import Iterable
from dataclasses import replace

from referee.programs.languages import PYTHON, Language, languages
from referee.programs.policy import DEFAULT_POLICY, Policy
from referee.programs.runtimes import NoRuntime, Runtime, runtime_of
from referee.sandbox import seccomp
from referee.sandbox.advice import CGROUP
from referee.sandbox.cgroups import Cgroup, Cgroups, NoCgroups, find_cgroups
from referee.sandbox.errors import NoSandbox, no_sandbox


class Resources:
    """Of one process; shared by its threads and by the processes forked from it."""

    def __init__(self, policy: Policy = DEFAULT_POLICY, *, shared_host: bool = False) -> None:
        """`policy` is Python's. `shared_host`: there are no namespaces around the bots.

        Raises NoSandbox where not even Python runs.
        """
        self._for_others = os.geteuid() == 0
        self._shared_host = shared_host
        self.languages = languages()
        if policy != DEFAULT_POLICY:
            self.languages[PYTHON.name] = replace(PYTHON, policy=policy)
        self._cgroups: Cgroups | NoCgroups | None = None
        self.policy = self.runtime(PYTHON.name).language.policy

    def runtime(self, name: str) -> Runtime:
        """How programs of this kind run here. Raises NoSandbox if they do not."""
        if name not in self.languages:
            raise no_sandbox(
                f"no kind of programs {name!r} is known here", "See GOAT_RUNTIMES_FILE."
            )
        language = self.languages[name]
        try:
            runtime = runtime_of(language, self._for_others)
        except NoRuntime as error:
            raise no_sandbox(error.problem, error.advice) from None
        if language.policy.processes and self._shared_host:
            raise no_sandbox(
                f"programs of the kind {name} start processes, which nothing would end here",
                "Tier A or A2 is needed for them.",
            )
        if language.policy.cgroup:
            self._groups(language)
        return runtime

    def refusals(self, names: Iterable[str] | None = None) -> dict[str, str]:
        """Of these kinds of programs, all by default: why some do not run here."""
        refused = {}
        for name in self.languages if names is None else names:
            try:
                self.runtime(name)
            except NoSandbox as error:
                refused[name] = str(error)
        return refused

    def filter(self, runtime: Runtime, partners: bool = False) -> bytes:
        """What a bot of this kind may call. `partners`: see Sandbox. Raises NoSandbox."""
        language = runtime.language
        processes = language.policy.processes
        # A program that brings its own C library may need them: musl's does, for threads.
        shared_futexes = processes or not (language.command or language.name == PYTHON.name)
        # Other languages do not even start without pipes and threads.
        apart = partners and language.name == PYTHON.name
        return seccomp.build(processes, self._shared_host, shared_futexes, apart)

    def group(self, runtime: Runtime) -> Cgroup | None:
        """A group for one bot, if its policy wants one. Raises OSError."""
        policy = runtime.language.policy
        return self._groups(runtime.language).make(policy) if policy.cgroup else None

    def cgroups(self) -> Cgroups | NoCgroups:
        """Where groups can be made, or why not; looked for once, when first asked."""
        if self._cgroups is None:
            try:
                self._cgroups = find_cgroups()
            except NoCgroups as error:
                self._cgroups = error
        return self._cgroups

    def _groups(self, language: Language) -> Cgroups:
        found = self.cgroups()
        if isinstance(found, NoCgroups):
            raise no_sandbox(
                f"programs of the kind {language.name} need a control group, for nothing else "
                f"bounds their memory, and here {found}",
                CGROUP,
            )
        return found
