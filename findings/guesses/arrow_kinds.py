"""E1 to E15: Arrow files of every kind, for Falcon to read: arrow_kinds.py FOLDER. Needs pyarrow 25.0.1 and numpy."""
import sys, os, numpy as np, pyarrow as pa, decimal, datetime
out=sys.argv[1]; os.makedirs(out,exist_ok=True); os.chdir(out)
ROWS,DIM=6,4
vectors=((np.arange(ROWS*DIM).reshape(ROWS,DIM)%7-3+np.eye(ROWS,DIM))/8).astype("f2").astype("f4")
keys=[f"k{i}" for i in range(ROWS)]; captions=[f"caption {i}" for i in range(ROWS)]
f4=pa.FixedSizeListArray.from_arrays(pa.array(vectors.ravel()),DIM)
def attempt(name,f):
    try: f()
    except BaseException as e: print(name, type(e).__name__, " ".join(str(e).split())[:160])
def table(key=None,image=None,first=(),**more):
    cols=list(first)+[("key",pa.array(keys) if key is None else key),("caption",pa.array(captions))]+list(more.items())+[("image_embedding",f4 if image is None else image),("text_embedding",f4 if image is None else image)]
    return pa.table(dict(cols))
def write(name,t,stream=False,options=None,batch=None):
    with (pa.ipc.new_stream if stream else pa.ipc.new_file)(name,t.schema,**({"options":options} if options else {})) as w: w.write_table(t,max_chunksize=batch)
def chunks(name,arrays,stream,options=None):
    """Key dictionaries per batch."""
    n=len(arrays); sch=None
    batches=[]
    for i,a in enumerate(arrays):
        lo=i*ROWS//n; hi=(i+1)*ROWS//n
        batches.append(pa.record_batch({"key":a,"caption":pa.array(captions[lo:hi]),"image_embedding":f4.slice(lo,hi-lo),"text_embedding":f4.slice(lo,hi-lo)}))
    with (pa.ipc.new_stream if stream else pa.ipc.new_file)(name,batches[0].schema,**({"options":options} if options else {})) as w:
        for b in batches: w.write_batch(b)
delta=pa.ipc.IpcWriteOptions(emit_dictionary_deltas=True)
D=pa.DictionaryArray.from_arrays
growing=[D(pa.array([0,1]),pa.array(keys[:2])),D(pa.array([2,3]),pa.array(keys[:4])),D(pa.array([4,5]),pa.array(keys))]
replaced=[D(pa.array([0,1]),pa.array(keys[:2])),D(pa.array([1,0]),pa.array([keys[3],keys[2]])),D(pa.array([0,1]),pa.array(keys[4:]))]
for s in (True,False):
    e="stream" if s else "file"
    attempt(f"delta-{e}",lambda: chunks(f"pyarrow-dictionary-delta-{e}.arrow",growing,s,delta))
    attempt(f"replaced-{e}",lambda: chunks(f"pyarrow-dictionary-replaced-{e}.arrow",replaced,s))
for n,a in {"large":pa.array(keys,pa.large_string()),"view":pa.array(keys,pa.string_view())}.items():
    attempt(n,lambda: write(f"pyarrow-dictionary-{n}.arrow",table(D(pa.array(range(ROWS)),a))))
for n,t in {"int8":pa.int8(),"uint8":pa.uint8(),"uint32":pa.uint32(),"int64":pa.int64()}.items():
    attempt(n,lambda: write(f"pyarrow-dictionary-{n}.arrow",table(D(pa.array(range(ROWS),t),pa.array(keys)))))
