// N14 to N21: LanceDB.
// npm: @lancedb/lancedb@0.39.0 apache-arrow@18.1.0
import * as lancedb from '@lancedb/lancedb';
import { Field, FixedSizeList, Float32, Int32, Int64, Schema } from 'apache-arrow';
import { say, unitVectors } from './seen.mjs';

const database = await lancedb.connect('database');
let tables = 0;
const create = (rows, schema) => database.createTable(`t${tables++}`, rows, schema ? { schema } : {});
const schema = (length, id = new Int32()) => new Schema([
  new Field('id', id, false),
  new Field('vector', new FixedSizeList(length, new Field('item', new Float32(), true)), true),
]);
const ids = async (query) => (await query.toArray()).map((row) => row.id);
const listed = (vector) => (vector === null ? null : [...vector]);

for (const type of ['l2', 'cosine', 'dot']) {
  await say('N14', `${type}: distance of (2, 0) to (3, 4)`, async () =>
    (await (await create([{ id: 1, vector: [3, 4] }])).search([2, 0]).distanceType(type).toArray())[0]._distance);
}
await say('N14', 'limit 1 where the nearest does not pass the filter', async () =>
  ids((await create([{ id: 1, vector: [1, 0] }, { id: 2, vector: [0, 1] }])).search([1, 0]).where('id = 2').limit(1)));
await say('N15', 'five copies', async () => ids((await create([5, 3, 9, 1, 7].map((id) => ({ id, vector: [1, 0] })))).search([1, 0]).limit(5)));
await say('N15', 'copies in six fragments', async () => {
  const table = await create([{ id: 60, vector: [1, 0] }]);
  for (const id of [5, 3, 9, 1, 7]) await table.add([{ id, vector: [1, 0] }]);
  return ids(table.search([1, 0]).limit(6));
});
await say('N16', 'a null vector and one with a NaN in a table of a named schema: rows, hits', async () => {
  const table = await create([{ id: 1, vector: [1, 0] }, { id: 2, vector: null }, { id: 3, vector: [NaN, 0] }], schema(2));
  return [await table.countRows(), await ids(table.search([1, 0]).limit(10))];
});
await say('N16', 'adding a NaN to a table without a named schema', async () => {
  const table = await create([{ id: 1, vector: [1, 0] }]);
  await table.add([{ id: 2, vector: [NaN, 0] }]);
  return table.countRows();
});
await say('N17', '2^63 for an Int64 column', async () => ids((await create([{ id: 2n ** 63n, vector: [1, 0] }], schema(2, new Int64()))).query()));
await say('N18', 'vectors of 4 and of 2 where the schema says 3', async () =>
  (await (await create([{ id: 1, vector: [6, 7, 8, 9] }, { id: 2, vector: [4, 5] }], schema(3))).query().toArray()).map((row) => listed(row.vector)));
await say('N19', 'rows of different lengths without a schema', async () => (await create([{ id: 1, vector: [1, 0] }, { id: 2, vector: [1, 0, 0] }])).countRows());
await say('N20', 'types of vector and of another list', async () => {
  const { fields } = await (await create([{ vector: [1, 0], other: [1, 0] }])).schema();
  return fields.map((field) => `${field.name} ${field.type}`);
});
await say('N21', 'after an IVF index: a row that was added, by search and by fastSearch', async () => {
  const flat = unitVectors(1000, 8);
  const table = await create(Array.from({ length: 1000 }, (_, id) => ({ id, vector: Array.from(flat.subarray(8 * id, 8 * id + 8)) })));
  await table.createIndex('vector', { config: lancedb.Index.ivfFlat({ numPartitions: 4, distanceType: 'l2' }) });
  await table.add([{ id: 5000, vector: [9, 9, 9, 9, 9, 9, 9, 9] }]);
  const query = () => table.search([9, 9, 9, 9, 9, 9, 9, 9]).distanceType('l2').limit(1);
  return [await ids(query()), (await ids(query().fastSearch()))[0] === 5000];
});
