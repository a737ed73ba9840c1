# Copyright: the authors of Falcon. Licence: Apache-2.0.
"""One epoch of a sentence encoder on a batch plan or on lists, then the folder to embed and mine with again.

    falcon embed --input-dataset pairs.jsonl --model minilm --out vectors-0
    falcon mine --quantiles --embeddings vectors-0 --seed 0 --out plan-0.csv
    python train_sentences.py --pairs pairs.jsonl --model minilm --plan plan-0.csv --out minilm-1
    falcon embed --input-dataset pairs.jsonl --model minilm-1 --out vectors-1

`--model` is a folder with a BERT's `model.onnx`, `tokenizer.json` (WordPiece in lower case) and mean pooling, as
all-MiniLM-L6-v2 has them. `--out` is such a folder again: the same graph with the trained weights. `--pairs` holds
{"anchor": …, "positive": …} a line; a plan's column `index` is a line's number. `--lists` takes the place of
`--plan`: a CSV with `anchor`, `positive` and `negative_1` … `negative_n`, texts each, as `falcon mine --texts
--columns n-tuple` writes it.

The loss is sentence-transformers' MultipleNegativesRankingLoss in both directions. `--layers N` trains the last N layers;
the states of those below are computed once, which makes a step three times as fast for 2 of 6 layers. Dropout is off.
Needs torch, numpy and onnx.
"""

import argparse
import csv
import json
import os
import re
import shutil
import unicodedata

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch.nn import functional as F


class WordPiece:
    """BERT's tokenizer in lower case: `tokenizer.json` has its vocabulary."""

    def __init__(self, file, longest=256):
        with open(file, encoding="utf-8") as source:
            self.ids = json.load(source)["model"]["vocab"]
        self.longest = longest

    def __call__(self, text):
        ids = [piece for word in self._words(text) for piece in self._pieces(word)]
        return [self.ids["[CLS]"], *ids[: self.longest - 2], self.ids["[SEP]"]]

    @staticmethod
    def _words(text):
        spaced = []
        for char in unicodedata.normalize("NFD", text.strip().lower()):
            kind = unicodedata.category(char)
            if kind == "Mn" or char in "\0\ufffd" or kind[0] == "C" and char not in "\t\n\r":
                continue
            symbol = kind[0] == "P" or char.isascii() and char.isprintable() and not char.isalnum()
            wide = 0x4E00 <= ord(char) <= 0x9FFF or 0x3400 <= ord(char) <= 0x4DBF
            spaced.append(f" {char} " if symbol or wide else char)
        return "".join(spaced).split()

    def _pieces(self, word):
        pieces, start = [], 0
        while start < len(word):
            end = len(word)
            while end > start and ("##" if start else "") + word[start:end] not in self.ids:
                end -= 1
            if end == start:
                return [self.ids["[UNK]"]]
            pieces.append(self.ids[("##" if start else "") + word[start:end]])
            start = end
        return pieces if len(word) <= 100 else [self.ids["[UNK]"]]


