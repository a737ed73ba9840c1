"""D1 to D20: tables and vectors. Needs datasets 5.0.1, pyarrow 25, polars 1.44, duckdb 1.5.6, pandas 3.0.6, safetensors, numpy."""

import os
import tempfile

import datasets
import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from safetensors.numpy import load_file, save_file

datasets.disable_progress_bars()
folder = tempfile.mkdtemp()


def at(name):
    return os.path.join(folder, name)


def say(key, *seen):
    print(f"{key}: ", *seen)


def attempt(function):
    try:
        return function()
    except Exception as error:  # the outcome is whether it raises
        return f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"


def arrow(table, name):
    with pa.OSFile(at(name), "wb") as sink, pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    return at(name)


def load(kind, path):
    return datasets.load_dataset(kind, data_files=path, split="train", cache_dir=at("cache"))


texts = pa.table({"text": pa.array(["a", "b", "a"]).dictionary_encode(), "n": [1, 2, 3]})
d = attempt(lambda: load("arrow", arrow(texts, "dictionary.arrow")))
say("D1", d if isinstance(d, str) else (d.features, d["text"][:], d.data.schema.field("text").type))
s = attempt(lambda: next(iter(datasets.load_dataset("arrow", data_files=at("dictionary.arrow"), split="train", streaming=True))))
say("D1", "streaming", s)
pq.write_table(texts, at("dictionary.parquet"))
say("D1", "parquet", attempt(lambda: load("parquet", at("dictionary.parquet")).features))

half = pa.array(np.float16([0.1, 0.2]))
d = datasets.Dataset(pa.table({"h": half, "d": [0.1, 0.2]})).with_format("numpy")
say("D2", d[:]["h"].dtype, d[:]["d"].dtype)
fixed = pa.FixedSizeListArray.from_arrays(pa.array(np.float16(np.arange(8))), 4)
d = datasets.Dataset(pa.table({"v": fixed}))
say("D2", "list", d.features, d.with_format("numpy")[:]["v"].dtype, attempt(lambda: d.with_format("torch")[:]["v"].dtype))

for rows in ([[1.0, 2.0], [3.0, 4.0, 5.0]], [[1.0, 2.0, 3.0], [4.0]], [[1.0, 2.0], None], [[1.0, 2.0, 3.0, 4.0], []]):
    d = datasets.Dataset.from_dict({"v": rows})
    got = attempt(lambda: d.cast_column("v", datasets.List(datasets.Value("float32"), length=2))["v"][:])
    say("D3", rows, "to length 2:", got)
    f = datasets.Features({"v": datasets.List(datasets.Value("float32"), length=2)})
    say("D3", rows, "from_dict with features:", attempt(lambda: datasets.Dataset.from_dict({"v": rows}, features=f)["v"][:]))

nulls = pa.FixedSizeListArray.from_arrays(pa.array([1, 2, 9, 9, 5, 6], pa.float32()), 2, mask=pa.array([False, True, False]))
d = datasets.Dataset(pa.table({"v": nulls}))
say("D4", d["v"][:], "numpy", attempt(lambda: d.with_format("numpy")[:]["v"]), "torch", attempt(lambda: d.with_format("torch")[:]["v"]))
d.to_parquet(at("nulls.parquet"))
say("D4", "parquet", attempt(lambda: load("parquet", at("nulls.parquet"))["v"][:]))
say("D4", "map", d.map(lambda r: r)["v"][:], "select", d.select([2, 1])["v"][:], "sort", attempt(lambda: d.add_column("k", [3, 1, 2]).sort("k")["v"][:]))
dn = datasets.Dataset(pa.table({"v": nulls}))
say("D4", "filter", dn.filter(lambda r: r["v"] is not None)["v"][:])

lines = at("rows.jsonl")
with open(lines, "w") as file:
    file.writelines('{"i": %d}\n' % i for i in range(10))
