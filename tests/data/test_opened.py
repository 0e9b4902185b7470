import anndata as ad
import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

import setapart as sa
from setapart.data.arrays import is_annotated
from setapart.data.files import read
from setapart.data.opened import opened
from setapart.data.samples import two_samples

COUNTS = np.random.default_rng(0).poisson(1.0, (12, 5)).astype(np.float32)
GENES = ["MS4A1", "CD3E", "LYZ", "NKG7", "MALAT1"]


def cells(matrix=COUNTS):
    obs = pd.DataFrame(
        {
            "condition": pd.Categorical(["stim", "ctrl", "stim"] * 4, ["stim", "ctrl", "none"], ordered=True),
            "donor": ["u", "v"] * 6,
        },
        index=[f"cell{i}" for i in range(12)],
    )
    obsm = {"X_pca": COUNTS[:, :2] * 2.0, "frame": pd.DataFrame({"s": COUNTS[:, 4]}, index=obs.index)}
    return ad.AnnData(matrix, obs=obs, var=pd.DataFrame(index=GENES), obsm=obsm, layers={"log": np.log1p(COUNTS)})


def samples(x, y=None, **options):
    chosen = {name: options.pop(name, None) for name in ("groups", "design", "layer", "use_rep", "labels")}
    x, y, groups, design = opened(x, y, **chosen)
    return two_samples(x, y, groups=groups, design=design, labels=chosen["labels"], **options)


def test_only_annotated_data_counts_as_such():
    assert is_annotated(cells())
    assert not any(map(is_annotated, (COUNTS, pd.DataFrame(COUNTS), None, cells().obs)))


def test_a_column_of_the_annotations_splits_the_cells_in_its_declared_order():
    found = samples(cells(), groups="condition")
    assert found.labels == ("stim", "ctrl")
    assert found.feature_names == tuple(GENES)
    assert found.backend == "pandas"
    assert found.row_labels[1] == ["cell1", "cell4", "cell7", "cell10"]
    np.testing.assert_array_equal(found.y, COUNTS[1::3])


@pytest.mark.parametrize(
    ("options", "names", "rows"),
    [
        ({"layer": "log"}, GENES, np.log1p(COUNTS)),
        ({"use_rep": "X_pca"}, ["pca1", "pca2"], COUNTS[:, :2] * 2.0),
        ({"use_rep": "frame"}, ["s"], COUNTS[:, 4:]),
    ],
)
def test_layers_and_representations(options, names, rows):
    found = samples(cells(), groups="condition", **options)
    assert found.feature_names == tuple(names)
    np.testing.assert_allclose(found.y, rows[1::3], rtol=1e-7)


def test_two_objects_are_matched_by_the_names_of_their_features():
    adata = cells(sp.csr_matrix(COUNTS))
    other = adata[6:, ::-1].copy()
    found = samples(adata[:6].copy(), other, labels=("a", "b"))
    whole = samples(adata, groups=["a"] * 6 + ["b"] * 6)
    np.testing.assert_array_equal(found.pooled, whole.pooled)
    assert found.row_labels == whole.row_labels == ([f"cell{i}" for i in range(6)], [f"cell{i}" for i in range(6, 12)])


def test_a_design_is_a_column_of_the_annotations():
    found = samples(cells(), groups="condition", design=sa.Strata("donor"))
    assert np.bincount(found.design.codes).tolist() == [6, 6]
    one, other = cells()[:5].copy(), cells()[5:].copy()
    pair = samples(one, other, design=sa.Strata("donor"))
    assert pair.design.codes.tolist() == [0, 1] * 6


def test_a_table_is_matched_too():
    frame = pd.DataFrame(COUNTS[6:, ::-1], columns=GENES[::-1])
    found = samples(cells()[:6].copy(), frame)
    np.testing.assert_array_equal(found.y, COUNTS[6:])
    assert found.row_labels[1] == list(range(6))
    with pytest.raises(ValueError, match=r"^Strata\('donor'\) names a column, but y has no column names"):
        samples(cells(), COUNTS, design=sa.Strata("donor"))