class Bert:
    """BERT as functions of its weights, which are those of an ONNX graph, by their published names."""

    def __init__(self, file, heads=12):
        self.graph, self.heads = onnx.load(file), heads
        self.places, self.weights = {}, {}
        tensors = {tensor.name: tensor for tensor in self.graph.graph.initializer}
        for name, tensor in tensors.items():
            if "onnx::" not in name and numpy_helper.to_array(tensor).dtype == np.float32:
                self._take(name, tensor, False)
        for node in self.graph.graph.node:  # matrices have lost their names, their nodes have not
            for name in node.input if node.op_type == "MatMul" else ():
                if name in tensors and "onnx::" in name:
                    path = node.name.strip("/").rsplit("/", 1)[0].replace("/", ".")
                    self._take(path + ".weight", tensors[name], True)
        self.depth = 1 + max(int(n.split(".")[2]) for n in self.weights if n.startswith("encoder.layer."))

    def _take(self, name, tensor, turned):
        values = numpy_helper.to_array(tensor)
        self.places[name] = tensor, turned
        self.weights[name] = torch.from_numpy(np.array(values.T if turned else values, order="C"))

    def trained(self, layers):
        """The weights of the last layers, which gradients then reach."""
        found = []
        for name, weight in self.weights.items():
            if name.startswith("encoder.layer.") and int(name.split(".")[2]) >= self.depth - layers:
                found.append(weight.requires_grad_())
        return found

    def _linear(self, x, name):
        return F.linear(x, self.weights[name + ".weight"], self.weights[name + ".bias"])

    def _norm(self, x, name):
        scale, shift = self.weights[name + ".weight"], self.weights[name + ".bias"]
        return F.layer_norm(x, x.shape[-1:], scale, shift, 1e-12)

    def embedded(self, ids):
        at = "embeddings."
        x = self.weights[at + "word_embeddings.weight"][ids]
        x = x + self.weights[at + "token_type_embeddings.weight"][0]
        x = x + self.weights[at + "position_embeddings.weight"][: ids.shape[1]]
        return self._norm(x, at + "LayerNorm")

    def layer(self, number, x, mask):
        at = f"encoder.layer.{number}."
        rows, length, width = x.shape

        def parts(name):
            whole = self._linear(x, f"{at}attention.self.{name}")
            return whole.view(rows, length, self.heads, -1).transpose(1, 2)

        scores = parts("query") @ parts("key").transpose(2, 3) / (width // self.heads) ** 0.5
        scores = scores.masked_fill(~mask[:, None, None, :], float("-inf"))
        mixed = (scores.softmax(-1) @ parts("value")).transpose(1, 2).reshape(rows, length, width)
        x = self._norm(x + self._linear(mixed, at + "attention.output.dense"), at + "attention.output.LayerNorm")
        inner = F.gelu(self._linear(x, at + "intermediate.dense"))
        return self._norm(x + self._linear(inner, at + "output.dense"), at + "output.LayerNorm")

    def save(self, file):
        """The graph with the weights of now; all that is not a weight stays as it was."""
        for name, (tensor, turned) in self.places.items():
            values = self.weights[name].detach().numpy()
            values = np.ascontiguousarray(values.T if turned else values)
            tensor.CopyFrom(numpy_helper.from_array(values, tensor.name))
        onnx.save(self.graph, file)


class SentenceEncoder:
    """Texts to vectors of length 1. The states below the trained layers are computed once and kept."""

    def __init__(self, folder, layers, heads=12):
        self.bert = Bert(os.path.join(folder, "model.onnx"), heads)
        self.tokens = WordPiece(os.path.join(folder, "tokenizer.json"))
        if not 0 < layers <= self.bert.depth:
            raise ValueError(f"--layers {layers}: the model has {self.bert.depth}")
        self.first = self.bert.depth - layers
        self.parameters = self.bert.trained(layers)
        self.kept = {}

    @torch.no_grad()
    def prepare(self, texts):
        """Computes the states of the layers that are not trained, of texts of one length together."""
        by_length = {}
        for text in dict.fromkeys(texts):
            if text not in self.kept:
                ids = self.tokens(text)
                by_length.setdefault(len(ids), []).append((text, ids))
        for length, group in by_length.items():
            for start in range(0, len(group), 64):
                part = group[start : start + 64]
                mask = torch.ones(len(part), length, dtype=torch.bool)
                x = self.bert.embedded(torch.tensor([ids for _, ids in part]))
                for number in range(self.first):
                    x = self.bert.layer(number, x, mask)
                for (text, _), states in zip(part, x):
                    self.kept[text] = states.clone()

    def __call__(self, texts):
        """Vectors of the texts. Texts of like length run together, so that little of them is padding."""
        self.prepare(texts)
        order = sorted(range(len(texts)), key=lambda i: len(self.kept[texts[i]]))
        parts = [self._pooled([self.kept[texts[i]] for i in order[at : at + 32]]) for at in range(0, len(order), 32)]
        return torch.cat(parts)[torch.tensor(order).argsort()]

    def _pooled(self, states):
        lengths = torch.tensor([len(s) for s in states])
        mask = torch.arange(int(lengths.max())) < lengths[:, None]
        x = torch.nn.utils.rnn.pad_sequence(states, batch_first=True)
        for number in range(self.first, self.bert.depth):
            x = self.bert.layer(number, x, mask)
        mean = (x * mask[:, :, None]).sum(1) / lengths[:, None]
        return F.normalize(mean, dim=1)

    @torch.no_grad()
    def vectors(self, texts):
        return torch.cat([self(texts[at : at + 4096]) for at in range(0, len(texts), 4096)]).numpy()


def plan_batches(plan, pairs):
    """The plan's batches of epoch 0, in its order: lists of (anchor, positive)."""
    batches, last = [], None
    with open(plan, newline="", encoding="utf-8") as source:
        for row in csv.DictReader(source):
            at = row["search_space"], row["batch"]
            if row["epoch"] == "0":
                if at != last:
                    batches.append([])
                if int(row["index"]) >= len(pairs):
                    raise ValueError(f"{plan}: names row {row['index']} of {len(pairs)} pairs; is it of other data?")
                batches[-1].append(pairs[int(row["index"])])
                last = at
    return batches


def list_batches(lists, size, seed):
    """Batches of a shuffle of lists: tuples of an anchor, a positive and negatives."""
    with open(lists, newline="", encoding="utf-8") as source:
        rows = list(csv.DictReader(source))
    if not rows or not {"anchor", "positive", "negative_1"} <= rows[0].keys():
        raise ValueError(f"{lists}: has no rows with anchor, positive and negative_1, as --columns n-tuple writes them")
    order = np.random.default_rng(seed).permutation(len(rows))
    named = [name for name in rows[0] if re.fullmatch(r"anchor|positive|negative_\d+", name)]  # not their scores
    tuples = [tuple(rows[i][name] for name in named) for i in order]
    return [tuples[at : at + size] for at in range(0, len(tuples) - size + 1, size)]


def loss(encoder, batch, scale):
    """Cross-entropy of anchor to positive among all positives and negatives, and of positive to anchor."""
    columns = list(zip(*batch))
    vectors = encoder([text for column in columns for text in column]).view(len(columns), len(batch), -1)
    similarity = scale * vectors[0] @ vectors[1:].reshape(-1, vectors.shape[-1]).T
    right = torch.arange(len(batch))
    back = similarity[:, : len(batch)].T
    return (F.cross_entropy(similarity, right) + F.cross_entropy(back, right)) / 2


def train(encoder, batches, rate, scale=20.0, log_every=10, warm=10):
    """One epoch of AdamW; the rate rises over the first steps and then falls in a line to 0."""
    optimizer = torch.optim.AdamW(encoder.parameters, lr=rate, weight_decay=0.01)
    for step, batch in enumerate(batches):
        part = min((step + 1) / warm, (len(batches) - step) / max(1, len(batches) - warm), 1)
        for group in optimizer.param_groups:
            group["lr"] = rate * part
        value = loss(encoder, batch, scale)
        optimizer.zero_grad()
        value.backward()
        optimizer.step()
        if log_every and ((step + 1) % log_every == 0 or step + 1 == len(batches)):
            print(f"step {step + 1} of {len(batches)}, loss {value.item():.4f}", flush=True)


def read_pairs(file):
    with open(file, encoding="utf-8") as source:
        rows = [json.loads(line) for line in source if line.strip()]
    for number, row in enumerate(rows, 1):
        if not isinstance(row.get("anchor"), str) or not isinstance(row.get("positive"), str):
            raise ValueError(f"{file}, line {number}: lacks a text anchor or positive")
    return [(row["anchor"], row["positive"]) for row in rows]


def save(encoder, source, out):
    """The folder that the encoder was read from, with the trained graph."""
    os.makedirs(out + ".partial")
    for name in os.listdir(source):
        if name != "model.onnx" and os.path.isfile(os.path.join(source, name)):
            shutil.copyfile(os.path.join(source, name), os.path.join(out + ".partial", name))
    encoder.bert.save(os.path.join(out + ".partial", "model.onnx"))
    os.replace(out + ".partial", out)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", required=True)
    parser.add_argument("--pairs", help="needed with --plan")
    batches = parser.add_mutually_exclusive_group(required=True)
    batches.add_argument("--plan")
    batches.add_argument("--lists")
    parser.add_argument("--out", required=True)
    parser.add_argument("--layers", type=int, default=2)
    parser.add_argument("--heads", type=int, default=12)
    parser.add_argument("--lr", type=float, default=5e-5)
    parser.add_argument("--scale", type=float, default=20.0)
    parser.add_argument("--batch-size", type=int, default=64, help="lists a step; a plan has its own")
    parser.add_argument("--seed", type=int, default=0, help="the order of lists")
    args = parser.parse_args()
    if args.plan and not args.pairs:
        parser.error("--plan names lines of --pairs, which is missing")
    if os.path.exists(args.out):
        parser.error(f"--out {args.out}: exists; name another folder")
    try:
        if args.plan:
            steps = plan_batches(args.plan, read_pairs(args.pairs))
        else:
            steps = list_batches(args.lists, args.batch_size, args.seed)
        encoder = SentenceEncoder(args.model, args.layers, args.heads)
    except OSError as e:
        parser.error(f"{e.filename}: {e.strerror}")
    except ValueError as e:
        parser.error(str(e))
    if not steps:
        parser.error(f"{args.plan or args.lists}: has no batch")
    train(encoder, steps, args.lr, args.scale)
    save(encoder, args.model, args.out)


if __name__ == "__main__":
    main()