stream = datasets.load_dataset("json", data_files=lines, split="train", streaming=True)
say("D5", [r["i"] for r in stream.shuffle(seed=1, buffer_size=1)], [r["i"] for r in stream.shuffle(seed=1, buffer_size=2)])
two = datasets.load_dataset("json", data_files=[lines, lines], split="train", streaming=True)
say("D5", "two files, 10 seeds that begin with the second", sum(two.shuffle(seed=s, buffer_size=1)._ex_iterable is not None for s in range(10)))

t = pa.FixedSizeListArray.from_arrays(pa.array([1, 2, 9, 9, 5, 6], pa.float32()), 2, mask=pa.array([False, True, False]))
say("D6", "list_flatten", pc.list_flatten(t).to_pylist(), "flatten", t.flatten().to_pylist(), "values", t.values.to_pylist(), "sliced values", t[2:].values.to_pylist(), "sliced flatten", t[2:].flatten().to_pylist())
say("D6", "to_numpy", attempt(lambda: t.to_numpy(zero_copy_only=False)), "parent", pc.list_parent_indices(t).to_pylist())

h = pa.array(np.float16([0.5, np.nan, -1, 2]))
say("D7", "sort", attempt(lambda: pc.sort_indices(h).to_pylist()), "sum", attempt(lambda: pc.sum(h)), "max", attempt(lambda: pc.max(h)), "add", attempt(lambda: pc.add(h, h)), "less", attempt(lambda: pc.less(h, h)), "table sort", attempt(lambda: pa.table({"h": h}).sort_by("h")["h"].to_pylist()))
say("D7", "mean", attempt(lambda: pc.mean(h)), "unique", attempt(lambda: pc.unique(h)), "cast", attempt(lambda: h.cast(pa.float32()).to_pylist()))

z = pa.array([-0.0, 0.0, float("nan"), float("nan")])
say("D8", pc.unique(z).to_pylist(), "group_by", pa.table({"z": z}).group_by("z").aggregate([([], "count_all")]).to_pylist(), "is_in", pc.is_in(pa.array([0.0]), pa.array([-0.0])).to_pylist(), "index", pc.index(z, 0.0))
say("D8", "polars", pl.Series([-0.0, 0.0, float("nan"), float("nan")]).unique().to_list(), "duckdb", duckdb.sql("select distinct x from (values (-0.0::float), (0.0::float), ('nan'::float), ('nan'::float)) t(x)").fetchall())

s = pa.table({"s": pa.array([0.1, float("nan"), 0.9, None, 0.5]), "i": [0, 1, 2, 3, 4]})
for order in ("descending", "ascending"):
    say("D9", order, "select_k", [pc.select_k_unstable(s, k, sort_keys=[("s", order)]).to_pylist() for k in (1, 3, 5)], "sort", pc.sort_indices(s, sort_keys=[("s", order)]).to_pylist(), "rank", pc.rank(s["s"], sort_keys=order).to_pylist())
say("D9", "array", [pc.select_k_unstable(s["s"].combine_chunks(), k, sort_keys=[("", "descending")]).to_pylist() for k in (1, 3)], "max", pc.max(s["s"]), "top_k", attempt(lambda: pc.top_k_unstable(s["s"], 2).to_pylist()))

frame = pl.DataFrame({"s": [0.1, float("nan"), 0.9, None], "i": [0, 1, 2, 3]})
pdf = pd.DataFrame({"s": [0.1, float("nan"), 0.9], "i": [0, 1, 2]})
rel = duckdb.from_arrow(frame.to_arrow())
say("D10", "duckdb", rel.order("s desc").fetchall(), "polars", frame.sort("s", descending=True).rows(), "pandas", pdf.sort_values("s", ascending=False).values.tolist())
say("D10", "duckdb max", duckdb.sql("select max(s), arg_max(i, s), max(s, 2) from rel").fetchall(), "polars max", frame["s"].max(), frame["s"].arg_max(), "pandas", pdf["s"].max())
say("D11", "polars", frame.top_k(2, by="s").rows(), "series", frame["s"].top_k(2).to_list(), "bottom_k", frame["s"].bottom_k(2).to_list(), "pandas", pdf.nlargest(2, "s").values.tolist())
say("D11", "rank", frame["s"].rank(descending=True).to_list(), "over", frame.with_columns(pl.col("s").fill_null(0)).select(pl.col("s").rank("ordinal", descending=True))["s"].to_list())

