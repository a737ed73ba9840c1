"""F1 to F19: FAISS over vectors. Needs faiss-cpu 1.15.1 and numpy."""

import os
import tempfile

import faiss
import numpy as np

faiss.omp_set_num_threads(1)
rng = np.random.default_rng(1)


def unit(rows, dim=32):
    x = rng.standard_normal((rows, dim)).astype(np.float32)
    return x / np.linalg.norm(x, axis=1, keepdims=True)


def flat(x, metric=faiss.METRIC_INNER_PRODUCT):
    index = faiss.IndexFlat(x.shape[1], metric)
    index.add(x)
    return index


def say(key, *seen):
    print(f"{key}: ", *seen)


def attempt(function):
    try:
        return function()
    except Exception as error:  # the outcome is whether it raises
        return f"{type(error).__name__}: {str(error).splitlines()[-1][:160]}"


x = unit(1000)
say("F1", *flat(x[:3]).search(x[:1], 5), "| l2", *flat(x[:3], faiss.METRIC_L2).search(x[:1], 5))

same = np.repeat(x[:1], 300, axis=0)
for k in (10, 99, 100, 200):
    for queries in (1, 64):
        ids = flat(same).search(np.repeat(x[:1], queries, axis=0), k)[1][0]
        say("F2", "k", k, "queries", queries, "ids", ids[:6], "in order", bool((ids == np.arange(k)).all()))
tied = np.concatenate([unit(150), np.repeat(x[:1], 150, axis=0)])
for k in (10, 120):
    ids = flat(tied).search(x[:1], k)[1][0]
    say("F2", "k", k, "150 ties behind others", ids[:8], "smallest returned", ids.min())

broken = x.copy()
broken[7] = np.nan
broken[8, 0] = np.nan
broken[9, 0] = np.inf
for queries in (1, 64):
    for metric in (faiss.METRIC_INNER_PRODUCT, faiss.METRIC_L2):
        d, ids = flat(broken, metric).search(np.ascontiguousarray(x[100 : 100 + queries]), 1000)
        rows = [int(np.where(ids[0] == r)[0][0]) if r in ids[0] else None for r in (7, 8, 9)]
        say("F3", "queries", queries, "metric", metric, "ranks of NaN, NaN, inf", rows, "ids -1", int((ids[0] < 0).sum()))
bad = np.full((1, 32), np.nan, np.float32)
say("F4", *flat(x).search(bad, 3), "batch of 64:", flat(x).search(np.repeat(bad, 64, axis=0), 3)[1][0])

zero = np.zeros((2, 32), np.float32)
faiss.normalize_L2(zero)
say("F5", zero[0, :3])

exact = np.eye(4, dtype=np.float32)
for metric, radius in ((faiss.METRIC_INNER_PRODUCT, 1.0), (faiss.METRIC_INNER_PRODUCT, 0.0), (faiss.METRIC_L2, 2.0), (faiss.METRIC_L2, 0.0)):
    lims, d, ids = flat(exact, metric).range_search(exact[:1], radius)
    say("F6", "metric", metric, "radius", radius, "ids", ids, "scores", d)

a = faiss.index_factory(32, "IVF16,Flat", faiss.METRIC_INNER_PRODUCT)
quantizer = faiss.IndexFlatIP(32)
b = faiss.IndexIVFFlat(quantizer, 32, 16, faiss.METRIC_INNER_PRODUCT)
c = faiss.IndexIVFFlat(faiss.IndexFlatL2(32), 32, 16)
say("F7", "factory spherical", a.cp.spherical, type(faiss.downcast_index(a.quantizer)).__name__, "constructor", b.cp.spherical, "l2", c.cp.spherical)
a.train(x)
b.train(x)
for name, i in (("factory", a), ("constructor", b)):
    centres = faiss.downcast_index(i.quantizer).reconstruct_n(0, 16)
    say("F7", name, "norms of centres", np.linalg.norm(centres, axis=1)[:3])

say("F8", "8 points, 16 clusters", attempt(lambda: faiss.index_factory(32, "IVF16,Flat").train(x[:8])))
say("F8", "16 points, 16 clusters", attempt(lambda: faiss.index_factory(32, "IVF16,Flat").train(x[:16])))

distinct = unit(1000)
copies = np.repeat(unit(1), 1000, axis=0)
for order, base in (("distinct first", np.concatenate([distinct, copies])), ("copies first", np.concatenate([copies, distinct]))):
    for metric in (faiss.METRIC_L2, faiss.METRIC_INNER_PRODUCT):
        h = faiss.IndexHNSWFlat(32, 32, metric)
        h.add(base)
        offset = 0 if order == "distinct first" else 1000
        found = h.search(distinct, 1)[1][:, 0]
        exactly = flat(base, metric).search(distinct, 1)[1][:, 0]
        say("F9", order, "metric", metric, "distinct vectors that find themselves", int((found == np.arange(1000) + offset).sum()), "of 1000, flat", int((exactly == np.arange(1000) + offset).sum()))
        got = h.search(copies[:1], 50)[1][0]
        say("F9", order, "k=50 around the copy:", int((got >= 0).sum()), "results")
