"""GRIT's step of ALBEF in PyTorch, to stand beside TrainingBenchmark: the same layers, losses,
optimiser and captions. Prints milliseconds a step, the median of the rounds' means.

python3 training_benchmark.py FOLDER [name=value ...]

FOLDER holds tars of `falcon data generate scenes`, whose captions are read; pixels are random, since
no time depends on them. A value may be any of SMALL's below; preset=albef-base takes BASE's instead.
plain=0 spares what Falcon spares as well: the keys and values of an image are worked out once
however many captions look at it, and the last block of matching only where a caption begins.
"""

import os
import statistics
import sys
import tarfile
import time

import torch
import torch.nn.functional as F
from torch import nn

SMALL = dict(
    rounds=5, steps=40, batch=32, threads=1, plain=1, vocabulary=0, width=64, heads=4, vision_layers=3,
    text_layers=2, fusion_layers=2, side=32, patch=8, places=16, projection=64, dropout=0.0, pre=1)
BASE = dict(
    SMALL, rounds=2, steps=1, batch=16, threads=2, vocabulary=30522, width=768, heads=12, vision_layers=12,
    text_layers=6, fusion_layers=6, side=256, patch=16, places=25, projection=256, dropout=0.1, pre=0)
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
PADDING, FIRST, MASK = 0, 2, 4


class Attention(nn.Module):
    def __init__(self, width, heads, dropout, crossing=False):
        super().__init__()
        self.heads, self.dropout = heads, dropout
        self.ask = nn.Linear(width, width) if crossing else None
        self.seen = nn.Linear(width, (2 if crossing else 3) * width)
        self.out = nn.Linear(width, width)

    def memory(self, tokens):
        return self.seen(tokens)

    def split(self, x):
        rows, tokens, width = x.shape
        return x.view(rows, tokens, self.heads, width // self.heads).transpose(1, 2)

    def forward(self, x, memory=None, mask=None, first=False):
        parts = (self.memory(x) if memory is None else memory).chunk(2 if self.ask else 3, -1)
        query = self.ask(x) if self.ask else parts[0][:, :1] if first else parts[0]
        key, value = parts[-2:]
        chance = self.dropout if self.training else 0.0
        seen = F.scaled_dot_product_attention(
            self.split(query), self.split(key), self.split(value), mask, chance)
        return self.out(seen.transpose(1, 2).flatten(2))


class Block(nn.Module):
    def __init__(self, width, heads, pre, dropout, epsilon, crossing=False):
        super().__init__()
        self.pre, self.drop = pre, nn.Dropout(dropout)
        self.self_attention = Attention(width, heads, dropout)
        self.cross_attention = Attention(width, heads, dropout, True) if crossing else None
        self.feed_forward = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))
        self.norms = nn.ModuleList(nn.LayerNorm(width, epsilon) for _ in range(3 if crossing else 2))

    def residual(self, x, norm, inner, kept=lambda x: x):
        if self.pre:
            return kept(x) + self.drop(inner(norm(x)))
        return norm(kept(x) + self.drop(inner(x)))

    def forward(self, x, mask=None, memory=None, first=False):
        kept = (lambda x: x[:, :1]) if first else (lambda x: x)
        x = self.residual(x, self.norms[0], lambda y: self.self_attention(y, None, mask, first), kept)
        if self.cross_attention is not None:
            x = self.residual(x, self.norms[1], lambda y: self.cross_attention(y, memory))
        return self.residual(x, self.norms[-1], self.feed_forward)


