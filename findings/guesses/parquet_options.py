"""B1 to B12, H1 to H6: Parquet with every option, and partitions: parquet_options.py FOLDER. Needs pyarrow 25.0.1, polars 1.44.2, duckdb 1.5.6, pandas 3.0.6, datasets 5.0.1."""
import sys, os, numpy as np, pyarrow as pa, pyarrow.parquet as pq, decimal, datetime, polars as pl, duckdb, pandas as pd
import pyarrow.parquet.encryption as pe, base64
out=sys.argv[1]; os.makedirs(out,exist_ok=True); os.chdir(out)
ROWS,DIM=6,4
vectors=((np.arange(ROWS*DIM).reshape(ROWS,DIM)%7-3+np.eye(ROWS,DIM))/8).astype("f2").astype("f4")
keys=[f"k{i}" for i in range(ROWS)]; captions=[f"caption {i}" for i in range(ROWS)]
def fixed(t="f4"): return pa.FixedSizeListArray.from_arrays(pa.array(vectors.astype(t).ravel()),DIM)
def lists(t=pa.float32()): return pa.array(vectors.tolist(),pa.list_(t))
def table(key=None,image=None,**more): 
    v=lists() if image is None else image
    return pa.table({"key":pa.array(keys) if key is None else key,"caption":captions,**more,"image_embedding":v,"text_embedding":v})
def attempt(name,f):
    try: f()
    except BaseException as e: print(name, type(e).__name__, " ".join(str(e).split())[:200])
W=lambda n,t,**k: attempt(n,lambda: pq.write_table(t,n,**k))
for v in ("1.0","2.0"):
    W(f"page{v[0]}-delta-bytes.parquet",table(),data_page_version=v,use_dictionary=False,column_encoding={"key":"DELTA_BYTE_ARRAY","caption":"DELTA_LENGTH_BYTE_ARRAY","image_embedding.list.element":"BYTE_STREAM_SPLIT","text_embedding.list.element":"BYTE_STREAM_SPLIT"})
    W(f"page{v[0]}-delta-binary.parquet",table(pa.array(range(6),pa.int64()),n=pa.array(range(6),pa.int32())),data_page_version=v,use_dictionary=False,column_encoding={"key":"DELTA_BINARY_PACKED","n":"DELTA_BINARY_PACKED"})
    W(f"page{v[0]}-split-ints.parquet",table(pa.array(range(6),pa.int64()),n=pa.array(range(6),pa.int32())),data_page_version=v,use_dictionary=False,column_encoding={"key":"BYTE_STREAM_SPLIT","n":"BYTE_STREAM_SPLIT"})
    W(f"page{v[0]}-split-half.parquet",table(image=pa.array([list(r) for r in vectors.astype("f2")],pa.list_(pa.float16()))),data_page_version=v,use_dictionary=False,column_encoding={"image_embedding.list.element":"BYTE_STREAM_SPLIT","text_embedding.list.element":"BYTE_STREAM_SPLIT"})
    for c in ("snappy","gzip","zstd","lz4","none","brotli"): W(f"page{v[0]}-{c}.parquet",table(),data_page_version=v,compression=c)
    W(f"page{v[0]}-nulls.parquet",table(caption2=pa.array(["x",None]*3)),data_page_version=v)
W("index.parquet",table(),write_page_index=True,write_page_checksum=True,sorting_columns=[pq.SortingColumn(0)],store_schema=False)
attempt("bloom",lambda: pq.write_table(table(),"bloom.parquet",bloom_filter_options={"key":True}))
W("item.parquet",table(),use_compliant_nested_type=False)
W("dec-int.parquet",table(pa.array([decimal.Decimal(i) for i in range(6)],pa.decimal128(9,0))),store_decimal_as_integer=True)
W("dec-int64.parquet",table(pa.array([decimal.Decimal(i) for i in range(6)],pa.decimal128(18,0))),store_decimal_as_integer=True)
W("dec-scale.parquet",table(pa.array([decimal.Decimal(i) for i in range(6)],pa.decimal128(9,2))),store_decimal_as_integer=True)
W("dec32.parquet",table(pa.array([decimal.Decimal(i) for i in range(6)],pa.decimal32(9,0))))
W("large-string.parquet",table(pa.array(keys,pa.large_string())))
W("string-view.parquet",table(pa.array(keys,pa.string_view())))
W("time-key.parquet",table(pa.array([datetime.datetime(2026,1,1+i) for i in range(6)],pa.timestamp("us"))))
W("int96-key.parquet",table(pa.array([datetime.datetime(2026,1,1+i) for i in range(6)],pa.timestamp("us"))),use_deprecated_int96_timestamps=True)
W("int96.parquet",pa.table({"id":["a","b"],"anchor":["a0","a1"],"positive":["p0","p1"],"at":pa.array([datetime.datetime(2026,1,1),datetime.datetime(1969,1,1)],pa.timestamp("ns"))}),use_deprecated_int96_timestamps=True)
W("ts.parquet",pa.table({"id":["a","b"],"anchor":["a0","a1"],"positive":["p0","p1"],"at":pa.array([datetime.datetime(2026,1,1),datetime.datetime(1969,1,1)],pa.timestamp("us"))}))
W("dotted.parquet",pa.table({"meta.key":["x"]*6,"key":keys,"image.embedding":lists(),"image_embedding":lists(),"text_embedding":lists()}))
W("dotted-struct.parquet",pa.table({"a.b":["dot"]*2,"a":[{"b":"field"}]*2,"id":["a","b"],"anchor":["a0","a1"],"positive":["p0","p1"]}))
pl.DataFrame({"key":pl.Series(keys,dtype=pl.Categorical),"image_embedding":vectors,"text_embedding":vectors}).write_parquet("polars-categorical.parquet")
pl.DataFrame({"key":pl.Series(keys,dtype=pl.Enum(keys)),"image_embedding":vectors,"text_embedding":vectors}).write_parquet("polars-enum.parquet",compression="lz4")
pl.DataFrame({"key":pl.Series(range(6),dtype=pl.Int128),"image_embedding":vectors,"text_embedding":vectors}).write_parquet("polars-int128.parquet") if hasattr(pl,"Int128") else None
duckdb.sql("create type mood as enum ('k0','k1','k2','k3','k4','k5')")
tb=table(); duckdb.register("tb",tb)
for c in ("lz4_raw","zstd","snappy","gzip","brotli","uncompressed"): attempt("duckdb "+c,lambda: duckdb.sql(f"copy (from tb) to 'duckdb-{c}.parquet' (format parquet, compression {c})"))
attempt("enum",lambda: duckdb.sql("copy (select key::mood as key, image_embedding, text_embedding from tb) to 'duckdb-enum.parquet'"))
for n,x in {"interval":"interval 1 day","timetz":"'12:00:00+01'::timetz","bit":"'101'::bit","uhugeint":"1::uhugeint","hugeint":"1::hugeint","union":"union_value(a:=1)","map":"map{'a':1}","json":"'{}'::json","tns":"'2026-01-01'::timestamp_ns","ts_s":"'2026-01-01'::timestamp_s","blob":"'x'::blob","varint":"1::bignum","struct":"{'a':1,'b':['x']}","array":"[1,2,3]::int[3]","variant":"1::variant","time_ns":"'12:00:00'::time_ns","dec":"1.5::decimal(4,1)"}.items():
    attempt("duckdb "+n,lambda: duckdb.sql(f"copy (select {x} as odd, * from tb) to 'duckdb-odd-{n}.parquet'"))