pq.write_table(pa.table({"h": pa.array(np.float16([0.1, 0.2])), "v": fixed, "w": pa.FixedSizeListArray.from_arrays(pa.array(np.float32(np.arange(8))), 4)}), at("half.parquet"))
say("D12", attempt(lambda: duckdb.sql(f"select typeof(h), typeof(v), typeof(w) from '{at('half.parquet')}' limit 1").fetchall()), attempt(lambda: duckdb.sql(f"select h, v from '{at('half.parquet')}'").fetchall()))
p = attempt(lambda: pl.read_parquet(at("half.parquet")))
say("D13", p if isinstance(p, str) else p.schema)
if not isinstance(p, str):
    say("D13", "cosine-like", attempt(lambda: p.select((pl.col("h") * pl.col("h")).sum().alias("q"))["q"].to_list()), "lazy", attempt(lambda: pl.scan_parquet(at("half.parquet")).collect_schema()))

lists = pl.Series("v", [[1.0, 2.0], [3.0]])
say("D14", attempt(lambda: lists.cast(pl.Array(pl.Float64, 2))), "strict=False", attempt(lambda: lists.cast(pl.Array(pl.Float64, 2), strict=False).to_list()), "list.to_array", attempt(lambda: lists.list.to_array(2)))
say("D15", attempt(lambda: pl.Series("v", [[1.0, 2.0], None, [5.0, 6.0]], dtype=pl.Array(pl.Float32, 2)).to_numpy()), attempt(lambda: pl.from_arrow(pa.table({"v": nulls}))["v"].to_numpy()))
a = datasets.Dataset(pa.table({"v": fixed.cast(pa.list_(pa.float32(), 4))}))
b = datasets.Dataset.from_dict({"v": [[1.0, 2.0, 3.0, 4.0]]}, features=datasets.Features({"v": datasets.List(datasets.Value("float32"))}))
say("D16", attempt(lambda: datasets.concatenate_datasets([a, b]).features), attempt(lambda: datasets.concatenate_datasets([b, a])[:]))
frame = pd.DataFrame({"v": [np.float16([0.1, 0.2]), np.float16([0.3, 0.4])]})
say("D17", attempt(lambda: (frame.to_parquet(at("p.parquet")), pq.read_schema(at("p.parquet")).field("v").type)[1]), attempt(lambda: pd.read_parquet(at("p.parquet"))["v"][0].dtype))
x = np.arange(6, dtype=np.float32).reshape(2, 3)
save_file({"t": x.T, "s": x[:, ::2], "f": np.asfortranarray(x), "b": x.astype(">f4")}, at("x.safetensors"))
got = load_file(at("x.safetensors"))
say("D18", "transposed", (got["t"] == x.T).all(), "strided", (got["s"] == x[:, ::2]).all(), "fortran", (got["f"] == x).all(), "big-endian", (got["b"] == x).all(), got["t"].tolist(), got["s"].tolist())
import ml_dtypes
say("D19", attempt(lambda: (save_file({"x": x.astype(ml_dtypes.bfloat16)}, at("b.safetensors")), load_file(at("b.safetensors"))["x"].dtype)[1]))
pq.write_table(pa.table({"v": nulls}), at("n.parquet"))
say("D20", attempt(lambda: pq.read_table(at("n.parquet"))["v"].to_pylist()), "duckdb", duckdb.sql(f"select v from '{at('n.parquet')}'").fetchall(), "polars", attempt(lambda: pl.read_parquet(at("n.parquet"))["v"].to_list()), "pandas", attempt(lambda: pd.read_parquet(at("n.parquet"))["v"].tolist()))
