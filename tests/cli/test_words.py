"""What the command says, it says in the words of the command."""

from pathlib import Path

import pytest

from command_words import python_words

GOLDEN = sorted((Path(__file__).parents[1] / "golden" / "expected").glob("command_*.txt"))


def test_names_of_python_are_recognised():
    assert python_words("see setapart power, --jobs -1 and result.json; p=0.05 or k (directions)") == ["p=0"]
    assert python_words("sa.power(n_jobs=-1), k=1, .table(), x=None") == [
        "sa.power",
        "n_jobs",
        "k=1",
        ".table()",
        "x=None",
    ]


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda path: path.stem)
def test_what_commands_print_has_no_name_of_python(golden):
    assert python_words(golden.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("marginal ks centred",), "--statistic: 'centred' does not go with 'ks'"),
        (("marginal ks ranks",), "--statistic: 'ranks' changes nothing for 'ks', which goes by order alone"),
        (("mmd linear aggregate",), "--statistic: 'aggregate' is for radial kernels, and 'linear' is none"),
    ],
)
def test_settings_that_do_not_go_together_are_told_in_words_of_the_command(penguin_files, refused, words, message):
    refusal = refused("test", penguin_files / "left.npy", penguin_files / "right.npz", "--statistic", *words)
    assert refusal == message


def test_too_few_rows_for_a_law_are_told_in_words_of_the_command(tmp_path, write, refused):
    for name, rows in {"a.csv": [(1, 0), (2, 4)], "b.csv": [(3, 1), (5, 9)]}.items():
        write(tmp_path / name, ("u", "v"), rows)
    asked = ("--statistic", "mean_embedding", "--method", "asymptotic")
    assert refused("test", tmp_path / "a.csv", tmp_path / "b.csv", *asked) == (
        "--method asymptotic needs at least three rows more than locations, got 4 rows and 5 locations (leave --method "
        "out, or fewer locations)"
    )
