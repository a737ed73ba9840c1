// Writes the files of JavaScript tools, with apache-arrow 21.2.0, hyparquet-writer 0.17.0 and @lancedb/lancedb 0.39.0.
// Usage: node make.mjs, in this folder, where these packages are installed (LanceDB needs apache-arrow 18 and so a place
// of its own). LanceDB has no writer of Parquet or Arrow files: what it gives is an Arrow table, which is written here.
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const rows = 6
const dimension = 4
const keys = Array.from({ length: rows }, (_, i) => `k${i}`)
const captions = keys.map((_, i) => `caption ${i}`)
const vectors = keys.map((_, i) =>
  Array.from({ length: dimension }, (_, j) => (((i * dimension + j) % 7) - 3 + (i === j ? 1 : 0)) / 8))

const tools = process.argv.slice(2)
if (tools.includes('hyparquet')) {
  const { parquetWriteBuffer } = await import('hyparquet-writer')
  const buffer = parquetWriteBuffer({
    columnData: [
      { name: 'key', data: keys, type: 'STRING' },
      { name: 'caption', data: captions, type: 'STRING' },
      { name: 'image_embedding', data: vectors.map(v => new Uint8Array(new Float32Array(v).buffer)), type: 'BYTE_ARRAY' },
      { name: 'text_embedding', data: vectors.map(v => new Uint8Array(new Float32Array(v).buffer)), type: 'BYTE_ARRAY' }
    ]
  })
  writeFileSync('hyparquet-writer.parquet', Buffer.from(buffer))
  const scores = parquetWriteBuffer({
    columnData: [
      { name: 'image_key', data: ['a', 'b', 'c'], type: 'STRING' },
      { name: 'text_key', data: ['x', 'y', 'z'], type: 'STRING' },
      { name: 'score', data: [1, 0, 1], type: 'INT32' }
    ]
  })
  writeFileSync('hyparquet-writer-scores.parquet', Buffer.from(scores))
}
if (tools.includes('arrow')) {
  const arrow = await import('apache-arrow')
  const table = new arrow.Table({
    image_key: arrow.vectorFromArray(['a', 'b', 'c'], new arrow.Utf8()),
    text_key: arrow.vectorFromArray(['x', 'y', 'z'], new arrow.Utf8()),
    match: arrow.vectorFromArray([1, 0, 1], new arrow.Int32())
  })
  writeFileSync('arrow-js-match.arrow', arrow.tableToIPC(table, 'file'))
  writeFileSync('arrow-js-match-stream.arrow', arrow.tableToIPC(table, 'stream'))
  const scores = arrow.tableFromArrays({ query_id: ['q0', 'q0', 'q1'], corpus_id: ['d0', 'd1', 'd2'], score: [1, 2, 0] })
  writeFileSync('arrow-js-qrels.arrow', arrow.tableToIPC(scores, 'file'))
}
if (tools.includes('lancedb')) {
  const lancedb = await import('@lancedb/lancedb')
  // LanceDB's own instance: another writes its tables as nothing.
  const arrow = createRequire(import.meta.url)('apache-arrow')
  const { mkdtempSync } = await import('node:fs')
  const db = await lancedb.connect(mkdtempSync('/tmp/lance'))
  const table = await db.createTable('t', [
    { image_key: 'a', text_key: 'x', score: 1 }, { image_key: 'b', text_key: 'y', score: 0 },
    { image_key: 'c', text_key: 'z', score: 1 }])
  writeFileSync('lancedb-scores.arrow', arrow.tableToIPC(await table.query().toArrow(), 'file'))
}
