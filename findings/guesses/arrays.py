"""SH1 to SH8, CO1 and CO2: batches, arrays and columns of training data. Needs torchdata 0.11.0, h5py 3.16.0, tensorstore 0.1.85, fastparquet 2026.9.0, pyarrow 25, torch."""

import os
import tempfile
import warnings

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from tell import attempt, say

warnings.filterwarnings("ignore")
folder = tempfile.mkdtemp()
nan = float("nan")
path = lambda name: os.path.join(folder, name)


def torchdata_guesses():
    from torchdata import nodes
    from torchdata.stateful_dataloader import StatefulDataLoader

    say("SH1", attempt(lambda: list(nodes.Batcher(nodes.IterableWrapper(range(5)), 2))), attempt(lambda: list(nodes.Loader(nodes.Batcher(nodes.IterableWrapper(range(5)), 2)))))
    for workers in (0, 2):
        loader = StatefulDataLoader(list(range(10)), batch_size=2, num_workers=workers, shuffle=False)
        it = iter(loader)
        first = [next(it).tolist() for _ in range(2)]
        state = loader.state_dict()
        again = StatefulDataLoader(list(range(10)), batch_size=2, num_workers=workers, shuffle=False)
        again.load_state_dict(state)
        say("SH2", workers, first, [b.tolist() for b in again], "second epoch", [b.tolist() for b in again])
    say("SH1", "cycle", attempt(lambda: list(nodes.Loader(nodes.MultiNodeWeightedSampler({"a": nodes.IterableWrapper(range(3)), "b": nodes.IterableWrapper(range(100, 110))}, {"a": 1.0, "b": 1.0}, seed=0)))))


def array_guesses():
    import h5py
    import tensorstore as ts

    file = h5py.File(path("a.h5"), "w")

    def regrown(array):
        array[:] = np.arange(1, 11, dtype=np.float32)
        array.resize((3,))
        array.resize((10,))
        return array[:].tolist()

    for chunk in (4, 16):
        say("SH5", chunk, regrown(file.create_dataset(f"r{chunk}", (10,), "f4", chunks=(chunk,), maxshape=(None,))))

    def tensor(kind, dtype, size, chunk):
        return ts.open({"driver": kind, "kvstore": {"driver": "memory"}}, create=True, dtype=dtype, shape=[size], chunk_layout=ts.ChunkLayout(chunk_shape=[chunk])).result()

    for kind in ("zarr", "zarr3", "n5"):
        array = tensor(kind, ts.float32, 10, 4)
        array[:] = np.arange(1, 11, dtype=np.float32)
        array = array.resize(exclusive_max=[3]).result().resize(exclusive_max=[10]).result()
        say("SH3", kind, array.read().result().tolist())

    def assigned(array, value):
        array[:] = value
        return array[:].tolist()

    def written(array, value):
        array.write(value).result()
        return array.read().result().tolist()

    for name, value in (("300", 300), ("1.9", 1.9), ("NaN", nan), ("an array of 300", np.array([300] * 3)), ("an array of 300.7", np.array([300.7] * 3)), ("an array of NaN", np.array([nan] * 3))):
        say("SH4/7/8", name, "h5py", attempt(lambda: assigned(file.create_dataset(name, (3,), "i1"), value)), "numpy", attempt(lambda: assigned(np.zeros(3, dtype=np.int8), value)), "tensorstore", attempt(lambda: written(tensor("zarr3", ts.int8, 3, 3), value)))
    say("SH4", "ids from 2^63 on in int64", file.create_dataset("ids", data=np.array([2**63 + 5, 2**63 + 9], dtype=np.uint64), dtype="i8")[:].tolist())
    rows = file.create_dataset("rows", data=np.arange(10))
    say("SH6", attempt(lambda: rows[[3, 1]].tolist()), attempt(lambda: rows[[1, 1]].tolist()), attempt(lambda: rows[[0, -1]].tolist()))


def fastparquet_guesses():
    import fastparquet

    for name, column in (("float32 lists", pa.array([[1.0, 2.0], [3.0, 4.0]], pa.list_(pa.float32()))), ("with null rows", pa.array([[1.0], None, [], [None, 2.0]], pa.list_(pa.float32()))), ("fixed", pa.array([[1.0, 2.0], [3.0, 4.0]], pa.list_(pa.float32(), 2))), ("float16", pa.array([np.float16(1.5), np.float16(0.1)], pa.float16())), ("uint64", pa.array([2**64 - 1, 1], pa.uint64())), ("uint32", pa.array([2**32 - 1, 1], pa.uint32())), ("null ints", pa.array([2**60 + 1, None], pa.int64())), ("text", pa.array(["a", None, ""])), ("bytes", pa.array([b"\x00\xff", None], pa.binary())), ("fixed bytes", pa.array([b"\x00\xff", b"a\x00"], pa.binary(2))), ("dictionary", pa.array(["a", "b", "a"]).dictionary_encode()), ("bool", pa.array([True, None])), ("decimal", pa.array([1, 2], pa.decimal128(20, 3)))):
        for options in ({}, {"data_page_version": "2.0"}, {"column_encoding": {"x": "BYTE_STREAM_SPLIT"}, "use_dictionary": False}):
            if "column_encoding" in options and "float32" not in name:
                continue

            def run():
                pq.write_table(pa.table({"x": column}), path("x.parquet"), **options)
                got = fastparquet.ParquetFile(path("x.parquet")).to_pandas()["x"]
                return got.dtype, [v.tolist() if hasattr(v, "tolist") else v for v in got]

            say("CO1/2", name, options, attempt(run))


torchdata_guesses()
array_guesses()
fastparquet_guesses()
