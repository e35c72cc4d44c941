"""Numbers as people write and read them: one parser for every route, one text to read, one exact text.

What may be written in a cell, a settings field, on the command line and (cell by cell) in a pasted block:

    number   = product
    product  = signed { ("*" | "/") signed }
    signed   = [ "+" | "-" ] atom
    atom     = decimal | "pi" | "π" | "inf" | "infinity" | "∞" | "nan"
             | "sqrt" "(" product ")" | "√" atom | "(" product ")"
    decimal  = ( digits [ "." [ digits ] ] | "." digits ) [ "e" [ "+" | "-" ] digits ]

Capital letters mean the same as small ones; spaces may stand around every part. The typographic minus
(U+2212), dashes and hyphens are minus signs, × ÷ ⁄ are * and /, full-width characters are their plain twins,
"。" is a point, and decimal digits of every script count (superscripts and ½ don't: 10² must not become 102).

The point is the decimal mark in every locale. Commas, underscores and other separators are refused, with the
text to write instead. Nothing is run as code; length and nesting are bounded. A decimal becomes the nearest
double, products and roots round as doubles do; what is too large for a double is refused, never made ∞.
"""

from __future__ import annotations

import math
import re
import unicodedata
from typing import NoReturn, SupportsFloat

import numpy as np

from .problem import QT_TRANSLATE_NOOP, Problem

LONGEST = 256  # characters of one number; the longest `exact` text has 24
DEEPEST = 16  # brackets and roots inside each other

_EMPTY = QT_TRANSLATE_NOOP("core", "Nothing is written. Write a number such as -1.5, 1e-3, 1/2 or sqrt(2).")
_LONG = QT_TRANSLATE_NOOP("core", "The text has {length} characters; a number has at most {limit}.")
_DEEP = QT_TRANSLATE_NOOP("core", "“{found}” nests brackets and roots too deeply: at most {limit}.")
_FOREIGN = QT_TRANSLATE_NOOP("core", "“{found}” has “{part}” ({code}). Use digits, a point, e + - * / √ ( ).")
_UNKNOWN = QT_TRANSLATE_NOOP("core", "“{found}” is not a number. Use digits or the words pi, sqrt, inf, nan.")
_TWO = QT_TRANSLATE_NOOP("core", "“{found}” is not one number. Write digits with at most one point: 1.5.")
_EXPONENT = QT_TRANSLATE_NOOP("core", "In “{found}”, digits are missing after e. Write it as in 1e-3.")
_COMMA = QT_TRANSLATE_NOOP("core", "“{found}” has a comma. Write {pointed}, with a point.")
_UNCLEAR = QT_TRANSLATE_NOOP("core", "“{found}” has a comma. Write {pointed}, with a point, or {bare}.")
_GROUPS = QT_TRANSLATE_NOOP("core", "“{found}” has separators between digits. Write {bare} without them.")
_MORE = QT_TRANSLATE_NOOP("core", "In “{found}”, write * or / before “{part}”, or leave it out.")
_INSTEAD = QT_TRANSLATE_NOOP("core", "In “{found}”, a number is needed in place of “{part}”.")
_ENDS = QT_TRANSLATE_NOOP("core", "“{found}” ends too early. A number must follow, as in -1, 1/2, sqrt(2).")
_ROOT = QT_TRANSLATE_NOOP("core", "In “{found}”, brackets must follow sqrt, as in sqrt(2).")
_OPEN = QT_TRANSLATE_NOOP("core", "In “{found}”, a bracket is open. Close it with “)”.")
_NEGATIVE = QT_TRANSLATE_NOOP("core", "“{found}” is a root of a negative number. Only 0 and above have one.")
_ZERO = QT_TRANSLATE_NOOP("core", "“{found}” is a division by zero. Write inf to mean infinity.")
_UNDEFINED = QT_TRANSLATE_NOOP("core", "“{found}” has no value (0·∞ or ∞/∞). Write nan to mean NaN.")
_LARGE = QT_TRANSLATE_NOOP("core", "“{found}” is too large (above 1.79e308). Write inf to mean infinity.")

_NAMES = {"pi": math.pi, "π": math.pi, "inf": math.inf, "infinity": math.inf, "∞": math.inf, "nan": math.nan}

_PLAIN = str.maketrans(
    {
        **dict.fromkeys("−‐‑‒–—﹣", "-"),
        **dict.fromkeys("×✕", "*"),
        **dict.fromkeys("÷∕⁄", "/"),
        **dict.fromkeys("。｡", "."),
        **dict.fromkeys("\u2018\u2019", "'"),
        # Marks without width come along from web pages; as a space, one between two digits is still refused.
        **dict.fromkeys("\u200b\u200e\u200f\u2060\ufeff", " "),
        **{chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},  # full-width ！ to ～
    }
)