@pytest.mark.parametrize("sparse", [False, True])
def test_a_file_is_compared_as_it_is_in_memory(sparse, tmp_path):
    adata = cells(sp.csr_matrix(COUNTS) if sparse else COUNTS)
    path = tmp_path / "cells.h5ad"
    adata.write_h5ad(path)
    wanted = samples(adata, groups="condition")
    backed = ad.read_h5ad(path, backed="r")
    for source in (backed, backed[:, :], read(path)):
        found = samples(source, groups="condition")
        np.testing.assert_array_equal(found.pooled, wanted.pooled)
        assert found.labels == wanted.labels
    backed.file.close()
    for options in ({"layer": "log"}, {"use_rep": "X_pca"}):
        one, other = samples(read(path, **options), groups="condition"), samples(adata, groups="condition", **options)
        np.testing.assert_array_equal(one.pooled, other.pooled)
        assert one.feature_names == other.feature_names


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"groups": "conditoin"}, "^groups='conditoin' names a column that x lacks; did you mean 'condition'"),
        ({"groups": "zzz"}, "^groups='zzz' names a column that x lacks; the columns are 'condition', 'donor'$"),
        ({"design": sa.Strata("patient"), "groups": "condition"}, r"^Strata\('patient'\) names a column that x lacks"),
        ({"layer": "lgo"}, r"^layer='lgo' is not in x\.layers; did you mean 'log'"),
        ({"use_rep": "umap", "groups": "donor"}, r"^use_rep='umap' is not in x\.obsm; it has 'X_pca', 'frame'$"),
        (
            {"use_rep": "X_pca", "layer": "log"},
            "^layer and use_rep each say which matrix to compare; give one",
        ),
    ],
)
def test_what_is_not_there_is_named(options, message):
    with pytest.raises(ValueError, match=message):
        samples(cells(), **options)


def test_other_objects_have_no_layers():
    with pytest.raises(ValueError, match=r"^use_rep chooses a matrix of an AnnData object, and x is not one$"):
        samples(COUNTS, COUNTS, use_rep="X_pca")


def test_other_genes_are_named_but_not_all_of_them():
    adata, other = cells(), cells()
    other.var_names = [f"{name}-1" for name in GENES[:-1]] + GENES[-1:]
    with pytest.raises(ValueError, match=r"differ: y lacks 'MS4A1', 'CD3E', 'LYZ', 'NKG7'; y has 'MS4A1-1'"):
        samples(adata, other)
    many = ad.AnnData(np.zeros((3, 500)), var=pd.DataFrame(index=[f"g{i}" for i in range(500)]))
    with pytest.raises(ValueError, match=r"'g8', 'g9' and 490 more; y has 'MS4A1'"):
        samples(many, adata)


@pytest.mark.filterwarnings("ignore:Variable names are not unique")
def test_features_of_one_name_are_refused_with_the_remedy():
    adata = cells()
    adata.var_names = ["A", "B", "A", "C", "D"]
    with pytest.raises(ValueError, match=r"^x has two features called 'A'; adata\.var_names_make_unique\(\) tells"):
        samples(adata, groups="condition")


def test_an_object_without_x_says_what_to_name():
    adata = ad.AnnData(obs=cells().obs, obsm={"X_pca": COUNTS})
    with pytest.raises(ValueError, match=r"^x has no X; say with layer= or use_rep= what to compare$"):
        samples(adata, groups="condition")
    assert samples(adata, groups="condition", use_rep="X_pca").x.shape == (8, 5)


def test_functions_without_that_option_say_what_to_pass():
    with pytest.raises(ValueError, match=r"^x is an AnnData object; pass its rows, such as adata\.to_df\(\)"):
        sa.wasserstein(cells(), cells())
    with pytest.raises(ValueError, match=r"^x is an AnnData object; pass its rows, .*, and columns of adata\.obs"):
        sa.projected_wasserstein(cells(), groups="condition")
    with pytest.raises(ValueError, match=r"^series is an AnnData object; pass its rows"):
        sa.change_points(cells(), times="condition")


def test_cells_without_a_group_are_named_or_left_out():
    adata = cells()
    adata.obs["condition"] = adata.obs["condition"].where(adata.obs.index != "cell4")
    with pytest.raises(
        ValueError, match=r"^groups is missing in 1 of 12 rows, the first at row 'cell4' \(row index 4\)"
    ):
        samples(adata, groups="condition")
    found = samples(adata, groups="condition", nan_policy="omit")
    assert found.row_labels[1] == ["cell1", "cell7", "cell10"]
    assert found.n_unlabelled == 1


@pytest.mark.parametrize("raw", [b"", b"\x89HDF\r\n\x1a\n", b"no such thing" * 40])
def test_broken_files_are_one_line(raw, tmp_path):
    path = tmp_path / "t.h5ad"
    path.write_bytes(raw)
    with pytest.raises(ValueError, match=r"t\.h5ad is not a readable AnnData file: ") as caught:
        read(path)
    assert "\n" not in str(caught.value)


def test_the_option_of_a_file_needs_a_file_of_its_kind(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("a\n1\n")
    with pytest.raises(ValueError, match=r"^layer= chooses a matrix of an \.h5ad file; .*t\.csv is not one$"):
        read(path, layer="log")


def test_without_the_package_one_line_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "anndata", None)
    path = tmp_path / "t.h5ad"
    path.write_bytes(b"")
    with pytest.raises(ModuleNotFoundError, match=r"^reading \.h5ad needs anndata: pip install 'setapart\[anndata\]'$"):
        read(path)