attempt("duckdb-enc",lambda: (duckdb.sql("pragma add_parquet_encryption_key('k', '0123456789112345')"), duckdb.sql("copy (from tb) to 'duckdb-encrypted.parquet' (encryption_config {footer_key: 'k'})")))
class Kms(pe.KmsClient):
    def __init__(s,c): super().__init__(); s.c=c
    def wrap_key(s,k,m): return base64.b64encode(k)
    def unwrap_key(s,w,m): return base64.b64decode(w)
def enc(name,plain,cols):
    cfg=pe.EncryptionConfiguration(footer_key="f",column_keys={"c":cols},plaintext_footer=plain)
    p=pe.CryptoFactory(lambda c: Kms(c)).file_encryption_properties(pe.KmsConnectionConfig(),cfg)
    with pq.ParquetWriter(name,table().schema,encryption_properties=p) as w: w.write_table(table())
attempt("enc",lambda: enc("pyarrow-encrypted.parquet",False,["caption"]))
attempt("encplain",lambda: enc("pyarrow-encrypted-caption.parquet",True,["caption"]))
attempt("encplain2",lambda: enc("pyarrow-encrypted-vectors.parquet",True,["image_embedding.list.element"]))
# hive
part=pa.table({"id":["a","b","c","d"],"anchor":["qa","qb","qc","qd"],"positive":["pa","pb","pc","pd"],"lang":["a/b c%41ü",None,"","0001"]})
pq.write_to_dataset(part,"hive-pyarrow",partition_cols=["lang"],basename_template="part-{i}.parquet")
duckdb.register("part",part); attempt("hive duck",lambda: duckdb.sql("copy (from part) to 'hive-duckdb' (format parquet, partition_by (lang))"))
attempt("hive duck2",lambda: duckdb.sql("copy (from part) to 'hive-duckdb-with' (format parquet, partition_by (lang), write_partition_columns true)"))
attempt("hive polars",lambda: pl.from_arrow(part).write_parquet("hive-polars",partition_by=["lang"]))
for d in sorted(os.listdir(".")):
    if d.startswith("hive"): 
        print(d,[os.path.relpath(os.path.join(r,f),d)+str(pq.ParquetFile(os.path.join(r,f)).schema_arrow.names) for r,_,fs in os.walk(d) for f in fs])
        for n,f in {"duckdb":lambda: duckdb.sql(f"select id, lang from read_parquet('{d}/**/*.parquet', hive_partitioning=true) order by id").fetchall(),"polars":lambda: pl.scan_parquet(d,hive_partitioning=True).select("id","lang").sort("id").collect().rows(),"pyarrow":lambda: [tuple(r.values()) for r in pq.read_table(d).select(["id","lang"]).sort_by("id").to_pylist()],"pandas":lambda: pd.read_parquet(d)[["id","lang"]].sort_values("id").values.tolist()}.items():
            try: print("  ",n,f())
            except BaseException as e: print("  ",n,type(e).__name__," ".join(str(e).split())[:150])
shard=pa.table({"id":["a","b"],"anchor":["qa","qb"],"positive":["pa","pb"],"shard":["0001","0002"]})
pq.write_to_dataset(shard,"shards",partition_cols=["shard"],basename_template="part-{i}.parquet")
print("shards", duckdb.sql("select distinct shard from read_parquet('shards/**/*.parquet', hive_partitioning=true) order by 1").fetchall(), pl.scan_parquet("shards",hive_partitioning=True).select("shard").collect()["shard"].to_list(), pq.read_table("shards")["shard"].to_pylist())
import datasets; datasets.disable_progress_bars()
for d in ("shards","hive-pyarrow"): attempt("load_dataset "+d, lambda: print("load_dataset",d,datasets.load_dataset("parquet",data_dir=d,split="train",cache_dir="../cache")[:]))
print(len(os.listdir(".")),"files")
