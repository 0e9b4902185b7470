"""Where two samples differ in their rows, on the first screen: one rule and one region, where they say more."""

import numpy as np

from setapart.report.regions import region_line
from setapart.report.rule_words import rule_line
from setapart.results.two_sample import TwoSampleResult

__all__ = ["place_sentences"]


def place_sentences(result: TwoSampleResult, alpha: float) -> list[str]:
    """The rule of several features that holds on rows not used; and, where no feature differs, the first region.

    A region that no feature sets apart is left to the explanation: there would be nothing to look for.
    """
    table, words = result.by_feature, []
    rules = () if result.by_rule is None else result.by_rule.significant(result.pvalue, alpha)
    if rules and len({condition.feature for condition in rules[0].conditions}) > 1 and rules[0].low > rules[0].expected:
        assert result.by_rule is not None
        line = rule_line(rules[0], result.by_rule)
        words.append(f"{line[:1].upper()}{line[1:]}.")
    if result.by_region is not None and table is not None and not table.differing(result.pvalue, alpha).size:
        regions = result.by_region.region_table
        called = np.flatnonzero(regions["adjusted_pvalue"] <= alpha)
        told = called.size and regions["region"][called[0]] in result.by_region.feature_table["region"]
        if told and result.pvalue <= alpha:
            words.append(region_line(result.by_region, int(called[0])))
    return words
