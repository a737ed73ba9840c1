"""Makes a Parquet file of two captions, the second of which claims to have 5000 bytes: more than its page has."""

import io
import struct

import pyarrow as pa
import pyarrow.parquet as pq

made = io.BytesIO()
table = pa.table({"caption": pa.array(["abcdefg", "hijkl"])})
pq.write_table(table, made, compression="none", use_dictionary=False, write_statistics=False)
data = made.getvalue()
value = struct.pack("<i", 5) + b"hijkl"
assert data.count(value) == 1
with open("value-beyond.parquet", "wb") as out:
    out.write(data.replace(value, struct.pack("<i", 5000) + b"hijkl"))
