// J1 to J11: transformers.js beside Python's libraries.
// npm: --ignore-scripts @huggingface/transformers@4.3.2
// pip: numpy==2.4.6 pillow==12.3.0 transformers==5.18.0 tokenizers==0.23.2
import {
  AutoTokenizer, CLIPImageProcessor, RawImage, Tensor, cos_sim, env, layer_norm, mean_pooling, quantize_embeddings, topk,
} from '@huggingface/transformers';
import { mkdirSync } from 'node:fs';
import { python, say } from './seen.mjs';

env.allowRemoteModels = false;
env.localModelPath = process.cwd() + '/';

mkdirSync('model');
const words = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', ...'abcdefgh'];
const texts = ['a b c d e f g h a b', 'a', '', 'A b, [SEP] x', 'h\u0301 \u{1f436} a'];
const expected = JSON.parse(python(`
import json
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"] + list("abcdefgh")
made = Tokenizer(models.WordPiece({word: i for i, word in enumerate(words)}, unk_token="[UNK]"))
made.normalizer = normalizers.BertNormalizer(lowercase=True)
made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
made.add_special_tokens(words[:4])
made.post_processor = processors.TemplateProcessing(
    single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", 2), ("[SEP]", 3)])
made.save("model/tokenizer.json")
json.dump({"tokenizer_class": "BertTokenizer", "model_max_length": 512, "pad_token": "[PAD]"}, open("model/tokenizer_config.json", "w"))
texts = ["a b c d e f g h a b", "a", "", "A b, [SEP] x", "h\\u0301 \\U0001f436 a"]
whole = [made.encode(t).ids for t in texts] + [made.encode("a b", t).ids for t in texts]
made.enable_padding()
padded = [e.ids for e in made.encode_batch(texts)]
made.no_padding()
made.enable_truncation(8)
print(json.dumps({"whole": whole, "padded": padded, "text": made.encode(texts[0]).ids, "pair": made.encode("a b c d e f", "g h g h").ids}))
`));
const tokenizer = await AutoTokenizer.from_pretrained('model');
const plain = { return_tensor: false };
const tokens = (ids) => ids.map((id) => words[id]).join(' ');
await say('J1', 'a text truncated to 8', () => tokens(tokenizer(texts[0], { ...plain, truncation: true, max_length: 8 }).input_ids));
await say('J1', 'in Python', () => tokens(expected.text));
await say('J1', 'a pair', () => tokens(tokenizer('a b c d e f', { ...plain, text_pair: 'g h g h', truncation: true, max_length: 8 }).input_ids));
await say('J1', 'in Python', () => tokens(expected.pair));
const differing = (pairs) => pairs.filter(([ids, truth]) => `${ids}` !== `${truth}`).map(([ids, truth]) => `${tokens(ids)} instead of ${tokens(truth)}`);
await say('J2', "of five texts, ids that are not Python's", () => differing(texts.map((t, i) => [tokenizer(t, plain).input_ids, expected.whole[i]])));
await say('J2', 'of five pairs, one with an empty second text', () =>
  differing(texts.map((t, i) => [tokenizer('a b', { ...plain, text_pair: t }).input_ids, expected.whole[5 + i]])));
await say('J2', 'padded', () => JSON.stringify(tokenizer(texts, { ...plain, padding: true }).input_ids) === JSON.stringify(expected.padded));

const tensor = (data, dims) => new Tensor('float32', Float32Array.from(data), dims);
await say('J3', 'mean_pooling of a fully masked row', () => mean_pooling(tensor([1, 2, 3, 4], [1, 2, 2]), new Tensor('int64', [0n, 0n], [1, 2])).data);
await say('J3', 'normalize of a zero vector', () => tensor([0, 0], [1, 2]).normalize().data);
await say('J3', 'cos_sim of a zero vector', () => cos_sim([0, 0], [1, 0]));
await say('J4', 'bits of 1, -1, 0, 2, -0.5, 3, 0, 1: numpy packs 149, less 128 in binary', () => {
  const row = tensor([1, -1, 0, 2, -0.5, 3, 0, 1], [1, 8]);
  return [quantize_embeddings(row, 'ubinary').data, quantize_embeddings(row, 'binary').data];
});
await say('J5', 'topk of 1, 3, 3, 2, 3', async () => (await topk(tensor([1, 3, 3, 2, 3], [5]), 4))[1].data);
await say('J5', 'layer_norm of 1, 2, 3, 6: from -1.069 by the biased variance, from -0.926 by the other', () => layer_norm(tensor([1, 2, 3, 6], [1, 4]), [4]).data.map((x) => Math.round(1000 * x) / 1000));
await say('J6', '1.5, 2.7 as float16', () => tensor([1.5, 2.7], [2]).to('float16').data);

