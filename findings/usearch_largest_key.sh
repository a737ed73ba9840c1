#!/usr/bin/env bash
# usearch 2.26.2 (npm): keys are unsigned 64-bit numbers; the largest, 2^64 - 1, is added as any other.
# Behaviour: it is taken without an error and counted in size(), and contains() affirms it, but no search returns it: the number
# marks free places inside. 2^64 - 2 and 2^63 + 1 are stored and found.
# Likely wrong guess: every 64-bit hash can be a key, or the one that cannot is refused.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

npm_packages usearch@2.26.2
cat >run.cjs <<'JS'
const { Index } = require('usearch');
for (const key of [2n ** 63n + 1n, 2n ** 64n - 2n, 2n ** 64n - 1n]) {
  const index = new Index({ dimensions: 2, metric: 'cos' });
  index.add(1n, Float32Array.of(0, 1));
  index.add(key, Float32Array.of(1, 0));
  const { keys } = index.search(Float32Array.of(1, 0), 5, 1);
  console.log(`${key} size ${index.size()} contains ${index.contains(key)} found ${keys.join(' ')}`);
}
JS
node run.cjs >"$seen"

expect <<'END'
9223372036854775809 size 2 contains true found 9223372036854775809 1
18446744073709551614 size 2 contains true found 18446744073709551614 1
18446744073709551615 size 2 contains true found 1
END
conclude "usearch 2.26.2 takes the key 2^64 - 1, counts it and never returns it; guess: every 64-bit hash can be a key, or is refused"
