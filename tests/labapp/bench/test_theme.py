"""Colours: contrast, the two maps, and that they survive red-green blindness."""

from __future__ import annotations

import numpy as np
import pytest

from labapp.theme import (
    DARK,
    LIGHT,
    STEPS,
    Palette,
    contrast,
    luminance,
    palette,
    signed_ramp,
    signed_steps,
    slope_ramp,
    weight_ramp,
    weight_steps,
)

pytestmark = pytest.mark.usefixtures("qapp")
BOTH = pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])


def test_known_contrasts() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21.0)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast("#ffffff", "#777777") == contrast("#777777", "#ffffff")


@BOTH
def test_text_reads_on_every_colour_a_cell_can_have(colours: Palette) -> None:
    for ramp in (signed_ramp(colours), weight_ramp(colours), slope_ramp(colours)):
        for fill, ink in zip(ramp.fills, ramp.texts, strict=True):
            assert contrast(fill.name(), ink.name()) >= 4.5, fill.name()


@BOTH
@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        ("text", "card"),
        ("text", "band"),
        ("text", "window"),
        ("quiet", "card"),
        ("quiet", "band"),
        ("quiet", "window"),
        ("accent", "card"),
        ("accent", "accent_soft"),
        ("accent_text", "accent"),
        ("odd_text", "odd"),
        ("hint_text", "hint"),
        ("chip_text", "chip"),
        ("pin", "card"),
        ("error", "error_soft"),
        ("slope_text", "slope_edge"),
    ],
)
def test_words_read_on_their_ground(colours: Palette, ink: str, ground: str) -> None:
    assert contrast(getattr(colours, ink), getattr(colours, ground)) >= 4.5


@BOTH
@pytest.mark.parametrize(
    "edge", ["input_edge", "parameter_edge", "statistic_edge", "setting_edge", "odd_edge", "why", "pin", "slope_edge"]
)
def test_frames_that_mean_something_are_seen(colours: Palette, edge: str) -> None:
    assert contrast(getattr(colours, edge), colours.card) >= 3.0


@BOTH
def test_zero_is_the_middle_colour_and_signs_are_mirrored(colours: Palette) -> None:
    steps = signed_steps(np.array([[-6.0, -3.0, 0.0, 3.0, 6.0]]), 6.0)[0]
    assert steps.tolist() == [0, 64, STEPS // 2, 191, STEPS - 1] or steps.tolist() == [
        0,
        63,
        STEPS // 2,
        191,
        STEPS - 1,
    ]
    assert signed_ramp(colours).fills[STEPS // 2].name() == colours.signed[1]
    assert signed_ramp(colours).fills[0].name() == colours.signed[0]
    assert signed_ramp(colours).fills[-1].name() == colours.signed[2]


def test_weights_run_from_0_to_1_whatever_is_there() -> None:
    assert weight_steps(np.array([[0.0, 0.5, 1.0, 1.5, -1.0]])).tolist() == [[0, 127, 254, 254, 0]]


def test_what_is_no_number_is_kept_inside_the_map() -> None:
    values = np.array([[np.nan, np.inf, -np.inf, 1e300, -1e300]])
    assert signed_steps(values, 1.0).tolist() == [[STEPS // 2, STEPS - 1, 0, STEPS - 1, 0]]
    assert signed_steps(values, 1e-300).tolist() == [[STEPS // 2, STEPS - 1, 0, STEPS - 1, 0]]
    assert weight_steps(values).tolist() == [[0, STEPS - 1, 0, STEPS - 1, 0]]


@BOTH
def test_each_half_of_the_signed_map_goes_one_way_in_lightness(colours: Palette) -> None:
    for ramp in (signed_ramp(colours), slope_ramp(colours)):
        lightness = np.array([luminance(fill.name()) for fill in ramp.fills])
        middle = STEPS // 2
        way = -1.0 if colours is LIGHT else 1.0  # light: from white down; dark: from the ground up
        assert (np.diff(lightness[middle:]) * way >= -1e-3).all()
        assert (np.diff(lightness[: middle + 1]) * -way >= -1e-3).all()


@BOTH
def test_signs_differ_for_eyes_without_red_or_green(colours: Palette) -> None:
    """Both dichromacies (Machado, Oliveira and Fernandes 2009, severity 1, on linear light) keep the ends apart."""
    protan = np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    )
    deutan = np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    )
    for eye in (protan, deutan):
        for stops in (colours.signed, colours.slope):
            low, high = (eye @ _light(end) for end in (stops[0], stops[2]))
            assert np.abs(low - high).max() > 0.25


def _light(colour: str) -> np.ndarray:
    values = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def test_a_theme_is_found_by_name_and_a_wrong_name_lists_them() -> None:
    assert palette("light") is LIGHT
    assert palette("dark").dark
    with pytest.raises(KeyError, match="light, dark"):
        palette("sepia")
