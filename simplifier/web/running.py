"""Listening, serving, and stopping without cutting off requests."""

from __future__ import annotations

import ipaddress
import logging
import signal
import socket
from dataclasses import dataclass
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from simplifier.base.errors import ConfigError
from simplifier.base.terminal import say
from simplifier.web.connections import MOST_CONNECTIONS, patient_for

__all__ = ["Access", "check_access", "is_loopback", "listen", "serve_app"]

_LOCAL: Final = ("localhost", "127.0.0.1", "[::1]")


@dataclass(frozen=True, slots=True)
class Access:
    """The rules for who may ask.

    Attributes:
        token: the token that requests must have; None for none.
        hosts: the host names under which the server may be called; empty for any.
        origin: the origin of other sites whose pages may read the answers; ``*`` for all, None for none.
    """

    token: str | None = None
    hosts: tuple[str, ...] = ()
    origin: str | None = None


def is_loopback(host: str) -> bool:
    """Return True if only this machine can reach a host."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def check_access(host: str, token: str | None, origin: str | None) -> Access:
    """Return the rules for who may ask.

    Raises:
        ConfigError: the token is not printable ASCII, or other machines could ask without one.
    """
    if token is not None and (not token or not token.isascii() or not token.isprintable() or " " in token):
        raise ConfigError("--token must be printable ASCII without spaces, and not empty")
    if is_loopback(host):
        shown = f"[{host}]" if ":" in host else host.lower()
        return Access(token, (*_LOCAL, shown), origin)
    if token is None:
        raise ConfigError(f"--host {host} lets other machines ask; give a --token, or leave out --host")
    return Access(token, (), origin)


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that is bound but does not accept connections yet.

    Raises:
        ConfigError: there is no such host, or the port is taken.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        found = socket.socket(family, kind, protocol)
        try:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            found.bind(address)
        except OSError:
            found.close()
            raise
    except OSError as error:
        reason = error.strerror or str(error)
        raise ConfigError(f"cannot listen at {host}, port {port}: {reason}; choose another --port") from None
    return found


def serve_app(bound: socket.socket, app: ASGIApp, seconds: float, logged: bool) -> None:
    """Answer requests until SIGINT or SIGTERM; requests that have begun are finished.

    Args:
        bound: the bound socket.
        app: the application that answers.
        seconds: the longest time of a request.
        logged: True to write a line about every request, without its text, to standard error.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    log = logging.getLogger("simplifier.server")
    log.addHandler(handler)
    log.setLevel(logging.INFO if logged else logging.ERROR)
    settings = uvicorn.Config(
        app,
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        http=patient_for(seconds),
        ws="none",
        limit_concurrency=2 * MOST_CONNECTIONS,
        timeout_graceful_shutdown=int(seconds) + 1,
    )
    server = uvicorn.Server(settings)

    def leave(*_: object) -> None:
        server.should_exit = True

    # While it runs, uvicorn handles these signals. At its end it raises them again, for the handlers set here.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, leave)
    bound.listen(MOST_CONNECTIONS)
    host, port = bound.getsockname()[:2]
    say(f"serving http://{f'[{host}]' if ':' in host else host}:{port}/ (Ctrl-C stops it)")
    server.run(sockets=[bound])
    say("stopped")
