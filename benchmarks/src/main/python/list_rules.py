"""How many listed negatives are false under each rule of `falcon lists`, at what hardness.

    python list_rules.py STORE --direction D [--truth FILE] [--negatives N] [--name NAME] [--falcon falcon] >> list-rules.tsv

STORE is a store of `falcon embed`. Without --truth it holds pairs of texts whose rows 2i and 2i + 1 are of one picture
(suspicion_benchmark.py pairs), of which the search knows each row's own pair only: a listed text of the same picture is false
for certain. With --truth, the JSON lines of `falcon data generate scenes --truth jsonl`, a caption is false where it is true
of the query's picture, or the picture where the query is true of it.

Prints lines `data, rule, setting, cosine, false, low, high, nearer`: the mean cosine of the listed negatives, the share of them
that are false with an interval of 1,000 bootstraps of the queries' pictures, and the share of the true negatives that are
nearer than the query's own positive, which are those that teach. Needs numpy."""
import argparse
import csv
import json
import pathlib
import subprocess
import tempfile

import numpy as np

RANGES = [0, 5, 10, 20, 50, 100]
MARGINS = [0, 0.02, 0.05, 0.1, 0.2, 0.3]
WITNESSES = [1, 0.9, 0.8, 0.7, 0.6, 0.5]


def settings(witnessed):
    for first in RANGES:
        yield "ranks from N", first, ["--range-min", first]
    for margin in MARGINS:
        yield "relative margin", margin, ["--relative-margin", margin]
    for witness in WITNESSES if witnessed else ():
        yield "second witness", witness, ["--depth", 200, "--witness", witness]
    for witness in WITNESSES if witnessed else ():
        yield "second witness, ranks from 5", witness, ["--depth", 200, "--witness", witness, "--range-min", 5]


def mined(args, flags):
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder, "lists.csv")
        subprocess.run(
            [args.falcon, "lists", "--embeddings", args.store, "--quiet",
             "--direction", args.direction, "--num-negatives", str(args.negatives), "--columns", "triplet", "--withhold", "0",
             "--exclude", "same-caption", "--out", str(out), *map(str, flags)],
            check=True, stdout=subprocess.DEVNULL)
        with open(out, newline="", encoding="utf-8") as source:
            return [row for row in csv.DictReader(source) if row["negative"]]


def picture(key):
    return key.split("#")[0]


def judge(args):
    if args.truth is None:
        return lambda row: int(row["anchor"]) // 2 == int(row["negative"]) // 2, lambda key: int(key) // 2
    with open(args.truth, encoding="utf-8") as source:
        true = {(pair["image_key"], pair["text_key"]) for pair in map(json.loads, source)}
    if args.direction == "text-image":
        return lambda row: (picture(row["negative"]), row["anchor"]) in true, picture
    return lambda row: (picture(row["anchor"]), row["negative"]) in true, picture


def measured(rows, is_false, picture_of):
    least = {}
    for row in rows:  # a row per positive and negative
        least[row["anchor"]] = min(float(row["positive_score"]), least.get(row["anchor"], 2))
    pairs = {(row["anchor"], row["negative"]): row for row in rows}.values()
    cosine = np.array([float(row["negative_score"]) for row in pairs])
    false = np.array([is_false(row) for row in pairs], float)
    nearer = np.array([float(row["negative_score"]) > least[row["anchor"]] for row in pairs], float)
    _, group = np.unique([str(picture_of(row["anchor"])) for row in pairs], return_inverse=True)
    count, wrong = np.bincount(group), np.bincount(group, false)
    weights = np.random.default_rng(1).multinomial(len(count), np.ones(len(count)) / len(count), 1000)
    low, high = np.percentile(weights @ wrong / (weights @ count), [2.5, 97.5])
    teaching = nearer[false == 0].mean() if (false == 0).any() else float("nan")
    return cosine.mean(), 100 * false.mean(), 100 * low, 100 * high, 100 * teaching


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("store")
    parser.add_argument("--direction", required=True)
    parser.add_argument("--truth")
    parser.add_argument("--negatives", type=int, default=4)
    parser.add_argument("--name", default="")
    parser.add_argument("--falcon", default="falcon")
    given = parser.parse_args()
    false_of, picture_of = judge(given)
    for rule, setting, flags in settings(given.direction == "text-text"):
        values = measured(mined(given, flags), false_of, picture_of)
        print("\t".join([given.name, rule, str(setting), f"{values[0]:.4f}", *(f"{v:.2f}" for v in values[1:])]), flush=True)
