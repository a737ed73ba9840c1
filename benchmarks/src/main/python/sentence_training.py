"""A published sentence encoder trained on real captions by Falcon's plans and lists, and what it then finds.

    python sentence_training.py CAPTIONS --model minilm --work DIR [--arms NAME,NAME] [--seeds N] [--falcon falcon]
    python sentence_training.py CAPTIONS --work DIR --report

CAPTIONS is a folder with multi30k/dataset's data/task2/raw, unpacked: train.1.en to train.5.en and the same of
test_2016. Of the first --pictures pictures of train, two disjoint pairs of captions each are rows, whose pictures' numbers are
hidden from mining. Every arm starts from the same weights and takes one epoch of as many texts a step. It is tested on all
captions of test_2016, which training has not seen: a caption is a query, the other four of its picture are what is to be
found among all others. Results are appended to DIR/results.jsonl; what is there is not run again. `--report` prints each
arm's mean over seeds, and its difference to `uniform` with an interval of 1,000 bootstraps of the pictures, and of the seeds where
there are several. Needs torch, numpy and onnx; see python/train_sentences.py."""
import argparse
import json
import pathlib
import shlex
import subprocess
import sys

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).parents[4] / "python"))

ARMS = {
    "uniform": ["--quantiles", "uniform"],
    "fixed:0.99": ["--quantiles", "fixed:0.99"],
    "grit": ["--quantiles", "grit"],
    "falcon+": ["--quantiles", "falcon+"],
    "falcon+ W=0.5 F=1": ["--quantiles", "falcon+", "--own-weight", "0.5", "--second-witness", "1"],
    "corpus lists": None,
}


def captions(folder, split):
    return [pathlib.Path(folder, f"{split}.{i}.en").read_text("utf-8").split("\n")[:-1] for i in range(1, 6)]


def prepare(args, work):
    """Pairs and the untrained encoder's vectors of them, as stores to mine."""
    chosen = captions(args.captions, "train")
    order = np.argsort(np.random.default_rng(11).random((args.pictures, 5)), 1)
    pairs = [
        (chosen[row[first]][picture], chosen[row[first + 1]][picture])
        for picture, row in enumerate(order) for first in (0, 2)
    ]
    test = [text for split in captions(args.captions, "test_2016") for text in split]
    return pairs, test


def mined(args, work, arm, seed):
    lists = ARMS[arm] is None
    out = work / f"{arm.replace(' ', '-').replace(':', '-')}-{seed}.csv"
    if not out.exists():
        command = [*shlex.split(args.falcon), "lists" if lists else "mine", "--seed", str(seed), "--out", str(out), "--quiet"]
        if lists:
            command += ["--queries", str(work / "anchors"), f"--corpus={work / 'positives'}"]
            command += ["--direction", "text-text", "--positives", str(work / "positives.csv"), "--columns", "n-tuple"]
            command += ["--range-min", "10", "--range-max", "40", "--sampling", "random"]
        else:
            command += [*ARMS[arm], "--embeddings", str(work / "pairs"), "--batch-size", str(args.batch_size)]
        subprocess.run(command, check=True)
    return out


def ranked(vectors, pictures):
    """R@1, R@10 and nDCG@10 of every picture's captions as queries: the mean of its five."""
    rows = np.arange(len(vectors)) % pictures
    found = np.zeros((pictures, 3))
    discount = 1 / np.log2(np.arange(2, 12))
    for start in range(0, len(vectors), 500):
        cosine = vectors[start:start + 500] @ vectors.T
        queries = np.arange(start, start + len(cosine))
        cosine[np.arange(len(cosine)), queries] = -2
        best = np.argsort(-cosine, 1, kind="stable")[:, :10]
        right = rows[best] == rows[queries][:, None]
        gain = (right * discount).sum(1) / discount[:4].sum()
        np.add.at(found, rows[queries], np.stack([right[:, 0], right.sum(1) / 4, gain], 1))
    return found / (len(vectors) / pictures)


