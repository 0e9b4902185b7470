from plans import calibration_of, curve_of


def test_a_power_curve_as_text():
    assert curve_of([20, 60, 90, 99], notes=("mind\x1b this",)).summary().splitlines() == [
        "Power 0.8 takes about n = 80 and m = 160 rows (95 % band of n: 67 to 96).",
        "",
        "Power at alpha = 0.05 against mean_shift (60 features). Test: pw, 199",
        "relabellings; 100 trials of each size.",
        "",
        "  n    m  rejected  power   95 % interval",
        " 25   50        20  0.200  0.127 to 0.292",
        " 50  100        60  0.600  0.497 to 0.697",
        "100  200        90  0.900  0.824 to 0.951",
        "200  400        99  0.990  0.946 to 1.000",
        "",
        "Note: mind\\x1b this.",
        "",
        "Seed 7, 0.2 s, setapart 1.2.3.",
    ]


def test_a_calibration_as_text():
    pvalues = [0.004, 0.05, 0.08, 0.3, 0.9]
    assert calibration_of(pvalues, n_omitted=1, n_unlabelled=2, label="a\nb").summary().splitlines() == [
        "2 of 5 splits were rejected at alpha = 0.05: a level of 0.400 (95 % interval",
        "0.053 to 0.853), more than alpha allows: the test finds differences where there",
        "are none.",
        "",
        "a\\x0ab: 100 rows, split at random into 50 and 50. Test: pw, 99 relabellings.",
        "Left out because of missing values: 1 row. Left out because their group is",
        "missing: 2 rows.",
        "",
        "alpha  rejected  level   95 % interval",
        " 0.01         1  0.200  0.005 to 0.716",
        " 0.05         2  0.400  0.053 to 0.853",
        "  0.1         3  0.600  0.147 to 0.947",
        "  0.2         3  0.600  0.147 to 0.947",
        "  0.5         4  0.800  0.284 to 0.995",
        "",
        "The share of p-values up to t exceeds t by at most 0.01 (one-sided",
        "Kolmogorov-Smirnov test: p = 0.5, small if p-values are too small).",
        "",
        "Seed 7, 0.2 s, setapart 1.2.3.",
    ]


def test_levels_out_of_reach_are_told():
    lines = calibration_of([0.06, 0.3, 0.9], smallest_pvalue=0.06).summary().splitlines()
    at = lines.index("alpha  rejected  level   95 % interval")
    assert lines[at + 1].split()[:2] == ["0.1", "1"]
    assert "Out of reach: alpha = 0.01 and alpha = 0.05; no p-value of this test is below 0.06." in " ".join(lines)


def test_lines_stay_short_whatever_the_names():
    lines = curve_of([20, 60, 90, 99], alternative="x" * 300).summary().splitlines()
    assert max(map(len, lines)) <= 80
