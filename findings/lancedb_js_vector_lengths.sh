#!/usr/bin/env bash
# @lancedb/lancedb 0.39.0 with apache-arrow 18.1.0 (npm): rows as JavaScript objects, a schema with FixedSizeList(3, Float32).
# Behaviour: a vector of four numbers is cut to three, and one of two is stored with a missing third, both without an error;
# searches then take it for 0. Only a table whose schema is inferred refuses rows of different lengths.
# Likely wrong guess: naming the schema makes the check stricter, so that vectors of another model's dimension are refused.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

npm_packages @lancedb/lancedb@0.39.0 apache-arrow@18.1.0
cat >run.mjs <<'JS'
import * as lancedb from '@lancedb/lancedb';
import { Field, FixedSizeList, Float32, Int32, Schema } from 'apache-arrow';
const database = await lancedb.connect('database');
const rows = [
  { id: 1, vector: [1, 2, 3] },
  { id: 2, vector: [4, 5] },
  { id: 3, vector: [6, 7, 8, 9] },
];
const vector = new FixedSizeList(3, new Field('item', new Float32(), true));
const schema = new Schema([new Field('id', new Int32(), false), new Field('vector', vector, true)]);
const table = await database.createTable('named', rows, { schema });
for (const row of await table.query().toArray()) console.log(row.id, JSON.stringify([...row.vector]));
const found = await table.search([4, 5, 6]).distanceType('l2').limit(10).toArray();
console.log('found', found.map((row) => `${row.id}: ${row._distance}`).join(', '));
await database.createTable('inferred', rows).then(
  () => console.log('inferred: accepted'),
  (error) => console.log('inferred: refused', error.message.includes('Failed to infer schema')));
JS
node run.mjs >"$seen" 2>node.log

expect <<'END'
1 [1,2,3]
2 [4,5,null]
3 [6,7,8]
found 3: 12, 1: 27, 2: 36
inferred: refused true
END
conclude "LanceDB 0.39.0 for JavaScript cuts or pads vectors of a wrong length without an error if the schema is named; guess: they \
are refused"
