"""Colours: one table a theme, two colour maps, and the contrast between any two colours.

Every colour of the window and the bench comes from a `Palette`. Signed numbers lie on a diverging map with 0 in
the middle, weights from 0 to 1 on a sequential one; both run through OKLab (Ottosson 2020), in which equal steps
look equal, and in orange and blue, which red-green blindness leaves apart. A text on a cell is dark or light,
whichever the cell's luminance reads better against.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from PySide6.QtGui import QColor

READABLE = 4.5  # the least contrast of text (WCAG 2.2, level AA)
PIECE = 2**14  # numbers
STEPS = 255  # odd, so that 0 has a step of its own: the middle


@dataclass(frozen=True)
class Palette:
    """The colours of one theme, each "#rrggbb"."""

    name: str
    window: str
    panel: str
    band: str
    card: str
    edge: str
    text: str
    quiet: str
    accent: str
    accent_text: str
    accent_soft: str  # the fill behind accent text: a chosen segment, a chosen head
    # The frames of the roles, each also drawn in its own style.
    input_edge: str
    parameter_edge: str
    result_edge: str
    statistic_edge: str
    setting_edge: str
    why: str
    reach: str  # what the selected cell moves
    pin: str
    error: str
    error_soft: str
    signed: tuple[str, str, str]  # at −limit, 0, +limit
    weights: tuple[str, str]  # at 0, 1
    slope: tuple[str, str, str]  # of a gradient, at −limit, 0, +limit
    slope_edge: str  # the frame and the title line of a card that shows its gradient
    slope_text: str  # on it
    cell_dark: str
    cell_light: str
    hidden: str  # the ground and the stripes of a cell that the mask hides
    hidden_stripe: str
    odd: str  # NaN and ∞: never a colour of the maps
    odd_edge: str
    odd_text: str
    chip: str  # the label of the followed row
    chip_text: str
    hint: str
    hint_edge: str
    hint_text: str

    def __hash__(self) -> int:
        return hash((self.name, self.window, self.card))  # of the forty: this is asked for thousands of times a frame

    @property
    def dark(self) -> bool:
        return luminance(self.window) < 0.2


LIGHT = Palette(
    name="light",
    window="#f4f4f1",
    panel="#ffffff",
    band="#fbfbf9",
    card="#ffffff",
    edge="#dfdfd8",
    text="#20242c",
    quiet="#646a74",
    accent="#0f6a62",
    accent_text="#ffffff",
    accent_soft="#dcefeb",
    input_edge="#2f6fb0",
    parameter_edge="#a68c34",
    result_edge="#cfcfc8",
    statistic_edge="#8c8c85",
    setting_edge="#8a8f98",
    why="#c2185b",
    reach="#4a7c00",
    pin="#7b4bb3",
    error="#b3261e",
    error_soft="#fdecea",
    signed=("#3f8ad0", "#fbfbf9", "#e57c40"),
    weights=("#f7f9f8", "#2b9185"),
    slope=("#9a6bc0", "#fbfbf9", "#5fa344"),
    slope_edge="#3a4150",
    slope_text="#ffffff",
    cell_dark="#050608",
    cell_light="#ffffff",
    hidden="#eeeeea",
    hidden_stripe="#c3c4bf",
    odd="#f2e7fa",
    odd_edge="#8d4fc0",
    odd_text="#5b2a86",
    chip="#20242c",
    chip_text="#ffffff",
    hint="#fff4ea",
    hint_edge="#efc9a6",
    hint_text="#8c4410",
)

DARK = Palette(
    name="dark",
    window="#15171c",
    panel="#1c1f25",
    band="#1c1f25",
    card="#262a32",
    edge="#3a404a",
    text="#e9ebef",
    quiet="#a4abb7",
    accent="#55c7b8",
    accent_text="#0b1614",
    accent_soft="#1f4540",
    input_edge="#5b93cf",
    parameter_edge="#b79a4a",
    result_edge="#474e5a",
    statistic_edge="#7b8390",
    setting_edge="#8f97a5",
    why="#ff6fa3",
    reach="#b5e853",
    pin="#b18be0",
    error="#ff8a80",
    error_soft="#43211f",
    signed=("#58a0e8", "#2a2e37", "#ee8e4a"),
    weights=("#2a2e37", "#5ed6c4"),
    slope=("#b183dc", "#2a2e37", "#86c85f"),
    slope_edge="#c9cfda",
    slope_text="#15171c",
    cell_dark="#050608",
    cell_light="#ffffff",
    hidden="#1d2026",
    hidden_stripe="#5b6370",
    odd="#3b2b4d",
    odd_edge="#b18be0",
    odd_text="#e6d5fa",
    chip="#ffffff",
    chip_text="#15171c",
    hint="#3a2a1c",
    hint_edge="#6b4a2c",
    hint_text="#f3c397",
)

PALETTES = {palette.name: palette for palette in (LIGHT, DARK)}


def palette(name: str) -> Palette:
    """The palette called `name`; KeyError names the known ones."""
    if name not in PALETTES:
        raise KeyError(f"there is no theme {name!r}; the themes are {', '.join(PALETTES)}")
    return PALETTES[name]


@dataclass(frozen=True)
class Ramp:
    """A colour map in STEPS steps, with the text colour that reads on each."""

    fills: tuple[QColor, ...]
    texts: tuple[QColor, ...]

    @cached_property
    def table(self) -> np.ndarray:
        """The fills as 0xffRRGGBB, [STEPS]: for images."""
        return np.array([colour.rgb() for colour in self.fills], np.uint32)

    @cached_property
    def inks(self) -> np.ndarray:
        """The text colours as 0xffRRGGBB, [STEPS]."""
        return np.array([colour.rgb() for colour in self.texts], np.uint32)


@lru_cache(maxsize=16)
def signed_ramp(colours: Palette) -> Ramp:
    """From −limit over 0, which is exactly the middle step, to +limit."""
    return _ramp(colours.signed, colours)


@lru_cache(maxsize=16)
def slope_ramp(colours: Palette) -> Ramp:
    """The colours of gradients, others than those of numbers: from −limit over 0 to +limit."""
    return _ramp(colours.slope, colours)


@lru_cache(maxsize=16)
def weight_ramp(colours: Palette) -> Ramp:
    """From 0 to 1."""
    return _ramp(colours.weights, colours)


def signed_steps(values: np.ndarray, limit: float) -> np.ndarray:
    """Steps into the signed ramp; values [any shape] beyond ±limit (> 0) get its ends, NaN the middle."""
    if values.size > PIECE:
        return _in_pieces(values, lambda piece: signed_steps(piece, limit))
    half = STEPS // 2
    with np.errstate(over="ignore", invalid="ignore"):  # 0 of a limit so small that its inverse is ∞
        share = values * (half / limit)
    return _steps(share, -half, half, half + 0.5, half)


def weight_steps(values: np.ndarray) -> np.ndarray:
    """Steps into the weight ramp; the ends are 0 and 1, whatever the values are."""
    if values.size > PIECE:
        return _in_pieces(values, weight_steps)
    with np.errstate(over="ignore"):
        share = values * (STEPS - 1.0)
    return _steps(share, 0, STEPS - 1, 0.5, 0)


def _in_pieces(values: np.ndarray, steps: Callable[[np.ndarray], np.ndarray]) -> np.ndarray:
    """The steps of a large matrix, a piece at a time that stays in the processor's cache: twice as fast."""
    flat = values.reshape(-1)
    found = np.empty(flat.size, np.uint8)
    for k in range(0, flat.size, PIECE):
        found[k : k + PIECE] = steps(flat[k : k + PIECE])
    return found.reshape(values.shape)


