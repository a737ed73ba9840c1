// E7 to E9, E15 to E17, W1 to W3 and W7: keys and texts through readers in Node.
// npm: @duckdb/node-api@1.5.6-r.1 papaparse@5.7.1 csv-parse@7.0.3 apache-arrow@21.2.0 hyparquet@1.33.0
// pip: pyarrow==25.0.1
import { DuckDBInstance } from '@duckdb/node-api';
import { tableFromArrays, tableFromIPC, tableFromJSON, tableToIPC } from 'apache-arrow';
import { parse } from 'csv-parse/sync';
import { parquetReadObjects } from 'hyparquet';
import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import Papa from 'papaparse';
import { python, say } from './seen.mjs';

const connection = await (await DuckDBInstance.create(':memory:')).connect();
const keys = async (file) => (await connection.runAndReadAll(`select typeof(key), key::varchar from '${file}'`)).getRowsJson().map((row) => row.join(' '));
const csv = (texts) => {
  writeFileSync('keys.csv', ['key,n', ...texts.map((text, i) => `${text},${i}`)].join('\r\n') + '\r\n');
  return 'keys.csv';
};
const json = (texts) => {
  writeFileSync('keys.jsonl', texts.map((key, n) => JSON.stringify({ key, n }) + '\n').join(''));
  return 'keys.jsonl';
};
await say('E7', '1_000, 2_000 in CSV', () => keys(csv(['1_000', '2_000'])));
for (const texts of [['18446744073709551615', '1'], ['1e5', '2e5'], ['0x1F', '0x20']]) await say('E8', `${texts} in CSV`, () => keys(csv(texts)));
for (const texts of [['A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'], ['18446744073709551615'], ['true'], ['01-02-2024'], ['12:30:00']]) {
  await say('E9', `${texts} in JSON`, () => keys(json(texts)));
}
await say('E15', '0001, 2^64 - 1, 1e5', () => Papa.parse('0001,18446744073709551615,1e5', { dynamicTyping: true }).data[0].map((value) => `${typeof value} ${value}`));
await say('E16', 'the first name of a file with a byte order mark', () => JSON.stringify(Object.keys(parse('\ufeffkey,n\r\n1,2\r\n', { columns: true })[0])));
await say('E17', 'lines of a text with U+2028 and a line feed', async () => {
  const lines = [];
  for await (const line of createInterface({ input: Readable.from(['a\u2028b\nc\n']) })) lines.push(line);
  return lines.length;
});
const joined = tableFromArrays({ text: ['a', 'b'] }).concat(tableFromArrays({ text: ['c', 'a'] }));
await say('W1', 'tables of other dictionaries, joined, in pyarrow', () => {
  writeFileSync('joined.arrows', tableToIPC(joined, 'stream'));
  return python('import pyarrow as pa; print(pa.ipc.open_stream("joined.arrows").read_all()["text"].to_pylist())');
});
await say('W1', 'the same as a file', () => tableToIPC(joined, 'file').length);
python(`
import decimal, pyarrow as pa, pyarrow.parquet as pq
for name, column in {"text": pa.array(["a"], pa.large_string()), "list": pa.array([[1.5, 2]], pa.large_list(pa.float32())), "view": pa.array(["a"], pa.string_view())}.items():
    table = pa.table({name: column})
    with pa.OSFile(name + ".arrows", "wb") as sink, pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
keys = [2**64 - 1, 2**64 - 2]
table = pa.table({"u64": pa.array(keys, pa.uint64()), "decimal": pa.array(map(decimal.Decimal, keys), pa.decimal128(20, 0))})
pq.write_table(table, "keys.parquet", compression="none")
`);
for (const name of ['text', 'list', 'view']) await say('W2', `a large ${name}`.replace('large view', 'view of a text'), () => JSON.stringify(tableFromIPC(readFileSync(`${name}.arrows`)).toArray()));
await say('W3', 'the type of 1 and 2^40', () => tableFromJSON([{ id: 1 }, { id: 2 ** 40 }]).schema.fields[0].type);
await say('W7', 'the keys 2^64 - 1 and 2^64 - 2 as uint64 and as decimal(20, 0)', async () => {
  const { buffer, byteOffset, byteLength } = readFileSync('keys.parquet');
  return parquetReadObjects({ file: buffer.slice(byteOffset, byteOffset + byteLength) });
});
