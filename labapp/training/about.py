"""What a trained model says of itself, in both languages: a file is read by others than the one who wrote it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from core.numbers import plain

from .plan import Plan

Texts = Mapping[str, Mapping[str, str]]
ADDED = {"en": ", then trained here", "zh_CN": "（之后在此训练）"}
NOTES = {
    "en": "Trained in the lab on {corpus}: {steps} steps of {batch} pairs with {rule}, seed {seed}, in {seconds} s.",
    "zh_CN": "在本实验室里用 {corpus} 训练：{steps} 步，每步 {batch} 对，{rule}，种子 {seed}，用时 {seconds} 秒。",
}
RULES = {
    "en": {
        "adam": "Adam at rate {rate}",
        "adam2017": "Adam with the warm-up of 2017 over {warmup} steps, factor {rate}",
        "sgd": "plain gradient descent at rate {rate}",
    },
    "zh_CN": {
        "adam": "Adam，学习率 {rate}",
        "adam2017": "Adam，按 2017 年的方案预热 {warmup} 步，系数 {rate}",
        "sgd": "普通梯度下降，学习率 {rate}",
    },
}
BEFORE = {"en": " Before that: {note}", "zh_CN": "在此之前：{note}"}


class Trained(NamedTuple):
    """What there is to say: on what, by which plan (of the last steps), how many steps, and how long they took."""

    corpus: str
    plan: Plan
    steps: int
    seconds: float


def about(before: Texts, trained: Trained) -> Texts:
    """The texts of a model that was trained: its title and its note before stay readable in them."""
    found = {language: dict(texts) for language, texts in before.items()}
    for language, note in NOTES.items():
        old = found.setdefault(language, {})
        rule = trained.plan.rule
        said = note.format(
            corpus=trained.corpus,
            steps=trained.steps,
            batch=trained.plan.batch,
            rule=RULES[language][rule.kind].format(rate=plain(rule.rate), warmup=rule.warmup),
            seed=trained.plan.seed,
            seconds=f"{trained.seconds:.1f}",
        )
        if old.get("note"):
            said += BEFORE[language].format(note=old["note"])
        old["note"] = said
        if old.get("title") and not old["title"].endswith(ADDED[language]):
            old["title"] += ADDED[language]
    return found
