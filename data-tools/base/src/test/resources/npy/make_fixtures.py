"""Writes the .npy files of this folder with NumPy: python make_fixtures.py (NumPy 2.4.6)."""
import numpy as np
from numpy.lib import format as npy

values = np.arange(6).reshape(2, 3) - 1
for dtype in ["bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64",
              "float16", "float32", "float64"]:
    np.save(f"{dtype}.npy", (values * 1.5).astype(dtype) if dtype.startswith("float")
            else np.abs(values).astype(dtype) if dtype.startswith("u")
            else values.astype(dtype))
for version in [(1, 0), (2, 0), (3, 0)]:
    with open(f"version{version[0]}.npy", "wb") as out:
        npy.write_array(out, values.astype("int32"), version=version)
np.save("scalar.npy", np.array(42, dtype="int64"))
np.save("vector.npy", np.array([1, 2, 3], dtype="int64"))
np.save("empty.npy", np.zeros((0, 4), dtype="float32"))
np.save("fortran.npy", np.asfortranarray(values.astype("float32")))
np.save("big_endian.npy", values.astype(">f4"))
np.save("pickled.npy", np.array([{"a": 1}, None], dtype=object), allow_pickle=True)
np.save("records.npy", np.array([(1, 2.0)], dtype=[("a", "i4"), ("b", "f4")]))
np.save("strings.npy", np.array(["a", "bc"]))
