// N1 to N9: usearch.
// npm: usearch@2.26.2
import { createRequire } from 'node:module';
import { say, unitVectors } from './seen.mjs';

const { Index, exactSearch } = createRequire(import.meta.url)('usearch');
const row = (...numbers) => Float32Array.from(numbers);
const index = (metric, vectors, options = {}) => {
  const made = new Index({ dimensions: vectors[0].length, metric, ...options });
  vectors.forEach((vector, i) => made.add(BigInt(i), vector));
  return made;
};
const three = [row(1, 0), row(0, 1), row(-1, 0)];

await say('N1', 'hits of an index of 3 for k = 10', () => index('cos', three).search(row(1, 0), 10, 1).keys.length);
await say('N1', 'exactSearch', () => exactSearch(row(1, 0, 0, 1, -1, 0), row(1, 0), 2, 10, 'cos').keys.length);
await say('N2', 'the key 2^64 - 1: size, found', () => {
  const made = index('cos', three);
  made.add(2n ** 64n - 1n, row(0.6, 0.8));
  return [made.size(), made.search(row(0.6, 0.8), 4, 1).keys];
});
await say('N3', 'exactSearch over a, b, a, a for a', () => exactSearch(row(1, 0, 0, 1, 1, 0, 1, 0), row(1, 0), 2, 3, 'cos').keys);
await say('N4', 'a key that exists', () => index('cos', three).add(1n, row(0, 1)));
await say('N4', 'a key after its removal', () => {
  const made = index('cos', three);
  made.remove(1n);
  made.add(1n, row(0.6, 0.8));
  return made.search(row(0.6, 0.8), 1, 1).keys;
});
await say('N5', 'cosine distances of a zero vector to a unit and to a zero vector', () => [
  index('cos', [row(0, 0)]).search(row(1, 0), 1, 1).distances,
  index('cos', [row(0, 0)]).search(row(0, 0), 1, 1).distances,
]);

const count = 200, dimension = 16, broken = 50;
const vectors = unitVectors(count, dimension);
vectors[broken * dimension + 3] = NaN;
for (const metric of ['ip', 'l2sq', 'cos']) {
  await say(metric === 'cos' ? 'N7' : 'N6', `${metric}: of 199 queries, those with the vector of a NaN among the first 10, and first`, () => {
    const made = new Index({ dimensions: dimension, metric });
    made.add(BigUint64Array.from({ length: count }, (_, i) => BigInt(i)), vectors);
    let among = 0, first = 0;
    const distances = new Set();
    for (let i = 0; i < count; i++) {
      if (i === broken) continue;
      const found = made.search(vectors.slice(i * dimension, (i + 1) * dimension), 10, 1);
      const place = Array.from(found.keys).indexOf(BigInt(broken));
      if (place >= 0) {
        among++;
        distances.add(found.distances[place]);
      }
      if (place === 0) first++;
    }
    return [among, first, `distances ${[...distances]}`];
  });
}
await say('N8', 'float16: distances of 1e5 to 1 under ip and l2sq', () =>
  ['ip', 'l2sq'].map((metric) => index(metric, [row(1e5, 0)], { quantization: 'f16' }).search(row(1, 0), 1, 1).distances));
await say('N8', 'float16: of 1e5 and 0 to 1e5 under l2sq', () => index('l2sq', [row(1e5, 0)], { quantization: 'f16' }).search(row(1e5, 0), 1, 1).distances);
await say('N9', 'a vector of 3 in an index of 2', () => index('cos', three).add(9n, row(1, 2, 3)));
await say('N9', 'a query of 3', () => index('cos', three).search(row(1, 2, 3), 1, 1).keys);
