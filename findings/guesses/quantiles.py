"""QU1 to QU17: quantiles, ranks and top k. Needs numpy 2.4, scipy, torch, pandas 3, polars 1.44, duckdb 1.5.6, pyarrow 25, dask 2026.8.0, ml_dtypes."""

import warnings

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.compute as pc
import scipy.stats
import torch
from tell import attempt, say

warnings.filterwarnings("ignore")
nan = float("nan")

for n in (1_000, 3_000, 10_000, 100_000):
    x = np.random.default_rng(0).random(n).astype(np.float16)
    exact = np.quantile(x.astype(np.float64), [0.5, 0.9, 0.99, 0.999])
    say("QU1", n, "one at a time", [attempt(lambda: float(np.quantile(x, q))) for q in (0.5, 0.9, 0.99, 0.999)], "as a list", attempt(lambda: np.quantile(x, [0.5, 0.9, 0.99, 0.999]).tolist()), "exact", exact.tolist())
    say("QU1", n, "share of values at or above the 0.99 quantile", attempt(lambda: float((x >= np.quantile(x, 0.99)).mean())), "percentile 99", attempt(lambda: float(np.percentile(x, 99))), "nanquantile", attempt(lambda: float(np.nanquantile(x, 0.99))), "median", float(np.median(x)), "inverted_cdf", attempt(lambda: float(np.quantile(x, 0.99, method="inverted_cdf"))), "lower", attempt(lambda: float(np.quantile(x, 0.99, method="lower"))))
    say("QU1", n, "pandas", attempt(lambda: float(pd.Series(x).quantile(0.99))), "polars", attempt(lambda: float(pl.Series(x).quantile(0.99, "linear"))), "arrow", attempt(lambda: pc.quantile(pa.array(x), 0.99)), "torch", attempt(lambda: float(torch.quantile(torch.tensor(x), 0.99))))
ramp = np.arange(20_000_001, dtype=np.float32)
wide = ramp.astype(np.float64)
for q in (0.9, 0.95, 0.99, 0.999, 0.9999):
    say("QU2", q, float(np.quantile(ramp, q)), "as an array", float(np.quantile(ramp, np.array([q]))[0]), "float64", float(np.quantile(wide, q)), "values above", int((ramp > np.quantile(ramp, q)).sum()), "exact", int((wide > np.quantile(wide, q)).sum()))
small = ramp[:10_000_001]
for q in (0.9, 0.95, 0.99, 0.999, 0.9999):
    say("QU2", "torch, 10,000,001", q, float(torch.quantile(torch.tensor(small), q)), "exact", 10_000_000 * q, "float64", float(torch.quantile(torch.tensor(small.astype(np.float64)), q)))
del ramp, wide, small

for values, q in (([0, 1], 0.5), ([0, 1, 2, 3], 0.5), ([0, 1, 2, 3, 4, 5], 0.5), ([0, 1, 2], 0.25), ([0, 1, 2], 0.75), ([0, 1, 2, 3, 4, 5, 6], 0.25)):
    f = [float(v) for v in values]
    say("QU3", values, q, {"numpy": float(np.quantile(f, q, method="nearest")), "torch": float(torch.quantile(torch.tensor(f), q, interpolation="nearest")), "pandas": float(pd.Series(f).quantile(q, interpolation="nearest")), "polars": pl.Series(f).quantile(q, "nearest"), "arrow": pc.quantile(pa.array(f), q, interpolation="nearest")[0].as_py()})
