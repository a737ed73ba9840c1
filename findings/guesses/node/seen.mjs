// What the programs beside this file share: each prints lines of the form `KEY: what: outcome`.
import { execFileSync } from 'node:child_process';

/** Prints the outcome of a step; an exception counts as a refusal. */
export async function say(key, what, step) {
  let outcome;
  try {
    outcome = text(await step());
  } catch (error) {
    outcome = `refused (${error.constructor.name})`;
  }
  console.log(`${key}: ${what}: ${outcome}`);
}

/** A value as text: 7n for a BigInt, f32[…] for a Float32Array. */
export function text(value) {
  if (typeof value === 'bigint') return `${value}n`;
  if (ArrayBuffer.isView(value)) return `${value.constructor.name}[${Array.from(value, text).join(' ')}]`;
  if (Array.isArray(value)) return `[${value.map(text).join(', ')}]`;
  if (value instanceof Map) return text(Object.fromEntries(value));
  if (value && Object.getPrototypeOf(value) === Object.prototype) {
    return `{${Object.entries(value).map(([name, of]) => `${name}: ${text(of)}`).join(', ')}}`;
  }
  return Object.is(value, -0) ? '-0' : String(value);
}

/** Runs a program of Python, which makes or reads files in the working folder, and returns what it prints. */
export function python(program) {
  return execFileSync('python', ['-c', program], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}

/** Unit vectors that do not look regular, as one array. */
export function unitVectors(count, dimension) {
  const vectors = new Float32Array(count * dimension);
  for (let i = 0; i < count; i++) {
    const row = vectors.subarray(i * dimension, (i + 1) * dimension);
    for (let k = 0; k < dimension; k++) row[k] = Math.sin(1 + i * 7.3 + k * k * 1.7 + i * k);
    const length = Math.hypot(...row);
    for (let k = 0; k < dimension; k++) row[k] /= length;
  }
  return vectors;
}
