// N22 and N23: DuckDB's products and order.
// npm: @duckdb/node-api@1.5.6-r.1
import { DuckDBInstance } from '@duckdb/node-api';
import { say } from './seen.mjs';

const connection = await (await DuckDBInstance.create(':memory:')).connect();
const value = async (sql) => (await connection.runAndReadAll(sql)).getRowsJson()[0][0];

await say('N22', 'arg_min(id, d, 3) of equal distances', () =>
  value('select arg_min(id, d, 3) from (values (1, 2.0), (2, 1.0), (3, 1.0), (4, 2.0), (5, 1.0)) t(id, d)'));
await say('N23', 'array_inner_product of 1e8, 1, -1e8 with 1, 1, 1 in floats: 0 or 1', () =>
  value('select array_inner_product([1e8, 1, -1e8]::float[3], [1, 1, 1]::float[3])'));
await say('N23', 'a NULL element', () => value('select array_inner_product([1, null]::float[2], [1, 1]::float[2])'));
await say('N23', 'different lengths', () => value('select array_inner_product([1]::float[1], [1, 1]::float[2])'));
