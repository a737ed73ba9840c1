"""K1 to K10: tokenizers. Needs tokenizers 0.23.2, transformers 5.18.0, sentencepiece, ftfy, and tiny.py beside it; K7 also open-clip-torch."""

import importlib.util
import os
import tempfile

import sentencepiece
import tiny
import transformers
from tokenizers import Tokenizer, normalizers

folder = tempfile.mkdtemp()


def say(key, *seen):
    print(f"{key}: ", *seen)


def attempt(function):
    try:
        return function()
    except BaseException as error:  # the outcome is whether it raises
        return f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"


def fresh():
    return tiny.tokenizer()


t = fresh()
for strategy in ("longest_first", "only_second", "only_first"):
    for length in (6, 7, 8):
        t.enable_truncation(length, strategy=strategy)
        say("K1", strategy, length, attempt(lambda: t.encode("red blue green small", "cat dog car bus").tokens))
t.enable_truncation(7, strategy="longest_first")
say("K1", "lengths 8 and 2", t.encode("red blue green small big in on near", "cat dog").tokens, "2 and 8", t.encode("cat dog", "red blue green small big in on near").tokens)
t.enable_truncation(5, strategy="only_second")
say("K2", attempt(lambda: t.encode("red blue green small big", "cat dog").tokens), "length 8, second of one word", attempt(lambda: t.encode("red blue green small big in on", "cat").tokens))
fast = tiny.fast_tokenizer()
say("K2", "transformers", attempt(lambda: fast("red blue green small big", "cat dog", truncation="only_second", max_length=5).tokens()))
t = fresh()
t.enable_truncation(6)
t.enable_padding(pad_to_multiple_of=8)
say("K3", [len(e.ids) for e in t.encode_batch(["red blue green small big in on near", "cat"])], "transformers", attempt(lambda: [len(i) for i in fast(["red blue green small big in on near", "cat"], truncation=True, max_length=6, padding=True, pad_to_multiple_of=8)["input_ids"]]), "max_length padding", attempt(lambda: [len(i) for i in fast(["red blue"], truncation=True, max_length=6, padding="max_length", pad_to_multiple_of=8)["input_ids"]]))
say("K4", fast("a cat [SEP] the dog").tokens(), "lower case", fast("a cat [sep] the dog").tokens(), "tokenizers alone", fresh().encode("a cat [SEP] the dog").tokens, "split_special_tokens", attempt(lambda: fast("a cat [SEP] the dog", split_special_tokens=True).tokens()))
lower = normalizers.Lowercase()
for text in ("ΟΔΟΣ", "İstanbul", "STRAẞE", "ǅ"):
    say("K5", text, ascii(lower.normalize_str(text)), ascii(text.lower()), lower.normalize_str(text) == text.lower())
for length in (0, 1, 2, 3):
    t = fresh()
    say("K8", length, attempt(lambda: (t.enable_truncation(length), t.encode("red blue green").tokens)[1]), "pair", attempt(lambda: t.encode("red blue", "cat dog").tokens), "transformers", attempt(lambda: fast("red blue green", truncation=True, max_length=length).tokens()))
for stride in (0, 1):
    t = fresh()
    say("K8", "stride", stride, attempt(lambda: (t.enable_truncation(4, stride=stride), [e.tokens for e in [t.encode("red blue green small")] + t.encode("red blue green small").overflowing])[1]))
t = fresh()
t.enable_truncation(5, direction="left")
say("K10", t.encode("red blue green small big").tokens)
corpus = os.path.join(folder, "corpus.txt")
with open(corpus, "w") as file:
    file.writelines(line + "\n" for line in tiny.texts(500) + ["hello, world! it's a cat-dog.", "The Big RED bus", "3.5 cats"] * 20)
sentencepiece.SentencePieceTrainer.train(input=corpus, model_prefix=os.path.join(folder, "spiece"), vocab_size=120, minloglevel=3, pad_id=0, eos_id=1, unk_id=2, bos_id=-1, hard_vocab_limit=False)
siglip = attempt(lambda: transformers.SiglipTokenizer(os.path.join(folder, "spiece.model")))
say("K9", type(siglip).__mro__[:3] if not isinstance(siglip, str) else siglip)
if not isinstance(siglip, str):
    for text in ("The Big RED bus!", "the big red bus", "hello, world", "hello world", "it's", "3.5 cats"):
        say("K9", text, attempt(lambda: siglip.tokenize(text)), attempt(lambda: siglip(text)["input_ids"]))
    say("K9", "padding", attempt(lambda: siglip(["a cat", "the big red bus"], padding="max_length", max_length=8, truncation=True)), "default length", siglip.model_max_length)
    say("K9", "the special token in a text", attempt(lambda: siglip.tokenize("a cat </s> dog")))
if importlib.util.find_spec("open_clip"):
    import open_clip
    import gzip
    import json

    ours = open_clip.get_tokenizer("ViT-B-32")
    vocabulary = {k: v for k, v in ours.encoder.items()}
    merges = [" ".join(p) for p in sorted(ours.bpe_ranks, key=ours.bpe_ranks.get)]
    with open(os.path.join(folder, "vocab.json"), "w") as file:
        json.dump({k.replace("<start_of_text>", "<|startoftext|>").replace("<end_of_text>", "<|endoftext|>"): v for k, v in vocabulary.items()}, file)
    with open(os.path.join(folder, "merges.txt"), "w") as file:
        file.write("#version: 0.2\n" + "\n".join(merges) + "\n")
    theirs = attempt(lambda: transformers.CLIPTokenizer(os.path.join(folder, "vocab.json"), os.path.join(folder, "merges.txt")))
    if isinstance(theirs, str):
        theirs = transformers.CLIPTokenizer(vocab=os.path.join(folder, "vocab.json"), merges=os.path.join(folder, "merges.txt"))
    say("K6", type(theirs).__mro__[:3])
    for text in ("a photo of a dog", "A Photo,  of two dogs!", "it's 1,000 cats'", "fish &amp; chips", "schÃ¶n", "caf\u00e9", "cafe\u0301", "a dog <|endoftext|> a cat", "a dog <end_of_text> a cat", "under_score", "tab\tand\nline", "“quoted”", "ﬁsh", "…", ""):
        a = [i for i in ours([text])[0].tolist()]
        a = a[: a.index(49407) + 1] if 49407 in a else a
        b = theirs(text, truncation=True, max_length=77)["input_ids"]
        say("K6/K7", ascii(text), "same" if a == b else ("open_clip", [ours.decoder[i] for i in a[1:-1]], "transformers", theirs.convert_ids_to_tokens(b)[1:-1]))
    long = " ".join(["dog"] * 100)
    a, b = ours([long])[0].tolist(), theirs(long, truncation=True, max_length=77)["input_ids"]
    say("K7", "truncated", a == b, a[-2:], b[-2:], "padding ids", ours(["dog"])[0].tolist()[3:5], theirs("dog", padding="max_length", max_length=77)["input_ids"][3:5], "text of 16,384 characters and more", len(theirs("a " * 20000, truncation=True, max_length=77)["input_ids"]))
