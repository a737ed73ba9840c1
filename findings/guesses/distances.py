"""IX1 to IX16: distances, norms and clusters. Needs scikit-learn 1.9.1, scipy 1.17.1, torch 2.13.0, numpy 2.4.6."""

import warnings

import numpy as np
from tell import attempt, say

warnings.filterwarnings("ignore")
rng = np.random.default_rng(0)
four = np.array([[1, 0], [0, 0], [3, 4], [-1, 0]], dtype=np.float32)
nan = float("nan")


def unit_of(generator, rows, width):
    x = generator.standard_normal((rows, width))
    return (x / np.linalg.norm(x, axis=1, keepdims=True)).tolist()


def scientific_guesses():
    from scipy.spatial.distance import cdist, cosine
    from sklearn.cluster import DBSCAN, HDBSCAN, AgglomerativeClustering, BisectingKMeans, KMeans
    from sklearn.metrics.pairwise import cosine_distances, cosine_similarity
    from sklearn.neighbors import NearestNeighbors

    say("IX1", cosine_distances(four).round(4).tolist())
    say("IX1", "NearestNeighbors", [v.tolist() for v in NearestNeighbors(metric="cosine").fit(four).kneighbors(four, 4)])
    copies = np.repeat(rng.standard_normal((1, 8)), 6, axis=0)
    for algorithm in ("brute", "kd_tree", "ball_tree"):
        near = NearestNeighbors(n_neighbors=3, algorithm=algorithm).fit(copies)
        ids = near.kneighbors(return_distance=False)
        say("IX2", algorithm, "rows among their own neighbours", sum(i in row for i, row in enumerate(ids)), ids.tolist())
    near = NearestNeighbors(n_neighbors=3, metric="cosine").fit(np.concatenate([copies, rng.standard_normal((6, 8))]).astype(np.float32))
    ids = near.kneighbors(return_distance=False)
    say("IX2", "cosine", sum(i in row for i, row in enumerate(ids)))
    say("IX3", NearestNeighbors(radius=2.0).fit([[0.0], [2.0], [2.1]]).radius_neighbors([[0.0]])[1][0].tolist())
    say("IX4", attempt(lambda: AgglomerativeClustering(2, metric="cosine", linkage="average").fit(four).labels_.tolist()))
    x = rng.standard_normal((300, 8))
    say("IX5", "float16", attempt(lambda: KMeans(3, random_state=0).fit(x.astype(np.float16)).cluster_centers_.dtype), "NaN", attempt(lambda: KMeans(2).fit(np.array([[1.0], [nan], [2.0]]))))
    w = np.ones(300)
    w[200:] = 0
    a = KMeans(5, random_state=0, n_init=1).fit(x, sample_weight=w)
    b = KMeans(5, random_state=0, n_init=1).fit(x[:200])
    say("IX5", "zero weights: same inertia", round(a.inertia_, 6), round(b.inertia_, 6), "same centres", bool(np.allclose(a.cluster_centers_, b.cluster_centers_)))
    for seed in range(3):
        bisecting = BisectingKMeans(8, random_state=seed).fit(x)
        nearest = ((x[:, None] - bisecting.cluster_centers_[None]) ** 2).sum(2).argmin(1)
        say("IX6", seed, "predict equals labels_", float((bisecting.predict(x) == bisecting.labels_).mean()), "nearest centre equals labels_", float((nearest == bisecting.labels_).mean()))
    y = np.concatenate([np.zeros((6, 8)), x[:1] + 0.01 * rng.standard_normal((20, 8)), -x[:1] + 0.01 * rng.standard_normal((20, 8))])
    say("IX7", attempt(lambda: HDBSCAN(min_cluster_size=5, metric="cosine", algorithm="brute", copy=True).fit(y).labels_.tolist()), attempt(lambda: DBSCAN(eps=0.1, metric="cosine", min_samples=5).fit(y).labels_.tolist()))
    say("IX8", cosine([0, 0], [1, 0]), cosine([0, 0], [0, 0]), cdist(four, four, "cosine").tolist())
    small = rng.integers(-128, 128, (2, 64)).astype(np.int8)
    say("IX13", "int8", cosine(small[0], small[1]), "floats", cosine(small[0].astype(float), small[1].astype(float)), "cdist", cdist(small[:1], small[1:], "cosine").tolist(), "uint8", cosine(small[0].view(np.uint8), small[1].view(np.uint8)), cosine(small[0].view(np.uint8).astype(float), small[1].view(np.uint8).astype(float)), "sklearn", cosine_distances(small[:1], small[1:]).tolist(), "float16 of size 300", attempt(lambda: cosine(np.full(768, 300, dtype=np.float16), np.full(768, 300, dtype=np.float16))))
    from scipy.spatial import distance

    say("IX13", {n: (attempt(lambda: float(getattr(distance, n)(small[0], small[1]))), float(getattr(distance, n)(small[0].astype(float), small[1].astype(float)))) for n in ("euclidean", "sqeuclidean", "cityblock", "chebyshev", "correlation", "canberra", "braycurtis")}, "uint8", {n: (attempt(lambda: float(getattr(distance, n)(small[0].view(np.uint8), small[1].view(np.uint8)))), float(getattr(distance, n)(small[0].view(np.uint8).astype(float), small[1].view(np.uint8).astype(float)))) for n in ("euclidean", "sqeuclidean", "cityblock", "chebyshev", "correlation", "canberra", "braycurtis")})
    ones = unit_of(rng, 1000, 384)
    s = cosine_similarity(np.array(ones, dtype=np.float32))
    say("IX1", "cosine_similarity of a float32 row with itself: above 1", int((np.diag(s) > 1).sum()), "of 1000")


