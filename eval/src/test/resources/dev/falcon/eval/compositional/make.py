"""Makes images.parquet, as Hugging Face's datasets writes images: structs of bytes and paths (pyarrow 25).

The "pictures" are texts, which the tests' model reads as letters.
"""

import pyarrow as pa
import pyarrow.parquet as pq

image = pa.struct([("bytes", pa.binary()), ("path", pa.string())])
table = pa.table(
    {
        "image_0": pa.array([{"bytes": b"aaa", "path": "a.png"}, {"bytes": b"aaa", "path": None}, None], image),
        "image_1": pa.array([{"bytes": b"bbb", "path": "b.png"}] * 3, image),
        "caption_0": ["aab", "aab", "aab"],
        "caption_1": ["abb", "aa", "abb"],
    }
)
pq.write_table(table, "images.parquet")
