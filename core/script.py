"""A model as a NumPy script: plain arrays, then every node in reading order, then what the screen showed.

The script imports NumPy alone. Its comments are English, as NumPy is; nothing in it comes as code from a file: names
of tokens and titles stand in comments only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from .engine import Engine
from .glass import write_whole
from .graph import LEAF, Graph, Node, short
from .numbers import exact
from .ops import BY_NAME
from .problem import QT_TRANSLATE_NOOP, Problem
from .script_names import names, wording
from .settings import VALUES
from .trace import Array, Trace
from .workspace import Workspace

ENDING = ".py"
MOST = 1_000_000  # numbers that a script spells out
TOLERANCE = {"float64": "1e-12", "float32": "1e-4"}  # of max(1, |want|)
WIDTH = 72  # of a heading

HEAD = """\
#
# Rows are tokens, and matrices multiply from the right: Y = X W. A mask holds 1 where a query (row) may attend to a
# key (column), and 0 where the key is hidden. Every matrix of the lab is one line below; at the end each is compared
# with what the screen showed. It needs NumPy and nothing else: run it with python3.

import numpy as np
"""

FOOT = """\

for name, (got, want) in seen.items():
    want = np.array(want)
    assert got.shape == want.shape, f"{{name}} is {{got.shape}}, the screen showed {{want.shape}}"
    near = np.abs(got - want) <= {tolerance} * np.maximum(1, np.abs(want))
    assert np.all(near | (got == want) | (np.isnan(got) & np.isnan(want))), f"{{name}} is not what the screen showed"