def torch_guesses():
    import torch
    import torch.nn.functional as F

    for rows in (20, 25, 26, 100):
        x = torch.nn.functional.normalize(torch.randn(rows, 64, generator=torch.Generator().manual_seed(0)), dim=1)
        say("IX9", rows, "diagonal, greatest", float(torch.cdist(x, x).diagonal().max()))
    for kind in (torch.float32, torch.float16, torch.bfloat16):
        zero = torch.zeros(4, dtype=kind)
        say("IX10", kind, "zero", F.normalize(zero, dim=0).tolist(), "1e-4", F.normalize(torch.full((4,), 1e-4, dtype=kind), dim=0).tolist(), "1e-6", F.normalize(torch.full((4,), 1e-6, dtype=kind), dim=0).tolist(), "300 x 768", F.normalize(torch.full((768,), 300, dtype=kind), dim=0)[:2].tolist(), "3000 x 768", F.normalize(torch.full((768,), 3000, dtype=kind), dim=0)[:2].tolist())
        say("IX10", kind, "cosine_similarity with a zero", attempt(lambda: float(F.cosine_similarity(zero, torch.ones(4, dtype=kind), dim=0))))
        say("IX12", kind, {v: attempt(lambda: float(F.cosine_similarity(torch.full((768,), v, dtype=kind), torch.full((768,), v, dtype=kind), dim=0))) for v in (1e-4, 1e-3, 1.0, 300.0, 3000.0)})
    q = torch.randn(1, 1, 3, 4, generator=torch.Generator().manual_seed(0))
    mask = torch.ones(1, 1, 3, 3, dtype=torch.bool)
    mask[..., 1, :] = False
    say("IX14", F.scaled_dot_product_attention(q, q, q, attn_mask=mask)[0, 0].tolist(), "float mask of -inf", F.scaled_dot_product_attention(q, q, q, attn_mask=torch.zeros(1, 1, 3, 3).masked_fill(~mask, float("-inf")))[0, 0, 1].tolist(), "float mask of the smallest number", F.scaled_dot_product_attention(q, q, q, attn_mask=torch.zeros(1, 1, 3, 3).masked_fill(~mask, torch.finfo(torch.float32).min))[0, 0, 1].tolist(), "mean of the values", q[0, 0].mean(0).tolist())
    for length in (1e-5, 1e-7, 1e-8, 1e-9, 1e-12, 1e-20):
        v = torch.tensor([1.0, 0, 0]) * length
        say("IX11", length, float(F.cosine_similarity(v, v, dim=0)), "normalize", F.normalize(v, dim=0).tolist())


def norm_guesses():
    from sklearn.preprocessing import normalize

    unit = np.random.default_rng(0).standard_normal((200, 768))
    unit /= np.linalg.norm(unit, axis=1, keepdims=True)
    for length in (1e-3, 0.03, 1.0, 30.0, 300.0):
        half = (unit * length).astype(np.float16)
        exact = np.linalg.norm(half.astype(np.float64), axis=1)
        seen = np.linalg.norm(half, axis=1)
        say("IX15", length, "norm of rows, share of the exact one", float((seen.astype(np.float64) / exact).min()), float((seen.astype(np.float64) / exact).max()))
        made = np.linalg.norm(normalize(half).astype(np.float64), axis=1)
        say("IX16", length, "lengths after normalize", float(made.min()), float(made.max()))


scientific_guesses()
torch_guesses()
norm_guesses()