def run(args, work):
    import torch
    import train_sentences as sentences

    torch.set_num_threads(args.threads)
    work.mkdir(parents=True, exist_ok=True)
    pairs, test = prepare(args, work)
    encoder = sentences.SentenceEncoder(args.model, args.layers)
    start = [weight.detach().clone() for weight in encoder.parameters]
    if not (work / "pairs").exists():
        for name, texts in (("anchors", [a for a, _ in pairs]), ("positives", [p for _, p in pairs])):
            vectors = encoder.vectors(texts)
            for folder in [work / name / "text_emb"] + [work / "pairs.part" / {"anchors": "img_emb"}.get(name, "text_emb")]:
                folder.mkdir(parents=True, exist_ok=True)
                np.save(folder / f"{folder.name}_0.npy", vectors)
        (work / "positives.csv").write_text("query_key,corpus_key\n" + "".join(f"{i},{i}\n" for i in range(len(pairs))))
        (work / "pairs.part").rename(work / "pairs")
    results = work / "results.jsonl"
    done = {(r["arm"], r["seed"]) for r in map(json.loads, results.read_text().splitlines())} if results.exists() else set()
    if ("start", 0) not in done:
        write(results, "start", 0, ranked(encoder.vectors(test), len(test) // 5))
    for seed in range(args.seeds):
        for arm in args.arms.split(","):
            if (arm, seed) in done:
                continue
            for weight, value in zip(encoder.parameters, start):
                weight.data.copy_(value)
            file = mined(args, work, arm, seed)
            if ARMS[arm] is None:
                keyed = sentences.list_batches(file, args.batch_size * 2 // 3, seed)
                batches = [[(pairs[int(a)][0], *(pairs[int(k)][1] for k in rest)) for a, *rest in batch] for batch in keyed]
            else:
                batches = sentences.plan_batches(file, pairs)
            sentences.train(encoder, batches, args.lr, log_every=20)
            write(results, arm, seed, ranked(encoder.vectors(test), len(test) // 5), len(batches))


def write(results, arm, seed, found, steps=0):
    line = {"arm": arm, "seed": seed, "steps": steps, "mean": found.mean(0).round(5).tolist()}
    print(json.dumps(line), flush=True)
    with open(results, "a", encoding="utf-8") as out:
        out.write(json.dumps(line | {"pictures": found.round(5).tolist()}) + "\n")


def report(work):
    rows = [json.loads(line) for line in (work / "results.jsonl").read_text().splitlines()]
    by = {}
    for row in rows:
        by.setdefault(row["arm"], {})[row["seed"]] = np.array(row["pictures"])
    random = np.random.default_rng(1)
    for arm, seeds in by.items():
        mean = np.mean([x.mean(0) for x in seeds.values()], 0)
        line = f"{arm:20s} {len(seeds)} seeds  " + "  ".join(f"{n} {100 * v:.2f}" for n, v in zip(("R@1", "R@10", "nDCG@10"), mean))
        both = sorted(set(seeds) & set(by.get("uniform", {})))
        if both and arm != "uniform":
            change = np.stack([seeds[s] - by["uniform"][s] for s in both])
            drawn = [
                change[random.integers(0, len(both), len(both))].mean(0)[random.integers(0, change.shape[1], change.shape[1])].mean(0)
                for _ in range(1000)
            ]
            low, high = np.percentile(drawn, [2.5, 97.5], 0)
            at = change.mean((0, 1))
            line += "  against uniform " + "  ".join(f"{100 * m:+.2f} [{100 * a:.2f}, {100 * b:.2f}]" for m, a, b in zip(at, low, high))
        print(line)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("captions")
    parser.add_argument("--model")
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--arms", default=",".join(ARMS))
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--pictures", type=int, default=2000)
    parser.add_argument("--batch-size", type=int, default=48)
    parser.add_argument("--layers", type=int, default=1)
    parser.add_argument("--lr", type=float, default=1e-4)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--falcon", default="falcon")
    parser.add_argument("--report", action="store_true")
    given = parser.parse_args()
    if given.report:
        report(given.work)
    else:
        run(given, given.work)
