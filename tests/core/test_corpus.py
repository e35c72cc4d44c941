"""A corpus file is read as a whole, or refused with the number of its first wrong line."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.corpus import Corpus, Pair, load_corpus
from core.problem import Problem
from core.samples import BOS, EOS, MOST_ROWS, PAD


def written(folder: Path, text: str | bytes) -> Path:
    path = folder / "pairs.txt"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def test_a_line_is_source_tab_target_with_tokens_between_spaces(tmp_path: Path) -> None:
    found = load_corpus(written(tmp_path, "# remark\n我 给 他\tI give him\n\n他 给 我\the gives me\n"))
    assert found == Corpus(
        (Pair(("我", "给", "他"), ("I", "give", "him")), Pair(("他", "给", "我"), ("he", "gives", "me"))), ()
    )


def test_what_is_held_out_stands_after_its_mark(tmp_path: Path) -> None:
    found = load_corpus(written(tmp_path, "a\tb\n#  Held  out\nc\td\n# another remark\ne\tf\n# training\ng\th\n"))
    assert found.train == (Pair(("a",), ("b",)), Pair(("g",), ("h",)))
    assert found.held_out == (Pair(("c",), ("d",)), Pair(("e",), ("f",)))


def test_a_pair_may_stand_twice_in_training(tmp_path: Path) -> None:
    assert len(load_corpus(written(tmp_path, "a\tb\na\tb\n")).train) == 2


def test_line_ends_and_the_mark_of_windows_are_no_tokens(tmp_path: Path) -> None:
    found = load_corpus(written(tmp_path, b"\xef\xbb\xbf" + "我\tI\r\n# held out\r\n他\the\r\n".encode()))
    assert found == Corpus((Pair(("我",), ("I",)),), (Pair(("他",), ("he",)),))


def test_a_pair_as_a_model_reads_it() -> None:
    sample = Pair(("我", "给", "他"), ("I", "give", "him")).sample()
    assert sample.source == ("我", "给", "他")
    assert sample.target == (BOS, "I", "give", "him")
    assert [label for label, _ in sample.labels()] == ["I", "give", "him", EOS]


def test_the_vocabularies_keep_the_order_of_first_use() -> None:
    corpus = Corpus((Pair(("b", "a"), ("x",)),), (Pair(("a", "c"), ("y", "x")),))
    assert corpus.vocab() == {"src": (PAD, BOS, EOS, "b", "a", "c"), "tgt": (PAD, BOS, EOS, "x", "y")}


@pytest.mark.parametrize(
    ("text", "number", "said"),
    [
        ("a\tb\nno tab here\n", 2, "found 0 TABs in “no tab here”"),
        ("a\tb\tc\n", 1, "found 2 TABs in “a ⇥ b ⇥ c”"),
        ("a\tb\n# remark\n\n \tb\n", 4, "a side without a token"),
        ("a\t\n", 1, "a side without a token"),
        ("a\tBOS b\n", 1, "“BOS” can't be a word: PAD, BOS, EOS, MASK are added by the lab"),
        ("a " + "x" * 201 + "\tb\n", 1, "at most 200 characters"),
        ("a\tb\n" + "a " * MOST_ROWS + "\tb\n", 2, f"{MOST_ROWS} tokens on a side, allowed are {MOST_ROWS - 1}"),
        ("a\tb\nc\td\n# held out\na  b\tc\na\tb\n", 5, "also in line 1, on the other side of # held out"),
        ("# held out\na\tb\n# training\na\tb\n", 4, "also in line 2"),
        (b"a\tb\n\xff\tb\n", 2, "no text in UTF-8"),
    ],
)
def test_a_wrong_line_is_named_by_its_number(tmp_path: Path, text: str | bytes, number: int, said: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(Problem) as problem:
        load_corpus(path)
    assert str(problem.value).startswith(f"{path}, line {number}: ")
    assert said in str(problem.value)


@pytest.mark.parametrize("text", ["", "\n# only remarks\n", "# held out\na\tb\n"])
def test_nothing_to_train_on_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(Problem, match=r"pairs\.txt has no pair to train on"):
        load_corpus(written(tmp_path, text))


def test_a_file_that_is_not_there_or_a_folder_is_refused_with_its_name(tmp_path: Path) -> None:
    for path in (tmp_path / "none.txt", tmp_path):
        with pytest.raises(Problem, match="could not be read"):
            load_corpus(path)


def test_a_file_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.txt"
    with open(path, "wb") as file:
        file.truncate(64 * 2**20 + 1)
    with pytest.raises(Problem, match="larger than 64 MiB"):
        load_corpus(path)
