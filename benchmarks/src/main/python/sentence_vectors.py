"""Writes a store of real sentences: those of the docstrings of the installed Python packages, by a sentence encoder.

    python3 sentence_vectors.py STORE COUNT MODEL.onnx TOKENIZER.json

Sentences of 40 to 200 characters, each once, in an order that depends on them alone; the mean of the last layer, normalised. Needs
numpy, pyarrow, onnxruntime and tokenizers.
"""
import ast
import glob
import hashlib
import os
import re
import sys
import sysconfig

import numpy as np
import onnxruntime
import pyarrow as pa
import pyarrow.parquet as pq
import tokenizers

out, count, model, tokenizer = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4]
sentences = set()
for file in glob.glob(sysconfig.get_paths()["purelib"] + "/**/*.py", recursive=True):
    try:
        with open(file, encoding="utf-8") as source:
            tree = ast.parse(source.read())
    except (SyntaxError, ValueError, UnicodeDecodeError):
        continue
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and (text := ast.get_docstring(node)):
            for paragraph in re.split(r"\n\s*\n", text):
                for sentence in re.split(r"(?<=[.!?])\s+", " ".join(paragraph.split())):
                    if re.fullmatch(r"[A-Z][\w ,;:()'\"-]{38,198}[.!?]", sentence):
                        sentences.add(sentence)
chosen = sorted(sentences, key=lambda text: hashlib.sha256(text.encode()).digest())[:count]
print(f"{len(chosen):,} of {len(sentences):,} sentences", flush=True)
encoder = tokenizers.Tokenizer.from_file(tokenizer)
encoder.enable_truncation(128)
encoder.enable_padding()
options = onnxruntime.SessionOptions()
options.intra_op_num_threads = 1
session = onnxruntime.InferenceSession(model, options)
names = {each.name for each in session.get_inputs()}
vectors = np.empty((len(chosen), session.get_outputs()[0].shape[-1]), "f4")
by_length = sorted(range(len(chosen)), key=lambda x: len(chosen[x]))
for first in range(0, len(by_length), 64):
    some = by_length[first : first + 64]
    encoded = encoder.encode_batch([chosen[x] for x in some])
    mask = np.array([each.attention_mask for each in encoded], "i8")
    inputs = {"input_ids": np.array([each.ids for each in encoded], "i8"), "attention_mask": mask,
              "token_type_ids": np.zeros_like(mask)}
    last = session.run(None, {name: value for name, value in inputs.items() if name in names})[0]
    mean = (last * mask[..., None]).sum(1) / mask.sum(1, keepdims=True)
    vectors[some] = mean / np.linalg.norm(mean, axis=1, keepdims=True)
for name in ("text_emb", "metadata"):
    os.makedirs(f"{out}/{name}")
np.save(f"{out}/text_emb/text_emb_0.npy", vectors)
keys = [f"{row:09d}" for row in range(len(chosen))]
pq.write_table(pa.table({"key": keys, "caption": chosen}), f"{out}/metadata/metadata_0.parquet")
