#!/usr/bin/env bash
# @huggingface/transformers 4.3.2 (npm) beside tokenizers 0.23.2 (pip), one tokenizer.json with [CLS] A [SEP] B [SEP].
# Behaviour: `truncation: true` cuts the finished list of ids at max_length. A long text loses its [SEP], and a long pair loses
# its second text altogether. The Python library cuts the texts, longest first, and keeps every special token.
# Likely wrong guess: one tokenizer.json and one limit give one list of ids, so that a cross-encoder scores pairs alike.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

npm_config_ignore_scripts=true npm_packages @huggingface/transformers@4.3.2
pip_packages --no-deps tokenizers==0.23.2

mkdir model
cat >model/make.py <<'PY'
import json
from tokenizers import Tokenizer, models, pre_tokenizers, processors

words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"] + list("abcdefgh")
made = Tokenizer(models.WordPiece({word: i for i, word in enumerate(words)}, unk_token="[UNK]"))
made.pre_tokenizer = pre_tokenizers.Whitespace()
made.add_special_tokens(words[:4])
made.post_processor = processors.TemplateProcessing(
    single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", 2), ("[SEP]", 3)])
made.save("model/tokenizer.json")
json.dump({"tokenizer_class": "BertTokenizer", "model_max_length": 8}, open("model/tokenizer_config.json", "w"))
made.enable_truncation(8)
print("Python text", *made.encode("a b c d e f g h a b").tokens)
print("Python pair", *made.encode("a b c d e f", "g h g h").tokens)
PY
python model/make.py >"$seen"
cat >run.mjs <<'JS'
import { AutoTokenizer, env } from '@huggingface/transformers';
env.allowRemoteModels = false;
env.localModelPath = process.cwd() + '/';
const tokenizer = await AutoTokenizer.from_pretrained('model');
const words = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', ...'abcdefgh'];
const options = { return_tensor: false, truncation: true, max_length: 8 };
const tokens = (encoded) => encoded.input_ids.map((id) => words[id]).join(' ');
console.log('JavaScript text', tokens(tokenizer('a b c d e f g h a b', options)));
console.log('JavaScript pair', tokens(tokenizer('a b c d e f', { ...options, text_pair: 'g h g h' })));
JS
node run.mjs >>"$seen"

expect <<'END'
Python text [CLS] a b c d e f [SEP]
Python pair [CLS] a b c [SEP] g h [SEP]
JavaScript text [CLS] a b c d e f g
JavaScript pair [CLS] a b c d e f [SEP]
END
conclude "transformers.js 4.3.2 cuts finished ids: a long text ends without [SEP] and a long pair without its second text, which \
tokenizers 0.23.2 keeps; guess: one tokenizer.json gives one list of ids"
