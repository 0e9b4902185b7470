import anndata as ad
import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

import setapart as sa
from setapart.projection.starts import Starts
from setapart.projection.subspaces import principal_angles
from setapart.statistics.registry import names_with


def low_rank(seed=0, n=90, d=120, rank=12):
    """Sparse rows that vary in a few directions, and differ between the halves in one of them."""
    rng = np.random.default_rng(seed)
    axes = sp.random_array((rank, d), density=0.1, rng=rng)
    scores = rng.integers(-3, 4, (n, rank)).astype(float)
    scores[: n // 2, 0] += 1.0
    return sp.csr_array(scores @ axes), ["a"] * (n // 2) + ["b"] * (n - n // 2)


def wide(seed=1, n=100, d=150):
    rng = np.random.default_rng(seed)
    rows = sp.random_array((n, d), density=0.2, rng=rng).tolil()
    rows[: n // 2, 7] = 3.0 + rng.random(n // 2)
    return rows.tocsr(), ["a"] * (n // 2) + ["b"] * (n - n // 2)


@pytest.mark.parametrize(
    "statistic",
    [
        "energy",
        "mmd",
        "wasserstein",
        "knn",
        "friedman_rafsky",
        "ball",
        "hotelling",
        "covariance",
        sa.ProjectedWasserstein(1, starts=Starts(True, 1, 0)),
    ],
    ids=lambda statistic: getattr(statistic, "name", statistic),
)
def test_rows_of_a_low_rank_have_the_answer_of_dense_ones(statistic):
    rows, groups = low_rank()
    sparse, dense = (
        sa.two_sample_test(one, groups=groups, statistic=statistic, n_resamples=49, rng=1)
        for one in (rows, rows.toarray())
    )
    # The coordinates are those of another basis, so that sums are rounded otherwise; a search may end a step apart.
    assert sparse.statistic == pytest.approx(dense.statistic, rel=1e-6)
    np.testing.assert_allclose(sparse.null_distribution, dense.null_distribution, rtol=2e-3)
    assert sparse.pvalue == dense.pvalue
    assert sparse.feature_names == dense.feature_names
    if dense.projection is not None:
        # Directions may differ by what the rows do not vary in; the rows along them do not.
        frames = (
            np.linalg.qr(np.vstack([one.projection.x_projected, one.projection.y_projected]) - centre).Q
            for one, centre in ((sparse, 0.0), (dense, rows.toarray().mean(axis=0) @ dense.directions))
        )
        assert np.rad2deg(principal_angles(*frames)).max() < 0.5


def test_directions_are_those_of_the_features_and_orthonormal():
    rows, groups = wide()
    result = sa.two_sample_test(rows, groups=groups, statistic="pw:2", n_resamples=19)
    assert result.problem.pooled.shape == (100, 50)
    assert result.directions.shape == (150, 2)
    np.testing.assert_allclose(result.directions.T @ result.directions, np.eye(2), atol=1e-12)
    assert (result.directions.max(axis=0) == np.abs(result.directions).max(axis=0)).all()
    assert result.projection.top_feature == "x8"
    centred = rows.toarray() - rows.toarray().mean(axis=0)
    np.testing.assert_allclose(result.projection.x_projected, centred[:50] @ result.directions, atol=1e-12)
    np.testing.assert_array_equal(result.projection.coefficients, result.directions)
    (note,) = result.notes
    assert note.startswith("The rows of 150 sparse features were compared by their 50 leading principal components, ")


def test_counted_directions_are_those_of_the_features():
    rows, groups = low_rank()
    found = sa.two_sample_test(rows, groups=groups, statistic="pw:1", n_resamples=99).count_directions(maximum=1)
    assert found.directions.shape == (120, 1)
    assert np.linalg.norm(found.directions) == pytest.approx(1.0)


def test_the_default_works_and_says_what_its_marginals_look_at():
    rows, groups = wide()
    result = sa.two_sample_test(rows, groups=groups, n_resamples=19)
    assert result.pvalue == 0.05
    words = {part.name: part.words for part in result.components}
    assert words["marginal ranks"] == "largest Wasserstein distance in a single principal component, by ranks"
    assert result.projection.top_feature == "x8"
    why = result.explain(n_refits=20)
    assert why.loading_table["feature"][0] == "x8"
    assert np.isnan(why.loading_table["low"]).all()
    assert "compared by their principal components: loadings have no intervals" in " ".join(why.notes)
    assert "chosen in" not in why.sentence  # a single component is none of the features
    held_out = sa.two_sample_test(rows, groups=groups, statistic="pw_split", k=1, n_resamples=19)
    assert held_out.projection.top_feature == "x8"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"statistic": "marginal"}, "^'marginal' looks at single features, and sparse rows are compared by their"),
        ({"statistic": ["energy", "ks"]}, "^'ks' looks at single features"),
        ({"statistic": "pw:1", "sparsity": 3}, "^'pw:1 sparsity 3' looks at single features"),
        ({"scale": "std"}, "^scale='std' has no place where sparse rows are compared by their principal components"),
        (
            {"statistic": "pw:1", "method": sa.Concentration(diameter=100.0)},
            "^method=Concentration needs the features themselves",
        ),
    ],
)
def test_what_speaks_of_single_features_is_refused(options, message):
    rows, groups = wide()
    with pytest.raises(ValueError, match=message):
        sa.two_sample_test(rows, groups=groups, n_resamples=19, **options)