# A number token takes in all that may have been meant as one number, so that "1 234", "1,5" and "1..2" are
# answered as a whole. A word takes letters of every language, and superscripts, to name them when refusing.
_TOKEN = re.compile(
    r"""(?P<number> [0-9.,'_] (?: [0-9.,'_ ]* [0-9.,'_] )? (?: e (?![a-z]) [+-]? [0-9.,'_]* )? )
      | (?P<word> [^\W\d_]+ | ∞ )
      | (?P<mark> [-+*/()√] )
      | (?P<space> [ ]+ )""",
    re.VERBOSE | re.IGNORECASE,
)
_DECIMAL = re.compile(r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?", re.IGNORECASE)
_COMMON = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?", re.IGNORECASE)
_COMMA_DECIMAL = re.compile(r"[0-9]*,[0-9]+(?:e[+-]?[0-9]+)?", re.IGNORECASE)
_GROUPED = re.compile(r"[1-9][0-9]{0,2}([, '])[0-9]{3}(?:\1[0-9]{3})*(?:\.[0-9]*)?(?:e[+-]?[0-9]+)?", re.I)
_POINT_GROUPED = re.compile(r"[1-9][0-9]{0,2}(?:\.[0-9]{3})+,[0-9]+")


def parse_number(text: str) -> float:
    """Return the double that `text` means by the grammar of this module; raise Problem if it means none.

    `parse_number(exact(x))` is x, bit for bit (NaN gives NaN). The same text means the same in every locale.
    An empty text is refused, not 0.
    """
    if len(text) <= LONGEST and _COMMON.fullmatch(text):  # nearly all of a pasted block, ten times faster
        value = float(text)
        if not math.isinf(value):
            return value
    reader = _Reader(text)
    value = reader.product()
    reader.finish()
    return value


class _Reader:
    """Recursive descent over the tokens of one number, by the grammar of this module.

    A block reader splits its text into cells, turns decimal commas into points where the block is known to
    have them, and hands each cell to a reader: nothing here knows about tabs, lines or locales.
    """

    def __init__(self, text: str) -> None:
        text = text.strip()
        self.found = "".join(map(_visible, text[:LONGEST]))
        self.depth = 0
        if len(text) > LONGEST:
            self._refuse(_LONG, length=len(text), limit=LONGEST)
        self.tokens = self._split(_plain(text))[::-1]  # the last first: `pop` takes them in reading order
        if not self.tokens:
            self._refuse(_EMPTY)

    def _refuse(self, template: str, **values: object) -> NoReturn:
        raise Problem(template, found=self.found, **values)

    def _split(self, text: str) -> list[tuple[str, str]]:
        """Return kind ("number", "word" or "mark") and text of each token."""
        at, tokens = 0, []
        while at < len(text):
            token = _TOKEN.match(text, at)
            if token is None:
                self._refuse(_FOREIGN, part=_visible(text[at]), code=f"U+{ord(text[at]):04X}")
            at = token.end()
            if token.lastgroup and token.lastgroup != "space":
                tokens.append((token.lastgroup, token.group()))
        return tokens

    def _take(self, *wanted: str) -> str:
        """Take the next token and return its text if that is one of `wanted`; else leave it and return ""."""
        return self.tokens.pop()[1] if self.tokens and self.tokens[-1][1] in wanted else ""

    def finish(self) -> None:
        """Refuse what is left after a whole product."""
        if self.tokens:
            self._refuse(_MORE, part=self.tokens[-1][1])

    def product(self) -> float:
        value = self._signed()
        while operator := self._take("*", "/"):
            value = self._combine(operator, value, self._signed())
        return value

    def _combine(self, operator: str, left: float, right: float) -> float:
        if operator == "/" and right == 0:
            self._refuse(_ZERO)
        result = left * right if operator == "*" else left / right
        if math.isnan(result) and not (math.isnan(left) or math.isnan(right)):
            self._refuse(_UNDEFINED)
        if math.isinf(result) and not (math.isinf(left) or math.isinf(right)):
            self._refuse(_LARGE)
        return result

    def _signed(self) -> float:
        return -self._atom() if self._take("+", "-") == "-" else self._atom()

    def _atom(self) -> float:
        if not self.tokens:
            self._refuse(_ENDS)
        kind, part = self.tokens.pop()
        name = part.lower()
        if kind == "number":
            return self._decimal(part)
        if name in _NAMES:
            return _NAMES[name]
        if part == "(":
            return self._inside()
        if part == "√":
            self._descend()
            value = self._atom()
            self.depth -= 1
            return self._root(value)
        if name == "sqrt":
            if not self._take("("):
                self._refuse(_ROOT)
            return self._root(self._inside())
        self._refuse(_UNKNOWN if kind == "word" else _INSTEAD, part=part)

    def _inside(self) -> float:
        """Return the product up to a closing bracket, and take that; the opening one has been taken."""
        self._descend()
        value = self.product()
        self.depth -= 1
        if not self._take(")"):
            self.finish()
            self._refuse(_OPEN)
        return value

    def _descend(self) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            self._refuse(_DEEP, limit=DEEPEST)

    def _root(self, value: float) -> float:
        if value < 0:
            self._refuse(_NEGATIVE)
        return math.sqrt(value)

    def _decimal(self, part: str) -> float:
        """Return the double nearest to a decimal, or say how to write what was probably meant."""
        if _DECIMAL.fullmatch(part):
            value = float(part)
            if math.isinf(value):
                self._refuse(_LARGE)
            return value
        if part.lower().rstrip("+-").endswith("e"):
            self._refuse(_EXPONENT)
        bare = re.sub(r"[,'_ ]", "", part)
        if _COMMA_DECIMAL.fullmatch(part):
            template = _UNCLEAR if _GROUPED.fullmatch(part) else _COMMA
            self._refuse(template, pointed=part.replace(",", "."), bare=bare)
        if _GROUPED.fullmatch(part) or ("_" in part and _DECIMAL.fullmatch(bare)):
            self._refuse(_GROUPS, bare=bare)
        if _POINT_GROUPED.fullmatch(part):
            self._refuse(_GROUPS, bare=part.replace(".", "").replace(",", "."))
        self._refuse(_TWO)


def _visible(character: str) -> str:
    return character if character.isprintable() else " " if character.isspace() else "\ufffd"


def _plain(text: str) -> str:
    """Replace each character that only looks different by its ASCII twin; leave all others alone.

    NFKC as a whole would be wrong: it makes 102 of 10² and 11/2 of 1½.
    """
    return "".join(_plain_digit(character) for character in text.translate(_PLAIN))


def _plain_digit(character: str) -> str:
    digit = unicodedata.decimal(character, None)
    return str(digit) if digit is not None else " " if character.isspace() else character


def show(value: SupportsFloat, decimals: int = 2, *, significant: bool = False) -> str:
    """Return `value` rounded for reading, at most max(7, decimals + 5) characters wide.

    The value is first rounded to 12 significant digits, so that executors that differ in the last bits show
    the same, then half away from zero, as on paper: 0.125 is 0.13. The minus is U+2212, never before a zero.
    Decimals that don't fit are left out (−1234.6); from a million on the form is scientific, without
    zeros at the end (1.2e9). NaN is "NaN", infinities are "∞" and "−∞". A tiny value shows as 0.00.

    With `significant`, `decimals` counts significant digits, zeros at the end are dropped, digits before the
    point are all kept, and below 0.001 the form is scientific as well: 0.7967, 12, −3e−7.
    """
    number = float(value)
    if not math.isfinite(number):
        return "NaN" if math.isnan(number) else "∞" if number > 0 else "−∞"
    size, sign = abs(number), "−" if number < 0 else ""
    if size < 999 and decimals <= 4 and not significant and abs(size * 10**decimals % 1 - 0.5) > 1e-3:
        text = f"{size:.{decimals}f}"  # far from a tie every rounding agrees, and a frame has many cells
        return sign + text if text.strip("0.") else text
    text = f"{size:.11e}"
    digits, exponent = int(text[0] + text[2:13]), int(text[14:])
    width = max(7, decimals + 5) - len(sign)
    if exponent < 6 and (exponent >= -3 or not significant):
        text = _fixed(digits, exponent, decimals - 1 - exponent if significant else decimals, width)
        if len(text.partition(".")[0]) <= 6:
            text = _without_zeros(text) if significant else text
            return sign + text if text.strip("0.") else text
    power = f"e{exponent}"
    text = _fixed(digits, 0, decimals - significant, width - len(power))
    if text.startswith("10"):  # 9.99… rounded up
        text, power = "1", f"e{exponent + 1}"
    return sign + _without_zeros(text) + power.replace("-", "−")


def _fixed(digits: int, exponent: int, places: int, width: int) -> str:
    """Write d.ddddddddddd·10^exponent, given its 12 `digits`, with `places` decimals or as many as fit."""
    for kept in range(max(0, places), -1, -1):
        shift = 11 - exponent - kept  # digits to round away; 13 take all of them
        count = (2 * digits // 10 ** min(shift, 13) + 1) // 2 if shift > 0 else digits * 10**-shift
        text = f"{count:0{kept + 1}d}"
        text = f"{text[:-kept]}.{text[-kept:]}" if kept else text
        if len(text) <= width:
            break
    return text


def _without_zeros(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text


def exact(value: SupportsFloat) -> str:
    """Return the shortest text that `parse_number` reads back bit for bit: for editors, files, clipboard.

    The minus is ASCII and the forms are Python's: "1.0", "-0.0", "1e-05", "inf", "nan". A NumPy float32 gets
    the shortest text that rounds back to that float32: 0.1, not 0.10000000149011612.
    """
    return str(value) if isinstance(value, np.float32) else repr(float(value))


def plain(value: SupportsFloat) -> str:
    """Return `exact` without ".0" at the end, as settings are written: "2", "1e-05"."""
    return exact(value).removesuffix(".0")
