// N10 to N13: hnswlib-node.
// npm: hnswlib-node@3.0.0
import hnswlib from 'hnswlib-node';
import { say, unitVectors } from './seen.mjs';

const index = (metric, vectors) => {
  const made = new hnswlib.HierarchicalNSW(metric, vectors[0].length);
  made.initIndex(2000, 16, 200, 100, true);
  vectors.forEach((vector, i) => made.addPoint(vector, i));
  return made;
};
for (const metric of ['ip', 'cosine', 'l2']) {
  await say('N10', `${metric}: distance of (2, 0) to (3, 4)`, () => index(metric, [[3, 4]]).searchKnn([2, 0], 1).distances);
}
await say('N10', 'cosine: distance of a zero vector', () => index('cosine', [[0, 0]]).searchKnn([1, 0], 1).distances);
for (const label of [2 ** 32 + 1, -1, 2 ** 53]) {
  await say('N11', `the label ${label} becomes`, () => {
    const made = index('l2', [[9, 9]]);
    made.addPoint([1, 0], label);
    return made.searchKnn([1, 0], 1).neighbors;
  });
}
const dimension = 16;
const flat = unitVectors(1000, dimension);
const vectors = Array.from({ length: 1000 }, (_, i) => Array.from(flat.subarray(i * dimension, (i + 1) * dimension)));
const many = index('cosine', vectors);
for (const k of [1, 5, 10]) {
  await say('N12', `fewest hits of 100 queries for k = ${k} with a filter that 10 of 1000 pass`, () =>
    Math.min(...vectors.slice(0, 100).map((vector) => many.searchKnn(vector, k, (label) => label % 100 === 7).neighbors.length)));
}
await say('N13', 'a label that is added again', () => {
  const made = index('l2', [[9, 9]]);
  made.addPoint([1, 0], 0);
  return [made.getCurrentCount(), made.getPoint(0)];
});
await say('N13', 'the stored vector of (3, 4) under cosine', () => index('cosine', [[3, 4]]).getPoint(0));
