"""The corpus in the resources: what its script makes, systematic, and with nothing of what is held out in training."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest

from core.corpus import Corpus, load_corpus
from resources import path as resource

SCRIPT = Path(__file__).parent.parent.parent / "packaging" / "make_corpus.py"
FILE = resource("corpus", "zh-en.txt")

SOURCE = re.compile(
    r"(?P<who>我|你|他|她|我们|他们|老师|学生)(?: (?P<time>昨天|今天|每天|明天))?(?P<will> 会)?"
    r" (?P<verb>给|看见|读)(?P<past> 了)?"
    r"(?: (?P<whom>我|你|他|她|我们|他们|老师|学生))?(?: (?P<count>[一两三]) (?P<thing>本 书|封 信|幅 画))? 。"
)
TARGET = re.compile(
    r"(?P<who>I|you|he|she|we|they|the teacher|the student) "
    r"(?P<verb>(?:will )?(?:give|see|read)|gives|gave|sees|saw|reads)"
    r"(?: (?P<whom>me|you|him|her|us|them|the teacher|the student))?"
    r"(?: (?P<thing>a (?:book|letter|picture)|(?:two|three) (?:books|letters|pictures)))?"
    r"(?: (?P<time>yesterday|today|every day|tomorrow))? \."
)
ACTS = dict(zip("我 你 他 她 我们 他们".split(), "I you he she we they".split(), strict=True))
RECEIVES = dict(zip("我 你 他 她 我们 他们".split(), "me you him her us them".split(), strict=True))
NOUNS = {"老师": "the teacher", "学生": "the student"}
TIMES = {"昨天": "yesterday", "今天": "today", "每天": "every day", "明天": "tomorrow", None: None}


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return load_corpus(FILE)


@pytest.fixture(scope="module")
def making() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_corpus", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def both(corpus: Corpus) -> list[tuple[str, str]]:
    return [(" ".join(pair.source), " ".join(pair.target)) for pair in (*corpus.train, *corpus.held_out)]


def test_its_bytes_are_what_the_script_makes(making: ModuleType) -> None:
    assert FILE.read_bytes() == making.text().encode()


def test_the_script_runs_from_any_folder_and_writes_it(tmp_path: Path) -> None:
    code = f"""
import runpy
from pathlib import Path
made = runpy.run_path({str(SCRIPT)!r})
made["main"].__globals__["ROOT"] = Path.cwd()
made["main"]()
"""
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True)
    assert (tmp_path / "resources" / "corpus" / "zh-en.txt").read_bytes() == FILE.read_bytes()


def test_the_file_says_that_it_is_a_classroom_construction() -> None:
    head = FILE.read_text(encoding="utf-8").split("\n\n")[0]
    assert all(line.startswith("#") for line in head.splitlines())
    assert "made for this project" in head
    assert "课堂构造" in head


def test_there_are_enough_pairs_and_few_words(corpus: Corpus) -> None:
    assert len(corpus.train) >= 240
    assert len(corpus.held_out) >= 40
    assert len(corpus.vocab()["src"]) <= 60
    assert len(corpus.vocab()["tgt"]) <= 60


def test_no_sentence_stands_twice_in_either_language(corpus: Corpus) -> None:
    """So a translation is a function of its source, and neither side of what is held out was seen."""
    for side in zip(*both(corpus), strict=True):
        assert len(set(side)) == len(side)


def test_every_word_that_is_held_out_was_trained_on_often(corpus: Corpus) -> None:
    for side in ("source", "target"):
        seen = Counter(word for pair in corpus.train for word in getattr(pair, side))
        assert all(seen[word] >= 10 for pair in corpus.held_out for word in getattr(pair, side))


def test_the_sentence_of_the_lessons_and_its_twin_are_held_out(corpus: Corpus) -> None:
    """Their contrast is trained on: 他 gives to 我, where 我 gives to 他."""
    lines = both(corpus)
    assert lines[len(corpus.train) :][:2] == [
        ("我 昨天 给 了 他 一 本 书 。", "I gave him a book yesterday ."),
        ("我 昨天 给 了 她 一 本 书 。", "I gave her a book yesterday ."),
    ]
    assert ("他 昨天 给 了 我 一 本 书 。", "he gave me a book yesterday .") in lines[: len(corpus.train)]


def test_chinese_words_stand_in_one_order(corpus: Corpus) -> None:
    for source, _ in both(corpus):
        found = SOURCE.fullmatch(source)
        assert found, source
        assert not (found["will"] and found["past"]), source
        assert {"昨天": found["past"], "明天": found["will"]}.get(found["time"], True), source
        assert found["time"] != "每天" or not (found["will"] or found["past"]), source
        assert {"给": found["whom"] and found["thing"], "读": found["thing"] and not found["whom"]}.get(
            found["verb"], bool(found["whom"]) != bool(found["thing"])
        ), source


def test_each_english_sentence_says_what_its_chinese_one_says(corpus: Corpus) -> None:
    """Who acts, on whom, with what, when: each part by a small dictionary, and the verb by its tense."""
    for source, target in both(corpus):
        zh, en = SOURCE.fullmatch(source), TARGET.fullmatch(target)
        assert zh, source
        assert en, target
        assert en["who"] == (ACTS | NOUNS)[zh["who"]], target
        assert en["whom"] == (zh["whom"] and (RECEIVES | NOUNS)[zh["whom"]]), target
        assert en["time"] == TIMES[zh["time"]], target
        if zh["thing"]:
            noun = {"本 书": "book", "封 信": "letter", "幅 画": "picture"}[zh["thing"]]
            assert en["thing"] == {"一": f"a {noun}", "两": f"two {noun}s", "三": f"three {noun}s"}[zh["count"]], target
        else:
            assert en["thing"] is None, target
        plain = {"给": "give", "看见": "see", "读": "read"}[zh["verb"]]
        s = plain + "s" * (en["who"] not in ("I", "you", "we", "they"))
        past = {"give": "gave", "see": "saw", "read": "read"}[plain]
        assert en["verb"] == (f"will {plain}" if zh["will"] else past if zh["past"] else s), target


def test_giver_and_receiver_change_places_in_training(corpus: Corpus) -> None:
    """Word order alone tells them apart: each person gives, and each receives."""
    for side in ("who", "whom"):
        found = Counter(match[side] for pair in corpus.train if (match := SOURCE.fullmatch(" ".join(pair.source))))
        assert all(found[person] >= 15 for person in (*ACTS, *NOUNS)), found
