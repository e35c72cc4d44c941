"""Make the corpus in resources/corpus: `python packaging/make_corpus.py`.

A small grammar gives every sentence it can, in Chinese and English; a fixed draw takes some of them to train on and
others to hold out. A test keeps the file equal to what this makes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
SHARES = {"给": (240, 36), "看见": (100, 14), "读": (60, 10)}  # pairs of each verb to train on, and to hold out

HEADER = """\
# 中文–英文的小课堂语料。这是为本项目编写的课堂构造：句子由一个小语法生成，不取自任何书籍、语料库或网站。
# Pairs for a classroom, Chinese and English. They were made for this project from a small grammar
# (packaging/make_corpus.py) and are taken from no book, no other corpus and no website.
#
# One pair a line: source, TAB, target; tokens with spaces between. 给 and 了, 一 and 本 are tokens of their own.
# Chinese: who, when, 会, verb, 了, to whom, how many, measure word, what.
# English: who, verb, to whom, how many, what, when.
# What stands after "# held out" is never trained on; every word of it occurs before.
"""


class Person(NamedTuple):
    """A person: as the one who acts, as the one acted on, and whether the present takes an s."""

    chinese: str
    acts: str
    receives: str
    s: bool


class Tense(NamedTuple):
    """A time and what stands with the verb: 会 before it, 了 after it; `form` is "past", "present" or "future"."""

    time: str
    before: str
    after: str
    when: str
    form: str


PEOPLE = (
    Person("我", "I", "me", False),
    Person("你", "you", "you", False),
    Person("他", "he", "him", True),
    Person("她", "she", "her", True),
    Person("我们", "we", "us", False),
    Person("他们", "they", "them", False),
    Person("老师", "the teacher", "the teacher", True),
    Person("学生", "the student", "the student", True),
)
TENSES = (
    Tense("", "", "了", "", "past"),
    Tense("昨天", "", "了", "yesterday", "past"),
    Tense("今天", "", "了", "today", "past"),
    Tense("", "", "", "", "present"),
    Tense("今天", "", "", "today", "present"),
    Tense("每天", "", "", "every day", "present"),
    Tense("", "会", "", "", "future"),
    Tense("今天", "会", "", "today", "future"),
    Tense("明天", "会", "", "tomorrow", "future"),
)
VERBS = {"给": ("give", "gives", "gave"), "看见": ("see", "sees", "saw"), "读": ("read", "reads", "read")}
THINGS = {"书": ("本", "book", "books"), "信": ("封", "letter", "letters"), "画": ("幅", "picture", "pictures")}
NUMBERS = {"一": "a", "两": "two", "三": "three"}
READABLE = ("书", "信")

Line = tuple[str, str]

# The sentence of the lessons and its twin are held out; what turns them round is trained on.
ASKED = ("我 昨天 给 了 他 一 本 书 。", "我 昨天 给 了 她 一 本 书 。")
TURNED = ("他 昨天 给 了 我 一 本 书 。", "她 昨天 给 了 我 一 本 书 。")


def sentences() -> Iterator[Line]:
    """Everything the grammar says, as (Chinese, English)."""
    for who in PEOPLE:
        for tense in TENSES:
            for number in NUMBERS:
                for thing in THINGS:
                    for whom in PEOPLE:
                        if apart(who, whom):
                            yield sentence(who, tense, "给", whom, number, thing)
                    yield sentence(who, tense, "看见", None, number, thing)
                    if thing in READABLE:
                        yield sentence(who, tense, "读", None, number, thing)
            for whom in PEOPLE:
                if apart(who, whom):
                    yield sentence(who, tense, "看见", whom)


def apart(who: Person, whom: Person) -> bool:
    """Whether nobody would be on both sides: I give us nothing."""
    together = {"我", "我们"}
    return who != whom and not {who.chinese, whom.chinese} <= together


def sentence(who: Person, tense: Tense, verb: str, whom: Person | None, number: str = "", thing: str = "") -> Line:
    """One pair of the grammar."""
    measure, one, more = THINGS.get(thing, ("", "", ""))
    receiver = (whom.chinese, whom.receives) if whom else ("", "")
    chinese = (who.chinese, tense.time, tense.before, verb, tense.after, receiver[0], number, measure, thing, "。")
    counted = one if number == "一" else more
    english = (who.acts, conjugated(verb, tense, who), receiver[1], NUMBERS.get(number, ""), counted, tense.when, ".")
    return " ".join(filter(None, chinese)), " ".join(filter(None, english))


def conjugated(verb: str, tense: Tense, who: Person) -> str:
    plain, third, past = VERBS[verb]
    if tense.form == "future":
        return f"will {plain}"
    return past if tense.form == "past" else third if who.s else plain


def drawn() -> tuple[list[Line], list[Line]]:
    """The pairs to train on and the pairs held out, the verbs mixed."""
    everything = shuffled(list(sentences()), 0)
    by_source = dict(everything)
    held_out = [(source, by_source[source]) for source in ASKED]
    training = [(source, by_source[source]) for source in TURNED]
    left = {verb: list(share) for verb, share in SHARES.items()}
    left["给"][0] -= len(training)
    left["给"][1] -= len(held_out)
    said = {english for _, english in (*training, *held_out)}  # I read: then, and now
    for line in everything:
        verb = next(verb for verb in VERBS if verb in line[0].split())
        chosen = next((k for k in (0, 1) if left[verb][k]), None)
        if chosen is not None and line[1] not in said:
            said.add(line[1])
            left[verb][chosen] -= 1
            (training, held_out)[chosen].append(line)
    return training[:2] + shuffled(training[2:], 1), held_out[:2] + shuffled(held_out[2:], 1)


def shuffled(lines: list[Line], turn: int) -> list[Line]:
    """The lines in an order that each line's English side decides."""
    return sorted(lines, key=lambda line: hashlib.sha256(f"{turn} {line[1]}".encode()).digest())


def text() -> str:
    """The whole file."""
    training, held_out = drawn()
    lines = [HEADER.rstrip("\n"), "", *("\t".join(line) for line in training)]
    return "\n".join([*lines, "", "# held out", *("\t".join(line) for line in held_out), ""])


def main() -> None:
    folder = ROOT / "resources" / "corpus"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "zh-en.txt").write_bytes(text().encode())


if __name__ == "__main__":
    main()
