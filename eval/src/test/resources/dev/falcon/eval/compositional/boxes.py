"""Writes boxes.parquet and boxes.arrow with pyarrow: the columns of mteb's copy of ARO."""

import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet

IMAGE = pa.struct([("bytes", pa.binary()), ("path", pa.string())])
BOX = pa.struct([(side, pa.int64()) for side in "xywh"])
rows = [
    {"image": {"bytes": b"a", "path": "a.jpg"}, "bbox": {"x": 1, "y": 2, "w": 3, "h": 4}, "relation_name": "on"},
    {"image": {"bytes": b"b", "path": "b.jpg"}, "bbox": {"x": 5, "y": 6, "w": 7, "h": 8}, "relation_name": "under"},
    {"image": {"bytes": b"c", "path": "c.jpg"}, "bbox": None, "relation_name": "on"},
]
for row in rows:
    row |= {"true_caption": "the cup is on the mat", "false_caption": "the mat is on the cup"}
schema = pa.schema(
    [
        ("image", IMAGE),
        ("relation_name", pa.string()),
        ("bbox", BOX),
        ("true_caption", pa.string()),
        ("false_caption", pa.string()),
    ]
)
table = pa.Table.from_pylist(rows, schema=schema)
pa.parquet.write_table(table, "boxes.parquet")
pa.feather.write_feather(table, "boxes.arrow", compression="uncompressed")
