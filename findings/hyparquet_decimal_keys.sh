#!/usr/bin/env bash
# hyparquet 1.33.0 (npm) over a file of pyarrow 25.0.1 (pip): keys as decimal(20, 0), the type in which Spark keeps unsigned 64-bit ids.
# Behaviour: a decimal is read as a JavaScript number, also without decimal places, so that keys beyond 2^53 are rounded and the
# different keys 2^64 - 1 and 2^64 - 2 are equal. The same keys as int64 or uint64 come as exact BigInts.
# Likely wrong guess: whole decimals that do not fit a number come as BigInt, as other 64-bit columns do.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

npm_packages hyparquet@1.33.0
pip_packages pyarrow==25.0.1
python - <<'PY'
import decimal

import pyarrow as pa
import pyarrow.parquet as pq

keys = [2**64 - 1, 2**64 - 2]
table = pa.table({"u64": pa.array(keys, pa.uint64()), "decimal": pa.array(map(decimal.Decimal, keys), pa.decimal128(20, 0))})
pq.write_table(table, "keys.parquet", compression="none")
PY
cat >run.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { parquetReadObjects } from 'hyparquet';

const { buffer, byteOffset, byteLength } = readFileSync('keys.parquet');
const rows = await parquetReadObjects({ file: buffer.slice(byteOffset, byteOffset + byteLength) });
for (const name of ['u64', 'decimal']) {
  const keys = rows.map((row) => row[name]);
  console.log(name, typeof keys[0], keys.join(' '), 'different', new Set(keys).size);
}
JS
node run.mjs >"$seen"

expect <<'END'
u64 bigint 18446744073709551615 18446744073709551614 different 2
decimal number 18446744073709552000 18446744073709552000 different 1
END
conclude "hyparquet 1.33.0 reads decimal(20, 0) keys as rounded numbers, and different keys as equal; guess: as BigInt"
