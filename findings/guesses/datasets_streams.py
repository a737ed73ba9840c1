"""Z1 to Z20: files and streams of datasets 5.0.1. Needs also pyarrow 25.0.1, polars 1.44.2, pandas 3.0.6, duckdb 1.5.6 and torch."""

import os
import tempfile
import warnings

import datasets
import json
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import polars as pl
import time
from datasets import Dataset, load_dataset, concatenate_datasets, interleave_datasets
from datasets.distributed import split_dataset_by_node

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


datasets.disable_progress_bars(); cache=at("cache")
def jl(name, rows):
    with open(at(name),"w") as f: f.writelines(json.dumps(r)+"\n" for r in rows)
    return at(name)
def load(kind,f,**k): return load_dataset(kind,data_files=f,split="train",cache_dir=cache,**k)
dates=jl("dates.jsonl",[{"key":f"2026-01-{d:02}","text":"a"} for d in range(1,6)])
d=attempt(lambda: load("json",dates)); say("Z1", d if isinstance(d,str) else (d.features,d["key"][:2])); say("Z1 stream", attempt(lambda: next(iter(load("json",dates,streaming=True)))))
for n,vals in {"time":["2011-10-05T14:48:00","2011-10-05 14:48:00"],"zone":["2011-10-05T14:48:00Z","2011-10-05T15:48:00+01:00"],"mixed":["2026-01-31","cat"],"ids":["0001","17"],"floats":["1.0","1"],"bools":["true","false"],"month":["2026-01","2026-02"],"year":["2026","2027"]}.items():
    d=attempt(lambda: load("json",jl(f"{n}.jsonl",[{"key":v} for v in vals]))); say("Z1",n, d if isinstance(d,str) else (d.features["key"],d["key"][:]))
rows=[{"key":"2026-01-31","t":"x"*900} for _ in range(20000)]+[{"key":"cat","t":"x"}]
d=attempt(lambda: load("json",jl("late.jsonl",rows))); say("Z1 late text", d if isinstance(d,str) else (d.features["key"],d["key"][0],d["key"][-1]))
import pandas as pd; say("Z1 pandas", pd.read_json(dates,lines=True).dtypes.to_dict(), pd.read_json(dates,lines=True,dtype=False).dtypes.to_dict()); say("Z1 polars", pl.read_ndjson(dates).schema); import duckdb; say("Z1 duckdb", duckdb.sql(f"describe select * from '{dates}'").fetchall()[0][:2])
for nm in ("date","created_at","modified","timestamp","key"): jl(f"p{nm}.jsonl",[{nm:"17"},{nm:"0018"}])
say("Z1 pandas ids", pd.read_json(at("pkey.jsonl"),lines=True)["key"].tolist(), "arrow", attempt(lambda: load("json",at("pkey.jsonl"))["key"][:]))
n=100; lists=pa.table({"anchor":[f"a{i}" for i in range(n)],"positive":[f"p{i}" for i in range(n)],"negative_1":[f"n{i}" for i in range(n)],"score":np.linspace(0,1,n)})
pq.write_table(lists,at("lists.parquet"),row_group_size=10); st=load("parquet",at("lists.parquet"),streaming=True); mem=load("parquet",at("lists.parquet"))
say("Z2", st.features==mem.features, list(st)==list(mem))
say("Z3", [[r["anchor"] for r in split_dataset_by_node(st,rank=k,world_size=2)][:4] for k in (0,1)])
pq.write_table(lists.slice(0,30),at("l0.parquet")); pq.write_table(lists.slice(30,50),at("l1.parquet")); pq.write_table(lists.slice(80),at("l2.parquet"))
s2=load("parquet",[at("l0.parquet"),at("l1.parquet")],streaming=True); say("Z3 two files", [[len(list(split_dataset_by_node(s2,rank=k,world_size=2)))] for k in (0,1)])
s3=load("parquet",[at(f"l{k}.parquet") for k in range(3)],streaming=True); say("Z3 three files", [[len(list(split_dataset_by_node(s3,rank=k,world_size=2)))] for k in (0,1)])
say("Z3 map-style", [[r["anchor"] for r in split_dataset_by_node(mem,rank=k,world_size=2)][:3] for k in (0,1)])
A=Dataset.from_dict({"x":[f"A{i}" for i in range(50)]}); B=Dataset.from_dict({"x":[f"B{i}" for i in range(50)]})
m=interleave_datasets([A,B],probabilities=[.5,.5],seed=7)["x"][:]; i=[r["x"] for r in interleave_datasets([A.to_iterable_dataset(),B.to_iterable_dataset()],probabilities=[.5,.5],seed=7)]
say("Z4", m==i, len(m), len(i), m[:8], i[:8])
C=Dataset.from_dict({"x":["C0","C1","C2"]}); say("Z5", interleave_datasets([A,C])["x"][:], len(interleave_datasets([A,C],stopping_strategy="all_exhausted")), [r["x"] for r in interleave_datasets([A.to_iterable_dataset(),C.to_iterable_dataset()])])
four=Dataset.from_dict({"anchor":["a"],"positive":["p"],"negative_1":["n1"],"negative_2":["n2"]}); three=Dataset.from_dict({"anchor":["b"],"positive":["q"],"negative_1":["m1"]})
say("Z6", attempt(lambda: concatenate_datasets([four,three])[:]), "interleave", attempt(lambda: interleave_datasets([four,three])[:]), "iter", attempt(lambda: list(concatenate_datasets([four.to_iterable_dataset(),three.to_iterable_dataset()]))))
say("Z6 order", attempt(lambda: concatenate_datasets([three,four]).column_names), attempt(lambda: concatenate_datasets([four.select_columns(["positive","anchor","negative_1","negative_2"]),four])[:]))
L=Dataset(pa.table({"t":pa.array(["x"],pa.large_string())})); S=Dataset(pa.table({"t":["y"]})); say("Z7", attempt(lambda: concatenate_datasets([S,L]).features))
sh=mem.shuffle(seed=1); sh.save_to_disk(at("saved")); say("Z8", datasets.load_from_disk(at("saved"))["anchor"][:5]==sh["anchor"][:5], sh["anchor"][:3], os.listdir(at("saved")))
tr=mem.select(range(3)); tr.set_transform(lambda b:{"anchor":["T"+a for a in b["anchor"]]}); 
with warnings.catch_warnings(record=True) as w: 
    warnings.simplefilter("always"); say("Z9", attempt(lambda: tr.save_to_disk(at("tr"))), attempt(lambda: datasets.load_from_disk(at("tr"))[0]), [str(v.message)[:80] for v in w], tr[0])
