"""Poorer machines: what a common container takes away."""

# A script that does what Docker's default seccomp profile does.
DENY_NAMESPACES = """
import errno, pyseccomp
rules = pyseccomp.SyscallFilter(pyseccomp.ALLOW)
deny = pyseccomp.ERRNO(errno.EPERM)
flags = pyseccomp.Arg(0, pyseccomp.MASKED_EQ, 0x10000000, 0x10000000)
rules.add_rule(deny, "clone", flags)
rules.add_rule(deny, "unshare", flags)
rules.add_rule(pyseccomp.ERRNO(errno.ENOSYS), "clone3")
rules.load()
"""
# Docker's, without the option --privileged.
CAPABILITIES = """
    CHOWN DAC_OVERRIDE FSETID FOWNER MKNOD NET_RAW SETGID SETUID SETFCAP SETPCAP NET_BIND_SERVICE
    SYS_CHROOT KILL AUDIT_WRITE
""".split()
