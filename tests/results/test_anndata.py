import json
from dataclasses import replace

import anndata as ad
import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

import setapart as sa


def cells(n=30, seed=0, prefix="c"):
    rng = np.random.default_rng(seed)
    counts = rng.poisson(1.0, (n, 4)).astype(float)
    counts[: n // 3, 2] += 3.0
    obs = pd.DataFrame(
        {"arm": ["b"] * (n // 3) + ["a"] * (n // 3) + ["c"] * (n - 2 * (n // 3))},
        index=[f"{prefix}{i}" for i in range(n)],
    )
    return ad.AnnData(sp.csr_matrix(counts), obs=obs, var=pd.DataFrame(index=["g1", "g2", "g3", "g4"]))


def compared(adata, **options):
    return sa.two_sample_test(adata, groups="arm", levels=("a", "b"), statistic="pw:2", n_resamples=9, **options)


def test_loadings_cells_and_story_are_written_and_read_back(tmp_path):
    adata = cells()
    result = compared(adata)
    result.write_anndata(adata, "what")
    adata.write_h5ad(tmp_path / "t.h5ad")
    back = ad.read_h5ad(tmp_path / "t.h5ad")
    np.testing.assert_array_equal(back.varm["what"], result.directions)
    np.testing.assert_allclose(back.obsm["what"][10:20], result.projection.x_projected, atol=1e-12)
    np.testing.assert_allclose(back.obsm["what"][:10], result.projection.y_projected, atol=1e-12)
    assert np.isnan(back.obsm["what"][20:]).all()
    story = back.uns["what"]
    assert json.loads(story["json"]) == {"schema": 1, **result.to_dict()}
    assert (story["pvalue"], story["statistic"], story["statistic_name"]) == (result.pvalue, result.statistic, "pw")
    assert (list(story["labels"]), list(story["sizes"])) == (["a", "b"], [10, 10])
    np.testing.assert_array_equal(story["weights"], result.projection.weights)
    # What was projected is the centred cells times the loadings, as the components are of centred rows.
    rows = adata.X.toarray()[:20]
    np.testing.assert_allclose(back.obsm["what"][:20], (rows - rows.mean(axis=0)) @ back.varm["what"], atol=1e-12)


def test_cells_and_features_are_found_by_name_in_another_order_and_among_others():
    adata = cells()
    part = adata[[12, 3, 17, 0, 15, 8, 11, 5], ["g3", "g1", "g4"]].copy()
    result = sa.two_sample_test(part, groups="arm", statistic="pw:1", n_resamples=9)
    result.write_anndata(adata)
    written = dict(zip(adata.obs_names, adata.obsm["setapart"][:, 0], strict=True))
    assert {name for name, value in written.items() if not np.isnan(value)} == set(part.obs_names)
    part_projected = dict(zip(result.problem.row_labels[0], result.projection.x_projected[:, 0], strict=True))
    assert all(written[name] == pytest.approx(value, abs=1e-12) for name, value in part_projected.items())
    assert np.isnan(adata.varm["setapart"][1]).all()
    np.testing.assert_array_equal(adata.varm["setapart"][[2, 0, 3]], result.directions)


def test_of_two_objects_each_gets_its_own_cells():
    one, other = cells(seed=1), cells(24, seed=2, prefix="d")
    result = sa.two_sample_test(one, other, statistic="pw:1", n_resamples=9)
    for adata, projected in ((one, result.projection.x_projected), (other, result.projection.y_projected)):
        result.write_anndata(adata)
        np.testing.assert_allclose(adata.obsm["setapart"], projected, atol=1e-12)


def test_names_that_two_objects_share_by_chance_do_not_mislead():
    one, other = cells(seed=1), cells(24, seed=2, prefix="d")
    other.obs_names = ["c3", *other.obs_names[1:]]
    result = sa.two_sample_test(one, other, statistic="pw:1", n_resamples=9)
    for adata, projected in ((one, result.projection.x_projected), (other, result.projection.y_projected)):
        result.write_anndata(adata)
        np.testing.assert_allclose(adata.obsm["setapart"], projected, atol=1e-12)
    both = ad.concat([one, cells(24, seed=2, prefix="d")])
    with pytest.raises(ValueError, match=r"it lacks 1 row of sample 'y', 'd23' for one; pass"):
        sa.two_sample_test(one, both[30:].copy(), statistic="pw:1", n_resamples=9).write_anndata(both[:53].copy())


def test_an_object_that_lacks_a_cell_is_refused():
    adata = cells(60)
    result = compared(adata)
    for part in (adata[:39].copy(), adata[20:].copy(), adata[1:].copy()):
        with pytest.raises(ValueError, match=r"it lacks \d+ rows? of sample '[ab]', 'c\d+' for one; pass the AnnData"):
            result.write_anndata(part)
        assert [*part.obsm, *part.varm, *part.uns] == []
    result.write_anndata(adata[:40].copy())


@pytest.mark.filterwarnings("ignore:Observation names are not unique")
def test_cells_of_one_name_are_found_where_they_stood_and_nowhere_else():
    adata = cells()
    adata.obs_names = ["c1", *adata.obs_names[1:]]
    result = compared(adata)
    result.write_anndata(adata)
    np.testing.assert_allclose(adata.obsm["setapart"][:10], result.projection.y_projected, atol=1e-12)
    with pytest.raises(ValueError, match=r"^several cells are called 'c1', .*; call adata\.obs_names_make_unique\(\)"):
        result.write_anndata(adata[::-1].copy())


def test_nothing_of_an_earlier_result_stays_under_its_key():
    adata = cells()
    adata.obsm["other"] = np.zeros((30, 1))
    compared(adata).write_anndata(adata)
    energy = sa.two_sample_test(adata, groups="arm", levels=("a", "b"), statistic="energy", n_resamples=9)
    energy.write_anndata(adata)
    energy.write_anndata(adata, "other")
    assert ([*adata.obsm], [*adata.varm], [*adata.uns]) == (["other"], [], ["setapart", "other"])


def test_labels_that_no_file_holds_are_written_escaped(tmp_path):
    one, other = cells(seed=1), cells(seed=2, prefix="d")
    sa.two_sample_test(one, other, labels=("\udc80", "ö"), statistic="energy", n_resamples=9).write_anndata(one)
    one.write_h5ad(tmp_path / "t.h5ad")
    assert list(ad.read_h5ad(tmp_path / "t.h5ad").uns["setapart"]["labels"]) == ["\\udc80", "ö"]


def test_a_representation_has_no_loadings_of_genes():
    adata = cells()
    adata.obsm["X_two"] = adata.X.toarray()[:, :2]
    result = compared(adata, use_rep="X_two")
    result.write_anndata(adata)
    assert "setapart" not in adata.varm
    np.testing.assert_allclose(adata.obsm["setapart"][10:20], result.projection.x_projected, atol=1e-12)


def test_a_statistic_without_directions_writes_its_story_only():
    adata = cells()
    result = sa.two_sample_test(adata, groups="arm", levels=("a", "b"), statistic="energy", n_resamples=9)
    result.write_anndata(adata)
    assert adata.uns["setapart"]["pvalue"] == result.pvalue
    assert "setapart" not in adata.obsm


def test_held_out_directions_place_all_cells_that_were_compared():
    adata = cells()
    sa.two_sample_test(adata, groups="arm", levels=("a", "b"), statistic="pw_split", k=1, n_resamples=9).write_anndata(
        adata
    )
    assert np.isnan(adata.obsm["setapart"]).sum() == 10


def shifted(names):
    def change(adata):
        adata.obs_names = names(adata.obs_names)

    return change


def renamed(adata):
    adata.var_names = ["g1", "G2", "G3", "g4"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (shifted(lambda names: [f"x{name}" for name in names]), "lacks 10 rows of sample 'a', 'c10' for one; pass the"),
        (renamed, "^adata does not have the features of this result: it lacks 'g2' of var_names, and 1 more$"),
    ],
)
def test_an_object_that_does_not_fit_is_refused_and_left_alone(change, message):
    adata = cells()
    result = compared(adata)
    change(adata)
    with pytest.raises(ValueError, match=message):
        result.write_anndata(adata)
    assert [*adata.obsm, *adata.varm, *adata.uns] == []


def test_cells_of_one_name_in_both_samples_are_refused():
    one, other = cells(seed=1), cells(seed=2)
    result = sa.two_sample_test(one, other, statistic="pw:1", n_resamples=9)
    with pytest.raises(ValueError, match=r"^adata has 'c0', and so have both samples; give the cells distinct"):
        result.write_anndata(one)


@pytest.mark.parametrize(
    ("target", "key", "error", "message"),
    [
        (cells(), "a/b", ValueError, "^key must be a string without '/'"),
        (cells(), "", ValueError, "^key must be a string"),
        (np.zeros((3, 3)), "k", TypeError, "^adata must be an AnnData object, got ndarray$"),
    ],
)
def test_bad_arguments(target, key, error, message):
    with pytest.raises(error, match=message):
        compared(cells()).write_anndata(target, key)


def test_a_result_without_its_data_cannot_be_written():
    adata = cells()
    with pytest.raises(ValueError, match=r"^this result does not have its data; run the test again to write it$"):
        replace(compared(adata), problem=None).write_anndata(adata)