def _steps(share: np.ndarray, low: int, high: int, up: float, of_nan: int) -> np.ndarray:
    """The shares kept from `low` to `high` and moved `up`, as whole numbers; in place, for a matrix may be large."""
    np.maximum(share, low, out=share)
    np.minimum(share, high, out=share)
    share += up
    if share.size and math.isnan(np.maximum.reduce(share, axis=None)):  # NaN goes through all of this
        share[np.isnan(share)] = of_nan
    return share.astype(np.uint8)


def _ramp(stops: tuple[str, ...], colours: Palette) -> Ramp:
    points = np.array([_oklab(stop) for stop in stops])
    at = np.linspace(0.0, len(stops) - 1.0, STEPS)
    mixed = np.stack([np.interp(at, np.arange(len(stops)), points[:, c]) for c in range(3)], axis=1)
    levels = _levels(mixed)
    light = _reads_light(_luminance(levels), luminance(colours.cell_dark), luminance(colours.cell_light))
    inks = QColor(colours.cell_dark), QColor(colours.cell_light)
    return Ramp(tuple(QColor(*row) for row in levels.tolist()), tuple(inks[k] for k in light.tolist()))


def text_on(fill: str, colours: Palette) -> str:
    """Light where it reads well on `fill` (on strong blue the eye prefers it to an equal dark), else dark."""
    dark, light = colours.cell_dark, colours.cell_light
    return light if _reads_light(np.array(luminance(fill)), luminance(dark), luminance(light)) else dark


def _reads_light(fills: np.ndarray, dark: float, light: float) -> np.ndarray:
    """Whether a light text reads well on fills, all by their luminances [any shape]."""
    on_light = (np.maximum(fills, light) + 0.05) / (np.minimum(fills, light) + 0.05)
    on_dark = (np.maximum(fills, dark) + 0.05) / (np.minimum(fills, dark) + 0.05)
    found: np.ndarray = on_light >= np.maximum(READABLE, 0.9 * on_dark)
    return found


def luminance(colour: str) -> float:
    """Relative luminance, 0 black to 1 white (WCAG 2.2)."""
    return float(_luminance(_parts(colour)))


def _luminance(levels: np.ndarray) -> np.ndarray:
    """Of colours [..., 3] from 0 to 255."""
    found: np.ndarray = _linear(levels) @ np.array([0.2126, 0.7152, 0.0722])
    return found


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours, 1 to 21 (WCAG 2.2)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


# Linear sRGB to cone responses, and those (after a cube root) to OKLab: Ottosson 2020.
_TO_CONES = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_TO_LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)


def _parts(colour: str) -> np.ndarray:
    """Red, green and blue of "#rrggbb", 0 to 255."""
    return np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)])


def _linear(levels: np.ndarray) -> np.ndarray:
    """Red, green and blue [..., 3] from 0 to 255 as linear light, each 0 to 1."""
    values = levels / 255
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def _oklab(colour: str) -> np.ndarray:
    return _TO_LAB @ np.cbrt(_TO_CONES @ _linear(_parts(colour)))


def _levels(lab: np.ndarray) -> np.ndarray:
    """Colours of OKLab [..., 3] as red, green and blue from 0 to 255."""
    cones = np.linalg.solve(_TO_LAB, lab[..., None]) ** 3
    light = np.linalg.solve(_TO_CONES, cones)[..., 0].clip(0.0, 1.0)
    values = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
    return np.rint(values * 255).astype(int)
