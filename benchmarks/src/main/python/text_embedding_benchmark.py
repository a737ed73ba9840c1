# Copyright: the authors of Falcon. Licence: Apache-2.0.
"""Texts through a sentence encoder in PyTorch, as sentence-transformers runs it: sorted by length, padded to the
longest of a batch. Beside it, `TextEmbeddingBenchmark`.

    python text_embedding_benchmark.py MODEL TEXTS COUNT THREADS REPETITIONS

MODEL is a folder with all-MiniLM-L6-v2's model.onnx and tokenizer.json, TEXTS a file with a text in each line. The
tokenizer's time is not counted. Needs torch, numpy and onnx.
"""

import pathlib
import statistics
import sys
import time

import torch
from torch.nn import functional as F

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[4] / "python"))
from train_sentences import Bert, WordPiece  # noqa: E402

BATCH = 64


@torch.no_grad()
def encode(bert, texts):
    """Unit vectors of tokenised texts, in their order."""
    order = sorted(range(len(texts)), key=lambda i: -len(texts[i]))
    parts = []
    for at in range(0, len(order), BATCH):
        batch = [torch.tensor(texts[i]) for i in order[at : at + BATCH]]
        lengths = torch.tensor([len(ids) for ids in batch])
        mask = torch.arange(int(lengths.max())) < lengths[:, None]
        x = bert.embedded(torch.nn.utils.rnn.pad_sequence(batch, batch_first=True))
        for number in range(bert.depth):
            x = bert.layer(number, x, mask)
        parts.append(F.normalize((x * mask[:, :, None]).sum(1) / lengths[:, None], dim=1))
    return torch.cat(parts)[torch.tensor(order).argsort()]


def main():
    folder, file, count, threads, repetitions = sys.argv[1], sys.argv[2], *map(int, sys.argv[3:])
    torch.set_num_threads(threads)
    tokens = WordPiece(f"{folder}/tokenizer.json")
    with open(file, encoding="utf-8") as lines:
        texts = [tokens(line) for _, line in zip(range(count), lines)]
    bert = Bert(f"{folder}/model.onnx")
    encode(bert, texts[: 4 * BATCH])
    seconds, processor = [], []
    for _ in range(repetitions):
        begin, used = time.perf_counter(), time.process_time()
        vectors = encode(bert, texts)
        seconds.append(time.perf_counter() - begin)
        processor.append(time.process_time() - used)
    wall, used = (len(texts) / statistics.median(each) for each in (seconds, processor))
    print(
        f"torch {torch.__version__}, {threads} threads, {len(texts)} texts: {wall:.1f}/s, {used:.1f} per second of "
        f"processor time; the first vector begins {vectors[0, :4].tolist()}"
    )


main()