shares = []
for n in (0, 100, 300, 1000, 3000):
    h = faiss.IndexHNSWFlat(32, 32)
    h.add(np.concatenate([distinct, copies[:1].repeat(n, axis=0)]) if n else distinct)
    shares.append((n, int((h.search(distinct, 1)[1][:, 0] == np.arange(1000)).sum())))
say("F9", "copies after, found themselves:", shares)

clean = faiss.IndexHNSWFlat(32, 32)
clean.add(distinct)
nan = distinct.copy()
nan[500] = np.nan
h = faiss.IndexHNSWFlat(32, 32)
h.add(nan)
say("F10", "found themselves: clean", int((clean.search(distinct, 1)[1][:, 0] == np.arange(1000)).sum()), "with one NaN", int((h.search(distinct, 1)[1][:, 0] == np.arange(1000)).sum()))
nan = distinct.copy()
nan[0] = np.nan
h = faiss.IndexHNSWFlat(32, 32)
h.add(nan)
say("F10", "NaN as the first vector", int((h.search(distinct, 1)[1][:, 0] == np.arange(1000)).sum()))

say("F11", "PQ8 on 100 points", attempt(lambda: faiss.IndexPQ(32, 8, 8).train(x[:100])))

sq = faiss.IndexScalarQuantizer(4, faiss.ScalarQuantizer.QT_8bit)
sq.train(np.array([[0, 0, 0, 0], [1, 1, 1, 1]], np.float32))
sq.add(np.array([[2, -1, 0.5, 1]], np.float32))
say("F12", "2, -1, 0.5, 1 as", sq.reconstruct(0))

say("F13", flat(x[:2]).search_and_reconstruct(x[:1], 4)[2][0][:, :3])

one = flat(x).search(x[500:501], 10)
many = flat(x).search(np.ascontiguousarray(x[450:514]), 10)
say("F14", "same scores", bool((one[0][0] == many[0][50]).all()), "largest difference", float(np.abs(one[0][0] - many[0][50]).max()))

say("F15", "float64", attempt(lambda: flat(x).search(x[:1].astype(np.float64), 2)), "float16", attempt(lambda: flat(x).search(x[:1].astype(np.float16), 2)))
say("F15", "int64", attempt(lambda: flat(x).search(np.ones((1, 32), np.int64), 2)))

for queries in (1, 19, 20, 64):
    d = flat(x, faiss.METRIC_L2).search(x[:queries], 1)[0][:, 0]
    say("F16", "queries", queries, "nonzero own distances", int((d != 0).sum()), "largest", float(d.max()), "smallest", float(d.min()))
long = x * 30
d, ids = flat(long, faiss.METRIC_L2).search(long[:64], 2)
say("F16", "length 30: largest own distance", float(d[:, 0].max()))

a.add(x)
a.nprobe = 7
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "i.index")
    faiss.write_index(a, path)
    say("F17", "nprobe after reading", faiss.read_index(path).nprobe)
    h.hnsw.efSearch = 77
    faiss.write_index(h, path)
    say("F17", "efSearch after reading", faiss.read_index(path).hnsw.efSearch)

lengths = np.exp(rng.standard_normal((5000, 1)) * 0.7).astype(np.float32)
base = unit(5000) * lengths
queries = unit(500)
truth = flat(base).search(queries, 10)[1]
h = faiss.IndexHNSWFlat(32, 32, faiss.METRIC_INNER_PRODUCT)
h.add(base)
got = h.search(queries, 10)[1]
say("F18", "unnormalised: top-1 recall", float((got[:, 0] == truth[:, 0]).mean()), "recall@10", float(np.mean([len(set(g) & set(t)) / 10 for g, t in zip(got, truth)])))
base = unit(5000)
truth = flat(base).search(queries, 10)[1]
h = faiss.IndexHNSWFlat(32, 32, faiss.METRIC_INNER_PRODUCT)
h.add(base)
got = h.search(queries, 10)[1]
say("F18", "normalised: top-1 recall", float((got[:, 0] == truth[:, 0]).mean()), "recall@10", float(np.mean([len(set(g) & set(t)) / 10 for g, t in zip(got, truth)])))

b.add(x)
b.nprobe = 16
f = flat(x).search(x[:50], 10)
g = b.search(x[:50], 10)
say("F19", "same ids", bool((f[1] == g[1]).all()), "same scores", bool((f[0] == g[0]).all()))
