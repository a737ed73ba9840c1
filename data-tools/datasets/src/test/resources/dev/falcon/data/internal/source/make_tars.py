"""Makes gnu.tgz, pax.tgz and ustar.tgz beside this file with Python's tarfile, as an oracle."""

import gzip
import io
import os
import tarfile

here = os.path.dirname(os.path.abspath(__file__))
LONG = "long/" + "n" * 130
for name, form in (
    ("gnu", tarfile.GNU_FORMAT),
    ("pax", tarfile.PAX_FORMAT),
    ("ustar", tarfile.USTAR_FORMAT),
):
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w", format=form) as tar:

        def add(member, content, kind=tarfile.REGTYPE, link=""):
            info = tarfile.TarInfo(member)
            info.size = len(content)
            info.type = kind
            info.linkname = link
            tar.addfile(info, io.BytesIO(content))

        add("long", b"", tarfile.DIRTYPE)
        add(("p" * 120 + "/short" if form == tarfile.USTAR_FORMAT else LONG) + ".txt", b"long name")
        add("link.txt", b"", tarfile.SYMTYPE, "elsewhere")
        add("\u00e9t\u00e9.txt", b"x" * 1024)
        add("empty.txt", b"")
        add("last.txt", b"last")
    with open(os.path.join(here, name + ".tgz"), "wb") as file:
        file.write(gzip.compress(raw.getvalue(), mtime=0))
