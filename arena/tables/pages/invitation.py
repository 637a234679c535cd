"""The invitation to a table: its link, and the link as a QR code."""

import io

import segno
from django.http import HttpRequest

from arena.tables.models import Table


def link(request: HttpRequest, table: Table) -> str:
    return request.build_absolute_uri(table.get_absolute_url())


def qr_code(address: str) -> bytes:
    """An SVG picture of the address, black on white, because cameras read it best."""
    picture = io.BytesIO()
    segno.make(address, micro=False, error="m").save(
        picture, kind="svg", scale=4, border=3, dark="#000", light="#fff", xmldecl=False
    )
    return picture.getvalue()
