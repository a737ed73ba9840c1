// H1 to H4: hyparquet and its writer.
// npm: hyparquet@1.33.0 hyparquet-writer@0.17.0
// pip: pyarrow==25.0.1 numpy==2.4.6
import { readFileSync } from 'node:fs';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { python, say } from './seen.mjs';

const written = (data) => parquetMetadata(parquetWriteBuffer({ columnData: [{ name: 'x', data }] }));
const type = (data) => {
  const [, column] = written(data).schema;
  return `${column.type} ${column.converted_type ?? '-'}`;
};
for (const [name, data] of Object.entries({ 'rows of numbers': [[1.5, 2], [3, 4]], 'rows of Float32Array': [Float32Array.of(1.5, 2), Float32Array.of(3, 4)] })) {
  await say('H1', name, () => type(data));
  await say('H1', `${name}, read again`, async () => {
    const file = parquetWriteBuffer({ columnData: [{ name: 'x', data }] });
    return JSON.stringify((await parquetReadObjects({ file }))[0].x);
  });
}
await say('H2', '1, 2', () => type([1, 2]));
await say('H2', '1, 2^31', () => type([1, 2 ** 31]));
await say('H2', '1, 2.5', () => type([1, 2.5]));
await say('H3', 'statistics of 0.5, NaN, 2', () => {
  const { min_value, max_value } = written([0.5, NaN, 2]).row_groups[0].columns[0].meta_data.statistics;
  return [min_value, max_value];
});
python(`
import numpy as np, pyarrow as pa, pyarrow.parquet as pq
pq.write_table(pa.table({"half": np.array([0.5, np.inf], np.float16), "key": pa.array([1, 2**64 - 1], pa.uint64())}), "types.parquet", compression="none")
`);
await say('H4', 'float16 and uint64', async () => {
  const { buffer, byteOffset, byteLength } = readFileSync('types.parquet');
  return parquetReadObjects({ file: buffer.slice(byteOffset, byteOffset + byteLength) });
});