f = [0.0, 1.0, 2.0, 3.0]
say("QU4", {"numpy": float(np.quantile(f, 0.4)), "torch": float(torch.quantile(torch.tensor(f), 0.4)), "pandas": pd.Series(f).quantile(0.4), "polars": pl.Series(f).quantile(0.4), "arrow": pc.quantile(pa.array(f), 0.4)[0].as_py(), "duckdb": duckdb.sql("select quantile(x, 0.4), quantile_disc(x, 0.4), quantile_cont(x, 0.4), median(x) from (values (0.0), (1.0), (2.0), (3.0)) t(x)").fetchall()})
f = [1.0, 2.0, 3.0, nan]
say("QU5", {"numpy": float(np.quantile(f, 0.5)), "torch": float(torch.quantile(torch.tensor(f), 0.5)), "torch nan": float(torch.nanquantile(torch.tensor(f), 0.5)), "pandas": pd.Series(f).quantile(0.5), "polars linear": pl.Series(f).quantile(0.5, "linear"), "polars median": pl.Series(f).median(), "arrow": pc.quantile(pa.array(f), 0.5)[0].as_py(), "arrow tdigest": pc.tdigest(pa.array(f), 0.5)[0].as_py(), "duckdb": duckdb.sql("select quantile_cont(x, 0.5), median(x), approx_quantile(x, 0.5) from (values (1.0::double), (2), (3), ('nan'::double)) t(x)").fetchall()})
say("QU6", attempt(lambda: torch.quantile(torch.zeros(16_777_217), 0.5)), attempt(lambda: torch.quantile(torch.zeros(10, dtype=torch.float16), 0.5)), attempt(lambda: float(torch.quantile(torch.zeros(16_777_216), 0.5))))
for n, k in ((10, 3), (100, 3), (100, 50), (5000, 3), (5000, 4000)):
    t = torch.full((n,), 0.5)
    top = torch.topk(t, k)[1].tolist()
    say("QU7", n, k, "first k in order", top == list(range(k)), "among the first k", sorted(top) == list(range(k)), top[:5], "float16", torch.topk(t.half(), k)[1].tolist()[:5], "unsorted", sorted(torch.topk(t, k, sorted=False)[1].tolist()) == list(range(k)))
