from matplotlib.figure import Figure

from setapart.present.plots import share_curve


def test_the_curve_goes_through_the_shares_and_marks_the_directions_explained(explained):
    ax = Figure().subplots()
    assert share_curve(ax, explained(k=2, d=3)) is ax
    curve, *marks = ax.lines
    assert curve.get_xdata().tolist() == [1, 2, 3]
    assert curve.get_ydata().tolist() == [0.5, 0.75, 0.875]
    assert [mark.get_markerfacecolor() == "white" for mark in marks] == [True, False, True]
    assert [text.get_text() for text in ax.texts] == ["50 %", "75 %", "88 %"]
    assert ax.get_xticks().tolist() == [1, 2, 3]


def test_texts_stay_apart(explained, collisions_of):
    figure = Figure(figsize=(4.0, 3.0), layout="constrained")
    share_curve(figure.subplots(), explained(k=1, d=9))
    assert collisions_of(figure) == []
