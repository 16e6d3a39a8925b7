"""The web application of the form."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qsl, quote

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from simplifier.base.errors import InputError
from simplifier.evaluation.ratings.answers import add_answers, rater_name, read_answers
from simplifier.evaluation.ratings.form.pages import (
    done_page,
    field_name,
    page_address,
    rating_page,
    start_page,
)
from simplifier.evaluation.ratings.scale import ASPECTS, Marks, marks_of
from simplifier.evaluation.ratings.sheets import Item, ratings_folder, read_items
from simplifier.web.files import page_file
from simplifier.web.guard import Guard, read_body, refused
from simplifier.web.metrics import Metrics
from simplifier.web.refusal import Refusal

__all__ = ["build_form"]

#: The headers of the server, except that browsers may send a form here, and then say from which page.
_HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "same-origin",
}
#: Most bytes of a form that is sent; ten questions need less than one thousand.
_MOST: Final = 1 << 18
_OURS: Final = "simplifier.evaluation.ratings.form"
_SHARED: Final = "simplifier.web"


def build_form(folder: Path, hosts: tuple[str, ...] = ()) -> Starlette:
    """Return the application.

    Only one process may serve a folder. Answers are written in the order in which they come, each page as a whole.

    Args:
        folder: the folder of the sheets; answers go into its folder ``ratings``.
        hosts: host names under which the application may be called; empty for any.

    Raises:
        InputError: there are no sheets.
        FormatError: the sheets are not valid.
    """
    desk = _Desk(folder)
    routes = [
        Route("/", desk.welcome),
        Route("/start", desk.start, methods=["POST"]),
        Route("/rate/{rater}", desk.resume),
        Route("/rate/{rater}/{page:int}", desk.show),
        Route("/rate/{rater}/{page:int}", desk.save, methods=["POST"]),
        Route("/done/{rater}", desk.done),
        *(Route(f"/page/{name}", page_file(_SHARED, name)) for name in ("style.css", "icon.svg")),
        *(Route(f"/page/{name}", page_file(_OURS, name)) for name in ("rate.css", "rate.js")),
    ]
    guard = Middleware(Guard, metrics=Metrics(), paths=[], token=None, hosts=hosts)
    failures: dict[Any, Any] = {Refusal: _on_refusal, HTTPException: _on_http, InputError: _on_input}
    return Starlette(routes=routes, middleware=[guard], exception_handlers=failures)


class _Desk:
    """The handlers of all requests."""

    def __init__(self, folder: Path) -> None:
        self._folder = ratings_folder(folder)
        items = read_items(folder)
        self._items = {item.id: item for item in items}
        numbers = sorted({item.page for item in items})
        self._pages = [[item for item in items if item.page == number] for number in numbers]

    async def welcome(self, _: Request) -> Response:
        """Show the page that asks for the rater's name."""
        return _html(start_page())

    async def start(self, request: Request) -> Response:
        """Check the name, and lead to the rater's pages."""
        given = (await _form(request)).get("rater", "")
        rater = rater_name(given)
        if rater is None:
            problem = "A name has letters, digits and hyphens, 40 at most; please write another."
            return _html(start_page(problem, given), 422)
        return _see(f"/rate/{quote(rater)}")

    async def resume(self, request: Request) -> Response:
        """Lead to the first page that the rater has not rated."""
        return self._go_on(_rater(request))

    async def show(self, request: Request) -> Response:
        """Show a page with the answers so far."""
        rater, number, items = self._place(request)
        marks = {
            field_name(self._items[item], aspect): str(mark)
            for item, own in self._answers(rater).items()
            for aspect, mark in zip(ASPECTS, own, strict=True)
        }
        return _html(rating_page(rater, items, (number, len(self._pages)), marks))

    async def save(self, request: Request) -> Response:
        """Keep the answers of a page, unless one is missing."""
        rater, number, items = self._place(request)
        given = await _form(request)
        answers: dict[str, Marks] = {}
        for item in items:
            marks = marks_of((*(given.get(field_name(item, aspect), "") for aspect in ASPECTS),))
            if marks is not None:
                answers[item.id] = marks
        open_ones = [str(place) for place, item in enumerate(items, 1) if item.id not in answers]
        if open_ones:
            problem = f"Not saved: please answer every question about version {', '.join(open_ones)}."
            return _html(rating_page(rater, items, (number, len(self._pages)), given, problem), 422)
        self._folder.mkdir(exist_ok=True)
        add_answers(self._path(rater), answers)
        return self._go_on(rater, number)

    async def done(self, request: Request) -> Response:
        """Show the last page, or lead back if a page is not rated."""
        rater = _rater(request)
        if self._first_open(rater, 0) is not None:
            return self._go_on(rater)
        return _html(done_page(rater, len(self._pages)))

    def _go_on(self, rater: str, after: int = 0) -> Response:
        """Lead to the next page after ``after`` that is not rated, otherwise to the first such page or to the end."""
        number = self._first_open(rater, after)
        return _see(f"/done/{quote(rater)}" if number is None else page_address(rater, number))

    def _first_open(self, rater: str, after: int) -> int | None:
        rated = self._answers(rater)
        numbers = [
            number for number, items in enumerate(self._pages, start=1) if any(item.id not in rated for item in items)
        ]
        return next((number for number in numbers if number > after), min(numbers, default=None))

    def _place(self, request: Request) -> tuple[str, int, list[Item]]:
        rater, number = _rater(request), int(request.path_params["page"])
        if not 1 <= number <= len(self._pages):
            raise Refusal(404, f"there are {len(self._pages)} pages")
        return rater, number, self._pages[number - 1]

    def _answers(self, rater: str) -> dict[str, Marks]:
        path = self._path(rater)
        return read_answers(path, self._items) if path.exists() else {}

    def _path(self, rater: str) -> Path:
        return self._folder / f"{rater}.tsv"


def _rater(request: Request) -> str:
    given = str(request.path_params["rater"])
    if rater_name(given) != given:
        raise Refusal(404, "no such rater; begin at the first page")
    return given


async def _form(request: Request) -> dict[str, str]:
    """Return the fields of a form that was sent from our own page.

    Raises:
        Refusal: 403 for a form from another site, 413 for one that is too long.
    """
    origin = request.headers.get("origin")
    if origin is not None and origin != f"http://{request.headers.get('host', '')}":
        raise Refusal(403, "the form was sent from another site")
    body = await read_body(request, _MOST)
    return dict(parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True))


def _html(page: str, status: int = 200) -> Response:
    return HTMLResponse(page, status, _HEADERS)


def _see(address: str) -> Response:
    return RedirectResponse(address, 303, _HEADERS)


async def _on_refusal(request: Request, refusal: Any) -> Response:
    return refused(request.url.path, refusal)


async def _on_http(request: Request, error: Any) -> Response:
    return refused(request.url.path, Refusal(error.status_code, error.detail))


async def _on_input(request: Request, error: Any) -> Response:
    """Answer with what is wrong with the files."""
    return refused(request.url.path, Refusal(500, str(error)))
