"""Makes Arrow tables without rows, of lists within lists, 70 deep: a file and a stream. pyarrow 25 writes rows to a depth of 64."""

import pyarrow as pa

kind = pa.string()
for _ in range(70):
    kind = pa.list_(kind)
schema = pa.schema([("caption", kind)])
pa.ipc.new_file("nested-70.arrow", schema).close()
pa.ipc.new_stream("nested-70-stream.arrow", schema).close()
