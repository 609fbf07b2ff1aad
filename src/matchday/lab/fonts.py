"""The product's fonts, put into pages that stand alone. They come with the browser's client where it has been built,
and their licence (SIL OFL 1.1) lets anybody put them into a document; without the client a page has the system's.
"""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path

import matchday

CLIENT = Path(matchday.__file__).parent / "server" / "static" / "assets"
EXTENDED = "latin-ext"
FACES = (
    ("Sofia Sans Extra Condensed", 900, "latin"),
    ("Sofia Sans Extra Condensed", 900, EXTENDED),
    ("Sofia Sans Condensed", 500, "latin"),
    ("Sofia Sans Condensed", 500, EXTENDED),
    ("Sofia Sans Condensed", 700, "latin"),
    ("Source Serif 4", 400, "latin"),
)
"""What a page uses: letters with strokes and tails are files of their own."""
RANGE = "unicode-range:U+0100-02BA,U+1E00-1EFF;"


def font_faces() -> str:
    """Write the fonts as rules of a style sheet, the files in them."""
    return "".join(
        f'@font-face{{font-family:"{family}";font-weight:{weight};{RANGE * (letters == EXTENDED)}'
        f'src:url("data:font/woff2;base64,{b64encode(path.read_bytes()).decode()}") format("woff2")}}'
        for family, weight, letters in FACES
        for path in CLIENT.glob(f"{family.lower().replace(' ', '-')}-{letters}-{weight}-normal-*.woff2")
    )
