"""Makes Arrow files whose dictionaries grow or batches are empty, and encrypted Parquet, with pyarrow 25.0.1."""

import base64
import decimal

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pyarrow.parquet.encryption as encryption

ROWS, DIMENSION = 6, 4
vectors = (np.arange(ROWS * DIMENSION).reshape(ROWS, DIMENSION) % 7 - 3 + np.eye(ROWS, DIMENSION)) / 8
fixed = pa.FixedSizeListArray.from_arrays(pa.array(vectors.astype("f4").ravel()), DIMENSION)
keys = [f"k{i}" for i in range(ROWS)]
both = {"image_embedding": fixed, "text_embedding": fixed}


def part(first, end, **columns):
    return pa.record_batch({**columns, **{name: column.slice(first, end - first) for name, column in both.items()}})


growing = [
    part(2 * i, 2 * i + 2, key=pa.DictionaryArray.from_arrays([2 * i, 2 * i + 1], keys[: 2 * i + 2])) for i in range(3)
]
deltas = pa.ipc.IpcWriteOptions(emit_dictionary_deltas=True)
for name, writer in {"file": pa.ipc.new_file, "stream": pa.ipc.new_stream}.items():
    with writer(f"pyarrow-dictionary-delta-{name}.arrow", growing[0].schema, options=deltas) as out:
        for batch in growing:
            out.write_batch(batch)
parts = [part(first, end, key=pa.array(keys[first:end], pa.string())) for first, end in [(0, 0), (0, 2), (2, 2), (2, 6), (6, 6)]]
for name, writer in {"file": pa.ipc.new_file, "stream": pa.ipc.new_stream}.items():
    with writer(f"pyarrow-empty-batches-{name}.arrow", parts[0].schema) as out:
        for batch in parts:
            out.write_batch(batch)
table = pa.table({"key": keys, "price": pa.array([decimal.Decimal(1)] * ROWS, pa.decimal32(5)), **both})
with pa.ipc.new_file("pyarrow-decimal32.arrow", table.schema) as out:
    out.write_table(table)


class Keys(encryption.KmsClient):
    def wrap_key(self, key, name):
        return base64.b64encode(key)

    def unwrap_key(self, key, name):
        return base64.b64decode(key)


table = pa.table({"key": keys, "caption": keys, **{name: pa.array(vectors.tolist(), pa.list_(pa.float32())) for name in both}})
for name, plain in {"": False, "-caption": True}.items():
    settings = encryption.EncryptionConfiguration(footer_key="f", column_keys={"c": ["caption"]}, plaintext_footer=plain)
    factory = encryption.CryptoFactory(lambda connection: Keys())
    properties = factory.file_encryption_properties(encryption.KmsConnectionConfig(), settings)
    with pq.ParquetWriter(f"pyarrow-encrypted{name}.parquet", table.schema, encryption_properties=properties) as out:
        out.write_table(table)
