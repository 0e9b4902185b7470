"""
Which genes set two kinds of cells apart?
=========================================

Blood cells of one donor, 765 genes each (pbmc68k, as it comes with scanpy): dendritic cells against monocytes, which
are close relatives. An AnnData object goes in as it is; the groups are a column of its ``obs``.
"""

import scanpy

import setapart as sa

cells = scanpy.datasets.pbmc68k_reduced()
res = sa.two_sample_test(
    cells, groups="bulk_labels", levels=("Dendritic", "CD14+ Monocyte"), statistic="pw:1", n_resamples=99
)
print(res.summary())

# %%
# The largest loadings are those of genes that a biologist would name: monocytes have more S100A8 and S100A9, and
# dendritic cells more of the genes by which antigens are presented, HLA among them.
#
# The cells along the direction, and the permutation null.

figure = res.plot()

# %%
# Loadings, projected cells and settings go into the AnnData object, where other tools look for them.

res.write_anndata(cells, key="setapart")
print(cells.varm["setapart"].shape, cells.obsm["setapart"].shape)