def test_a_comparison_of_all_leaves_out_what_speaks_of_single_features():
    rows, groups = low_rank(n=24, d=20, rank=3)
    found = sa.compare(rows, groups=groups, n_resamples=19)
    left_out = [note.split("'")[1] for note in found.overall.notes if "single features" in note]
    assert {"marginal", "ks", "tv"} <= set(left_out)
    assert left_out == list(names_with(lambda traits: traits.features != "all"))
    assert found["auto"].projection.directions.shape[0] == 20
    assert "The sparse rows vary in 3 directions, and were compared by all of them." in found.overall.notes
    with pytest.raises(ValueError, match=r"^'marginal' looks at single features"):
        sa.compare(rows, groups=groups, statistics=["energy", "marginal"], n_resamples=19)


def test_groups_of_cells_are_compared_pair_by_pair():
    rows, _ = wide(n=90)
    adata = ad.AnnData(
        rows,
        obs=pd.DataFrame({"arm": ["a"] * 30 + ["b"] * 30 + ["c"] * 30}, index=[f"c{i}" for i in range(90)]),
        var=pd.DataFrame(index=[f"g{j}" for j in range(150)]),
    )
    found = sa.compare_groups(adata, groups="arm", statistic="energy", n_resamples=99)
    alone = sa.two_sample_test(adata[adata.obs["arm"] != "c"].copy(), groups="arm", statistic="energy", n_resamples=99)
    assert found.results[0].statistic == alone.statistic
    assert found.results[0].problem.row_labels[1][0] == "c30"


def test_workers_and_chunks_do_not_change_the_answer():
    rows, groups = wide()
    one, two = (
        sa.two_sample_test(rows, groups=groups, statistic=["pw:2", "energy"], n_resamples=29, n_jobs=n_jobs)
        for n_jobs in (1, 2)
    )
    np.testing.assert_array_equal(one.null_distribution, two.null_distribution)


def test_the_level_holds_where_nothing_differs():
    rejections = 0
    for seed in range(200):
        rows = sp.random_array((24, 80), density=0.05, rng=np.random.default_rng(seed)).tocsr()
        result = sa.two_sample_test(rows, groups=["a"] * 10 + ["b"] * 14, statistic="energy", n_resamples=19, rng=seed)
        rejections += result.pvalue <= 0.1
    assert rejections <= 34  # binomial(200, 0.1): beyond this with probability 0.0006
