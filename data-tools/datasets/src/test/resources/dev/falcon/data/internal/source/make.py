"""Writes the files beside it, each by the tool that people use; run in an empty folder with pandas 3.0.6,
pyarrow 25.0.1, datasets 5.0.1 and polars 1.44.2."""
import bz2, gzip, io, json, math, os, struct, tarfile, zlib
import pandas as pd, polars as pl, pyarrow as pa, pyarrow.parquet as pq
from datasets import Dataset, DatasetDict, Features, List, Value


def png(value):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    pixels = zlib.compress((b"\0" + bytes([value, 50, value]) * 4) * 4)
    head = struct.pack(">IIBBBBB", 4, 4, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def pairs(name, count):
    return {"id": [f"{name}-{i}" for i in range(count)], "query": [f"{name} question {i}" for i in range(count)],
            "answer": [f"{name} answer {i}" for i in range(count)]}


os.makedirs("splits")
for split, count in (("train", 4), ("validation", 2), ("test", 3)):
    pq.write_table(pa.table(pairs(split, count)), f"splits/{split}-00000-of-00001.parquet")
frame = pl.concat([pl.DataFrame(pairs(x, 2)).with_columns(pl.lit(x).alias("lang")) for x in ("de", "en")])
frame.write_parquet("hive", partition_by="lang", mkdir=True)

pd.DataFrame({"id": ["a", "b", "c"], "query": ["q1", "q2", "q3"],
              "answer": [["one", "it's two"], ["three"], ['a "b"\n', None]]}).to_csv("pandas-lists.csv", index=False)
with open("nan.jsonl", "w") as file:  # as Python's json writes what pandas holds for a missing value
    for i in range(3):
        row = {"query": f"q{i}", "answer": f"a{i}", "note": float("nan"), "id": f"k{i}"}
        if i == 1:
            row["answer"] = math.nan
        file.write(json.dumps(row) + "\n")
lines = "".join(json.dumps([f"question {i}", f"answer {i}"]) + "\n" for i in range(3))
open("list-lines.jsonl", "w").write(lines)
rows = "".join(json.dumps({"anchor": f"question {i}", "positive": f"answer {i}"}) + "\n" for i in range(3))
open("pairs.jsonl.gz", "wb").write(gzip.compress(rows.encode(), mtime=0))
open("pairs.jsonl.bz2", "wb").write(bz2.compress(rows.encode()))
table = "anchor,positive\n" + "".join(f"question {i},answer {i}\n" for i in range(3))
open("pairs.csv.gz", "wb").write(gzip.compress(table.encode(), mtime=0))
pq.write_table(pa.table({"key": ["k0", "k1", "k2"], "image": [png(i) for i in range(2)] + [b""],
                         "captions": pa.array([["a", "b"], ["c", None], ["d"]], pa.list_(pa.string()))}),
               "null-captions.parquet")

saved = Dataset.from_dict(
    {"key": ["k0", "k1", "k2"], "image": [{"bytes": png(i), "path": None} for i in range(3)],
     "caption": [["a red", "a dog"], ["ü 字幕"], None], "image_id": [7, 8, 9], "weight": [0.5, 1.0, None]},
    features=Features({"key": Value("string"), "image": {"bytes": Value("binary"), "path": Value("string")}, "caption": List(Value("string")),
                       "image_id": Value("int64"), "weight": Value("float32")}))
saved.save_to_disk("saved")
DatasetDict({"train": saved, "test": saved.select([0])}).save_to_disk("saved-splits")

os.makedirs("imagefolder")
for i in range(3):
    open(f"imagefolder/{i}.png", "wb").write(png(i))
with open("imagefolder/metadata.jsonl", "w") as file:
    for i in range(3):
        file.write(json.dumps({"file_name": f"{i}.png", "text": f"caption {i}"}) + "\n")


def tar(name, members):
    with tarfile.open(name, "w") as out:
        for member, content in members:
            info = tarfile.TarInfo(member)
            info.size = len(content)
            out.addfile(info, io.BytesIO(content))


tar("apart.tar", [(f"{i}.png", png(i)) for i in range(3)] + [(f"{i}.txt", b"caption") for i in range(3)])
tar("decimals.tar", [(f"0.8{i}_x.{s}", c) for i in range(3) for s, c in (("png", png(i)), ("txt", b"caption"))])
for number in range(2):
    tar(f"restart-{number}.tar", [(f"{i}.{s}", c) for i in range(2) for s, c in (("png", png(i)), ("txt", b"caption"))])
tar("lines.tar", [(f"{i}.{s}", c) for i in range(2) for s, c in (("png", png(i)), ("txt", b"one\ntwo\nthree"))])
pd.DataFrame({"key": ["a", "b"], "caption": ["one", "two"]}).to_feather("compressed.feather")