say("Z9 to_parquet", attempt(lambda: (tr.to_parquet(at("tr.parquet")), pq.read_table(at("tr.parquet")).slice(0,1).to_pylist())), "map", attempt(lambda: tr.map(lambda r:r)[0]), "filter", attempt(lambda: tr.filter(lambda r: r["anchor"].startswith("T")).num_rows))
it=iter(st); first=[next(it)["anchor"] for _ in range(13)]; sd=st.state_dict(); st2=load("parquet",at("lists.parquet"),streaming=True); st2.load_state_dict(sd); say("Z10", first[-1], next(iter(st2))["anchor"])
shf=load("parquet",at("lists.parquet"),streaming=True).shuffle(seed=3,buffer_size=20); it=iter(shf); a1=[next(it)["anchor"] for _ in range(13)]; sd=shf.state_dict(); s4=load("parquet",at("lists.parquet"),streaming=True).shuffle(seed=3,buffer_size=20); s4.load_state_dict(sd); rest=[r["anchor"] for r in s4]; say("Z10 shuffled", "never seen", n-len(set(a1)|set(rest)), "twice", len(set(a1)&set(rest)))
pq.write_table(lists.drop(["score"]),at("drop.parquet")); say("Z11", attempt(lambda: load("parquet",[at("l0.parquet"),at("drop.parquet")]).num_rows), "stream", attempt(lambda: [r["score"] for r in load("parquet",[at("l0.parquet"),at("drop.parquet")],streaming=True)][28:32]))
say("Z11 reversed", attempt(lambda: load("parquet",[at("drop.parquet"),at("l0.parquet")]).column_names), attempt(lambda: [sorted(r) for r in load("parquet",[at("drop.parquet"),at("l0.parquet")],streaming=True)][-1]))
pq.write_table(lists.select(["score","negative_1","positive","anchor"]),at("order.parquet")); say("Z12", attempt(lambda: load("parquet",[at("l0.parquet"),at("order.parquet")])[-1]), attempt(lambda: list(load("parquet",[at("l0.parquet"),at("order.parquet")],streaming=True))[-1]))
pl.DataFrame({"t":["a long text of more than twelve","b"]}).write_ipc(at("pl.arrow")); say("Z13", attempt(lambda: load("arrow",at("pl.arrow"))[:])); pl.DataFrame({"t":["a"]}).write_ipc_stream(at("pls.arrow")); say("Z13 stream", attempt(lambda: load("arrow",at("pls.arrow"))[:]), "from_polars", attempt(lambda: Dataset.from_polars(pl.DataFrame({"t":["a"]})).features))
over=at("over.parquet"); pq.write_table(lists.slice(0,1),over); r1=load("parquet",over)["anchor"][:]; stt=os.stat(over); pq.write_table(lists.slice(1,1),over); r2=load("parquet",over)["anchor"][:]; pq.write_table(lists.slice(2,1),over); os.utime(over,ns=(stt.st_atime_ns,stt.st_mtime_ns)); r3=load("parquet",over)["anchor"][:]; say("Z14", r1,r2,"same time",r3)
say("Z15", attempt(lambda: [len(list(st.shard(num_shards=2,index=k))) for k in (0,1)]), "num_shards", st.num_shards)
so=Dataset.from_dict({"s":[0.5,float("nan"),None,0.9,-1.0]}); say("Z16", so.sort("s")["s"][:], so.sort("s",reverse=True)["s"][:])
with pa.ipc.new_file(at("file.arrow"),lists.schema) as wr: wr.write_table(lists)
say("Z17", attempt(lambda: next(iter(load("arrow",at("file.arrow"),streaming=True)))["anchor"]))
say("Z18", attempt(lambda: load("json",jl("nulls.jsonl",[{"t":None,"x":"y"*500} for _ in range(30000)]+[{"t":"cat","x":"y"}])).features["t"]), "list", attempt(lambda: load("json",jl("empty.jsonl",[{"t":[],"x":"y"*500} for _ in range(30000)]+[{"t":["cat"],"x":"y"}])).features["t"]))
open(at("na.csv"),"w").write("caption,n\nnull,1\nNA,2\nNone,3\nnan,4\n,5\ncat,6\n"); say("Z19", load("csv",at("na.csv"))["caption"][:], "keep", attempt(lambda: load("csv",at("na.csv"),keep_default_na=False)["caption"][:]))
e=load("parquet",[at(f"l{k}.parquet") for k in range(3)],streaming=True).shuffle(seed=5,buffer_size=10); o1=[r["anchor"] for r in e]; o2=[r["anchor"] for r in e]; e.set_epoch(1); o3=[r["anchor"] for r in e]; say("Z20", o1==o2, o1==o3, sorted(o1)==sorted(o3))
say("Z20 DataLoader", attempt(lambda: (lambda dl:[len(list(dl))])(__import__("torch").utils.data.DataLoader(st,batch_size=None,num_workers=3))))