print(f"{{len(seen)}} matrices agree with the screen")
"""


def write(path: Path, workspace: Workspace, sample: int = 0, title: str = "") -> None:
    """Write the script of a sample; Problem for an ending other than .py and where there are too many numbers."""
    check_ending(path)
    write_whole(Path(path), script(workspace, sample, title).encode())


def check_ending(path: Path) -> None:
    """Refuse a file that Python would not be given."""
    if Path(path).suffix.lower() != ENDING:
        raise Problem(
            QT_TRANSLATE_NOOP("core", "{file} has an unknown ending: allowed is {allowed}."), file=path, allowed=ENDING
        )


def script(workspace: Workspace, sample: int = 0, title: str = "") -> str:
    """The script of one sample, pins and masks as they are; Problem where it would spell out too many numbers.

    The numbers it is compared with are those of the NumPy executor, with which it shares no code. `seen` in it maps
    the canonical name of each computed node to (its array, the numbers on screen).
    """
    graph = workspace.graph(sample)
    found = sum(node.size for node in graph.nodes)
    if found > MOST:
        raise Problem(
            QT_TRANSLATE_NOOP(
                "core",
                "A script spells out at most {most} numbers, and this model has {found}: take a smaller one, or fewer "
                "tokens.",
            ),
            most=MOST,
            found=found,
        )
    trace = Engine("numpy").run(workspace, sample)
    return "\n".join(_Script(trace, title).lines()) + "\n"


class _Script:
    def __init__(self, trace: Trace, title: str) -> None:
        self.trace = trace
        self.title = title
        self.graph: Graph = trace.graph
        self.helpers = list(
            dict.fromkeys(BY_NAME[node.op].script.helper.strip() for node in self.graph.nodes if node.op != LEAF)
        )
        reserved = {name for helper in self.helpers for name in re.findall(r"def (\w+)", helper)}
        self.name = names(self.graph, reserved | {"np", "nan", "inf", "seen", "name", "got", "want", "near", "print"})

    def lines(self) -> Iterator[str]:
        yield from self._head()
        for helper in self.helpers:
            if helper:
                yield f"\n\n{helper}"
        yield ""
        leaves = [node for node in self.graph.nodes if node.op == LEAF]
        for role, heading in HEADINGS.items():
            mine = [node for node in leaves if node.role == role]
            if mine:
                yield f"\n{_heading(heading)}"
                for node in mine:
                    yield from self._leaf(node)
        part = ""
        for node in self.graph.nodes:
            if node.op != LEAF:
                if part != (part := _part(node)):
                    yield f"\n{_heading(part)}"
                yield self._step(node)
        yield f"\n{_heading('what the screen showed, to the last digit')}\nseen = {{"
        for node in self.graph.nodes:
            if node.op != LEAF:
                yield f'    "{node.name}": ({self.name[node.index]}, {self._rows(self._values(node), 8)}),'
        yield "}"
        yield FOOT.format(tolerance=TOLERANCE[self.trace.spec.precision]).rstrip()

    def _head(self) -> Iterator[str]:
        spec, sample = self.trace.spec, self.trace.workspace.samples[self.trace.sample]
        yield f"# {_comment(self.title or spec.kind)}: a NumPy script written by Glassformer."
        for side, tokens in (("source", sample.source), ("target", sample.target)):
            if tokens:
                yield f"# {side}: {_comment(' '.join(tokens))}"
        yield HEAD.rstrip()
        values = [self._values(node) for node in self.graph.nodes]
        if not all(np.isfinite(array).all() for array in values):
            yield '\nnan, inf = np.nan, np.inf\nnp.seterr(all="ignore")  # some numbers on screen are not finite'

    def _leaf(self, node: Node) -> Iterator[str]:
        name, values = self.name[node.index], self._values(node)
        if node.name in VALUES:
            value = VALUES[node.name](self.trace.spec)
            text = str(value) if isinstance(value, int) else exact(values[0, 0])
            yield f"{name} = {text}  # {wording(node)}"
            return
        kind = ", dtype=int" if node.display == "ids" else ", dtype=np.float32" if values.dtype == np.float32 else ""
        yield f"{name} = np.array({self._rows(values, 4, node.display == 'ids')}{kind})  # {self._says(node)}"

    def _step(self, node: Node) -> str:
        op = BY_NAME[node.op]
        inputs = [self.name[k] for k in node.inputs]
        text = op.script.write(node.shape, *inputs) if op.sized else op.script.write(*inputs)
        if op.sized and self._values(node).dtype == np.float32:
            text = f"np.float32({text})"
        return f"{self.name[node.index]} = {text}  # {self._says(node)}"

    def _says(self, node: Node) -> str:
        rows, cols = node.shape
        return f"[{rows}, {cols}] {wording(node)}".rstrip()

    def _values(self, node: Node) -> Array:
        return self.trace.values_of(node)

    def _rows(self, values: Array, indent: int, whole: bool = False) -> str:
        """The numbers as a list of rows, exact; several rows stand below each other."""
        rows = ["[" + ", ".join(str(int(v)) if whole else exact(v) for v in row) + "]" for row in values]
        if len(rows) == 1:
            return f"[{rows[0]}]"
        return "[\n" + "".join(" " * indent + row + ",\n" for row in rows) + " " * (indent - 4) + "]"


PARTS = {
    r"\.mask$": "",
    r"\.h(\d+)$": r", head \1",
    r"\.self": ", self-attention",
    r"\.cross": ", cross-attention",
    r"\.ffn$": ", feed-forward network",
    r"^((?:enc|dec)\d+)(\.norm\d)?$": r"\1, residual and norm",
    r"^(enc|dec)\.norm$|^(enc|dec)$": r"\1\2, final norm",
    r"^src$": "source",
    r"^tgt$": "target",
    r"^kv$": "source of keys and values",
    r"^att": "attention",
    r"^out$": "vocabulary",
}  # pieces of a name, and what a heading says for them
HEADINGS = {"setting": "settings", "input": "inputs", "parameter": "parameters"}  # role of a leaf: what stands above


def _heading(text: str) -> str:
    return f"# --- {text} ".ljust(WIDTH, "-")


def _part(node: Node) -> str:
    """What a node belongs to, as a heading: `enc1.self.h1.A` to head 1 of the self-attention of enc1."""
    part = node.name.removesuffix(".natural").rpartition(".")[0]
    for pattern, words in PARTS.items():
        part = re.sub(pattern, words, part)
    return part or short(node.name)


def _comment(text: str) -> str:
    """Text that cannot leave its comment, whatever a token is called."""
    return "".join(letter if letter.isprintable() else " " for letter in text).strip()
