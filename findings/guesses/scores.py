"""EM1 to EM3: scores of int8 vectors and of late interaction. Needs sentence-transformers 6.0.1, transformers 5.18.0, torch."""

import warnings

import numpy as np
import torch
from tell import attempt, say

warnings.filterwarnings("ignore")


def integer_guesses():
    from sentence_transformers import util
    from sentence_transformers.quantization import quantize_embeddings

    rng = np.random.default_rng(0)
    x = rng.standard_normal((50, 64)).astype(np.float32)
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    small = quantize_embeddings(x, "int8")
    wide = small.astype(np.float32)
    for name in ("dot_score", "cos_sim", "euclidean_sim", "manhattan_sim", "pairwise_dot_score", "pairwise_cos_sim"):
        got, want = attempt(lambda: getattr(util, name)(small, small)), getattr(util, name)(wide, wide)
        say("EM1", name, got if isinstance(got, str) else (got.dtype, "greatest difference", float((got.double() - want.double()).abs().max()), "of", float(want.abs().max())))
    for function in (None, util.dot_score):
        found = attempt(lambda: [h[0] for h in util.semantic_search(small, small, top_k=1, **({} if function is None else {"score_function": function}))])
        say("EM1", "semantic_search", "default" if function is None else "dot_score", found if isinstance(found, str) else (found[:2], "own row first", sum(h["corpus_id"] == i for i, h in enumerate(found))))
    point = lambda d: [float(np.cos(np.radians(d))), float(np.sin(np.radians(d)))]
    group = torch.tensor([[1.0, 0], [0.6, 0.8], [1.0, 0], [-1, 0], [0, -1]])
    for threshold in (0.59, 0.6, 0.61):
        say("EM2", threshold, util.community_detection(group, threshold=threshold, min_community_size=2))
    say("EM2", "chain", util.community_detection(torch.tensor([point(d) for d in (0, 20, 40, 60, 80, 180)]), threshold=0.93, min_community_size=2), "with a zero vector", attempt(lambda: util.community_detection(torch.tensor([[1.0, 0], [1, 0], [0, 0], [0, 0]]), threshold=0.5, min_community_size=1)), "NaN", attempt(lambda: util.community_detection(torch.tensor([[1.0, 0], [1, 0], [float("nan"), 0]]), threshold=0.5, min_community_size=1)))


def late_guess():
    from transformers.models.colpali.processing_colpali import ColPaliProcessor

    def rows(*vectors):
        return torch.nn.functional.normalize(torch.tensor(vectors, dtype=torch.float32), dim=1)

    query = rows([1, 0, 0], [0, 1, 0])
    short = rows([-1, 0.2, 0], [-1, -0.5, 0.1])
    long = rows([0.1, 0.1, 1], [0.1, 0, 1], [0, 0.1, 1])
    processor = ColPaliProcessor.__new__(ColPaliProcessor)
    for documents in ([short], [short, long]):
        say("EM3", len(documents), "documents", processor.score_retrieval([query], documents, output_device="cpu").tolist())


integer_guesses()
late_guess()