class Albef(nn.Module):
    def __init__(self, s):
        super().__init__()
        width, dropout, self.pre, self.plain = s["width"], s["dropout"], bool(s["pre"]), bool(s["plain"])
        epsilon = 1e-5 if self.pre else 1e-12
        self.patch = nn.Conv2d(3, width, s["patch"], s["patch"])
        self.start = nn.Parameter(torch.randn(1, 1, width) * 0.02)
        self.grid = nn.Parameter(torch.randn(1, (s["side"] // s["patch"]) ** 2 + 1, width) * 0.02)
        self.vision = nn.ModuleList(
            Block(width, s["heads"], True, 0.0, 1e-6) for _ in range(s["vision_layers"]))
        self.vision_norm = nn.LayerNorm(width, 1e-6)
        self.words = nn.Embedding(s["vocabulary"], width)
        self.places = nn.Parameter(torch.randn(s["places"], width) * 0.02)
        self.kinds = None if self.pre else nn.Parameter(torch.randn(2, width) * 0.02)
        self.embedding_norm = None if self.pre else nn.LayerNorm(width, epsilon)
        self.drop = nn.Dropout(dropout)
        self.text = nn.ModuleList(
            Block(width, s["heads"], self.pre, dropout, epsilon) for _ in range(s["text_layers"]))
        self.fusion = nn.ModuleList(
            Block(width, s["heads"], self.pre, dropout, epsilon, True) for _ in range(s["fusion_layers"]))
        self.text_norm = nn.LayerNorm(width, epsilon) if self.pre else nn.Identity()
        self.fusion_norm = nn.LayerNorm(width, epsilon) if self.pre else nn.Identity()
        self.image_head = nn.Linear(width, s["projection"])
        self.text_head = nn.Linear(width, s["projection"])
        self.match_head = nn.Linear(width, 2)
        self.word_head = nn.Sequential(nn.Linear(width, width), nn.GELU(), nn.LayerNorm(width, epsilon))
        self.word_bias = nn.Parameter(torch.zeros(s["vocabulary"]))
        self.temperature = nn.Parameter(torch.tensor(0.07))

    def see(self, pixels):
        patches = self.patch(pixels).flatten(2).transpose(1, 2)
        x = torch.cat([self.start.expand(len(pixels), -1, -1), patches], 1) + self.grid
        for block in self.vision:
            x = block(x)
        return self.vision_norm(x)

    def read(self, ids, mask):
        x = self.words(ids) + self.places[: ids.shape[1]]
        if not self.pre:
            x = self.drop(self.embedding_norm(x + self.kinds[0]))
        for block in self.text:
            x = block(x, mask)
        return self.text_norm(x)

    def fuse(self, text, mask, images, rows=None, first=False):
        """Captions with images; with rows, of the image that each one names."""
        for i, block in enumerate(self.fusion):
            seen = images
            if self.plain and rows is not None:
                seen = images[rows]
            memory = block.cross_attention.memory(seen)
            if not self.plain and rows is not None:
                memory = memory.index_select(0, rows)
            text = block(text, mask, memory, first and not self.plain and i + 1 == len(self.fusion))
        return self.fusion_norm(text)

    def losses(self, pixels, ids, masked, told, targets):
        mask = torch.zeros(ids.shape).masked_fill(ids == PADDING, -10000.0)[:, None, None]
        image, text = self.see(pixels), self.read(ids, mask)
        image_vectors = F.normalize(self.image_head(image[:, 0]), dim=-1)
        text_vectors = F.normalize(self.text_head(text[:, 0]), dim=-1)
        contrast, cosines = self.contrast(image_vectors, text_vectors)
        rows = torch.arange(len(ids))
        cosines.fill_diagonal_(-2.0)
        texts, images = cosines.argmax(1), cosines.argmax(0)
        which = torch.cat([rows, rows, texts])
        fused = self.fuse(text[which], mask[which], image, torch.cat([rows, images, rows]), True)
        labels = torch.cat([torch.ones(len(ids)), torch.zeros(2 * len(ids))]).long()
        matching = F.cross_entropy(self.match_head(fused[:, 0]), labels)
        fused = self.fuse(self.read(masked, mask), mask, image)
        hidden = self.word_head(fused.flatten(0, 1)[told])
        words = F.cross_entropy(F.linear(hidden, self.words.weight, self.word_bias), targets)
        return contrast + matching + words

    def contrast(self, images, texts):
        """GRIT-VLP's: no gradient reaches the contrasted side; each direction pulls the other."""
        to_texts = images @ texts.detach().T
        to_images = texts @ images.detach().T
        i2t = F.log_softmax(to_texts / self.temperature, -1)
        t2i = F.log_softmax(to_images / self.temperature, -1)
        hard = i2t.diagonal().mean() + t2i.diagonal().mean()
        agreement = (t2i.detach().exp() * i2t).sum(1).mean() + (i2t.detach().exp() * t2i).sum(1).mean()
        return -0.5 * hard - 0.1 * agreement, to_texts.detach().clone()


def captions(folder):
    found = []
    for name in sorted(os.listdir(folder)):
        if name.endswith(".tar"):
            with tarfile.open(os.path.join(folder, name)) as tar:
                found += [tar.extractfile(m).read().decode() for m in tar if m.name.endswith(".txt")]
    return [line.split() for line in found]


def batches(s, texts):
    """Batches for ever, each padded to its longest caption, half of its words to be told."""
    numbers = {word: 5 + i for i, word in enumerate(sorted({w for text in texts for w in text}))}
    s["vocabulary"] = s["vocabulary"] or 5 + len(numbers)
    at = 0
    while True:
        chosen = [texts[(at + i) % len(texts)][: s["places"] - 1] for i in range(s["batch"])]
        at += s["batch"]
        longest = 1 + max(map(len, chosen))
        ids = torch.zeros(s["batch"], longest, dtype=torch.long)
        for row, text in enumerate(chosen):
            ids[row, : 1 + len(text)] = torch.tensor([FIRST] + [numbers[word] for word in text])
        hidden = (ids != PADDING) & (ids != FIRST) & (torch.rand(ids.shape) < 0.5)
        masked = ids.masked_fill(hidden & (torch.rand(ids.shape) < 0.8), MASK)
        told = hidden.flatten().nonzero().squeeze(1)
        pixels = torch.randn(s["batch"], 3, s["side"], s["side"])
        yield pixels, ids, masked, told, ids.flatten()[told]


def main():
    given = dict(argument.split("=") for argument in sys.argv[2:])
    settings = dict(BASE if given.pop("preset", "scenes-tiny") == "albef-base" else SMALL)
    settings.update({name: type(settings[name])(value) for name, value in given.items()})
    torch.set_num_threads(settings["threads"])
    torch.manual_seed(1)
    feed = batches(settings, captions(sys.argv[1]))
    first = next(feed)
    network = Albef(settings)
    rate = 1e-3 if settings["pre"] else 1e-5
    optimiser = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=0.02, fused=True)
    rounds, processor = [], []
    for number in range(-1, settings["rounds"]):
        wall = busy = 0.0
        for _ in range(settings["steps"]):
            batch = next(feed)
            start, start_busy = time.perf_counter(), time.process_time()
            network.losses(*batch).backward()
            optimiser.step()
            optimiser.zero_grad()
            wall += time.perf_counter() - start
            busy += time.process_time() - start_busy
        if number >= 0:
            rounds.append(wall * 1000 / settings["steps"])
            processor.append(busy * 1000 / settings["steps"])
    tokens = (first[1] != PADDING).float().mean()
    print(f"torch {torch.__version__}, {settings['threads']} threads, batch {settings['batch']}, "
          f"{sum(p.numel() for p in network.parameters())} parameters, {tokens:.2f} of the places are tokens: "
          f"{statistics.median(rounds):.1f} ms a step ({min(rounds):.1f} to {max(rounds):.1f}), "
          f"{statistics.median(processor):.1f} of processor time")


main()
