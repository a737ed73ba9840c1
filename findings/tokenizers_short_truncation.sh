#!/usr/bin/env bash
# tokenizers 0.23.2: truncation to fewer tokens than there are special tokens does not truncate to that length.
# With two special tokens, max_length 1 and 0 give three tokens; a pair with three of them and max_length 2 is not
# truncated at all.
# A likely wrong guess: the result has at most max_length tokens, or an error is raised.
set -euo pipefail
cd "$(dirname "$0")" && . ./lib.sh

pip_packages tokenizers==0.23.2

python >"$seen" <<'EOF'
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import WhitespaceSplit
from tokenizers.processors import TemplateProcessing

words = ["[UNK]", "[CLS]", "[SEP]", "red", "blue", "green", "cat", "dog"]
tokenizer = Tokenizer(WordLevel({w: i for i, w in enumerate(words)}, unk_token="[UNK]"))
tokenizer.pre_tokenizer = WhitespaceSplit()
tokenizer.post_processor = TemplateProcessing(
    single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B [SEP]", special_tokens=[("[CLS]", 1), ("[SEP]", 2)]
)
for length in (3, 2, 1, 0):
    tokenizer.enable_truncation(length)
    print(length, len(tokenizer.encode("red blue green").ids), len(tokenizer.encode("red blue", "cat dog").ids))
EOF

expect <<'EOF'
3 3 3
2 2 7
1 3 5
0 3 5
EOF

conclude "tokenizers 0.23.2: max_length 1 gives 3 tokens, and a pair with max_length 2 keeps all 7; the length is no bound below the number of special tokens"