say("QU7", "NaN", torch.topk(torch.tensor([1.0, nan, 3.0, 2.0]), 2), "smallest", torch.topk(torch.tensor([1.0, nan, 3.0, 2.0]), 3, largest=False)[0].tolist())
two = torch.tensor(np.random.default_rng(0).integers(0, 3, 5000).astype(np.float32))
say("QU7", "three values, 5000: ties by index", [bool((i[1:] > i[:-1])[v[1:] == v[:-1]].all()) for v, i in (torch.topk(two, k) for k in (10, 100, 1000, 4000, 5000))])
for n in (10, 17, 100, 5000):
    t = torch.full((n,), 0.5)
    say("QU8", n, "argsort", torch.argsort(t).tolist() == list(range(n)), "descending", torch.argsort(t, descending=True).tolist() == list(range(n)), "numpy", np.argsort(np.full(n, 0.5)).tolist() == list(range(n)), "numpy on 0/1 float32", bool((np.diff(np.argsort(np.tile(np.array([1, 0], dtype=np.float32), n // 2)))[: n // 2 - 1] > 0).all()))
say("QU9", np.argpartition([1.0, nan, 3.0, 2.0], -2)[-2:].tolist(), np.argpartition(-np.array([1.0, nan, 3.0, 2.0]), 1)[:2].tolist())


def dask_guess():
    import dask.dataframe as dd

    for name, order in (("sorted", slice(None)), ("shuffled", np.random.default_rng(1).permutation(100_000))):
        frame = pd.DataFrame({"x": np.sort(np.random.default_rng(0).random(100_000) ** 3)[order]})
        for parts in (2, 10, 100):
            made = dd.from_pandas(frame, npartitions=parts, sort=False)
            for q in (0.5, 0.95, 0.99, 0.999):
                say("QU10", name, parts, q, "rank", float((frame.x <= float(made.x.quantile(q).compute())).mean()))
    skew = pd.concat([pd.DataFrame({"x": np.linspace(0, 1, 100)}), pd.DataFrame({"x": np.linspace(5, 6, 99_900)})])
    made = dd.from_map(lambda f: f, [skew[:100], skew[100:]])
    for q in (0.0005, 0.01, 0.5):
        say("QU10", "partitions of 100 and 99,900", q, float(made.x.quantile(q).compute()), float(skew.x.quantile(q)))


say("QU10", attempt(dask_guess))
f = [2.0, nan, 1.0, 2.0]
say("QU11", scipy.stats.rankdata(f).tolist(), pd.Series(f).rank().tolist(), pl.Series(f).rank().to_list(), pc.rank(pa.array(f)).to_pylist(), duckdb.sql("select x, rank() over (order by x) from (values (2.0::double), ('nan'::double), (1), (2)) t(x)").fetchall())
for q in (0.25, 0.5, 0.75):
    say("QU12", q, float(np.quantile([1, 2, 3], q, weights=[1, 2, 1], method="inverted_cdf")), float(np.quantile([1, 2, 2, 3], q, method="inverted_cdf")), "zero weight", float(np.quantile([1, 2, 3], q, weights=[0, 1, 1], method="inverted_cdf")))
say("QU12", "q = 0 with a zero weight first", float(np.quantile([1, 2, 3], 0, weights=[0, 1, 1], method="inverted_cdf")))
say("QU13", float(torch.median(torch.tensor([1.0, 2, 3, 4]))), float(np.median([1, 2, 3, 4])), "NaN", float(torch.median(torch.tensor([1.0, nan, 3]))), float(torch.nanmedian(torch.tensor([1.0, nan, 3, 4]))))


def eight_bits():
    import ml_dtypes

    for v in (440.0, 448.0, 464.0, 465.0, 480.0, 1000.0, float("inf")):
        say("QU14", v, float(np.float32(v).astype(ml_dtypes.float8_e4m3fn)), float(torch.tensor(v).to(torch.float8_e4m3fn).float()), "e5m2", float(np.float32(v * 128).astype(ml_dtypes.float8_e5m2)), float(torch.tensor(v * 128).to(torch.float8_e5m2).float()))


say("QU14", attempt(eight_bits))
con = duckdb.connect()
con.execute("set threads to 1")
x = np.sort(np.random.default_rng(0).random(100_000) ** 3)
frame = pd.DataFrame({"x": x})
say("QU15", {q: float((x <= con.sql(f"select approx_quantile(x, {q}) from frame").fetchone()[0]).mean()) for q in (0.01, 0.5, 0.95, 0.99, 0.999)}, "arrow tdigest", {q: float((x <= pc.tdigest(pa.array(x), q)[0].as_py()).mean()) for q in (0.01, 0.5, 0.95, 0.99, 0.999)})
for n in (1, 2, 3, 4, 5):
    small = pd.DataFrame({"x": np.arange(n, dtype=float)})
    say("QU15", n, "values: approx_quantile 0.5", con.sql("select approx_quantile(x, 0.5) from small").fetchone()[0], "tdigest", pc.tdigest(pa.array(small.x), 0.5)[0].as_py())

rng = np.random.default_rng(0)
rows = (rng.random((100_000, 4)) * 0.1 + 1).astype(np.float16)
say("QU16", rows.mean(axis=0).tolist(), rows.astype(np.float64).mean(axis=0).tolist(), "1-d", float(rows[:, 0].mean()), "sum", float(rows[:, 0].sum()), "std", float(rows[:, 0].std()), float(rows[:, 0].astype(np.float64).std()), "F order", np.asfortranarray(rows).mean(axis=0).tolist(), "torch", torch.tensor(rows).mean(0).tolist(), "polars", attempt(lambda: pl.Series(rows[:, 0].copy()).mean()), "matmul with ones", (np.ones(100_000, dtype=np.float16) @ rows).tolist())
column = pd.Series(np.full(100_000, 1.05, dtype=np.float16))
say("QU17", "pandas: mean, std, sum", float(column.mean()), float(column.std()), float(column.sum()))
