import numpy as np
import pytest

import setapart as sa
from setapart.cli import main

QUICK = ("--statistic", "energy", "--resamples", "49", "--jobs", "1")


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("fit") / "rows.csv"
    rows = np.random.default_rng(0).normal(size=(40, 2))
    rows[7, 1] = 9.0
    np.savetxt(path, rows, delimiter=",", header="u,v", comments="")
    return path


@pytest.mark.parametrize("model", ["normal", "uniform"])
def test_a_file_gives_the_answer_of_the_function(file, printed, model):
    known = printed("goodness-of-fit", file, "--model", model, *QUICK, "--json", "--seed", 3, "--reference-rows", 30)
    found = sa.goodness_of_fit(sa.read(file), model, statistic="energy", n_resamples=49, n_reference=30, rng=3)
    assert (known["pvalue"], known["statistic"]) == (found.pvalue, found.statistic)
    assert (known["model"], known["n_reference"]) == (model, 30)
    assert known["rows"]["row"] == found.rows()["row"].tolist()


def test_a_fitted_model_and_a_picture(file, capsys, tmp_path):
    picture = tmp_path / "fit.png"
    assert main(["goodness-of-fit", str(file), "--fit", "normal", *QUICK, "--plot", str(picture)]) == 0
    assert capsys.readouterr().out.startswith("rows against the model normal, fitted to rows: p = ")
    assert picture.stat().st_size > 1_000


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ((), "give the model as --model, or as --fit if its parameters are to be estimated from the rows"),
        (("--model", "normal", "--fit", "normal"), "give the model as --model, or as --fit if"),
        (("--model", "gauss"), 'Invalid value "gauss" for --model.'),
        (("--model", "normal", "--reference-rows", "1"), "--reference-rows must be at least 2, got 1"),
        (("--fit", "normal", "--statistic", "pw_split"), "pw_split relabels the rows it holds out, and has no part in"),
        (("--model", "normal", "--columns", "w"), "--columns names a column that "),
    ],
)
def test_what_is_refused(file, refused, given, message):
    assert refused("goodness-of-fit", file, *given).startswith(message)
