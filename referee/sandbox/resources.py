"""What a sandbox needs to start bots: runtimes, system call filters, cgroups."""

import os
from dataclasses import replace

from referee.programs.languages import BUILD_IT, PYTHON, Language, languages
from referee.programs.package_sets import hold
from referee.programs.policy import DEFAULT_POLICY, Policy
from referee.programs.runtimes import NoRuntime, Runtime, runtime_of
from referee.sandbox import seccomp
from referee.sandbox.advice import CGROUP
from referee.sandbox.cgroup_discovery import NoCgroups, find_cgroups
from referee.sandbox.cgroups import Cgroup, Cgroups
from referee.sandbox.errors import no_sandbox


class Resources:
    """The resources of one process, shared by its threads and by processes forked from it."""

    def __init__(self, policy: Policy = DEFAULT_POLICY, *, shared_host: bool = False) -> None:
        """`policy` is that of Python. `shared_host`: bots are not in namespaces.

        Raises NoSandbox if not even Python runs.
        """
        self._for_others = os.geteuid() == 0
        self._shared_host = shared_host
        self.moves_packages = True  # to the same path everywhere
        self.languages = languages()
        if policy != DEFAULT_POLICY:
            self.languages[PYTHON.name] = replace(PYTHON, policy=policy)
        self._cgroups: Cgroups | NoCgroups | None = None
        self.policy = self.runtime(PYTHON.name).language.policy

    def runtime(self, name: str) -> Runtime:
        """How programs in the language of this name run. Raises NoSandbox if they cannot."""
        if name not in self.languages:
            if name.startswith(f"{PYTHON.name}-"):
                advice = BUILD_IT.format(name=name)
                raise no_sandbox(
                    f"the packages of {name!r} are not on this machine",
                    f"{advice[0].upper()}{advice[1:]}, or name their folder in GOAT_RUNTIMES.",
                )
            raise no_sandbox(f"unknown language {name!r}", "Add it in GOAT_RUNTIMES_FILE.")
        language = self.languages[name]
        try:
            runtime = runtime_of(language, self._for_others, self.moves_packages)
        except NoRuntime as error:
            raise no_sandbox(error.problem, error.advice) from None
        if language.packages is not None:
            hold(language.packages)
        if language.policy.processes and self._shared_host:
            raise no_sandbox(
                f"{name} programs start other processes, which this sandbox could not end",
                "They need tier A or A2.",
            )
        if language.policy.cgroup:
            self._cgroups_for(language)
        return runtime

    def filter(self, runtime: Runtime, *, host_links: bool = False) -> bytes:
        """The system call filter for a bot. `host_links`: it can follow symbolic links of the host.
        Raises NoSandbox."""
        language = runtime.language
        processes = language.policy.processes
        # A program may bring its own C library, and musl needs them for threads.
        shared_futexes = processes or not (language.command or language.is_python)
        # Other languages do not start without pipes and threads, and Node not without lstat.
        apart = language.is_python
        host_links = host_links and apart
        return seccomp.build(processes, self._shared_host, shared_futexes, apart, host_links)

    def cgroup(self, runtime: Runtime) -> Cgroup | None:
        """A new cgroup for one bot, if its policy asks for one. Raises NoSandbox and OSError."""
        policy = runtime.language.policy
        return self._cgroups_for(runtime.language).make(policy) if policy.cgroup else None

    def cgroups(self) -> Cgroups | NoCgroups:
        """Where cgroups can be made, or why they cannot; tried once, at the first call."""
        if self._cgroups is None:
            try:
                self._cgroups = find_cgroups()
            except NoCgroups as error:
                self._cgroups = error
        return self._cgroups

    def _cgroups_for(self, language: Language) -> Cgroups:
        found = self.cgroups()
        if isinstance(found, NoCgroups):
            raise no_sandbox(
                f"{language.name} programs need a cgroup, since nothing else limits their memory, "
                f"and there are none: {found}",
                CGROUP,
            )
        return found
