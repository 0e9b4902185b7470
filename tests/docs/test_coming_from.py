"""The page for those who come from another package: every call on it runs, ours and those of what is installed here.

hyppo and alibi-detect are not, and `ot.dr` needs packages of its own: of these rows our side runs.
"""

import ast
import inspect
import re
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import ot
import pandas as pd
import pytest
from scipy import stats
from sklearn.linear_model import LogisticRegression

import setapart as sa

PAGE = (Path(__file__).parents[2] / "docs/coming_from.md").read_text(encoding="utf-8")
THEIRS = {"SciPy": stats, "POT": ot}


def calls():
    """Each call in a table, with the module of its function."""
    for title, table in re.findall(r"^## (\S+)\n\n\|[^\n]*\n\|[-|]+\|\n((?:\|.*\n)+)", PAGE, re.MULTILINE):
        for line in table.splitlines():
            theirs, ours, _ = re.split(r"(?<!\\)\|", line.strip("|"))
            yield from ((sa, code) for code in re.findall(r"`sa\.([^`]+\))[^`]*`", ours))
            if title in THEIRS:
                # ot.dr needs packages of its own.
                yield from ((THEIRS[title], code) for code in re.findall(r"`(?!dr\.)([^`]+)`", theirs))


@pytest.mark.parametrize(("module", "code"), list(calls()))
def test_a_call_has_the_arguments_that_its_function_takes(module, code):
    call = ast.parse(code.replace("…", "None"), mode="eval").body
    function = module
    for name in ast.unparse(call.func).split("."):
        function = getattr(function, name)
    inspect.signature(function).bind(*call.args, **{keyword.arg: keyword.value for keyword in call.keywords})


def test_no_call_is_overlooked():
    assert len(list(calls())) > 30


RNG = np.random.default_rng(0)
X, Y = RNG.standard_normal((24, 3)), RNG.standard_normal((24, 3)) + 0.8
A, B = np.arange(1, 25), np.arange(24, 0, -1)
FILLED = {"statistic=…": "statistic='energy'", "window=…": "window=10", "run_length=…": "run_length=100"}


def rows():
    """The rows of all tables: the package, its code and ours, as they are in their cells."""
    for title, table in re.findall(r"^## (\S+)\n\n\|[^\n]*\n\|[-|]+\|\n((?:\|.*\n)+)", PAGE, re.MULTILINE):
        for line in table.splitlines():
            theirs, ours, told = re.split(r"(?<!\\)\|", line.strip("|"))
            yield title, re.findall(r"`([^`]+)`", theirs), re.findall(r"`([^`]+)`", ours), told


def names(code):
    """What the page calls its data, one feature where the peer takes no more."""
    u, v = X[:, 0], Y[:, 0]
    columns = np.concatenate([X, Y, X[::-1]])[:, :2].T
    table = pd.DataFrame(dict(zip("uv", columns, strict=True))).assign(arm=np.repeat(["p", "q", "r"], 24))
    quick = SimpleNamespace(
        **{name: getattr(sa, name) for name in re.findall(r"sa\.(\w+)", code)}
        | {
            "two_sample_test": partial(sa.two_sample_test, n_resamples=19),
            "compare_groups": partial(sa.compare_groups, n_resamples=99),
        }
    )
    return {
        "sa": quick, "x": X, "y": Y, "u": u, "v": v, "x_ref": X, "a": A / A.sum(), "b": B / B.sum(), "table": table,
        "rows": np.concatenate([X, Y]), "labels": [0] * 24 + [1] * 24, "model": LogisticRegression(),
    }  # fmt: skip


def run(code, found=None):
    for told, filled in FILLED.items():
        code = code.replace(told, filled)
    code = re.sub(r", n_resamples=\d+", "", code)
    data = names(code)
    if 'categorical="onehot"' in code:
        kinds = RNG.choice(["a", "b"], (2, 24)).tolist()
        data["x_ref"], data["x"] = (pd.DataFrame({"u": X[:, 0], "kind": kind}) for kind in kinds)
    return eval(code, data | {"res": found})


@pytest.mark.parametrize("codes", [ours for *_, ours, _ in rows()], ids=lambda codes: codes[0])
def test_what_the_page_says_to_call_here_runs(codes):
    found, value = None, None
    for code in codes:
        if code.startswith(("sa.", "res.")):
            value = run(code, found)
            found = value if code.startswith("sa.") else found
    assert value is not None
    if hasattr(found, "pvalue") and not callable(found.pvalue):
        assert 0.0 < found.pvalue <= 1.0


def test_each_row_has_a_call_of_ours():
    assert all(any(code.startswith("sa.") for code in ours) for _, _, ours, _ in rows())


@pytest.mark.parametrize(
    ("theirs", "peer"),
    [
        ("wasserstein_distance(u, v)", lambda: stats.wasserstein_distance(X[:, 0], Y[:, 0])),
        ("wasserstein_distance_nd(x, y)", lambda: stats.wasserstein_distance_nd(X, Y)),
        (
            'emd2(a, b, ot.dist(x, y, metric="euclidean"))',
            lambda: ot.emd2(A / A.sum(), B / B.sum(), ot.dist(X, Y, metric="euclidean")),
        ),
    ],
)
def test_the_same_number_is_the_same(theirs, peer):
    [ours] = [ours for _, [code, *_], [ours, *_], told in rows() if code == theirs and "the same number" in told]
    assert run(ours) == pytest.approx(peer(), rel=1e-9)


def test_every_promise_of_the_same_number_is_checked():
    assert sum("the same number" in told for *_, told in rows()) == 3


def test_the_directions_of_w2_are_found_as_the_page_says():
    [ours] = [ours for _, [code, *_], [ours, *_], _ in rows() if code.startswith("dr.")]
    found = run(ours)
    cost = ot.dist(found.x_projected, found.y_projected)  # squared, by default
    assert found.k == 2
    assert found.value**2 == pytest.approx(ot.emd2([], [], cost), rel=1e-9)