const settings = { do_resize: false, do_center_crop: false, do_rescale: false, do_normalize: false };
const process_ = async (image, given) => Array.from((await new CLIPImageProcessor({ ...settings, ...given })(image)).pixel_values.data);
const picture = (width, height) => new RawImage(Uint8Array.from({ length: width * height * 3 }, (_, i) => (i * 7) % 251), width, height, 3);
const inPython = (width, height, given) => JSON.parse(python(`
import json, numpy as np
from PIL import Image
from transformers import CLIPImageProcessorPil
given = json.loads('${JSON.stringify({ ...settings, ...given })}')
pixels = ((7 * np.arange(${width * height * 3})) % 251).astype(np.uint8).reshape(${height}, ${width}, 3)
print(json.dumps(CLIPImageProcessorPil(**given)(Image.fromarray(pixels), return_tensors="np")["pixel_values"].ravel().tolist()))
`));
const distance = (a, b) => (a.length === b.length ? Math.max(...a.map((x, i) => Math.abs(x - b[i]))) : 'other sizes');
for (const [width, height] of [[9, 8], [8, 9], [9, 9]]) {
  await say('J7', `cut of 4 × 5 from ${width} × ${height}: largest difference`, async () => {
    const given = { do_center_crop: true, crop_size: { height: 4, width: 5 } };
    return distance(await process_(picture(width, height), given), inPython(width, height, given));
  });
}
await say('J7', 'rescaled and normalised: differs by less than 1e-6', async () => {
  const given = { do_rescale: true, rescale_factor: 1 / 255, do_normalize: true, image_mean: [0.48, 0.46, 0.41], image_std: [0.27, 0.26, 0.28] };
  return distance(await process_(picture(9, 8), given), inPython(9, 8, given)) < 1e-6;
});
await say('J8', 'enlarged from 8 to 16, bicubic: largest difference in levels, without the last column and row, and with', async () => {
  const given = { do_resize: true, size: { height: 16, width: 16 }, resample: 3 };
  const ramp = new RawImage(Uint8Array.from({ length: 192 }, (_, i) => 30 * (Math.floor(i / 3) % 8)), 8, 8, 3);
  const seen = await process_(ramp, given);
  const truth = JSON.parse(python(`
import json, numpy as np
from PIL import Image
ramp = Image.fromarray(np.tile(30 * np.arange(8, dtype=np.uint8), (8, 1)))
print(json.dumps(np.asarray(ramp.resize((16, 16), 3)).ravel().tolist()))
`));
  const inner = truth.map((_, i) => i).filter((i) => i % 16 < 15 && i < 240);
  return [distance(inner.map((i) => seen[i]), inner.map((i) => truth[i])), distance(seen.slice(0, 256), truth)];
});
await say('J9', 'two rows in a cut of five: the first of them, in Python', async () => {
  const given = { do_center_crop: true, crop_size: { height: 5, width: 3 } };
  const first = (values) => Math.floor(values.findIndex((x) => x !== 0) / 3);
  const of = (values) => first(values.slice(15, 30));
  return [of(await process_(picture(3, 2), given)), of(inPython(3, 2, given))];
});
const pictures = JSON.parse(python(`
import json, numpy as np
from PIL import Image
base = Image.fromarray((np.arange(24) * 9).astype(np.uint8).reshape(4, 6))
colour = Image.fromarray((np.arange(72) * 3).astype(np.uint8).reshape(4, 6, 3))
alpha = colour.copy()
alpha.putalpha(base)
la = base.copy()
la.putalpha(base)
made = {"grey": base, "palette": colour.quantize(5), "alpha": alpha, "grey-alpha": la}
for name, image in made.items():
    image.save(name + ".png")
exif = Image.Exif()
exif[0x0112] = 6
colour.save("turned.jpg", exif=exif)
print(json.dumps({name: np.asarray(image.convert("RGB")).transpose(2, 0, 1).ravel().tolist() for name, image in made.items()}))
`));
await say('J10', 'width and height of a picture of 6 × 4 with the EXIF orientation 6', async () => {
  const { width, height } = await RawImage.read('turned.jpg');
  return [width, height];
});
for (const [name, truth] of Object.entries(pictures)) {
  await say('J11', `${name}: largest difference from Python's RGB`, async () =>
    distance(await process_(await RawImage.read(`${name}.png`), { do_convert_rgb: true }), truth));
}
