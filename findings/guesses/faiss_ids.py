"""G1 to G18: FAISS's ids, selectors and shards. Needs faiss-cpu 1.15.1, pyarrow 25.0.1 and numpy."""

import os
import tempfile
import warnings

import faiss
import numpy as np
import pyarrow as pa

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


faiss.omp_set_num_threads(1)
rng = np.random.default_rng(1)
def unit(n, d=32):
    x = rng.standard_normal((n, d)).astype(np.float32); return x/np.linalg.norm(x,axis=1,keepdims=True)
# G1
t = pa.table({"v": pa.FixedSizeListArray.from_arrays(pa.array(np.float32([3,4,6,8])), 2)})
v = t["v"].combine_chunks().values.to_numpy(zero_copy_only=True).reshape(-1,2)
say("G1", "writeable", v.flags.writeable, attempt(lambda: faiss.normalize_L2(v)), "table now", t["v"].to_pylist())
w = np.float32([[3,4]]); w.flags.writeable=False
say("G1", attempt(lambda: faiss.normalize_L2(w)), w)
say("G1 float64", attempt(lambda: faiss.normalize_L2(np.array([[3.,4.]]))))
z = np.float32([[3,9,4,9]]); zz=z[:, ::2]
say("G1 strided", attempt(lambda: faiss.normalize_L2(zz)), z)
f = np.asfortranarray(np.float32([[3,4],[6,8]]))
say("G1 fortran", attempt(lambda: faiss.normalize_L2(f)), f.tolist())
# G2, G3
def idmap(ids, x=None):
    x = unit(len(ids)) if x is None else x
    i = faiss.IndexIDMap(faiss.IndexFlatIP(x.shape[1])); i.add_with_ids(x, ids); return x, i
def ids_of(ids):
    x, i = idmap(ids); return i.search(x, 1)[1][:,0].tolist()
say("G2", attempt(lambda: ids_of(np.array([10400465108006834781, 2**64-1, 5], np.uint64))))
say("G3", attempt(lambda: ids_of(np.array([1.7, 2.2, 2.9]))))
say("G3 list", attempt(lambda: ids_of([1,2,3])))
say("G3 str", attempt(lambda: ids_of(np.array(["1","2"]))))
x = unit(3)
_, i = idmap(np.array([7,7,8]), x); say("G4", i.search(x[:1], 3)[1].tolist())
fl = faiss.IndexFlatIP(32); y = unit(5); fl.add(y); fl.remove_ids(np.array([1])); say("G5", fl.search(y[2:3],1)[1].tolist(), fl.ntotal)
iv = faiss.index_factory(32,"IVF4,Flat"); b=unit(200); iv.train(b); n=b.copy(); n[5]=np.nan; iv.add(n); iv.nprobe=4
say("G6", "ntotal", iv.ntotal, "in lists", sum(iv.invlists.list_size(k) for k in range(4)))
h = faiss.IndexHNSWFlat(32,32); base=unit(1000); h.add(base); q=unit(100)
sel = faiss.IDSelectorBatch(np.arange(0,1000,100))
got = h.search(q,10,params=faiss.SearchParametersHNSW(sel=sel))[1]
say("G7", "hits", np.bincount((got>=0).sum(1), minlength=11).tolist())
sel5 = faiss.IDSelectorBatch(np.arange(0,1000,10))
got = h.search(q,10,params=faiss.SearchParametersHNSW(sel=sel5))[1]; ex=faiss.IndexFlatL2(32); ex.add(base); tr=ex.search(q,10,params=faiss.SearchParameters(sel=sel5))[1]
say("G7", "10 %: hits", np.bincount((got>=0).sum(1), minlength=11).tolist(), "recall", np.mean([len(set(a)&set(c))/10 for a,c in zip(got,tr)]))
say("G8", "k=100 hits", np.unique((h.search(q,100)[1]>=0).sum(1)).tolist())
same = np.repeat(base[:1], 300, axis=0)
say("G9", faiss.knn(base[:1], same, 10, metric=faiss.METRIC_INNER_PRODUCT)[1].tolist(), faiss.knn(base[:1], same, 10)[1].tolist())
def flat(x):
    i=faiss.IndexFlatIP(x.shape[1]); i.add(x); return i
m = np.asfortranarray(base); say("G10", (flat(m).search(q,5)[1]==flat(base).search(q,5)[1]).all(), (flat(base[:, ::2]).search(q[:, ::2],5)[1]==flat(np.ascontiguousarray(base[:, ::2])).search(np.ascontiguousarray(q[:, ::2]),5)[1]).all())
s = faiss.IndexShards(32); a=flat(base[:500]); c=flat(base[500:]); 
a2=faiss.IndexFlatL2(32); a2.add(base[:500]); c2=faiss.IndexFlatL2(32); c2.add(base[500:]); s.add_shard(a2); s.add_shard(c2)
say("G12", s.search(base[[3,700]],1)[1].tolist(), "successive", s.successive_ids)
big=unit(20000); iv=faiss.index_factory(32,"IVF256,Flat"); iv.train(big); iv.add(big); ex=faiss.IndexFlatL2(32); ex.add(big)
g=iv.search(q,10)[1]; tr=ex.search(q,10)[1]; say("G13", "recall nprobe 1", np.mean([len(set(u)&set(v))/10 for u,v in zip(g,tr)]))
km=faiss.Kmeans(32,4); bad=base.copy(); bad[0,0]=np.nan; say("G14", attempt(lambda: km.train(bad)))
no = faiss.IDSelectorNot(faiss.IDSelectorBatch(np.array([int(tr[0][0])])))
say("G15", ex.search(q[:1],9,params=faiss.SearchParameters(sel=no))[1][0].tolist()==tr[0][1:].tolist())
iv.nprobe=256; say("G15 ivf", iv.search(q[:1],9,params=faiss.SearchParametersIVF(sel=no,nprobe=256))[1][0].tolist()==tr[0][1:].tolist())
say("G16", attempt(lambda: [v.shape for v in ex.search(np.zeros((0,32),np.float32),3)]))
l,d,i=flat(base).range_search(q[:1],0.2); say("G17", "sorted", bool((np.diff(d)<=0).all()), len(d))
im=faiss.IndexIDMap2(faiss.IndexFlatIP(32)); im.add_with_ids(base[:3], np.array([5,6,7])); say("G18", attempt(lambda: im.reconstruct(9)), attempt(lambda: (im.remove_ids(np.array([6])), im.reconstruct(7))[1][:2]==base[2][:2]), attempt(lambda: im.reconstruct(6)))
