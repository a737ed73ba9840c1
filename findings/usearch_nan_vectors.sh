#!/usr/bin/env bash
# usearch 2.26.2 (npm): 199 unit vectors and one with a NaN, searched for by each of the 199.
# Behaviour: under cosine the vector with the NaN has the distance 0 from every vector, exactly as a copy has. The exact search
# returns it among the first two of all 199, and the index does so as well.
# Likely wrong guess: a NaN makes the distance NaN, which sorts last or raises an error.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

npm_packages usearch@2.26.2
cat >run.cjs <<'JS'
const { Index, exactSearch } = require('usearch');
const count = 200, dimensions = 16, broken = 50;
const vectors = new Float32Array(count * dimensions);
for (let i = 0; i < count; i++) {
  const row = vectors.subarray(i * dimensions, (i + 1) * dimensions);
  for (let k = 0; k < dimensions; k++) row[k] = Math.sin(1 + i * 7.3 + k * k * 1.7 + i * k);
  const length = Math.hypot(...row);
  for (let k = 0; k < dimensions; k++) row[k] /= length;
}
vectors[broken * dimensions + 3] = NaN;
const index = new Index({ dimensions, metric: 'cos' });
index.add(BigUint64Array.from({ length: count }, (_, i) => BigInt(i)), vectors);
const found = { exact: 0, index: 0 };
const distances = new Set();
for (let i = 0; i < count; i++) {
  if (i === broken) continue;
  const query = vectors.slice(i * dimensions, (i + 1) * dimensions);
  const results = { exact: exactSearch(vectors, query, dimensions, 2, 'cos'), index: index.search(query, 2, 1) };
  for (const [name, result] of Object.entries(results)) {
    const place = Array.from(result.keys).indexOf(BigInt(broken));
    if (place < 0) continue;
    found[name]++;
    distances.add(result.distances[place]);
  }
}
console.log('of 199 queries, among the first two:', 'exact', found.exact, 'index', found.index);
console.log('distances', ...distances);
JS
node run.cjs >"$seen"

expect <<'END'
of 199 queries, among the first two: exact 199 index 199
distances 0
END
conclude "usearch 2.26.2 gives a vector with a NaN the cosine distance 0 from all others, so it is everyone's nearest; guess: NaN \
sorts last or raises an error"
