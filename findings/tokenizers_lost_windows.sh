#!/usr/bin/env bash
# tokenizers 0.23.2 beside 0.22.2 (pip): a text of 13 tokens, windows of 4 that overlap by 1.
# Behaviour: 0.22.2 returns four windows, which cover the text. 0.23.2 returns the first alone: it stops reading at the limit, or
# soon after it where there are special tokens, so that the rest of the text is in no window.
# Likely wrong guess: `overflowing` covers the whole text, so that a long passage can be cut into windows by the tokenizer.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

cat >run.py <<'PY'
from tokenizers import Tokenizer, __version__, models, pre_tokenizers

words = "one two three four five six seven eight nine ten eleven twelve thirteen".split()
tokenizer = Tokenizer(models.WordLevel({word: i for i, word in enumerate(words)}, unk_token="one"))
tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
tokenizer.enable_truncation(4, stride=1)
encoded = tokenizer.encode(" ".join(words))
for window in [encoded] + encoded.overflowing:
    print(__version__, *window.tokens)
PY
# Each in a shell of its own, which leaves the PATH as it was, with an interpreter that has pip.
(pip_packages --no-deps tokenizers==0.22.2 && python run.py >>"$seen")
(pip_packages --no-deps tokenizers==0.23.2 && python run.py >>"$seen")

expect <<'END'
0.22.2 one two three four
0.22.2 four five six seven
0.22.2 seven eight nine ten
0.22.2 ten eleven twelve thirteen
0.23.2 one two three four
END
conclude "tokenizers 0.23.2 leaves the end of a long text out of all overflowing windows, 0.22.2 covers the text; guess: the \
windows of a tokenizer cover the text"
