#!/usr/bin/env bash
# hyparquet-writer 0.17.0 with hyparquet 1.33.0 (npm): a column whose rows are vectors, no schema given.
# Behaviour: the column is not a list of numbers but JSON in text. Rows that are Float32Array, as models return them, become
# objects with the keys "0", "1", …, and hyparquet reads them back as such objects.
# Likely wrong guess: rows of numbers become a Parquet list, as flat numbers become DOUBLE and a flat Float32Array FLOAT.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

npm_packages hyparquet@1.33.0 hyparquet-writer@0.17.0
cat >run.mjs <<'JS'
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
const columns = {
  flat: Float32Array.of(1.5, 2),
  arrays: [[1.5, 2], [3, 4]],
  floats: [Float32Array.of(1.5, 2), Float32Array.of(3, 4)],
};
for (const [name, data] of Object.entries(columns)) {
  const file = parquetWriteBuffer({ columnData: [{ name, data }] });
  const [, { type, converted_type }] = parquetMetadata(file).schema;
  const rows = await parquetReadObjects({ file });
  console.log(name, type, converted_type ?? '-', JSON.stringify(rows[0][name]));
}
JS
node run.mjs >"$seen"

expect <<'END'
flat FLOAT - 1.5
arrays BYTE_ARRAY JSON [1.5,2]
floats BYTE_ARRAY JSON {"0":1.5,"1":2}
END
conclude "hyparquet-writer 0.17.0 writes rows of numbers as JSON text, and rows of Float32Array as JSON objects with keys 0, 1, …; \
guess: a Parquet list"