attempt("ree",lambda: write("pyarrow-key-runs.arrow",table(pa.RunEndEncodedArray.from_arrays(pa.array([1,2,3,4,5,6],pa.int32()),pa.array(keys)))))
attempt("strview",lambda: write("pyarrow-string-view.arrow",table(pa.array([f"a key that is long enough for a view {i}" for i in range(ROWS)],pa.string_view()),caption2=pa.array(captions,pa.string_view()))))
attempt("binview",lambda: write("pyarrow-binary-view.arrow",table(image=pa.array([r.tobytes() for r in vectors],pa.binary_view()))))
attempt("dictnull",lambda: write("pyarrow-dictionary-null.arrow",table(D(pa.array(range(ROWS)),pa.array(keys[:3]+[None]+keys[4:])))))
attempt("dictvec",lambda: write("pyarrow-dictionary-vectors.arrow",table(image=D(pa.array([5,4,3,2,1,0]),f4))))
attempt("dictvecf",lambda: write("pyarrow-dictionary-vectors-stream.arrow",table(image=D(pa.array([5,4,3,2,1,0]),f4)),stream=True))
attempt("dictlist",lambda: write("pyarrow-dictionary-lists-before.arrow",table(first=[("tags",D(pa.array([0,1,0,1,0,1]),pa.array([["a"],["b","c"]])))])))
union_d=pa.UnionArray.from_dense(pa.array([0,1,0,1,0,1],pa.int8()),pa.array([0,0,1,1,2,2],pa.int32()),[pa.array([1,2,3]),pa.array(["a","b","c"])])
union_s=pa.UnionArray.from_sparse(pa.array([0,1,0,1,0,1],pa.int8()),[pa.array(range(6)),pa.array(list("abcdef"))])
odd={"null":pa.nulls(6),"dense":union_d,"sparse":union_s,"map":pa.array([[("k",1)],None,[],[("a",2),("b",3)],[],[]],pa.map_(pa.string(),pa.int8())),
"ree":pa.RunEndEncodedArray.from_arrays(pa.array([2,6],pa.int32()),pa.array(["x",None])),"view":pa.array(["a long text that does not fit within the view"]*6,pa.string_view()),"bview":pa.array([b"x"*20]*6,pa.binary_view()),
"struct":pa.array([{"a":1,"b":["x"]}]*6),"lview":pa.array([["a"]]*6,pa.list_view(pa.string())),"llview":pa.array([[1.0]]*6,pa.large_list_view(pa.float32())),
"dec32":pa.array([decimal.Decimal(1)]*6,pa.decimal32(5,0)),"dec64":pa.array([decimal.Decimal(1)]*6,pa.decimal64(12,0)),"dec256":pa.array([decimal.Decimal(1)]*6,pa.decimal256(60,0)),
"mdn":pa.array([(1,2,3)]*6,pa.month_day_nano_interval()),"dur":pa.array([1]*6,pa.duration("ns")),"t64":pa.array([1]*6,pa.time64("ns")),"bool8":pa.array([1,0]*3,pa.bool8()),"bool":pa.array([True,False]*3),"half":pa.array(np.float16([1]*6)),"dictstruct":D(pa.array([0]*6),pa.array([{"a":"x"}])),"json":pa.array(["{}"]*6,pa.json_()) ,"tensor":pa.FixedShapeTensorArray.from_numpy_ndarray(np.zeros((6,2,2),np.float32)),"opaque":pa.ExtensionArray.from_storage(pa.opaque(pa.int32(),"x","y"),pa.array(range(6),pa.int32()))}
for n,a in odd.items():
    attempt(n,lambda: write(f"odd-{n}.arrow",table(first=[("zodd",a)])))
    attempt(n,lambda: write(f"odds-{n}.arrow",table(first=[("zodd",a)]),stream=True))
t=table()
with pa.ipc.new_file("pyarrow-empty-batches.arrow",t.schema) as w:
    e=t.slice(0,0).to_batches() or [pa.RecordBatch.from_pylist([],schema=t.schema)]
    for p in (e[0],t.slice(0,2).combine_chunks().to_batches()[0],e[0],t.slice(2).combine_chunks().to_batches()[0],e[0]): w.write_batch(p)
m=pa.table({"image_key":["a","b","c"],"text_key":["x","y","z"],"match":pa.array([1,0,1],pa.bool8())}); attempt("bool8",lambda: write("pyarrow-match-bool8.arrow",m))
m=pa.table({"image_key":["a","b","c"],"text_key":["x","y","z"],"match":pa.RunEndEncodedArray.from_arrays(pa.array([1,2,3],pa.int32()),pa.array([True,False,True]))}); attempt("matchree",lambda: write("pyarrow-match-runs.arrow",m))
pt=pa.array([["p0"],["p1"]]); dl=pa.ListArray.from_arrays(pa.array([0,1,2],pa.int32()),pa.array(["p0","p1"]).dictionary_encode())
attempt("posdict",lambda: write("pyarrow-pairs-lists-of-dictionary.arrow",pa.table({"id":["a","b"],"anchor":["a0","a1"],"positive":dl})))
attempt("neg",lambda: write("pyarrow-pairs-dictionary-texts.arrow",pa.table({"id":["a","b"],"anchor":pa.array(["a0","a1"]).dictionary_encode(),"positive":pa.array(["p0","p1"],pa.string_view())})))
# dictionary columns that share an id are not written by pyarrow
print(len(os.listdir(".")),"files")
