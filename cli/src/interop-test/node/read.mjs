// What other people's JavaScript makes of Falcon's files, as JSON on standard output:
// node read.mjs table FILE, or node read.mjs vectors MODEL-FOLDER CAPTIONS.json IMAGE...
import { readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'

const plain = (_, value) => (typeof value === 'bigint' ? Number(value) : value)
const print = (value) => console.log(JSON.stringify(value, plain))

async function table(file) {
  if (file.endsWith('.arrow')) {
    const { tableFromIPC } = await import('apache-arrow')
    return tableFromIPC(readFileSync(file)).toArray().map((row) => row.toJSON())
  }
  const { asyncBufferFromFile, parquetReadObjects } = await import('hyparquet')
  const { compressors } = await import('hyparquet-compressors')
  return parquetReadObjects({ file: await asyncBufferFromFile(file), compressors })
}

async function vectors(folder, captions, images) {
  const t = await import('@huggingface/transformers')
  t.env.allowRemoteModels = false
  t.env.localModelPath = dirname(folder) + '/'
  const name = basename(folder)
  const tokenizer = await t.AutoTokenizer.from_pretrained(name)
  const processor = await t.AutoProcessor.from_pretrained(name)
  const texts = await t.CLIPTextModelWithProjection.from_pretrained(name, { dtype: 'fp32' })
  const pictures = await t.CLIPVisionModelWithProjection.from_pretrained(name, { dtype: 'fp32' })
  const tokens = tokenizer(JSON.parse(readFileSync(captions, 'utf8')), { padding: true })
  const raw = await Promise.all(images.map((file) => t.RawImage.read(file)))
  return {
    text: (await texts(tokens)).text_embeds.normalize().tolist(),
    image: (await pictures(await processor(raw))).image_embeds.normalize().tolist(),
  }
}

const [what, first, second, ...rest] = process.argv.slice(2)
print(what === 'table' ? await table(first) : await vectors(first, second, rest))
