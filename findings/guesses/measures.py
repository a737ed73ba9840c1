"""EV1 to EV6, ND1 and ND2: measures of rankings and of texts. Needs torchmetrics 1.9.0, scikit-learn 1.9.1, rapidfuzz 3.14.6, scipy, torch."""

import warnings

import numpy as np
from tell import attempt, say

warnings.filterwarnings("ignore")


def array_guesses():
    import torch
    from scipy import stats
    from sklearn import metrics
    from torchmetrics.regression import SpearmanCorrCoef
    from torchmetrics.retrieval import RetrievalMAP, RetrievalPrecision, RetrievalRecall

    say("EV1", metrics.average_precision_score([1, 0, 0, 0], [0.5] * 4), metrics.average_precision_score([0, 0, 0, 1], [0.5] * 4))
    scores, target = torch.tensor([0.9, 0.8, 0.7, 0.6]), torch.tensor([0, 1, 0, 1])
    index = torch.zeros(4, dtype=torch.long)
    for k in (1, 2, 3, 4, None):
        say("EV2", k, float(RetrievalMAP(top_k=k)(scores, target, indexes=index)))
    say("EV3", float(RetrievalPrecision(top_k=10)(scores, target, indexes=index)), float(RetrievalPrecision(top_k=10, adaptive_k=True)(scores, target, indexes=index)), "recall@1", float(RetrievalRecall(top_k=1)(torch.tensor([0.1, 0.9]), torch.tensor([0, 1]), indexes=torch.zeros(2, dtype=torch.long))))
    flat = np.full((3, 3), 0.5)
    say("EV4", [metrics.top_k_accuracy_score([0, 1, 2], flat, k=k) for k in (1, 2)], [metrics.top_k_accuracy_score([c, c, c], flat, k=1, labels=[0, 1, 2]) for c in (0, 1, 2)])
    say("EV5", metrics.ndcg_score([[1, 0, 0, 0]], [[0.5] * 4]), metrics.ndcg_score([[0, 0, 0, 1]], [[0.5] * 4]), "k=1", metrics.ndcg_score([[0, 0, 0, 1]], [[0.5] * 4], k=1), "negative", attempt(lambda: metrics.ndcg_score([[2, -2]], [[0.1, 0.9]])), "no relevant", attempt(lambda: metrics.ndcg_score([[0, 0]], [[0.1, 0.9]])))
    say("EV6", float(SpearmanCorrCoef()(torch.tensor([1.0, 1, 1]), torch.tensor([1.0, 2, 3]))), float(stats.spearmanr([1, 1, 1], [1, 2, 3])[0]), "ties", float(SpearmanCorrCoef()(torch.tensor([1.0, 1, 2, 3]), torch.tensor([1.0, 2, 3, 4]))), float(stats.spearmanr([1, 1, 2, 3], [1, 2, 3, 4])[0]))


def rapidfuzz_guesses():
    from rapidfuzz import distance, fuzz, process

    names = ("ratio", "partial_ratio", "token_sort_ratio", "token_set_ratio", "token_ratio", "partial_token_set_ratio", "WRatio", "QRatio")
    say("ND1", {n: getattr(fuzz, n)("", "") for n in names}, "one empty", {n: getattr(fuzz, n)("", "abc") for n in names}, "punctuation", {n: getattr(fuzz, n)("!", "!") for n in names})
    say("ND1", {n: getattr(distance, n).normalized_similarity("", "") for n in ("Levenshtein", "JaroWinkler", "Jaro", "Indel", "LCSseq")})
    say("ND2", fuzz.ratio("abcd", "abcx"), fuzz.ratio("abcd", "abcx", score_cutoff=75), fuzz.ratio("abcd", "abcx", score_cutoff=75.1), process.extract("abcd", ["abcx", "abcd", "zzzz"], scorer=fuzz.ratio, score_cutoff=75))
    say("ND2", "token_set_ratio of a part", fuzz.token_set_ratio("a red bus", "a red bus on a long street by the sea"), "case", fuzz.WRatio("A RED BUS", "a red bus"), "NFC and NFD", fuzz.ratio("caf\u00e9", "cafe\u0301"))
    pair = process.cdist(["a red bus"], ["a red bus"], scorer=fuzz.ratio)
    say("ND2", "cdist", pair.dtype, pair.tolist(), "levenshtein cutoff", distance.Levenshtein.distance("abc", "xyz", score_cutoff=1), "None", attempt(lambda: fuzz.ratio(None, "a")), "NaN", attempt(lambda: fuzz.ratio(float("nan"), "a")))


array_guesses()
rapidfuzz_guesses()
